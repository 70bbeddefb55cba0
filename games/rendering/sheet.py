"""The score sheet: a row a hand, a column a seat, the present hand growing in the last row."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.engine.schedule import schedule
from games.rendering import words
from games.rendering.cards import sprite
from games.rendering.scene import Scene
from games.rendering.seats import bid_shown
from games.selectors.sheet import Sheet, SheetRow


def sheet_shown(scene: Scene, sheet: Sheet | None) -> dict[str, object]:
    """The sheet with its finished hands, or, without `sheet`, all but these: the page keeps the ones it has."""
    table, view, hand = scene.table, scene.view, scene.hand
    done = view.hands_done if view else 0
    sizes = schedule(table.rules.ladder, len(table.seats))
    seats = range(len(table.seats))
    is_live = hand is not None and hand.scores is None
    return {
        "heads": [{"name": scene.name_or_you(seat), "is_you": scene.is_you(seat)} for seat in seats],
        "is_tight": len(table.seats) > 4,
        "rows": [row_html(row, scene.language) for row in sheet.rows] if sheet else [],
        "is_kept": sheet is None,
        "live": {
            "number": hand.number,
            "size": hand.size,
            "cells": [
                {"bid": hand.bids[seat], "shown": bid_shown(scene, seat), "is_dealer": seat == hand.dealer}
                for seat in seats
            ],
        }
        if hand is not None and is_live
        else None,
        "totals": [
            {"total": words.number(total), "is_you": scene.is_you(seat)} for seat, total in enumerate(view.totals)
        ]
        if view
        else [],
        "to_come": _sizes_html(sizes[done + 1 if is_live else done :]),
        "legend": words.streak_legend(table.rules.streak),
    }


@lru_cache(maxsize=1024)
def _sizes_html(sizes: tuple[int, ...]) -> SafeString:
    return format_html_join("", "<li>{}</li>", ((size,) for size in sizes))


@lru_cache(maxsize=4096)
def row_html(row: SheetRow, language: str) -> SafeString:
    """The row of a finished hand; the same for every viewer, and it never changes."""
    cells = [
        {
            "bid": cell.bid,
            "made": cell.made,
            "points": words.signed(cell.points),
            "bonus": cell.bonus,
            "total": words.number(cell.total),
            "is_dealer": seat == row.dealer,
            "spoken": _spoken(cell.bid, cell.taken, cell.bonus),
        }
        for seat, cell in enumerate(row.cells)
    ]
    context = {"row": row, "cells": cells, "sprite": sprite(), "t": words.labels(language)}
    return mark_safe(render_to_string("games/table/sheet_row.html", context))


def _spoken(bid: int, taken: int, bonus: int) -> str:
    text = _("bid %(bid)d, took %(taken)d") % {"bid": bid, "taken": taken}
    return f"{text}, " + _("streak %(bonus)s") % {"bonus": words.signed(bonus)} if bonus else text
