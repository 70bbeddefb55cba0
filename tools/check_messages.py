"""Fail when locale/ro lacks a text of the source, keeps one that is gone, or has one untranslated, unsure or malformed.

Usage: python -m tools.check_messages COMMAND..., with the command that brings the catalog up to date.
"""

import subprocess
import sys
from pathlib import Path

import polib

CATALOG = Path(__file__).resolve().parent.parent / "locale" / "ro" / "LC_MESSAGES" / "django.po"


def main() -> None:
    if not CATALOG.exists():
        sys.exit(f"{CATALOG.name} is missing: run make messages")
    kept = CATALOG.read_bytes()
    try:
        subprocess.run([sys.executable, *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["msgfmt", "--check-format", "--output-file=/dev/null", CATALOG], check=True)
        faults = list(faults_in(old=polib.pofile(kept.decode()), new=polib.pofile(str(CATALOG))))
    finally:
        CATALOG.write_bytes(kept)
    if faults:
        sys.exit("\n".join([*faults, "Run make messages, translate, and commit locale/ro."]))


def faults_in(*, old: polib.POFile, new: polib.POFile) -> list[str]:
    before, after = ({(entry.msgctxt, entry.msgid) for entry in catalog} for catalog in (old, new))
    return [
        *(f"not in the catalog: {msgid}" for _, msgid in after - before),
        *(f"no longer in the source: {msgid}" for _, msgid in before - after),
        *(f"not translated: {entry.msgid}" for entry in new.untranslated_entries()),
        *(f"to be looked at (fuzzy): {entry.msgid}" for entry in new.fuzzy_entries()),
    ]


if __name__ == "__main__":
    main()
