"""The rules once more, told slowly and in other words: cards are texts, nothing is shared with the engine."""

from itertools import groupby, pairwise

HEIGHT = {rank: height for height, rank in enumerate("3456789TJQKA")}
GOLD = {0: 1, 1: 5, 2: 7, 3: 10, 4: 14, 5: 19, 6: 25, 7: 32, 8: 40}


def may_play(card: str, holding: list[str], led: str | None, trump: str | None) -> bool:
    """Whether a held card may be played to a trick of this led suit."""
    if led is None or card[1] == led:
        return True
    if any(held[1] == led for held in holding):
        return False
    return card[1] == trump or not any(held[1] == trump for held in holding)


def beats(card: str, best: str, trump: str | None) -> bool:
    """Whether a card played after `best`, the best so far, takes the trick from it."""
    if card[1] == best[1]:
        return HEIGHT[card[0]] > HEIGHT[best[0]]
    return card[1] == trump


def winning_card(trick: list[str], trump: str | None) -> str:
    best = trick[0]
    for card in trick[1:]:
        if beats(card, best, trump):
            best = card
    return best


def totals_after(results: list[tuple[int, int, int]], gold: bool, with_streaks: bool) -> list[int]:
    """One seat's running totals over a match of (size, bid, taken), from the whole past each time."""
    return [
        sum(points(bid, taken, gold) for _, bid, taken in past) + (10 * streaks(past) if with_streaks else 0)
        for past in (results[:end] for end in range(1, len(results) + 1))
    ]


def points(bid: int, taken: int, gold: bool) -> int:
    if bid == taken:
        return GOLD[taken] if gold else 5 + taken
    return min(bid, taken) - max(bid, taken)


def streaks(results: list[tuple[int, int, int]]) -> int:
    """Fives of exact hands less fives of misses: every unbroken run holds as many as fit in it."""
    outcomes = [bid == taken for size, bid, taken in results if size != 1]
    return sum((1 if made else -1) * (len(list(run)) // 5) for made, run in groupby(outcomes))


def sizes(ladder: str, players: int) -> list[int]:
    """The schedule, from the ends of the ladder."""
    ends = [int(end) for end in ladder.split("-")]
    hands: list[int] = []
    for start, stop in pairwise(ends):
        step = 1 if stop > start else -1
        hands += [start] * players + list(range(start + step, stop, step))
    return hands + [ends[-1]] * players
