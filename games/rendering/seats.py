"""The seats round the table: who sits there, what was bid, what is taken, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.engine.scoring import is_made
from games.rendering import words
from games.rendering.cards import back, face, pips
from games.rendering.scene import Scene


@dataclass(frozen=True, slots=True)
class BidShown:
    """A bid with what was taken of it. `state`: "made", "missed" or nothing yet."""

    pips: SafeString
    text: str
    state: str


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat. `place` counts clockwise from the viewer's own; `note` stands where there is no bid yet."""

    number: int
    place: int
    name: str
    initial: str
    is_you: bool
    is_bot: bool
    is_held: bool
    is_turn: bool
    is_dealer: bool
    bid: BidShown | None
    note: str
    forehead: SafeString | None


def seats(scene: Scene) -> list[SeatShown]:
    """All seats in the order drawn: the nearest first, then clockwise."""
    return [_seat(scene, number, place) for place, number in enumerate(scene.order)]


def bid_shown(scene: Scene, seat: int) -> BidShown | None:
    """The bid of a seat in the present hand."""
    hand = scene.hand
    if hand is None or (bid := hand.bids[seat]) is None:
        return None
    if scene.is_bidding:
        return BidShown(pips(bid, 0), words.says(bid), "")
    taken = hand.taken[seat]
    return BidShown(pips(bid, taken), words.taken_of(taken, bid), _state(bid, taken, scene.is_hand_over))


def _state(bid: int, taken: int, is_over: bool) -> str:
    if taken > bid or (is_over and taken < bid):
        return "missed"
    return "made" if is_made(bid, taken) and (bid or is_over) else ""


def _seat(scene: Scene, number: int, place: int) -> SeatShown:
    seat = scene.table.seats[number]
    name = scene.name(number)
    return SeatShown(
        number=number,
        place=place,
        name=scene.name_or_you(number),
        initial=name[:1].upper(),
        is_you=scene.is_you(number),
        is_bot=seat.is_bot,
        is_held=seat.is_held,
        is_turn=number == scene.to_act,
        is_dealer=scene.hand is not None and number == scene.hand.dealer,
        bid=bid_shown(scene, number),
        note=_note(scene, number),
        forehead=_forehead(scene, number),
    )


def _note(scene: Scene, number: int) -> str:
    if not scene.is_bidding or scene.hand is None or scene.hand.bids[number] is not None:
        return ""
    if number == scene.to_act:
        return scene.words["bids_now"]
    return scene.words["bids_last"] if number == scene.hand.dealer else scene.words["bids_later"]


def _forehead(scene: Scene, number: int) -> SafeString | None:
    """The card on another's forehead: its face if the viewer may see it, else a back like any other."""
    hand = scene.hand
    if hand is None or not hand.is_forehead or not hand.cards_left[number] or scene.is_you(number):
        return None
    card = hand.foreheads[number]
    return back(scene.words["unseen"]) if card is None else face(card, scene.language)
