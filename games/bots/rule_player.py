"""The rule player: one card at a time by rules of thumb, quick enough to play out imagined hands by the thousand.

`need` is how many more tricks the seat wants (below zero when it has too many), `left` how many are still to be
won, this one included. `unseen` are the cards that may be in another holding.
"""

from __future__ import annotations

from games.bots.cardbits import SUIT_MASKS, highest, lowest
from games.bots.position import Position

_SAFEST = 100


def rule_card(position: Position) -> int:
    """The rule player's card in the seat's place."""
    if not position.trick:
        return lead(position.holding, position.unseen, position.need, position.left, position.trump)
    return follow(
        position.legal_plays,
        position.takers,
        position.unseen,
        position.need,
        position.led,
        is_last=len(position.trick) == position.players - 1,
    )


def lead(holding: int, unseen: int, need: int, left: int, trump: int) -> int:
    """The card to open a trick with.

    A seat that wants tricks leads a master, trumps first; without one it waits with a low card, unless it needs
    every trick that is left. A seat that wants none leads what is likeliest to lose.
    """
    if need <= 0:
        return _likeliest_loser(holding, unseen, trump)
    best = masters(holding, unseen)
    if best:
        return highest(best & trump or best)
    return highest(holding) if need >= left else lowest(holding & ~trump or holding)


def follow(legal: int, takers: int, unseen: int, need: int, led: int, *, is_last: bool) -> int:
    """The card to play to a trick; `takers` are the legal cards that would take it from the best so far.

    A seat that wants the trick plays its highest; last to play it takes as cheaply as it can, but with the highest
    when no more tricks are wanted after this one. A seat that wants none plays its highest loser, or throws the card
    likeliest to win later when it cannot follow; when it must take, it does so with its highest only if nobody
    can take the trick back.
    """
    if need > 0:
        if not takers:
            return lowest(legal)
        return lowest(takers) if is_last and need > 1 else highest(takers)
    losers = legal & ~takers
    if losers:
        return highest(losers) if losers & led else _likeliest_winner(losers, unseen)
    return highest(takers) if is_last else lowest(takers)


def masters(holding: int, unseen: int) -> int:
    """The cards that nothing unseen in their suit can beat."""
    found = 0
    for suit in SUIT_MASKS:
        mine, theirs = holding & suit, unseen & suit
        if mine > theirs:
            found |= mine >> theirs.bit_length() << theirs.bit_length()
    return found


def _likeliest_loser(holding: int, unseen: int, trump: int) -> int:
    """The low card with most unseen cards above it and fewest below, a trump when all else is equal."""
    choice, most = 0, -2 * _SAFEST
    for suit in SUIT_MASKS:
        mine = holding & suit
        if mine:
            card = lowest(mine)
            theirs = unseen & suit
            above = (theirs & -card).bit_count()
            margin = 4 * above - 2 * theirs.bit_count() + (suit == trump) if above else -_SAFEST
            if margin > most:
                choice, most = card, margin
    return choice


def _likeliest_winner(cards: int, unseen: int) -> int:
    """The high card with most unseen cards below it and fewest above."""
    choice, most = 0, -2 * _SAFEST
    for suit in SUIT_MASKS:
        mine = cards & suit
        if mine:
            card = highest(mine)
            theirs = unseen & suit
            below = (theirs & (card - 1)).bit_count()
            margin = 2 * below - theirs.bit_count() if below else -_SAFEST
            if margin > most:
                choice, most = card, margin
    return choice
