"""What property tests draw: rules, seeds, cards, and positions reached by legal play."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from games.engine.actions import Deal
from games.engine.apply import apply, legal_actions
from games.engine.cards import CARDS
from games.engine.ruleset import CLASSIC, PRESETS, Ladder, OneCardHands, RuleSet, Scoring, Streak
from games.engine.schedule import schedule
from games.engine.scoring import Standing
from games.engine.shuffle import SEED_BYTES, Stream, deal_order
from games.engine.state import MatchState

settings.register_profile("levata", settings.default, deadline=None)
settings.load_profile("levata")

players = st.integers(3, 6)
seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
cards = st.sampled_from(CARDS)
card_sets = st.frozensets(cards)
streams = seeds.map(lambda seed: Stream(seed, "test"))

preset_rules = st.builds(RuleSet.on, st.sampled_from(list(PRESETS.values())), st.sampled_from(Ladder))
custom_rules = st.builds(
    lambda ladder, **options: CLASSIC.on(ladder).customised(**options),
    st.sampled_from(Ladder),
    one_card_hands=st.sampled_from(OneCardHands),
    scoring=st.sampled_from(Scoring),
    streak=st.sampled_from([None, Streak()]),
    zero_wins=st.booleans(),
)
rulesets = preset_rules | custom_rules
forehead_rules = rulesets.filter(lambda rules: rules.one_card_hands is OneCardHands.FOREHEAD)

standings = st.builds(Standing, total=st.integers(-60, 250), run=st.integers(-4, 4))


@st.composite
def undealt_matches(
    draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rulesets, sizes: range = range(1, 9)
) -> MatchState:
    """A match before any of its deals, of a hand of one of these sizes, with any scores behind it."""
    count = draw(players)
    options = draw(rules)
    numbers = [number for number, size in enumerate(schedule(options.ladder, count)) if size in sizes]
    return MatchState(
        rules=options,
        players=count,
        first_dealer=draw(st.integers(0, count - 1)),
        standings=tuple(draw(st.lists(standings, min_size=count, max_size=count))),
        hands_done=draw(st.sampled_from(numbers)),
    )


@st.composite
def histories(
    draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rulesets, sizes: range = range(1, 9)
) -> list[MatchState]:
    """All states of one hand in order, from the deal to the scores, played by legal actions at random."""
    state = draw(undealt_matches(rules, sizes))
    seed = draw(seeds)
    chance = Stream(seed, "play")
    state, _ = apply(state, Deal(deal_order(seed, state.hands_done + 1, state.players)))
    states = [state]
    while actions := legal_actions(state):
        state, _ = apply(state, actions[chance.below(len(actions))])
        states.append(state)
    return states


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rulesets, sizes: range = range(1, 9)) -> MatchState:
    """Any state from a deal to the scores of that hand."""
    return draw(st.sampled_from(draw(histories(rules, sizes))))


def json_values(leaves: int = 20) -> st.SearchStrategy[object]:
    """Anything a JSON text can say, and the numbers Python's reader lets through besides."""
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=leaves,
    )
