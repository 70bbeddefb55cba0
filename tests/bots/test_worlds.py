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
    for holdings in worlds.draw(5):
        assert holdings[position.seat] == position.holding
        assert [holding.bit_count() for holding in holdings] == list(position.cards_left)
        others = [holding for seat, holding in enumerate(holdings) if seat != position.seat]
        assert sum(others) & ~position.unseen == 0
        assert sum(others).bit_count() == sum(map(int.bit_count, others))
        assert not any(holding & lacks for holding, lacks in zip(holdings, position.lacks, strict=True))


def strength_of_leader(state: MatchState) -> float:
    """The tricks that seat 0's cards are good for, on average over worlds of the seat to act."""
    position = Position.of(view_for(state, state.to_act))
    worlds = Worlds(position, Stream(bytes(32), "test"))
    return sum(expected_tricks(holdings[0], position) for holdings in worlds.draw(200)) / 200


def test_a_seat_that_has_bid_high_is_thought_to_hold_more() -> None:
    state = dealt("7s7c7dKc", "8s8c8dQc", "9s9c9dTc", "TsTdJsJd", turnup="9h")
    none, one, three = (strength_of_leader(after(state, bid)) for bid in (0, 1, 3))
    assert three > one > none


def test_what_a_seat_has_played_accounts_for_its_bid() -> None:
    """After a bid of one, who has led the ace of trumps is thought to hold little besides."""
    state = after(dealt("Ah7s7cKc", "8h8s8cQc", "Th9s9cTc", "JhTsJsJd", turnup="9h"), 1, 1, 1, 0)
    assert strength_of_leader(after(state, "Ah")) < 0.5 < strength_of_leader(after(state, "7s"))
