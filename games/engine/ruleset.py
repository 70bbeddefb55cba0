"""The options a match is played by, and the four presets (rules.md, Presets)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypedDict, Unpack

MIN_PLAYERS = 3
MAX_PLAYERS = 6
LARGEST_HAND = 8


class Ladder(StrEnum):
    """How the sizes of the hands go, from the first hand to the last."""

    UP_DOWN = "1-8-1"
    DOWN_UP = "8-1-8"


class OneCardHands(StrEnum):
    """What a seat sees in a hand of one card: its own card only, or every card but its own."""

    OPEN = "open"
    FOREHEAD = "forehead"


class Scoring(StrEnum):
    """The two tables of points for an exact hand."""

    FIVE_PLUS = "five_plus"
    GOLD = "gold"


class Preset(StrEnum):
    """A named set of options, or `custom` for options set freely."""

    CLASSIC = "classic"
    FOREHEAD = "forehead"
    GOLD = "gold"
    ZERO = "zero"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Streak:
    """`award` points for `length` exact hands in a row, and as many off for misses."""

    length: int = 5
    award: int = 10


class Options(TypedDict, total=False):
    """What may be set freely at a custom table, besides the ladder."""

    one_card_hands: OneCardHands
    scoring: Scoring
    streak: Streak | None
    zero_wins: bool


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything that may differ between two matches of the same number of players."""

    preset: Preset
    ladder: Ladder = Ladder.UP_DOWN
    one_card_hands: OneCardHands = OneCardHands.OPEN
    scoring: Scoring = Scoring.FIVE_PLUS
    streak: Streak | None = Streak()
    zero_wins: bool = False

    def on(self, ladder: Ladder) -> RuleSet:
        """The same options on a ladder; every preset may be played on both."""
        return replace(self, ladder=ladder)

    def customised(self, **options: Unpack[Options]) -> RuleSet:
        """These options with some set freely: a custom table."""
        return replace(self, preset=Preset.CUSTOM, **options)

    def is_forehead(self, size: int) -> bool:
        """Whether a hand of this size is played with the card on the forehead."""
        return size == 1 and self.one_card_hands == OneCardHands.FOREHEAD


CLASSIC = RuleSet(Preset.CLASSIC)
PRESETS = {
    Preset.CLASSIC: CLASSIC,
    Preset.FOREHEAD: RuleSet(Preset.FOREHEAD, one_card_hands=OneCardHands.FOREHEAD),
    Preset.GOLD: RuleSet(Preset.GOLD, one_card_hands=OneCardHands.FOREHEAD, scoring=Scoring.GOLD),
    Preset.ZERO: RuleSet(Preset.ZERO, zero_wins=True),
}
