"""How long the engine takes for what the server does at every move: `python -m tests.benchmarks.engine_speed`.

Then how many hands of seven cards, four seats and thirty-two cards it plays in a second of CPU, every bid and card
drawn at random: our engine beside OpenSpiel's `oh_hell` (C++; requirements/benchmarks.txt), once moved from Python an
action at a time as ours is, once left alone; and the bots' imagination, which plays by thumb rules.
"""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from time import perf_counter, thread_time

from games.bots.cardbits import mask_of, suit_mask
from games.bots.rollout import play_out
from games.engine.actions import Action, Deal
from games.engine.apply import apply, deal_out, legal_actions
from games.engine.cards import deck
from games.engine.json_node import parse_json
from games.engine.record import MatchRecord, record_text
from games.engine.resample import resample
from games.engine.ruleset import CLASSIC, Ladder
from games.engine.schedule import schedule
from games.engine.scoring import Standing
from games.engine.shuffle import Stream, deal_order, first_dealer
from games.engine.state import MatchState, new_match
from games.engine.verify import read_record
from games.engine.view import view_for
from tests.engine.records import played

SEED = bytes(32)
RULES = CLASSIC.on(Ladder.DOWN_UP)
PLAYERS, SIZE = 4, 7
OH_HELL = {"players": PLAYERS, "num_suits": 4, "num_cards_per_suit": 8, "num_tricks_fixed": SIZE}


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


def hands_per_second(hand: Callable[[], object], seconds: float = 3) -> float:
    """Of the thread's own time, the most of three goes."""
    rates = []
    for _ in range(3):
        hands, began = 0, thread_time()
        while (took := thread_time() - began) < seconds / 3:
            hand()
            hands += 1
        rates.append(hands / took)
    return max(rates)


def random_hand(rng: Random) -> None:
    """One hand by the engine, from the deal to the scores."""
    order = deck(PLAYERS)
    state = MatchState(
        RULES, PLAYERS, 0, (Standing(),) * PLAYERS, hands_done=schedule(RULES.ladder, PLAYERS).index(SIZE)
    )
    state, _ = apply(state, Deal(tuple(rng.sample(order, len(order)))))
    while legal := legal_actions(state):
        state, _ = apply(state, rng.choice(legal))


def imagined_hand(rng: Random) -> None:
    """One hand dealt and played out as the bots imagine it."""
    order = rng.sample(deck(PLAYERS), len(deck(PLAYERS)))
    turnup = order[PLAYERS * SIZE]
    holdings = [mask_of(cards) for cards in deal_out(tuple(order), SIZE, 0, PLAYERS)]
    needs = [rng.randrange(4) for _ in range(PLAYERS)]
    unplayed = mask_of(order) ^ mask_of([turnup])
    play_out(holdings, needs, 1, (), unplayed=unplayed, trump=suit_mask(turnup.suit))


def hands_of_open_spiel(rng: Random) -> Mapping[str, Callable[[], object]]:
    """The same by OpenSpiel; nothing where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not here: uv pip install --require-hashes -r requirements/benchmarks.txt")
        return {}
    game = pyspiel.load_game("oh_hell", OH_HELL)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(PLAYERS)]

    def stepped() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))

    return {
        "OpenSpiel oh_hell, from Python": stepped,
        "OpenSpiel oh_hell, left alone": lambda: pyspiel.evaluate_bots(
            game.new_initial_state(), bots, rng.randrange(1 << 30)
        ),
    }


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
    rng = Random(1)
    hands: dict[str, Callable[[], object]] = {
        "our engine": partial(random_hand, rng),
        "our bots' imagination": partial(imagined_hand, rng),
        **hands_of_open_spiel(rng),
    }
    for name, hand in hands.items():
        print(f"{PLAYERS} seats, {SIZE} cards, {name}: {hands_per_second(hand):,.0f} hands/s")


if __name__ == "__main__":
    main()
