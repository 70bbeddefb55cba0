"""A person's matches and one match told in full, in words and signs for the pages of the history."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from games.engine.cards import Card
from games.models import Match
from games.rendering import words
from games.rendering.cards import in_fan, index, name, sprite
from games.selectors.history import HandStory, HistoryPage, MatchStory, Player, PlayStory
from games.selectors.sheet import Cell


def history_context(page: HistoryPage) -> dict[str, object]:
    """The context of a person's list, in the language in force."""
    shown = [
        {
            "code": row.code,
            "is_playing": row.status == Match.Status.PLAYING,
            "when": _moment(row.started_at),
            "rules": f"{words.preset_name(row.rules.preset)} · {row.rules.ladder.value}",
            "state": _state(row.status, row.hands_done, row.hands_total),
            "players": [_player(player) for player in row.players],
            "own_total": words.number(row.own.total),
            "is_won": row.own.is_winner,
        }
        for row in page.rows
    ]
    return {"page": page, "rows": shown, "sprite": sprite()}


def match_context(match: MatchStory, language: str) -> dict[str, object]:
    """The context of a match's page."""
    with override(language):
        return {
            "title": _("Match of %(day)s") % {"day": _day(match.started_at)},
            "state": _state(match.status, len(match.hands), len(match.sheet.sizes)),
            "is_playing": match.status == Match.Status.PLAYING,
            "is_finished": match.status == Match.Status.FINISHED,
            "code": match.code,
            "began": _moment(match.started_at),
            "ended": _moment(match.finished_at) if match.finished_at else "",
            "options": words.options(match.rules, match.turn_seconds, match.is_public),
            "places": [_player(player) for player in _by_place(match.players)],
            "sheet": _sheet(match),
            "legend": words.streak_legend(match.rules.streak),
            "hands": [_hand(hand, match.players, language) for hand in match.hands],
            "commitment": match.commitment,
            "seed": match.seed,
            "fault": match.fault,
            "sprite": sprite(),
            "t": words.labels(language),
        }


def _day(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), pgettext("date format", "j F Y"))


def _moment(moment: datetime) -> str:
    return f"{_day(moment)}, {timezone.localtime(moment):%H:%M}"


def _state(status: str, done: int, total: int) -> str:
    if status == Match.Status.FINISHED:
        return _("Finished")
    progress = {"done": done, "total": total}
    if status == Match.Status.PLAYING:
        return _("Being played: %(done)d of %(total)d hands are over") % progress
    return _("Broken off after %(done)d of %(total)d hands") % progress


def _player(player: Player) -> dict[str, object]:
    return {
        "name": player.name,
        "is_own": player.is_own,
        "is_winner": player.is_winner,
        "total": words.number(player.total),
        "bot": words.level_name(player.bot_level) if player.is_bot else "",
    }


def _by_place(players: tuple[Player, ...]) -> list[Player]:
    return sorted(players, key=lambda player: (not player.is_winner, -player.total))


def _sheet(match: MatchStory) -> dict[str, object]:
    """The whole score sheet: a row a hand, a column a seat."""
    return {
        "heads": [{"name": player.name, "is_you": player.is_own} for player in match.players],
        "is_many": len(match.players) > 4,
        "rows": [
            {
                "number": row.number,
                "size": row.size,
                "cells": [_cell(cell, is_dealer=seat == row.dealer) for seat, cell in enumerate(row.cells)],
            }
            for row in match.sheet.rows
        ],
        "totals": [{"total": words.number(player.total), "is_you": player.is_own} for player in match.players],
    }


def _cell(cell: Cell, *, is_dealer: bool = False) -> dict[str, object]:
    return {
        "taken": cell.taken,
        "bid": cell.bid,
        "spoken": words.taken_of(cell.taken, cell.bid),
        "is_made": cell.made,
        "points": words.signed(cell.points),
        "bonus": words.signed(cell.bonus) if cell.bonus else "",
        "is_award": cell.bonus > 0,
        "total": words.number(cell.total),
        "is_dealer": is_dealer,
    }


def _hand(hand: HandStory, players: tuple[Player, ...], language: str) -> dict[str, object]:
    """A hand as a table with a column a seat: the cards dealt, the bids, each trick, the result."""
    bids = {bid.seat: bid for bid in hand.bids}
    return {
        "number": hand.number,
        "size": words.cards_count(hand.size),
        "turnup": chip(hand.turnup, language) if hand.turnup is not None else "",
        "is_forehead": hand.is_forehead,
        "heads": [{"name": player.name, "is_dealer": player.number == hand.dealer} for player in players],
        "dealt": [[chip(card, language) for card in in_fan(cards)] for cards in hand.dealt],
        "bids": [
            {"tricks": bids[player.number].tricks, "for_person": bids[player.number].for_person} for player in players
        ],
        "tricks": [_trick(trick, language) for trick in hand.tricks],
        "results": [_cell(cell) for cell in hand.cells],
    }


def _trick(trick: tuple[PlayStory, ...], language: str) -> list[dict[str, object]]:
    """The plays of a trick by seat; `leads` marks whose was the first."""
    return [
        {
            "card": chip(play.card, language),
            "leads": play is trick[0],
            "takes": play.is_winner,
            "for_person": play.for_person,
        }
        for play in sorted(trick, key=lambda play: play.seat)
    ]


@cache
def chip(card: Card, language: str) -> SafeString:
    """A card as small as a word: its rank and its suit's sign."""
    return format_html(
        '<span class="chip suit-{}" data-card="{}" role="img" aria-label="{}">{}<svg aria-hidden="true">'
        '<use href="{}#suit-{}"/></svg></span>',
        card.suit,
        card,
        name(card, language),
        index(card),
        sprite(),
        card.suit,
    )
