"""Scores against the oracle that counts every streak from the whole past."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine.ruleset import RuleSet, Scoring
from games.engine.schedule import schedule
from games.engine.scoring import Standing, score_hand
from games.engine.shuffle import first_dealer
from games.practice import play_match
from tests import strategies
from tests.engine import oracle
from tests.random_player import random_players

made_or_missed = st.tuples(st.sampled_from([1, 1, 2, 5, 8]), st.integers(0, 8), st.booleans(), st.integers(0, 8))


@given(strategies.rulesets, st.lists(made_or_missed, max_size=30))
def test_running_totals_are_the_oracles(rules: RuleSet, hands: list[tuple[int, int, bool, int]]) -> None:
    results = [(size, bid, bid if made else other) for size, bid, made, other in hands]
    standing, totals = Standing(), []
    for size, bid, taken in results:
        standing = score_hand(rules, size, bid, taken, standing).standing
        totals.append(standing.total)
    assert totals == oracle.totals_after(results, rules.scoring is Scoring.GOLD, rules.streak is not None)


@given(strategies.rulesets, strategies.players, strategies.seeds)
def test_a_match_is_scored_as_the_oracle_scores_it(rules: RuleSet, players: int, seed: bytes) -> None:
    moment = "2026-11-30T18:04:05Z"
    record = play_match(rules, seed, random_players(players), match_id="m", started_at=moment, finished_at=moment)
    assert len(record.hands) == len(schedule(rules.ladder, players))
    assert record.hands[0].hand.dealer == first_dealer(seed, players)
    for seat in range(players):
        results = []
        for finished in record.hands:
            bid = finished.hand.bids_by_seat[seat]
            assert bid is not None
            results.append((finished.hand.size, bid, finished.hand.taken[seat]))
        totals = oracle.totals_after(results, rules.scoring is Scoring.GOLD, rules.streak is not None)
        assert [finished.totals[seat] for finished in record.hands] == totals
    assert record.result is not None
    final = record.result.totals
    zeroes = [seat for seat in range(players) if final[seat] == 0]
    highest = [seat for seat in range(players) if all(final[seat] >= other for other in final)]
    assert list(record.result.winners) == (zeroes if rules.zero_wins and zeroes else highest)
