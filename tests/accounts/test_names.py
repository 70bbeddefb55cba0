import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import NAME_MAX_LENGTH, clean_name

REFUSED = {
    "empty": "",
    "spaces": " \t\n ",
    "long": "a" * 21,
    "10,000 characters": "a" * 10_000,
    "null byte": "Ana\x00",
    "escape": "Ana\x1b[31m",
    "right-to-left override": "Ana\u202egpj",
    "isolate": "\u2066Ana\u2069",
    "left-to-right mark": "Ana\u200e",
    "zero width space": "A\u200bna",
    "zero width joiner": "A\u200dna",
    "byte order mark": "\ufeffAna",
    "soft hyphen": "A\u00adna",
    "paragraph between letters": "A\u2029\u202bna",
    "lone surrogate": "Ana\ud800",
    "private use": "Ana\ue000",
    "tag character": "Ana\U000e0041",
    "markup": "<b>Ana</b>",
    "script": "<script>x</script>",
    "piled marks": "A" + "\u0301" * 12,
    "hangul filler": "\u3164",
    "braille blank": "\u2800",
    "signs only": "!!!",
    "marks only": "\u0301\u0301",
}


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)
def test_refuses_what_may_not_be_shown(name: str) -> None:
    with pytest.raises(ValidationError):
        clean_name(name)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t  Maria\n", "Ana Maria"),
        ("S\u0326tefa\u0306nit\u0326a\u0306", "Ștefăniță"),
        ("O'Neil & Co. #2", "O'Neil & Co. #2"),
        ("Łukasz-Jürgen", "Łukasz-Jürgen"),
        ("Оля 🃏", "Оля 🃏"),
        ("a" * 20, "a" * 20),
    ],
)
def test_shows_a_name_tidied(written: str, shown: str) -> None:
    assert clean_name(written) == shown


@given(st.text(max_size=30))
def test_a_name_once_clean_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except ValidationError:
        return
    assert clean_name(name) == name
    assert 0 < len(name) <= NAME_MAX_LENGTH
    assert not any(unicodedata.category(character)[0] == "C" for character in name)
