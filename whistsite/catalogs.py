"""Translations: the .po files, which are kept, made into the .mo files that Django reads."""

import os
from pathlib import Path

import polib
from django.conf import settings


def compile_catalogs() -> None:
    """Compile each catalog whose compiled form has not the same time; needs no gettext on the machine."""
    for folder in settings.LOCALE_PATHS:
        for source in Path(folder).glob("*/LC_MESSAGES/*.po"):
            compiled = source.with_suffix(".mo")
            written = source.stat().st_mtime_ns
            if compiled.exists() and compiled.stat().st_mtime_ns == written:
                continue
            fresh = source.with_suffix(f".{os.getpid()}.mo")
            polib.pofile(str(source)).save_as_mofile(str(fresh))
            os.utime(fresh, ns=(written, written))
            fresh.replace(compiled)
