"""Translations: the .po files, which are kept, made into the .mo files that Django reads."""

import os
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.reloader import translation_file_changed


def compile_catalogs() -> None:
    """Compile each catalog whose compiled form has not the same time, and have this process read it.

    Needs no gettext on the machine. Django reads the catalogs while it starts, so before this can be called.
    """
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
            translation_file_changed(None, compiled)
