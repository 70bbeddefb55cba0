"""The form that opens a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bots import Level
from games.engine.ruleset import (
    CLASSIC,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PRESETS,
    Ladder,
    OneCardHands,
    Preset,
    RuleSet,
    Scoring,
    Streak,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NO_LIMIT = "none"
YES, NO = "yes", "no"
FREE_OPTIONS = ("one_card_hands", "scoring", "streak", "zero_wins")

PRESETS_NAMED = {
    Preset.CLASSIC: _("Classic"),
    Preset.FOREHEAD: _("Forehead"),
    Preset.GOLD: _("Gold"),
    Preset.ZERO: _("Zero"),
    Preset.CUSTOM: _("Custom"),
}
LEVELS_NAMED = {Level.EASY: _("easy bot"), Level.NORMAL: _("normal bot"), Level.HARD: _("hard bot")}


def _one_of(
    label: StrOrPromise, choices: Mapping[Any, StrOrPromise], initial: str, **options: Any
) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=list(choices.items()), initial=initial, widget=forms.RadioSelect, **options
    )


class OpenTableForm(forms.Form):
    """A table to be opened: a preset, or free options when the preset is `custom`; who sits where; how fast.

    The host has seat 0. `seat_1` to `seat_5` hold a bot's level, or nothing for a person; those beyond the number of
    players do not count.
    """

    preset = _one_of(_("The game"), PRESETS_NAMED, Preset.CLASSIC)
    players = _one_of(_("How many play"), {str(n): str(n) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)}, "4")
    ladder = _one_of(_("How the hands grow"), {ladder: ladder.value for ladder in Ladder}, Ladder.UP_DOWN)
    turn = _one_of(
        _("Time for a turn"),
        {"15": "15 s", "30": "30 s", "60": "60 s", NO_LIMIT: pgettext_lazy("time", "no limit")},
        "30",
    )
    entry = _one_of(_("Who can come"), {"public": _("everybody"), "link": _("by link")}, "public")
    one_card_hands = _one_of(
        _("One-card hands"),
        {OneCardHands.OPEN: _("own card seen"), OneCardHands.FOREHEAD: _("on the forehead")},
        OneCardHands.OPEN,
        required=False,
    )
    scoring = _one_of(
        _("An exact hand"),
        {Scoring.FIVE_PLUS: _("5 + tricks"), Scoring.GOLD: _("gold: 1 to 40")},
        Scoring.FIVE_PLUS,
        required=False,
    )
    streak = _one_of(_("Five in a row, ±10"), {YES: _("yes"), NO: _("no")}, YES, required=False)
    zero_wins = _one_of(_("A total of exactly zero wins"), {YES: _("yes"), NO: _("no")}, NO, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, MAX_PLAYERS):
            self.fields[f"seat_{number}"] = forms.ChoiceField(
                label=format_lazy(_("Seat {number}"), number=number + 1),
                choices=[("", _("a person")), *LEVELS_NAMED.items()],
                required=False,
            )

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        return [self[f"seat_{number}"] for number in range(1, MAX_PLAYERS)]

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = self.cleaned_data
        if chosen.get("preset") == Preset.CUSTOM:
            for option in FREE_OPTIONS:
                if chosen.get(option) == "":
                    self.add_error(option, _("Choose one of these."))
        return chosen

    def rules(self) -> RuleSet:
        chosen = self.cleaned_data
        preset, ladder = Preset(chosen["preset"]), Ladder(chosen["ladder"])
        if preset is not Preset.CUSTOM:
            return PRESETS[preset].on(ladder)
        return CLASSIC.on(ladder).customised(
            one_card_hands=OneCardHands(chosen["one_card_hands"]),
            scoring=Scoring(chosen["scoring"]),
            streak=Streak() if chosen["streak"] == YES else None,
            zero_wins=chosen["zero_wins"] == YES,
        )

    def players_wanted(self) -> int:
        return int(self.cleaned_data["players"])

    def turn_seconds(self) -> int | None:
        turn: str = self.cleaned_data["turn"]
        return None if turn == NO_LIMIT else int(turn)

    def is_public(self) -> bool:
        return bool(self.cleaned_data["entry"] == "public")

    def bots(self) -> dict[int, Level]:
        """The bots' levels by seat number."""
        levels = {number: self.cleaned_data[f"seat_{number}"] for number in range(1, self.players_wanted())}
        return {number: Level(level) for number, level in levels.items() if level}
