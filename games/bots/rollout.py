"""Plays an imagined hand out to its end with the rule player in every seat."""

from __future__ import annotations

from games.bots.cardbits import SUIT_OF, TAKERS
from games.bots.position import winning_card
from games.bots.rule_player import follow, lead


def play_out(
    holdings: list[int], needs: list[int], leader: int, trick: tuple[int, ...], *, unplayed: int, trump: int
) -> None:
    """Plays every card of `holdings` and takes each trick won off its seat's number in `needs`, both in place.

    `holdings`, `needs`: by seat. `trick`: the cards on the table, from the leader's. `unplayed`: every card that may
    still be played for all a seat knows, so with those left in the stock.
    """
    players = len(holdings)
    takers_from = TAKERS[trump]
    played = len(trick)
    left = holdings[leader].bit_count() + bool(trick)
    winner, led, takers = leader, 0, 0
    if trick:
        best = winning_card(trick, trump)
        winner, led, takers = (leader + trick.index(best)) % players, SUIT_OF[trick[0]], takers_from[best]
    while left:
        if not played:
            holding = holdings[leader]
            card = lead(holding, unplayed & ~holding, needs[leader], left, trump)
            holdings[leader] = holding ^ card
            unplayed ^= card
            winner, led, takers, played = leader, SUIT_OF[card], takers_from[card], 1
        for place in range(played, players):
            seat = (leader + place) % players
            holding = holdings[seat]
            card = holding & led or holding & trump or holding
            if card & (card - 1):
                need = needs[seat]
                card = follow(card, card & takers, unplayed & ~holding, need, led, is_last=place == players - 1)
            holdings[seat] = holding ^ card
            unplayed ^= card
            if card & takers:
                winner, takers = seat, takers_from[card]
        needs[winner] -= 1
        leader, played, left = winner, 0, left - 1
