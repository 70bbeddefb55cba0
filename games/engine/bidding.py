"""The numbers a seat may bid (rules.md, Bidding)."""


def hook(size: int, bids: tuple[int, ...], players: int) -> int | None:
    """The number the dealer may not bid, when it is the dealer's turn and there is one in 0..size.

    `bids` are those said so far, in order.
    """
    if len(bids) != players - 1:
        return None
    forbidden = size - sum(bids)
    return forbidden if 0 <= forbidden <= size else None


def legal_bids(size: int, bids: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The numbers the seat to bid may say, rising."""
    forbidden = hook(size, bids, players)
    return tuple(tricks for tricks in range(size + 1) if tricks != forbidden)
