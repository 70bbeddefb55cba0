"""A bot's advice in words, in the language in force."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.advice import Advice, Reason
from games.engine.actions import Bid
from games.rendering.cards import short
from games.rendering.words import MINUS


def advised(advice: Advice) -> str:
    """What to do and why, in two sentences."""
    return f"{_what(advice)} {_why(advice)}"


def hoped(points: float) -> str:
    """Expected points, to a tenth, such as "+6.5"."""
    tenths = round(points, 1)
    return f"{MINUS if tenths < 0 else '+'}{number_format(abs(tenths), 1)}"


def _what(advice: Advice) -> str:
    action = advice.action
    if isinstance(action, Bid):
        return _("Bid %(tricks)d.") % {"tricks": action.tricks}
    if action.card is None:
        return _("Play the card you cannot see.")
    return _("Play %(card)s.") % {"card": short(action.card)}


def _why(advice: Advice) -> str:
    """The reason; `best` is the card that takes the trick so far."""
    count = round(advice.amount)
    needed = ngettext("you need one more trick", "you need %(count)d more tricks", count) % {"count": count}
    words = {
        "count": count,
        "needed": needed,
        "best": short(advice.best) if advice.best is not None else "",
        "tricks": number_format(advice.amount, 1),
        "percent": round(100 * advice.amount),
    }
    sentence = {
        Reason.CHANCE: _("Your card takes the trick in about %(percent)d cases of a hundred."),
        Reason.HOOKED: _("You may not say %(count)d, which would be best; this is the better number beside it."),
        Reason.SURE: ngettext(
            "One of your trumps takes a trick whatever the others play.",
            "Your trumps take %(count)d tricks whatever the others play.",
            count,
        ),
        Reason.EXPECTED: _("Cards like yours are good for about %(tricks)s tricks."),
        Reason.UNSEEN: _("There is no other."),
        Reason.ONLY_ONE: _("No other card is allowed."),
        Reason.LEAD_BEATEN: ngettext(
            "You want no more tricks, and one card that is out beats it.",
            "You want no more tricks, and %(count)d cards that are out beat it.",
            count,
        )
        if count
        else _("You want no more tricks; with this one you are likeliest to get rid of the lead."),
        Reason.LEAD_MASTER: _("Nothing still out in its suit beats it, and %(needed)s."),
        Reason.LEAD_FOR_ALL: _("You need every trick that is left, and this is your best try."),
        Reason.LEAD_WAITING: _("This leaves you the best chances for the tricks to come: %(needed)s."),
        Reason.UNDER: _("You want no more tricks, and it stays under %(best)s."),
        Reason.DISCARD: _("You want no more tricks; you cannot follow, so be rid of a card that could take one later."),
        Reason.FORCED: _("You want no more tricks, but whatever you play beats %(best)s."),
        Reason.TAKE: _("It beats %(best)s, and %(needed)s."),
        Reason.KEEP: _("You cannot beat %(best)s; keep your better cards: %(needed)s."),
        Reason.LET_GO: _("Let this trick go: later ones are surer, and %(needed)s."),
    }[advice.reason]
    return sentence % words
