"""How many hands a match has, how large each is, who deals it (rules.md, Players, deck, schedule)."""

from functools import cache

from games.engine.ruleset import LARGEST_HAND, Ladder


@cache
def schedule(ladder: Ladder, players: int) -> tuple[int, ...]:
    """The size of every hand in order: 3n+12 hands for n players."""
    ones = (1,) * players
    eights = (LARGEST_HAND,) * players
    rising = tuple(range(2, LARGEST_HAND))
    falling = rising[::-1]
    if ladder == Ladder.UP_DOWN:
        return ones + rising + eights + falling + ones
    return eights + falling + ones + rising + eights


def dealer_of(hand_number: int, first_dealer: int, players: int) -> int:
    """The seat that deals the hand of this number (the first is 1): one to the left each hand."""
    return (first_dealer + hand_number - 1) % players


def seats_from(seat: int, players: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with this one."""
    return tuple((seat + step) % players for step in range(players))
