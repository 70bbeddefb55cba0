"""The forehead hand: the chance that the card one cannot see takes the one trick."""

from __future__ import annotations

from games.bots.cardbits import TAKERS, each
from games.bots.exponential import exp
from games.bots.position import Position, winning_card

# The points by which a bid must look better for it to be e times as likely to be made.
_DOUBT = 1.0
# How deep seats are thought to reason: about what others bid, who reason about what others bid, who do not.
_DEPTH = 1


def chance_to_win(position: Position) -> float:
    """The chance that the seat's card wins, every unseen card being as likely."""
    return _chance(position.foreheads, position.seat, position.unseen, position, depth=0)


def chance_after_bids(position: Position) -> float:
    """The same by what the bids heard tell (Bayes): who bids has seen the card that the seat cannot see."""
    return _chance(position.foreheads, position.seat, position.unseen, position, depth=_DEPTH)


def unseen_bid(chance: float, position: Position) -> int:
    """The legal bid with most points to hope for; none rather than one when they are as good."""
    return max(position.legal_bids, key=lambda bid: hope(bid, chance, position))


def hope(bid: int, chance: float, position: Position) -> float:
    """The points to expect from a bid when this is the chance to win."""
    return chance * position.worth(bid, 1) + (1 - chance) * position.worth(bid, 0)


def _chance(foreheads: tuple[int, ...], seat: int, unseen: int, position: Position, *, depth: int) -> float:
    """The chance of a seat that sees these foreheads and takes its own card to be one of the unseen.

    A card is as likely as it makes the bids said before the seat's.
    """
    winners = _winners(foreheads, seat, unseen, position)
    earlier = _bidders_before(seat, position) if depth else []
    if not earlier:
        return winners.bit_count() / unseen.bit_count()
    total = wins = 0.0
    for card in each(unseen):
        dealt = (*foreheads[:seat], card, *foreheads[seat + 1 :])
        likelihood = 1.0
        for other in earlier:
            seen = (*dealt[:other], 0, *dealt[other + 1 :])
            chance = _chance(seen, other, unseen ^ card | dealt[other], position, depth=depth - 1)
            likelihood *= _likelihood(other, chance, position)
        total += likelihood
        wins += likelihood if card & winners else 0.0
    return wins / total


def _bidders_before(seat: int, position: Position) -> list[int]:
    order = [(position.leader + place) % position.players for place in range(position.players)]
    return [other for other in order[: order.index(seat)] if position.bids[other] is not None]


def _likelihood(seat: int, chance: float, position: Position) -> float:
    """How likely a seat with this chance was to say what it said."""
    gain = (hope(1, chance, position) - hope(0, chance, position)) / _DOUBT
    one = 1 / (1 + exp(-gain))
    return one if position.bids[seat] else 1 - one


def _winners(foreheads: tuple[int, ...], seat: int, unseen: int, position: Position) -> int:
    """The unseen cards with which the seat takes the trick from the cards on the others' foreheads."""
    takers = TAKERS[position.trump]
    order = [(position.leader + place) % position.players for place in range(position.players)]
    others = tuple(foreheads[other] for other in order if other != seat)
    if seat != position.leader:
        return unseen & takers[winning_card(others, position.trump)]
    seen = sum(others)
    return sum(card for card in each(unseen) if not takers[card] & seen)
