"""What is being drawn, for whom and when, and the questions that every part of the drawing asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games.engine.schedule import seats_from
from games.engine.state import Phase
from games.engine.view import HandView, SeatView
from games.models import Match
from games.rendering.words import labels
from games.selectors.table import SeatInfo, TableView


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as one viewer may know it, the viewer's language, and the moment of drawing."""

    table: TableView
    language: str
    now: datetime

    @property
    def words(self) -> Mapping[str, str]:
        return labels(self.language)

    @property
    def view(self) -> SeatView | None:
        return self.table.view

    @property
    def hand(self) -> HandView | None:
        return self.table.view.hand if self.table.view else None

    @property
    def is_hand_over(self) -> bool:
        return self.hand is not None and self.hand.scores is not None

    @property
    def is_bidding(self) -> bool:
        return self.view is not None and self.view.phase is Phase.BIDDING

    @property
    def order(self) -> tuple[int, ...]:
        """Seats clockwise from the one drawn nearest: the viewer's own, or the first for one who only watches."""
        return seats_from(self.table.viewer or 0, len(self.table.seats))

    @property
    def place_of(self) -> Mapping[int, int]:
        return {seat: place for place, seat in enumerate(self.order)}

    @property
    def own_seat(self) -> SeatInfo | None:
        return self.table.seats[self.table.viewer] if self.table.viewer is not None else None

    @property
    def is_own_held(self) -> bool:
        return self.own_seat is not None and self.own_seat.is_held

    @property
    def to_act(self) -> int | None:
        """The seat to bid or play, while the match is on."""
        if self.view is None or self.table.status != Match.Status.PLAYING:
            return None
        return self.view.to_act

    @property
    def is_your_turn(self) -> bool:
        return self.to_act is not None and self.to_act == self.table.viewer and not self.is_own_held

    def is_you(self, seat: int) -> bool:
        return seat == self.table.viewer

    def name(self, seat: int) -> str:
        """The name of a seat, as it was given."""
        return self.table.seats[seat].name or self.words["free"]

    def name_or_you(self, seat: int) -> str:
        return self.words["you"] if self.is_you(seat) else self.name(seat)

    def address(self, door: str = "") -> str:
        """Where something of this table is read or posted."""
        return f"/t/{self.table.code}/{door}"
