"""The forehead hand: the chance that the card one cannot see takes the one trick."""

from __future__ import annotations

from games.bots.cardbits import TAKERS, each
from games.bots.exponential import exp
from games.bots.position import Position, winning_card

# The points by which a bid must look better for it to be e times as likely to be made.
_DOUBT = 1.0


def chance_to_win(position: Position) -> float:
    """The chance that the seat's card wins, every unseen card being as likely."""
    return _chance(position.foreheads, position.seat, position.unseen, position)


def chance_after_bids(position: Position) -> float:
    """The same by what the bids heard tell (Bayes): who has bid has seen the card that the seat cannot see."""
    winners = _winners(position.foreheads, position.seat, position.unseen, position)
    total = wins = 0.0
    for card in each(position.unseen):
        likelihood = _likelihood(card, position)
        total += likelihood
        wins += likelihood if card & winners else 0.0
    return wins / total


def unseen_bid(chance: float, position: Position) -> int:
    """The legal bid with most points to hope for; none rather than one when they are as good."""
    return max(position.legal_bids, key=lambda bid: hope(bid, chance, position))


def hope(bid: int, chance: float, position: Position) -> float:
    """The points to expect from a bid when this is the chance to win."""
    return chance * position.worth(bid, 1) + (1 - chance) * position.worth(bid, 0)


def _likelihood(card: int, position: Position) -> float:
    """How likely the bids heard are if this is the seat's card and each went by the points it could hope for."""
    foreheads = tuple(card if seat == position.seat else seen for seat, seen in enumerate(position.foreheads))
    likelihood = 1.0
    for seat, bid in enumerate(position.bids):
        if bid is not None:
            chance = _chance(foreheads, seat, position.unseen ^ card | foreheads[seat], position)
            gain = (hope(1, chance, position) - hope(0, chance, position)) / _DOUBT
            likelihood /= 1 + exp(-gain if bid else gain)
    return likelihood


def _chance(foreheads: tuple[int, ...], seat: int, unseen: int, position: Position) -> float:
    return _winners(foreheads, seat, unseen, position).bit_count() / unseen.bit_count()


def _winners(foreheads: tuple[int, ...], seat: int, unseen: int, position: Position) -> int:
    """The unseen cards with which the seat takes the trick from the cards on the others' foreheads."""
    takers = TAKERS[position.trump]
    order = [(position.leader + place) % position.players for place in range(position.players)]
    others = tuple(foreheads[other] for other in order if other != seat)
    if seat != position.leader:
        return unseen & takers[winning_card(others, position.trump)]
    seen = sum(others)
    return sum(card for card in each(unseen) if not takers[card] & seen)
