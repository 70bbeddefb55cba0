"""Imagined deals agree with what the seat has seen, and lean to what the bids tell."""

from hypothesis import assume, given

from games.bots.estimate import expected_tricks
from games.bots.position import Position
from games.bots.worlds import Worlds
from games.engine.shuffle import Stream
from games.engine.state import MatchState
from games.engine.view import view_for
from tests import strategies
from tests.bots.tables import after, dealt


@given(strategies.positions(sizes=range(2, 9)), strategies.streams)
def test_every_world_agrees_with_what_the_seat_has_seen(state: MatchState, rng: Stream) -> None:
    assume(state.to_act is not None)
    position = Position.of(view_for(state, state.to_act))
    worlds = Worlds(position, rng)
    for _ in range(5):
        holdings = worlds.draw()
        assert holdings[position.seat] == position.holding
        assert [holding.bit_count() for holding in holdings] == list(position.cards_left)
        others = [holding for seat, holding in enumerate(holdings) if seat != position.seat]
        assert sum(others) & ~position.unseen == 0
        assert sum(others).bit_count() == sum(map(int.bit_count, others))
        assert not any(holding & lacks for holding, lacks in zip(holdings, position.lacks, strict=True))


def test_a_seat_that_has_bid_high_is_thought_to_hold_more() -> None:
    def strength(bid: int) -> float:
        """What seat 0 can expect on average in the worlds of seat 1, once seat 0 has bid."""
        state = after(dealt("7s7c7dKc", "8s8c8dQc", "9s9c9dTc", "TsTdJsJd", turnup="9h"), bid)
        position = Position.of(view_for(state, 1))
        worlds = Worlds(position, Stream(bytes(32), "test"))
        return sum(expected_tricks(worlds.draw()[0], position) for _ in range(200)) / 200

    assert strength(3) > strength(1) > strength(0)
