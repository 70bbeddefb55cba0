"""Draws the cards, the mark and the stitched ribbon into static/cards. Own artwork: geometry only.

`python tools/draw_cards.py`. Every face is a symbol whose id is the card's text ("Qh"), a suit alone is "suit-h".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

CARDS = Path(__file__).parent.parent / "static" / "cards"

RED, INK, PAPER, BRASS = "#a8283a", "#1d2330", "#fbf8f0", "#c98f2b"

SUITS = {
    "s": "M50 5C62 26 93 40 93 61c0 13-9 21-20 21-8 0-14-4-18-10 1 11 5 18 11 23H34c6-5 10-12 11-23-4 6-10 10-18 10"
    "C16 82 7 74 7 61 7 40 38 26 50 5Z",
    "h": "M50 92C20 67 6 51 6 31 6 16 17 7 28 7c10 0 18 6 22 16C54 13 62 7 72 7c11 0 22 9 22 24 0 20-14 36-44 61Z",
    "d": "M50 3Q65 29 87 50 65 71 50 97 35 71 13 50 35 29 50 3Z",
    "c": "M29 26a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM5 59a21 21 0 1 1 42 0a21 21 0 1 1-42 0Z"
    "M53 59a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM40 34H60V62H40ZM46 54h8c0 20 4 33 13 41H33c9-8 13-21 13-41Z",
}
"""Outlines in a box of 100 by 100."""

RANKS = {
    "3": "M6 4H34L19 24C30 24 36 31 36 40S29 56 19 56C12 56 7 53 4 47",
    "4": "M27 57V4L3 42H37",
    "5": "M33 4H11L8 28C11 25 15 23 20 23 29 23 36 30 36 39.500S29 56 19 56C12 56 7 53 4 48",
    "6": "M30 4C16 10 5 24 5 39.500M20 23a16 16.500 0 1 1 0 33a15 16.500 0 1 1 0-33",
    "7": "M4 4H36C26 20 18 36 16 57",
    "8": "M20 4a13 12 0 1 1 0 24a13 12 0 1 1 0-24ZM20 28a16 14 0 1 1 0 28a16 14 0 1 1 0-28Z",
    "9": "M10 56C24 50 35 36 35 20.500M20 4a15 16.500 0 1 1 0 33a16 16.500 0 1 1 0-33",
    "T": "M2 12L10 5V57M36 4C27 4 22 14 22 30S27 56 36 56 50 46 50 30 45 4 36 4Z",
    "J": "M12 4H32M26 4V42C26 51 21 56 14 56 8 56 4 52 3 46",
    "Q": "M20 4C10 4 4 15 4 30S10 56 20 56 36 45 36 30 30 4 20 4ZM22 40L37 58",
    "K": "M6 4V56M35 4L7 36M17 26L36 56",
    "A": "M3 56L20 4 37 56M9 39H31",
}
"""Strokes in a box of 40 by 60."""

EMBLEMS = {
    "K": """
.....#.....
....#o#....
.....#.....
#....#....#
##..###..##
#.#.#o#.#.#
#..##o##..#
#o.#ooo#.o#
###########
#.o.#o#.o.#
###########""",
    "Q": """
....#.#....
...#o#o#...
..##o#o##..
.##.###.##.
#oo##o##oo#
.###ooo###.
#oo##o##oo#
.##.###.##.
..##o#o##..
...#o#o#...
....#.#....""",
    "J": """
.....#.....
....###....
...#.o.#...
....###....
...##.##...
..#..o..#..
...##.##...
..###.###..
.##..o..##.
.....#.....
....###....""",
}
"""The courts in cross-stitch: `#` in the suit's colour, `o` in brass."""

SIGNS = {
    "star": '<path d="M12 2l2.900 6.300 6.900.8-5.100 4.700 1.400 6.800L12 17.200 5.900 20.600l1.400-6.800'
    'L2.200 9.100l6.900-.8Z" fill="currentColor"/>',
    "star-off": '<path d="M12 3.600l2.400 5.300 5.800.7-4.300 3.900 1.200 5.700-5.100-2.900-5.100 2.900 1.200-5.700'
    'L3.800 9.600l5.800-.7Z" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linejoin="round"/>'
    '<path d="M5 21L19 3" stroke="currentColor" stroke-width="1.800" stroke-linecap="round"/>',
    "deal": '<rect x="4" y="7" width="9" height="13" rx="1.500" transform="rotate(-12 8.500 13.500)" fill="none" '
    'stroke="currentColor" stroke-width="1.800"/>'
    '<rect x="10.500" y="4.500" width="9" height="13" rx="1.500" transform="rotate(10 15 11)" fill="currentColor"/>',
    "zero": '<path d="M12 3l9 9-9 9-9-9Z" fill="none" stroke="currentColor" stroke-width="2.600" '
    'stroke-linejoin="round"/>',
    "zero-broken": '<path d="M10 4.600L3 12l7 7.400M14 4.600L21 12l-7 7.400M12 8l-2 4h4l-2 4" fill="none" '
    'stroke="currentColor" stroke-width="2.400" stroke-linejoin="round" stroke-linecap="round"/>',
}
"""Small signs in a box of 24 by 24."""


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def stitch(x: float, y: float, half: float) -> str:
    """One cross of a cross-stitch, centred on a point."""
    arm = number(2 * half)
    return f"M{number(x - half)} {number(y - half)}l{arm} {arm}m0-{arm}l-{arm} {arm}"


class Grid(NamedTuple):
    """Where a pattern is sewn: its left top corner, the size of a cell, half the size of a cross."""

    left: float
    top: float
    cell: float
    half: float


def stitches(rows: list[str], thread: str, grid: Grid) -> str:
    """All the crosses of one thread in a pattern of rows."""
    left, top, cell, half = grid
    return "".join(
        stitch(left + column * cell + cell / 2, top + line * cell + cell / 2, half)
        for line, row in enumerate(rows)
        for column, sewn in enumerate(row)
        if sewn == thread
    )


def sewn(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="square" fill="none"/>'


def pattern(width: int, height: int, thread_at: Callable[[int, int], str]) -> list[str]:
    """Rows of a pattern, from the thread at each distance (across, down) from its middle."""
    across, down = (width - 1) // 2, (height - 1) // 2
    return ["".join(thread_at(abs(i - across), abs(j - down)) for i in range(width)) for j in range(height)]


def back_thread(across: int, down: int) -> str:
    middle, corner = across + down, abs(7 - across) + abs(10 - down)
    if middle == 0:
        return "o"
    if middle == 4:
        return "#" if across == 2 else "o"
    if middle in (1, 2, 6, 7) or corner in (0, 1, 2, 6):
        return "o" if across == 0 and down in (9, 10) else "#"
    return "o" if corner == 4 or (across == 0 and down in (9, 10)) else "."


def mark_thread(across: int, down: int) -> str:
    return {0: "#", 4: "#", 2: "o"}.get(across + down, ".")


def face(rank: str, suit: str) -> str:
    index = (
        f'<g transform="translate(10 11) scale(.52)"><path d="{RANKS[rank]}" fill="none" stroke="currentColor" '
        'stroke-width="8.6" stroke-linecap="round" stroke-linejoin="round"/></g>'
        f'<path transform="translate(8 48) scale(.25)" d="{SUITS[suit]}" fill="currentColor"/>'
    )
    return f'<symbol id="{rank}{suit}" viewBox="0 0 100 140">{index}{emblem(rank, suit)}</symbol>'


def emblem(rank: str, suit: str) -> str:
    """A court's stitched emblem, or the one large suit of any other card."""
    if rank in EMBLEMS:
        rows = EMBLEMS[rank].split()
        outline, filling = (stitches(rows, thread, Grid(34, 70, 5.3, 1.7)) for thread in "#o")
        return sewn(outline, "currentColor", 1.9) + sewn(filling, BRASS, 1.9)
    scale = 0.62 if rank == "A" else 0.54
    x, y = 93 - 100 * scale, 132 - 100 * scale
    return (
        f'<path transform="translate({number(x)} {number(y)}) scale({scale})" d="{SUITS[suit]}" fill="currentColor"/>'
    )


def back() -> str:
    rows = pattern(15, 21, back_thread)
    cell = 5.8
    left, top = (100 - 15 * cell) / 2, (140 - 21 * cell) / 2
    red, ink = (stitches(rows, thread, Grid(left, top, cell, 1.9)) for thread in "#o")
    return (
        f'<symbol id="back" viewBox="0 0 100 140"><rect width="100" height="140" rx="10" fill="{PAPER}"/>'
        f'<rect x="4" y="4" width="92" height="132" rx="6.5" fill="none" stroke="{RED}" stroke-width="1.4"/>'
        f"{sewn(red, RED, 2.1)}{sewn(ink, INK, 2.1)}</symbol>"
    )


def mark() -> str:
    rows = pattern(9, 9, mark_thread)
    red, ink = (stitches(rows, thread, Grid(5, 5, 10, 2.8)) for thread in "#o")
    return f'<rect width="100" height="100" rx="18" fill="{PAPER}"/>{sewn(red, RED, 3.6)}{sewn(ink, INK, 3.6)}'


def sprite() -> Iterator[str]:
    yield '<svg xmlns="http://www.w3.org/2000/svg">'
    for suit, outline in SUITS.items():
        yield f'<symbol id="suit-{suit}" viewBox="0 0 100 100"><path d="{outline}" fill="currentColor"/></symbol>'
        for rank in RANKS:
            yield face(rank, suit)
    yield back()
    yield f'<symbol id="mark" viewBox="0 0 100 100">{mark()}</symbol>'
    for name, drawing in SIGNS.items():
        yield f'<symbol id="{name}" viewBox="0 0 24 24">{drawing}</symbol>'
    yield "</svg>\n"


def ribbon() -> str:
    """One repeat, 12 by 7 stitches, of the sewn ribbon under a page's head."""
    red = ink = ""
    for x in range(12):
        for y in range(7):
            across, down = abs(x - 5), abs(y - 3)
            diamond, cross = across + down, abs(across - 6) + down
            thread = stitch(3 * x + 1.5, 3 * y + 1.5, 1.1)
            if diamond == 3 or cross == 0 or (cross == 1 and down == 0):
                red += thread
            elif diamond == 1 or (cross == 2 and down == 2):
                ink += thread
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="21" viewBox="0 0 36 21" fill="none" '
        f'stroke-width="1.1"><path d="{red}" stroke="{RED}"/><path d="{ink}" stroke="{INK}"/></svg>\n'
    )


if __name__ == "__main__":
    CARDS.mkdir(parents=True, exist_ok=True)
    (CARDS / "cards.svg").write_text("\n".join(sprite()))
    (CARDS / "mark.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{mark()}</svg>\n')
    (CARDS / "stitch.svg").write_text(ribbon())
