"""The score sheet of a match: finished hands only, so it gives nothing away while the match runs."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from games.engine.schedule import dealer_of, schedule
from games.engine.scoring import is_made
from games.models import HandScore, Match


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat's result of one hand. `made`: the contract was kept; `bonus`: the streak's premium."""

    bid: int
    taken: int
    points: int
    bonus: int
    total: int

    @property
    def made(self) -> bool:
        return is_made(self.bid, self.taken)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One finished hand; `cells` by seat."""

    number: int
    size: int
    dealer: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`rows` of the finished hands; `sizes` of the whole schedule; `totals` by seat so far."""

    rows: tuple[SheetRow, ...]
    sizes: tuple[int, ...]
    totals: tuple[int, ...]


def score_sheet(match: Match) -> Sheet:
    """The sheet of a match so far, in one statement."""
    sizes = schedule(match.rules.ladder, match.players)
    scores = (
        HandScore.objects.filter(hand__match=match, seat__bids__hand=F("hand"))
        .order_by("hand__number", "seat__number")
        .values_list("hand__number", "seat__bids__tricks", "taken", "points", "bonus", "total")
    )
    cells: dict[int, list[Cell]] = {}
    for number, bid, taken, points, bonus, total in scores:
        cells.setdefault(number, []).append(Cell(bid, taken, points, bonus, total))
    rows = tuple(
        SheetRow(number, sizes[number - 1], dealer_of(number, match.first_dealer, match.players), tuple(row))
        for number, row in cells.items()
    )
    totals = tuple(cell.total for cell in rows[-1].cells) if rows else (0,) * match.players
    return Sheet(rows, sizes, totals)
