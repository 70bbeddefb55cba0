"""A table in memory: a whole match without a server, a database or a clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.engine.actions import Bid, Deal, Play
from games.engine.apply import apply
from games.engine.record import HandRecord, Holder, MatchRecord, SeatRecord
from games.engine.ruleset import RuleSet
from games.engine.shuffle import Random, chance, deal_order, first_dealer
from games.engine.state import MatchState, Phase, new_match
from games.engine.view import SeatView, view_for

Chooser = Callable[[SeatView, Random], Bid | Play]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at the table, and how they choose: from their seat's view and a source of chance, and nothing else."""

    seat: SeatRecord
    choose: Chooser


def play_match(
    rules: RuleSet, seed: bytes, players: Sequence[Player], *, match_id: str, started_at: str, finished_at: str
) -> MatchRecord:
    """Plays a match to its end; the same for the same rules, seed and choosers.

    `players` by seat, three to six. Times as in MatchRecord. IllegalAction when a chooser breaks the rules.
    """
    state = new_match(rules, len(players), first_dealer(seed, len(players)))
    chances = [chance(seed, str(seat)) for seat in range(len(players))]
    hands = []
    while state.phase is not Phase.FINISHED:
        state, hand = _play_hand(state, seed, players, chances)
        hands.append(hand)
    return MatchRecord(
        id=match_id,
        started_at=started_at,
        finished_at=finished_at,
        rules=rules,
        seats=tuple(player.seat for player in players),
        hands=tuple(hands),
        seed=seed,
    )


def _play_hand(
    state: MatchState, seed: bytes, players: Sequence[Player], chances: Sequence[Random]
) -> tuple[MatchState, HandRecord]:
    state, _ = apply(state, Deal(deal_order(seed, state.hands_done + 1, state.players)))
    bid_by: list[Holder] = []
    while (seat := state.to_act) is not None:
        if state.phase is Phase.BIDDING:
            bid_by.append(players[seat].seat.kind)
        state, _ = apply(state, players[seat].choose(view_for(state, seat), chances[seat]))
    assert state.hand is not None
    return state, HandRecord(state.hand, tuple(bid_by))
