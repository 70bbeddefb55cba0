"""Records: what is written is read, and every fault is found and named."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.json_node import RecordFault, parse_json
from games.engine.record import HandRecord, Holder, MatchRecord, write_record
from games.engine.ruleset import CLASSIC, PRESETS, Ladder, OneCardHands, Preset, RuleSet, Scoring
from games.engine.state import MatchState
from games.engine.verify import read_record
from tests import strategies
from tests.engine.records import played, truncated, written

GOLD = PRESETS[Preset.GOLD]
CUSTOM = CLASSIC.on(Ladder.DOWN_UP).customised(
    one_card_hands=OneCardHands.FOREHEAD, scoring=Scoring.GOLD, streak=None, zero_wins=True
)


@pytest.mark.parametrize("rules", [*PRESETS.values(), CUSTOM])
@pytest.mark.parametrize("players", [3, 6])
def test_a_record_is_read_as_it_was_written(rules: RuleSet, players: int) -> None:
    record = played(rules, players)
    assert read_record(written(record)) == record


@given(strategies.rulesets, strategies.players, strategies.seeds, st.data())
def test_the_record_of_a_running_match_is_read_too(
    rules: RuleSet, players: int, seed: bytes, data: st.DataObject
) -> None:
    record = played(rules, players, seed)
    hands = data.draw(st.integers(0, len(record.hands) - 1))
    read = read_record(truncated(written(record), hands))
    assert read.hands == record.hands[:hands]
    assert (read.result, read.finished_at, read.seed) == (None, None, None)


def test_keys_and_their_order_are_those_of_the_format() -> None:
    data = written(played(GOLD, 3))
    assert list(data) == [
        *("format", "id", "started_at", "finished_at", "ruleset", "seats", "hands", "result", "fairness")
    ]
    assert list(data["ruleset"]) == ["preset", "ladder", "one_card_hands", "scoring", "streak", "zero_wins"]
    assert data["ruleset"]["streak"] == {"length": 5, "award": 10}
    assert list(data["seats"][0]) == ["name", "kind", "level"]
    assert list(data["hands"][0]) == [
        *("number", "size", "dealer", "cards", "turned", "bids", "tricks", "taken", "points", "bonus", "totals")
    ]
    assert list(data["hands"][0]["bids"][0]) == ["seat", "tricks", "by"]
    assert list(data["hands"][0]["tricks"][0]) == ["leader", "cards", "winner"]
    assert list(data["result"]) == ["totals", "winners"]
    assert list(data["fairness"]) == ["commitment", "seed"]


@given(strategies.histories())
def test_an_unfinished_hand_has_no_record(history: list[MatchState]) -> None:
    *before, after = history
    for state in before:
        assert state.hand is not None
        with pytest.raises(ValueError, match="not finished"):
            HandRecord(state.hand, (Holder.BOT,) * state.players)
    assert after.hand is not None
    assert HandRecord(after.hand, (Holder.BOT,) * after.players).hand == after.hand
    with pytest.raises(ValueError, match="holder"):
        HandRecord(after.hand, (Holder.BOT,))


def test_the_seed_of_a_running_match_has_no_record() -> None:
    record = played(CLASSIC, 3)
    with pytest.raises(ValueError, match="secret"):
        MatchRecord("m", record.started_at, None, record.rules, record.seats, record.hands[:-1], seed=bytes(32))


def test_unknown_keys_are_passed_over() -> None:
    record = played(CLASSIC, 3)
    data = written(record)
    for place in (data, data["ruleset"], data["seats"][1], data["hands"][3], data["hands"][3]["bids"][0]):
        place["x_note"] = [{"deep": float("nan")}]
    assert read_record(data) == record


Spoiler = Callable[[Any], object]
EIGHT = 9
"""The place of a hand of eight cards in the record of three players on the ladder 1-8-1."""


def spoil(path: str, value: object) -> Spoiler:
    """Puts a value at a path such as "hands.3.bids.2.tricks"."""

    def at(data: Any) -> None:
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        for step in way:
            data = data[step]
        data[last] = value

    return at


FAULTS: list[tuple[Spoiler, str]] = [
    (spoil("format", "whist-match/2"), "format"),
    (lambda data: data.pop("format"), "format"),
    (spoil("id", 7), "id"),
    (spoil("started_at", "yesterday"), "started_at"),
    (spoil("started_at", "2026-02-30T18:04:05Z"), "started_at"),
    (spoil("started_at", "2026-11-30T18:04:05+00:00"), "started_at"),
    (spoil("started_at", "2026-11-30 18:04:05Z"), "started_at"),
    (spoil("started_at", "2026-11-3T18:04:05Z"), "started_at"),
    (spoil("started_at", "٢٠٢٦-11-30T18:04:05Z"), "started_at"),
    (spoil("started_at", "2026-11-30T20:00:00Z"), "finished_at"),
    (spoil("finished_at", None), "finished_at"),
    (spoil("ruleset.preset", "poker"), "ruleset.preset"),
    (spoil("ruleset.preset", "zero"), "ruleset.zero_wins"),
    (spoil("ruleset.preset", "gold"), "ruleset.one_card_hands"),
    (spoil("ruleset.scoring", "gold"), "ruleset.scoring"),
    (spoil("ruleset.streak", None), "ruleset.streak"),
    (spoil("ruleset.streak.length", 4), "ruleset.streak.length"),
    (spoil("ruleset.streak.award", 10.0), "ruleset.streak.award"),
    (spoil("ruleset.zero_wins", 0), "ruleset.zero_wins"),
    (spoil("ruleset.ladder", "8-1-8"), "hands[0].size"),
    (lambda data: data["seats"].pop(), "seats"),
    (lambda data: data["seats"].append(data["seats"][0]), "hands[0].cards"),
    (lambda data: data["seats"].extend(data["seats"]), "hands[0].cards"),
    (spoil("seats.1.kind", "human"), "seats[1].level"),
    (lambda data: data["seats"][1].pop("level"), "seats[1].level"),
    (spoil("seats.1.name", None), "seats[1].name"),
    (lambda data: data["hands"].append(data["hands"][0]), "hands"),
    (lambda data: data["hands"].pop(), "result"),
    (lambda data: data["hands"].insert(1, data["hands"].pop(0)), "hands[0].number"),
    (spoil("hands.0.number", True), "hands[0].number"),
    (spoil("hands.0.dealer", 3), "hands[0].dealer"),
    (spoil("hands.0.dealer", -1), "hands[0].dealer"),
    (spoil("hands.0.dealer", False), "hands[0].dealer"),
    (lambda data: data["hands"][0]["cards"][0].append("9c"), "hands[0].cards[0]"),
    (spoil("hands.0.cards.0.0", "8c"), "hands[0].cards[0][0]"),
    (spoil("hands.0.cards.0.0", ["9c"]), "hands[0].cards[0][0]"),
    (spoil("hands.0.turned", None), "hands[0].turned"),
    (spoil(f"hands.{EIGHT}.turned", "As"), f"hands[{EIGHT}].turned"),
    (lambda data: data["hands"][3]["bids"].reverse(), "hands[3].bids[0].seat"),
    (spoil("hands.3.bids.0.tricks", 3), "hands[3].bids[0]"),
    (spoil("hands.3.bids.0.tricks", 10**30), "hands[3].bids[0]"),
    (spoil("hands.3.bids.0.tricks", 1.0), "hands[3].bids[0].tricks"),
    (spoil("hands.3.bids.0.tricks", True), "hands[3].bids[0].tricks"),
    (spoil("hands.3.bids.1.by", "cat"), "hands[3].bids[1].by"),
    (lambda data: data["hands"][3]["bids"].pop(), "hands[3].bids"),
    (lambda data: data["hands"][3]["tricks"].pop(), "hands[3].tricks"),
    (lambda data: data["hands"][3]["tricks"][0]["cards"].pop(), "hands[3].tricks[0].cards"),
    (spoil("result", None), "result"),
    (spoil("result.winners", []), "result.winners"),
    (spoil("fairness.seed", "00" * 31), "fairness.seed"),
    (spoil("fairness.seed", "AB" * 32), "fairness.seed"),
    (spoil("fairness.seed", "0 " * 32), "fairness.seed"),
    (spoil("fairness.seed", "11" * 32), "fairness.commitment"),
    (spoil("fairness.commitment", "11" * 32), "fairness.commitment"),
]


@pytest.mark.parametrize(("spoiler", "where"), FAULTS)
def test_the_first_fault_is_named(spoiler: Spoiler, where: str) -> None:
    data = written(played(CLASSIC, 3))
    spoiler(data)
    with pytest.raises(RecordFault) as found:
        read_record(data)
    assert found.value.where == where
    assert str(found.value) == f"{where}: {found.value.what}"


def test_the_hook_is_verified() -> None:
    data = written(played(CLASSIC, 3))
    bids = data["hands"][EIGHT]["bids"]
    bids[0]["tricks"], bids[1]["tricks"], bids[2]["tricks"] = 3, 3, 2
    with pytest.raises(RecordFault, match="bid_hooked") as found:
        read_record(data)
    assert found.value.where == f"hands[{EIGHT}].bids[2]"


def test_a_card_out_of_turn_is_an_illegal_play() -> None:
    data = written(played(CLASSIC, 3))
    cards = data["hands"][EIGHT]["tricks"][0]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    with pytest.raises(RecordFault, match="card_not_held") as found:
        read_record(data)
    assert found.value.where == f"hands[{EIGHT}].tricks[0].cards[0]"


def test_a_forehead_card_is_the_one_dealt() -> None:
    data = written(played(GOLD, 3))
    cards = data["hands"][0]["tricks"][0]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    with pytest.raises(RecordFault) as found:
        read_record(data)
    assert found.value.where == "hands[0].tricks[0].cards[0]"


def test_the_seed_deals_every_card_in_the_order_received() -> None:
    data = written(played(CLASSIC, 3))
    data["hands"][EIGHT]["cards"][1].reverse()
    with pytest.raises(RecordFault, match="seed") as found:
        read_record(data)
    assert found.value.where == f"hands[{EIGHT}].cards[1]"
    data["fairness"] = None
    read_record(data)


def test_a_running_match_must_not_tell_its_seed() -> None:
    data = written(played(CLASSIC, 3))
    with pytest.raises(RecordFault, match="secret"):
        read_record({**truncated(data, 5), "fairness": data["fairness"]})


Path = tuple[str | int, ...]
FREE_KEYS = {"id", "name", "level", "started_at", "finished_at", "by"}
"""What a record may say without contradicting itself: names, times in order, and who held a seat."""


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path, value


def replaced(data: Any, path: Path, value: object) -> Any:
    """A copy with another value at the path."""
    if not path:
        return value
    changed = copy.copy(data)
    changed[path[0]] = replaced(data[path[0]], path[1:], value)
    return changed


def at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def other_leaf(value: object) -> object:
    """Another value of the same kind, as like it as possible."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if len(value) == 2:
            return ("K" if value[0] == "A" else "A") + value[1]
        case str():
            return value[:-1] + ("0" if value[-1] != "0" else "1")
    return "As"


@pytest.mark.parametrize("rules", [CLASSIC, GOLD, CUSTOM])
def test_every_single_change_is_a_fault(rules: RuleSet) -> None:
    """Each leaf of four hands (of one, eight and four cards, and the last) and of all that is not in a hand."""
    data = written(played(rules, 3))
    checked = {0, 3, EIGHT, len(data["hands"]) - 1}
    spoilt = 0
    for path, value in leaves(data):
        if path[-1] in FREE_KEYS or (path[0] == "hands" and path[1] not in checked):
            continue
        if rules is CUSTOM and path[-1] == "zero_wins" and 0 not in data["result"]["totals"]:
            continue  # the option made no difference to this match
        spoilt += 1
        with pytest.raises(RecordFault):
            read_record(replaced(data, path, other_leaf(value)))
    assert spoilt > 190


ABSURD: list[object] = [
    None,
    True,
    False,
    0,
    -1,
    10**5000,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "As",
    [],
    {},
    [[]],
    [None],
]


@given(st.data())
def test_anything_anywhere_gives_a_fault_and_no_other_error(data: st.DataObject) -> None:
    record = written(played(data.draw(st.sampled_from([CLASSIC, GOLD, CUSTOM])), 3))
    path, _ = data.draw(st.sampled_from(list(leaves(record))))
    path = path[: data.draw(st.integers(0, len(path)))]
    absurd = data.draw(st.sampled_from(ABSURD) | strategies.json_values())
    try:
        read = read_record(replaced(record, path, absurd))
    except RecordFault:
        return
    assert write_record(read) == replaced(record, path, absurd)


@given(st.data())
def test_missing_doubled_and_swapped_parts_are_faults(data: st.DataObject) -> None:
    record = written(played(data.draw(st.sampled_from([CLASSIC, GOLD, CUSTOM])), 3))
    path, _ = data.draw(st.sampled_from([leaf for leaf in leaves(record) if leaf[0][0] not in FREE_KEYS]))
    *way, last = path[: data.draw(st.integers(1, len(path)))]
    inside = at(record, tuple(way))
    changed = copy.copy(inside)
    match changed, data.draw(st.sampled_from(["drop", "double", "swap"])):
        case list(), "double":
            changed.insert(int(last), changed[int(last)])
        case list(), "swap" if len(changed) > 1:
            changed[int(last)], changed[int(last) - 1] = changed[int(last) - 1], changed[int(last)]
        case _:
            del changed[last]
    may_differ = path[0] == "seats" or way[-1:] == ["tricks"]  # names; tricks with the same leader and taker
    if changed == inside or may_differ:
        return
    with pytest.raises(RecordFault):
        read_record(replaced(record, tuple(way), changed))


@given(strategies.json_values())
def test_anything_at_all_is_a_fault(value: object) -> None:
    with pytest.raises(RecordFault):
        read_record(value)


def test_a_deep_value_is_a_fault() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    data = written(played(CLASSIC, 3))
    for path in (("id",), ("seats",), ("hands", 0), ("hands", 0, "cards", 0, 0), ("fairness",)):
        with pytest.raises(RecordFault):
            read_record(replaced(data, path, deep))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{} {}",
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": 1, "a": 1}',
        "[" * 100_000,
        '{"a": ' + "9" * 10_000 + "}",
        "\x00",
    ],
)
def test_what_is_no_sound_json_is_a_fault(text: str) -> None:
    with pytest.raises(RecordFault, match="no valid JSON"):
        parse_json(text)


def test_sound_json_is_read() -> None:
    data = written(played(CLASSIC, 3))
    assert parse_json(json.dumps(data, indent=2)) == data


def test_a_bot_may_hold_a_persons_seat_but_no_person_a_bots() -> None:
    data = written(played(CLASSIC, 3))
    for place, bid in enumerate(data["hands"][3]["bids"]):
        is_bots = data["seats"][bid["seat"]]["kind"] == "bot"
        other = replaced(data, ("hands", 3, "bids", place, "by"), "human" if is_bots else "bot")
        if is_bots:
            with pytest.raises(RecordFault) as raised:
                read_record(other)
            assert raised.value.where == f"hands[3].bids[{place}].by"
        else:
            read_record(other)
