"""One table for one viewer: the partial that is pushed, polled and posted for, and the page round it."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override

from games.engine.ruleset import RuleSet
from games.models import Match
from games.rendering import words
from games.rendering.cards import sprite
from games.rendering.gathering import closed, finished, waiting, winner_words
from games.rendering.play import playing
from games.rendering.scene import Scene
from games.rendering.sheet import sheet_shown
from games.selectors.sheet import Sheet
from games.selectors.table import TableView

TRICK_LEAST_SECONDS = 0.9

_PARTS = {
    Match.Status.WAITING: waiting,
    Match.Status.PLAYING: playing,
    Match.Status.FINISHED: finished,
    Match.Status.ABORTED: closed,
    Match.Status.CLOSED: closed,
}


def render_table(
    table: TableView,
    *,
    language: str,
    now: datetime,
    csrf_token: str = "",
    sheet: Sheet | None = None,
    message: str = "",
) -> SafeString:
    """The whole table for one viewer, one root element `#table`.

    Without `sheet` the browser keeps the rows of finished hands it already shows. `csrf_token` is for the page's
    first drawing, so that its forms work without scripts. `message`: why something was refused.
    """
    with override(language):
        scene = Scene(table, language, now)
        part = Match.Status(table.status)
        context = {
            "t": scene.words,
            "table": table,
            "sprite": sprite(),
            "at": scene.address(),
            "csrf": csrf_token,
            "message": message,
            "title": _title(scene),
            "your_turn": scene.is_your_turn,
            "to_act": scene.to_act,
            "due_ms": _due_ms(scene),
            "turn_ms": (table.turn_seconds or 0) * 1000,
            "players": len(table.seats),
            "part": _template_of(part),
            "options": options_html(table.rules, table.turn_seconds, table.is_public, language),
            "sheet": sheet_shown(scene, sheet) if table.view else None,
            **_PARTS[part](scene),
        }
        return mark_safe(render_to_string("games/table/table.html", context))


def page_context(
    table: TableView,
    *,
    language: str,
    now: datetime,
    csrf_token: str,
    sheet: Sheet | None,
    message: str = "",
) -> dict[str, object]:
    """The context of `games/table/page.html`, to be rendered with the request.

    `table`: the partial, ready to be put in. `code`: the table's code. `title`: of the document. `trick_ms`: how long
    the browser keeps a finished trick in sight at least, shorter only where the server's own pause is.
    """
    with override(language):
        title = _title(Scene(table, language, now))
    html = render_table(table, language=language, now=now, csrf_token=csrf_token, sheet=sheet, message=message)
    trick_ms = round(1000 * min(TRICK_LEAST_SECONDS, settings.TRICK_PAUSE))
    return {"table": html, "code": table.code, "title": title, "trick_ms": trick_ms}


@lru_cache(maxsize=1024)
def options_html(rules: RuleSet, turn_seconds: int | None, is_public: bool, language: str) -> SafeString:
    """The list of the options in force, which never changes at a table."""
    context = {"t": words.labels(language), "options": words.options(rules, turn_seconds, is_public)}
    return mark_safe(render_to_string("games/table/options.html", context))


def _template_of(status: Match.Status) -> str:
    name = "closed" if status is Match.Status.ABORTED else status.value
    return f"games/table/{name}.html"


def _title(scene: Scene) -> str:
    """What the browser's tab says."""
    if scene.is_your_turn:
        said = "● " + scene.words["your_turn"]
    elif scene.table.status == Match.Status.WAITING:
        said = f"{sum(not seat.is_free for seat in scene.table.seats)}/{len(scene.table.seats)}"
    else:
        hand = scene.hand
        playing_hand = words.hand_of(hand.number, scene.view.hands_total) if hand and scene.view else ""
        said = winner_words(scene) or playing_hand
    return f"{said} · Levata" if said else "Levata"


def _due_ms(scene: Scene) -> int | None:
    """Milliseconds the seat to act still has; None without a limit."""
    if scene.table.due_at is None or scene.to_act is None:
        return None
    return max(0, round((scene.table.due_at - scene.now).total_seconds() * 1000))
