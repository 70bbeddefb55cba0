"""How long the engine takes for what the server does at every move: `python -m tests.benchmarks.engine_speed`."""

from collections.abc import Callable
from functools import partial
from time import perf_counter

from games.engine.actions import Action, Deal
from games.engine.apply import apply, legal_actions
from games.engine.json_node import parse_json
from games.engine.record import MatchRecord, record_text
from games.engine.resample import resample
from games.engine.ruleset import CLASSIC, Ladder
from games.engine.shuffle import Stream, deal_order, first_dealer
from games.engine.state import MatchState, new_match
from games.engine.verify import read_record
from games.engine.view import view_for
from tests.engine.records import played

SEED = bytes(32)
RULES = CLASSIC.on(Ladder.DOWN_UP)


def microseconds(work: Callable[[], object]) -> float:
    """The quickest of many runs, which other programs disturb least."""
    times = []
    for _ in range(200):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times) * 1e6


def first_hand(players: int) -> tuple[MatchState, list[Action]]:
    """A match and the actions of its first hand, of eight cards, played at random."""
    match = new_match(RULES, players, first_dealer(SEED, players))
    actions: list[Action] = [Deal(deal_order(SEED, 1, players))]
    chance = Stream(SEED, "benchmark")
    state, _ = apply(match, actions[0])
    while legal := legal_actions(state):
        actions.append(legal[chance.below(len(legal))])
        state, _ = apply(state, actions[-1])
    return match, actions


def replayed(state: MatchState, actions: list[Action]) -> MatchState:
    for action in actions:
        state, _ = apply(state, action)
    return state


def verified(text: str) -> MatchRecord:
    return read_record(parse_json(text))


def main() -> None:
    for players in (4, 6):
        match, actions = first_hand(players)
        middle = replayed(match, actions[: len(actions) // 2])
        view = view_for(middle, middle.to_act)
        text = record_text(played(RULES, players))
        works: dict[str, Callable[[], object]] = {
            f"replay of {len(actions)} actions": partial(replayed, match, actions),
            "view of one seat": partial(view_for, middle, 0),
            "legal actions": partial(legal_actions, middle),
            "one imagined world": partial(resample, view, Stream(SEED, "worlds")),
            "shuffle": partial(deal_order, SEED, 1, players),
            "a whole record verified": partial(verified, text),
        }
        for name, work in works.items():
            print(f"{players} seats, {name}: {microseconds(work):,.0f} µs")


if __name__ == "__main__":
    main()
