"""A table that waits for its people, and one whose match is over."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Match
from games.rendering import words
from games.rendering.play import last_trick, outcome
from games.rendering.scene import Scene

Context = dict[str, object]


def waiting(scene: Scene) -> Context:
    """The seats to take, and for the host the bots and the start."""
    table, own = scene.table, scene.own_seat
    free = [seat.number for seat in table.seats if seat.is_free]
    is_host = own is not None and own.is_host
    host = next((seat for seat in table.seats if seat.is_host), None)
    return {
        "chairs": [
            {
                "seat": seat,
                "name": scene.name(seat.number),
                "initial": seat.name[:1].upper(),
                "level": words.level_name(seat.bot_level) if seat.is_bot else "",
                "is_you": scene.is_you(seat.number),
                "can_sit": seat.is_free and own is None,
            }
            for seat in table.seats
        ],
        "game": words.game(table.rules),
        "is_host": is_host,
        "is_full": not free,
        "is_seated": own is not None,
        "levels": words.levels(),
        "seated": _("%(taken)d of %(all)d seated") % {"taken": len(table.seats) - len(free), "all": len(table.seats)},
        "state": _what_is_missing(scene, len(free), is_host, scene.name(host.number) if host else ""),
    }


def _what_is_missing(scene: Scene, free: int, is_host: bool, host: str) -> str:
    if scene.own_seat is None and free:
        return _("Choose a seat.")
    if is_host:
        return _("Everybody is here: start when you like.") if not free else _("Wait for others, or fill with bots.")
    return _("%(name)s starts the match.") % {"name": host} if host else ""


def finished(scene: Scene) -> Context:
    """Who won, with what; where to go from here."""
    table, view = scene.table, scene.view
    totals = view.totals if view else ()
    winners = (view.winners if view else None) or ()
    ranked = sorted(scene.order, key=lambda seat: (seat not in winners, -totals[seat]))
    return {
        "result": winner_words(scene),
        "standings": [
            {
                "seat": seat,
                "name": scene.name_or_you(seat),
                "initial": scene.name(seat)[:1].upper(),
                "is_bot": table.seats[seat].is_bot,
                "is_you": scene.is_you(seat),
                "is_winner": seat in winners,
                "total": words.number(totals[seat]),
            }
            for seat in ranked
        ],
        "is_seated": scene.own_seat is not None,
        **outcome(scene),
        "last": last_trick(scene),
        "rematch": f"/t/{table.rematch_code}/" if table.rematch_code else "",
        "match": f"/m/{table.code}/",
    }


def winner_words(scene: Scene) -> str:
    """Who won, in a sentence; empty while nobody has."""
    winners = (scene.view.winners if scene.view else None) or ()
    others = [scene.name(seat) for seat in winners if not scene.is_you(seat)]
    return words.winners(others, scene.table.viewer in winners) if winners else ""


def closed(scene: Scene) -> Context:
    """What became of a table that goes no further."""
    if scene.table.status == Match.Status.ABORTED:
        what, how = _("This match was ended by a moderator."), _("Its finished hands are kept on the match’s page.")
    else:
        what, how = _("This table has closed."), _("Nobody was left at it. Open another one, or join one in the lobby.")
    return {"what": what, "how": how, "match": f"/m/{scene.table.code}/" if scene.view else ""}
