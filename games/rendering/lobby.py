"""The lobby's tables as HTML and in words; the page, the poll and the push show the same list of open tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.ruleset import OneCardHands, Preset, RuleSet, Scoring
from games.rendering import words
from games.rendering.cards import sprite
from games.selectors.lobby import Chair, LobbyTable


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table in words. `options`: those set freely, empty for a preset. `seated`: the chairs for who cannot see."""

    code: str
    name: str
    game: str
    rules: str
    options: str
    state: str
    seated: str
    free: str
    chairs: tuple[Chair, ...]
    is_own: bool

    @property
    def has_free(self) -> bool:
        return any(chair.is_free for chair in self.chairs)


def render_lobby(tables: Sequence[LobbyTable], language: str, user_id: int | None) -> SafeString:
    """The section of open tables, one root element with the id `tables`; a person's own lead back to them."""
    with translation.override(language):
        context = {"tables": tables_shown(tables, user_id), "sprite": sprite()}
        return mark_safe(render_to_string("games/lobby_tables.html", context))


def tables_shown(tables: Sequence[LobbyTable], user_id: int | None) -> list[TableShown]:
    """These tables in the language in force."""
    return [
        TableShown(
            code=table.code,
            name=_("%(name)s’s table") % {"name": table.host} if table.host else _("A table"),
            game=_game(table.rules),
            rules=_rules(table),
            options=free_options(table.rules) if table.rules.preset is Preset.CUSTOM else "",
            state=words.hand_of(table.hand_number, table.hands_total) if table.is_playing else _("Waiting for players"),
            seated=_seated(table),
            free=ngettext("%(count)d free seat", "%(count)d free", table.free) % {"count": table.free},
            chairs=table.chairs,
            is_own=user_id in table.people,
        )
        for table in tables
    ]


def free_options(rules: RuleSet) -> str:
    """The options of a custom table on one line."""
    streak = rules.streak
    options = [
        _("one card on the forehead") if rules.one_card_hands is OneCardHands.FOREHEAD else _("one card seen"),
        _("gold points") if rules.scoring is Scoring.GOLD else _("5 + tricks"),
        _("%(length)d in a row, ±%(award)d") % {"length": streak.length, "award": streak.award}
        if streak
        else _("no streaks"),
    ]
    if rules.zero_wins:
        options.append(_("an exact zero wins"))
    return " · ".join(options)


def _game(rules: RuleSet) -> str:
    return f"{words.preset_name(rules.preset)} · {rules.ladder.value}"


def _rules(table: LobbyTable) -> str:
    players = ngettext("%(count)d player", "%(count)d players", table.players) % {"count": table.players}
    seconds = table.turn_seconds
    time = _("%(count)d s a turn") % {"count": seconds} if seconds else _("no time limit")
    return f"{_game(table.rules)} · {players} · {time}"


def _seated(table: LobbyTable) -> str:
    taken = _("%(taken)d of %(players)d seats taken") % {"taken": table.taken, "players": table.players}
    names = [f"{chair.name} ({_('bot')})" if chair.is_bot else chair.name for chair in table.chairs if chair.name]
    return f"{taken}: {', '.join(names)}."
