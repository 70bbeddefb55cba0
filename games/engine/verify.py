"""Reads a record and verifies everything in it: every card, bid, trick, point and winner, and the deals by the seed.

The match is played again, action by action, and each line of the record must say what the rules give.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.engine.actions import Bid, CardPlayed, Deal, Event, IllegalAction, Play
from games.engine.apply import apply, deal_out
from games.engine.cards import Card, deck
from games.engine.json_node import Node
from games.engine.record import FORMAT, HandRecord, Holder, MatchRecord, SeatRecord
from games.engine.ruleset import (
    LARGEST_HAND,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PRESETS,
    Ladder,
    OneCardHands,
    Preset,
    RuleSet,
    Scoring,
    Streak,
)
from games.engine.schedule import seats_from
from games.engine.shuffle import SEED_BYTES, commitment, deal_order, first_dealer
from games.engine.state import Hand, MatchState, new_match


def read_record(data: object) -> MatchRecord:
    """The record in a decoded JSON value, finished or not, verified in full; unknown keys are passed over.

    RecordFault names the first fault, whatever the value is.
    """
    root = Node("record", data)
    root["format"].expect(FORMAT)
    match_id = root["id"].text()
    started_at = _read_moment(root["started_at"])
    finished_at = None if root["finished_at"].is_null else _read_moment(root["finished_at"])
    rules = _read_rules(root["ruleset"])
    seats = tuple(map(_read_seat, root["seats"].entries(MIN_PLAYERS, MAX_PLAYERS)))
    hands = _read_hands(root["hands"], rules, seats)
    record = MatchRecord(match_id, started_at, finished_at, rules, seats, hands)
    _verify_end(root, record)
    return replace(record, seed=_read_fairness(root, record))


def _read_moment(node: Node) -> str:
    text = node.text()
    try:
        moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        moment = None
    if moment is None or f"{moment.isoformat()}Z" != text:
        raise node.fault('expected a time such as "2026-11-30T18:04:05Z"')
    return text


def _read_rules(node: Node) -> RuleSet:
    rules = RuleSet(
        preset=node["preset"].one_of(Preset),
        ladder=node["ladder"].one_of(Ladder),
        one_card_hands=node["one_card_hands"].one_of(OneCardHands),
        scoring=node["scoring"].one_of(Scoring),
        streak=_read_streak(node["streak"]),
        zero_wins=node["zero_wins"].truth(),
    )
    if rules.preset is not Preset.CUSTOM:
        named = PRESETS[rules.preset]
        for option in ("one_card_hands", "scoring", "streak", "zero_wins"):
            if getattr(rules, option) != getattr(named, option):
                raise node[option].fault(f"not what the preset {rules.preset} says")
    return rules


def _read_streak(node: Node) -> Streak | None:
    if node.is_null:
        return None
    streak = Streak()
    node["length"].expect(streak.length)
    node["award"].expect(streak.award)
    return streak


def _read_seat(node: Node) -> SeatRecord:
    name, kind = node["name"].text(), node["kind"].one_of(Holder)
    if kind is Holder.BOT:
        return SeatRecord(name, kind, node["level"].text())
    if isinstance(node.value, dict) and "level" in node.value:
        raise node["level"].fault("only a bot has a level")
    return SeatRecord(name, kind)


def _read_hands(node: Node, rules: RuleSet, seats: tuple[SeatRecord, ...]) -> tuple[HandRecord, ...]:
    players = len(seats)
    state = new_match(rules, players, first_dealer=0)
    entries = node.entries(0, len(state.schedule))
    if entries:
        state = new_match(rules, players, _seat_number(entries[0]["dealer"], players))
    hands = []
    for entry in entries:
        state, hand = _read_hand(entry, state, seats)
        hands.append(hand)
    return tuple(hands)


def _seat_number(node: Node, players: int) -> int:
    seat = node.number()
    if not 0 <= seat < players:
        raise node.fault("no such seat")
    return seat


def _read_hand(node: Node, state: MatchState, seats: tuple[SeatRecord, ...]) -> tuple[MatchState, HandRecord]:
    node["number"].expect(state.hands_done + 1)
    node["size"].expect(state.schedule[state.hands_done])
    node["dealer"].expect(state.next_dealer)
    state, _ = apply(state, Deal(_read_deal(node, state)))
    state, bid_by = _read_bids(node["bids"], state, seats)
    state = _read_tricks(node["tricks"], state)
    record = HandRecord(_open_hand(state), bid_by)
    node["taken"].expect_all(record.hand.taken)
    node["points"].expect_all([score.points for score in record.scores])
    node["bonus"].expect_all([score.bonus for score in record.scores])
    node["totals"].expect_all(record.totals)
    return state, record


def _read_deal(node: Node, state: MatchState) -> tuple[Card, ...]:
    """An order of the whole deck that deals what the record says; its undealt rest is any."""
    size, players = state.schedule[state.hands_done], state.players
    entries = [seat.entries(size, size) for seat in node["cards"].entries(players, players)]
    seats = seats_from((state.next_dealer + 1) % players, players)
    in_order = [entries[seat][turn] for turn in range(size) for seat in seats]
    if size < LARGEST_HAND:
        in_order.append(node["turned"])
    else:
        node["turned"].expect(None)
    rest = list(deck(players))
    for entry in in_order:
        card = entry.card()
        if card not in rest:
            raise entry.fault("dealt twice, or not in this deck")
        rest.remove(card)
    return (*(entry.card() for entry in in_order), *rest)


def _read_bids(node: Node, state: MatchState, seats: tuple[SeatRecord, ...]) -> tuple[MatchState, tuple[Holder, ...]]:
    bid_by = []
    for entry, seat in zip(node.entries(state.players, state.players), _open_hand(state).bidders, strict=True):
        entry["seat"].expect(seat)
        state, _ = _applied(state, Bid(seat, entry["tricks"].number()), entry)
        holder = entry["by"].one_of(Holder)
        if seats[seat].kind is Holder.BOT and holder is Holder.HUMAN:
            raise entry["by"].fault("a bot's seat is never a person's")
        bid_by.append(holder)
    return state, tuple(bid_by)


def _read_tricks(node: Node, state: MatchState) -> MatchState:
    size = _open_hand(state).size
    for entry in node.entries(size, size):
        entry["leader"].expect(state.to_act)
        for card in entry["cards"].entries(state.players, state.players):
            state = _read_play(card, state)
        entry["winner"].expect(_open_hand(state).tricks[-1].winner)
    return state


def _read_play(node: Node, state: MatchState) -> MatchState:
    hand, seat, card = _open_hand(state), state.to_act, node.card()
    assert seat is not None
    unseen = state.rules.is_forehead(hand.size)
    state, events = _applied(state, Play(seat, None if unseen else card), node)
    if not any(isinstance(event, CardPlayed) and event.card == card for event in events):
        raise node.fault("not the card of this seat")
    return state


def _applied(state: MatchState, action: Bid | Play, node: Node) -> tuple[MatchState, tuple[Event, ...]]:
    try:
        return apply(state, action)
    except IllegalAction as illegal:
        raise node.fault(f"not legal: {illegal.code}") from None


def _open_hand(state: MatchState) -> Hand:
    assert state.hand is not None
    return state.hand


def _verify_end(root: Node, record: MatchRecord) -> None:
    """The result is there when, and only when, the schedule is played out, and then the time of the end is."""
    result = record.result
    if result is None:
        root["result"].expect(None)
        root["finished_at"].expect(None)
        return
    root["result"]["totals"].expect_all(result.totals)
    root["result"]["winners"].expect_all(result.winners)
    if record.finished_at is None:
        raise root["finished_at"].fault("expected a time, as there is a result")
    if record.finished_at < record.started_at:
        raise root["finished_at"].fault("earlier than the start")


def _read_fairness(root: Node, record: MatchRecord) -> bytes | None:
    """The seed, when the record tells one; the first dealer and every deal must come from it."""
    node = root["fairness"]
    if node.is_null:
        return None
    if record.result is None:
        raise node.fault("the seed of an unfinished match is secret")
    seed = _read_seed(node["seed"])
    node["commitment"].expect(commitment(seed))
    entries = root["hands"].entries(len(record.hands), len(record.hands))
    entries[0]["dealer"].expect(first_dealer(seed, len(record.seats)))
    for entry, hand in zip(entries, record.hands, strict=True):
        _verify_deal(entry, hand.hand, seed)
    return seed


def _read_seed(node: Node) -> bytes:
    text = node.text()
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != text:
        raise node.fault(f"expected {2 * SEED_BYTES} lower-case hexadecimal digits")
    return seed


def _verify_deal(node: Node, hand: Hand, seed: bytes) -> None:
    order = deal_order(seed, hand.number, hand.players)
    by_seed = deal_out(order, hand.size, hand.dealer, hand.players)
    entries = node["cards"].entries(hand.players, hand.players)
    for entry, cards, expected in zip(entries, hand.dealt, by_seed, strict=True):
        if cards != expected:
            raise entry.fault("not the cards the seed deals")
    if hand.turnup is not None and hand.turnup != order[hand.size * hand.players]:
        raise node["turned"].fault("not the card the seed turns up")
