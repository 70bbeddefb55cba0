"""What really happened in a match, read from the site's database file, and what a seat could know of it when.

This follows the rules' own text (docs: rules, fair deal, record) and shares no line with the product.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

OPEN_DECK_SIZE = 8
"""In hands of this size the whole deck is dealt and no card is turned up."""


@dataclass(frozen=True, slots=True)
class Act:
    """A bid (`card` is None) or a play, and the version of the match that it made."""

    seat: int
    version: int
    by: str
    tricks: int | None = None
    card: str | None = None


@dataclass(frozen=True)
class TrueHand:
    """One deal: who holds what, what is turned, and every act in order. `began`: the version that the deal made."""

    number: int
    size: int
    dealer: int
    began: int
    is_forehead: bool
    holdings: tuple[tuple[str, ...], ...]
    turned: str | None
    bids: tuple[Act, ...]
    plays: tuple[Act, ...]

    @property
    def players(self) -> int:
        return len(self.holdings)

    @cached_property
    def ended(self) -> int | None:
        """The version of the last card; None while it is not played."""
        return self.plays[-1].version if len(self.plays) == self.size * self.players else None

    @cached_property
    def bidding_ended(self) -> int | None:
        """The version of the last bid; None while it is not said."""
        return self.bids[-1].version if len(self.bids) == self.players else None

    def played(self, version: int) -> set[str]:
        return {play.card for play in self.plays if play.version <= version and play.card}

    def known(self, seat: int | None, version: int) -> set[str]:
        """The cards of this hand that a seat, or a spectator (None), may know at a version since the deal."""
        cards = self.played(version)
        if self.turned:
            cards.add(self.turned)
        for holder, holding in enumerate(self.holdings):
            if seat is not None and (holder != seat) == self.is_forehead:
                cards.update(holding)
        return cards

    def unseen(self, seat: int | None, version: int) -> int:
        """How many cards may lie face down before this viewer as cards of a seat: those on unseen foreheads."""
        if not self.is_forehead:
            return 0
        still_held = set(range(self.players)) - {play.seat for play in self.plays if play.version <= version}
        return len(still_held) if seat is None else len(still_held & {seat})

    def taken_by_bidding(self, version: int) -> bool:
        return self.bidding_ended is None or version < self.bidding_ended


@dataclass(frozen=True)
class TrueMatch:
    """A match as its rows tell it. `finished`: the version that ended it; None when it is not finished."""

    code: str
    seed: str
    version: int
    finished: int | None
    names: tuple[str, ...]
    hands: tuple[TrueHand, ...]
    orders: tuple[str, ...]

    @property
    def players(self) -> int:
        return len(self.names)

    def hand_at(self, version: int) -> TrueHand | None:
        """The hand on the table at a version: the last one dealt."""
        return max((hand for hand in self.hands if hand.began <= version), key=lambda hand: hand.number, default=None)

    def finished_hands(self, version: int) -> tuple[TrueHand, ...]:
        return tuple(hand for hand in self.hands if hand.ended is not None and hand.ended <= version)

    def seat_of(self, name: str) -> int:
        return self.names.index(name)


class Truth:
    """The database file of a site, read beside it."""

    def __init__(self, data_dir: Path) -> None:
        self._address = f"file:{data_dir / 'db.sqlite3'}?mode=ro"

    def clock(self) -> Mapping[str, int]:
        """The version of every match, by its code."""
        return {row["code"]: row["version"] for row in self.rows("select code, version from games_match")}

    def match(self, code: str) -> TrueMatch:
        (match,) = self.rows("select * from games_match where code = ?", code)
        seats = self.rows("select id, number, name from games_seat where match_id = ? order by number", match["id"])
        number_of = {seat["id"]: seat["number"] for seat in seats}
        hands = self.rows("select * from games_hand where match_id = ? order by number", match["id"])
        return TrueMatch(
            code=code,
            seed=match["seed"],
            version=match["version"],
            finished=self._finished(match, hands),
            names=tuple(seat["name"] for seat in seats),
            hands=tuple(self._hand(hand, match["one_card_hands"] == "forehead", number_of) for hand in hands),
            orders=tuple(hand["order"] for hand in hands),
        )

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        with closing(sqlite3.connect(self._address, uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(query, values).fetchall()

    def _finished(self, match: sqlite3.Row, hands: list[sqlite3.Row]) -> int | None:
        if match["status"] != "finished":
            return None
        (last,) = self.rows("select max(version) as version from games_play where hand_id = ?", hands[-1]["id"])
        return int(last["version"])

    def _hand(self, hand: sqlite3.Row, has_foreheads: bool, number_of: Mapping[int, int]) -> TrueHand:
        size, players, order = hand["size"], len(number_of), hand["order"]
        cards = [order[place : place + 2] for place in range(0, len(order), 2)]
        dealt = {
            (hand["dealer"] + 1 + place) % players: cards[place : size * players : players] for place in range(players)
        }
        bids = self.rows(
            "select seat_id, tricks, by, version from games_bid where hand_id = ? order by version", hand["id"]
        )
        plays = self.rows(
            "select seat_id, card, by, version from games_play where hand_id = ? order by version", hand["id"]
        )
        return TrueHand(
            number=hand["number"],
            size=size,
            dealer=hand["dealer"],
            began=hand["version"],
            is_forehead=has_foreheads and size == 1,
            holdings=tuple(tuple(dealt[seat]) for seat in range(players)),
            turned=None if size == OPEN_DECK_SIZE else cards[size * players],
            bids=tuple(Act(number_of[row["seat_id"]], row["version"], row["by"], tricks=row["tricks"]) for row in bids),
            plays=tuple(Act(number_of[row["seat_id"]], row["version"], row["by"], card=row["card"]) for row in plays),
        )
