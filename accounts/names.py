"""What a name shown at the tables may be."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAME_MAX_LENGTH = 20

_SHOWN_CATEGORIES = frozenset("LMNPS")
"""Letters, marks, digits, punctuation, symbols: controls, bidi marks and unassigned code points fall outside."""
_BLANK_LOOKING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_MARKUP = frozenset("<>")
_MARKS_IN_A_ROW_MAX = 2


def clean_name(name: str) -> str:
    """`name` in NFC with its spaces collapsed; ValidationError when it may not be shown."""
    if len(name) > NAME_MAX_LENGTH * 10:
        raise _too_long()
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        raise ValidationError(_("Write the name to be shown at the table."), code="required")
    if len(name) > NAME_MAX_LENGTH:
        raise _too_long()
    if not all(_may_be_shown(character) for character in name) or _marks_in_a_row(name) > _MARKS_IN_A_ROW_MAX:
        raise ValidationError(
            _("The name has characters that cannot be shown. Use letters, digits, spaces and ordinary punctuation."),
            code="characters",
        )
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("The name needs at least one letter or digit."), code="letters")
    return name


def _too_long() -> ValidationError:
    return ValidationError(
        _("The name may have at most %(limit)d characters."), code="max_length", params={"limit": NAME_MAX_LENGTH}
    )


def _may_be_shown(character: str) -> bool:
    if character in _BLANK_LOOKING or character in _MARKUP:
        return False
    return character == " " or unicodedata.category(character)[0] in _SHOWN_CATEGORIES


def _marks_in_a_row(name: str) -> int:
    longest = run = 0
    for character in name:
        run = run + 1 if unicodedata.category(character)[0] == "M" else 0
        longest = max(longest, run)
    return longest
