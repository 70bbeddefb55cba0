"""The check that locale/ro is complete, on small catalogs."""

import polib
import pytest

from tools.check_messages import faults_in


def catalog(**texts: str) -> polib.POFile:
    """Translations by text; one that begins with a question mark is fuzzy."""
    made = polib.POFile()
    for msgid, msgstr in texts.items():
        made.append(polib.POEntry(msgid=msgid, msgstr=msgstr, flags=["fuzzy"] if msgstr.startswith("?") else []))
    return made


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        (catalog(Trick="Levată"), catalog(Trick="Levată"), []),
        (catalog(), catalog(Trick="Levată"), ["not in the catalog: Trick"]),
        (catalog(Trick="Levată"), catalog(), ["no longer in the source: Trick"]),
        (catalog(Trick=""), catalog(Trick=""), ["not translated: Trick"]),
        (catalog(Trick="?Levată"), catalog(Trick="?Levată"), ["to be looked at (fuzzy): Trick"]),
    ],
)
def test_every_text_has_one_sure_translation(old: polib.POFile, new: polib.POFile, faults: list[str]) -> None:
    assert faults_in(old=old, new=new) == faults
