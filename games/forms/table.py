"""What a browser may send to a table, checked for shape; whether the table allows it is asked elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms

from games.bots import Level
from games.engine.actions import Bid, Play
from games.engine.cards import CARDS, Card
from games.engine.ruleset import LARGEST_HAND, MAX_PLAYERS

UNSEEN = "unseen"
LARGEST_VERSION = 2**31 - 1


class ActForm(forms.Form):
    """A bid or a play, for the version of the table it was meant for. `play` is a card or "unseen"."""

    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)
    bid = forms.IntegerField(min_value=0, max_value=LARGEST_HAND, required=False)
    play = forms.ChoiceField(choices=[(UNSEEN, UNSEEN), *((str(card), str(card)) for card in CARDS)], required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (cleaned.get("bid") is None) == (not cleaned.get("play")):
            raise forms.ValidationError("one of bid and play")
        return cleaned

    @property
    def act(self) -> Callable[[int], Bid | Play]:
        """The act, for whichever seat makes it."""
        tricks, card = self.cleaned_data["bid"], self.cleaned_data["play"]
        if tricks is not None:
            return partial(Bid, tricks=tricks)
        return partial(Play, card=None if card == UNSEEN else Card.parse(card))


class SeatForm(forms.Form):
    """A seat by number; none means the first free one."""

    number = forms.IntegerField(min_value=0, max_value=MAX_PLAYERS - 1, required=False)


class BotForm(forms.Form):
    """A seat for a bot of a level; no level takes the bot away."""

    number = forms.IntegerField(min_value=0, max_value=MAX_PLAYERS - 1)
    level = forms.TypedChoiceField(
        choices=[("", ""), *((level.value, level.value) for level in Level)],
        coerce=Level,
        empty_value=None,
        required=False,
    )


class StartForm(forms.Form):
    """The start; with a level, bots of that level fill the free seats."""

    fill = forms.TypedChoiceField(
        choices=[("", ""), *((level.value, level.value) for level in Level)],
        coerce=Level,
        empty_value=None,
        required=False,
    )
