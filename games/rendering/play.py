"""A match being played: the head of the table, its middle, and what the viewer may do."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.engine.play import winning_place
from games.engine.schedule import schedule, seats_from
from games.engine.scoring import is_made
from games.engine.state import Trick
from games.engine.view import HandView, SeatView
from games.rendering import words
from games.rendering.cards import back, face, in_fan, index, name, short
from games.rendering.scene import Scene
from games.rendering.seats import seats

Context = dict[str, object]


@dataclass(frozen=True, slots=True)
class PlaceInTrick:
    """A seat's place in the trick on show, in the order of play: the card laid, or who is still to lay one."""

    place: int
    who: str
    card: SafeString | None
    is_best: bool
    is_next: bool


@dataclass(frozen=True, slots=True)
class CardInFan:
    """One of the viewer's own cards. `tilt`: from -7 at the left to 7 at the right."""

    text: str
    face: SafeString
    short: str
    tilt: int
    is_legal: bool


def playing(scene: Scene) -> Context:
    """Everything a match in play shows, whatever it waits for."""
    own, *others = seats(scene)
    return {
        "bar": _bar(scene),
        "own": own,
        "others": others,
        "hint": _hint(scene),
        "news": _news(scene),
        "turned": _turned(scene),
        "trick": _trick_on_show(scene),
        "last": last_trick(scene),
        "away_acts": words.away_acts(scene.table.away_acts),
        "wait": _wait(scene),
        "seconds": words.seconds_left(scene.table.due_at, scene.now) if scene.to_act is not None else "",
        **_own_cards(scene),
        **_act(scene),
        **outcome(scene),
    }


def _bar(scene: Scene) -> Context:
    view, hand = scene.view, scene.hand
    if view is None or hand is None:
        return {"where": scene.words["table"], "more": ""}
    bids_left = hand.bids.count(None)
    return {
        "where": words.hand_of(hand.number, view.hands_total),
        "more": words.cards_count(hand.size),
        "no_trump": hand.trump is None,
        "turnup": hand.turnup,
        "turnup_suit": hand.trump,
        "turnup_index": index(hand.turnup) if hand.turnup is not None else "",
        "turnup_name": name(hand.turnup, scene.language) if hand.turnup is not None else "",
        "bids": words.bid_of_size(hand.bid_total, hand.size),
        "bids_more": words.bids_left(bids_left) if bids_left else words.over_under(hand.bid_total, hand.size),
    }


def _turned(scene: Scene) -> Context | None:
    """The middle of the table during the bidding: the turned card and what is trump."""
    hand = scene.hand
    if hand is None or not scene.is_bidding:
        return None
    held = sum(card.suit is hand.trump for card in hand.holding)
    return {
        "card": face(hand.turnup, scene.language) if hand.turnup is not None else None,
        "trump": words.trump_is(hand.trump),
        "held": words.trumps_held(held) if hand.holding and hand.trump else "",
        "is_low": hand.is_forehead,
    }


def _shown(hand: HandView) -> tuple[Trick | None, int]:
    """The trick in the middle, and its number: the last finished one until a card is led to the next."""
    if hand.tricks and not (hand.trick and hand.trick.cards):
        return hand.tricks[-1], len(hand.tricks) - 1
    return hand.trick, len(hand.tricks)


def _trick_on_show(scene: Scene) -> Context | None:
    hand = scene.hand
    if hand is None or scene.is_bidding:
        return None
    trick, number = _shown(hand)
    if trick is None:
        return None
    best = winning_place(trick.cards, hand.trump) if trick.cards else None
    is_taken = trick.winner is not None
    places = [
        PlaceInTrick(
            place=scene.place_of[seat],
            who=scene.name_or_you(seat),
            card=face(trick.cards[step], scene.language) if step < len(trick.cards) else None,
            is_best=step == best,
            is_next=seat == scene.to_act,
        )
        for step, seat in enumerate(seats_from(trick.leader, len(scene.order)))
    ]
    return {
        "id": f"{hand.number}-{number}",
        "is_taken": is_taken,
        "tag": scene.words["taken_by" if is_taken else "takes_now"],
        "places": places,
    }


def last_trick(scene: Scene) -> Context | None:
    """The last finished trick of the hand, to be looked at again."""
    hand = scene.hand
    if hand is None or not hand.tricks:
        return None
    trick = hand.tricks[-1]
    assert trick.winner is not None
    return {
        "took": words.took(scene.name(trick.winner), scene.is_you(trick.winner)),
        "cards": [
            {
                "face": face(card, scene.language),
                "who": scene.name_or_you(seat),
                "is_best": seat == trick.winner,
            }
            for seat, card in zip(seats_from(trick.leader, len(trick.cards)), trick.cards, strict=True)
        ],
    }


def _own_cards(scene: Scene) -> Context:
    hand, viewer = scene.hand, scene.table.viewer
    if hand is None or viewer is None or scene.is_hand_over:
        return {"fan": None}
    if hand.is_forehead:
        return {"fan": None, "brow": back(scene.words["unseen_own"]) if hand.cards_left[viewer] else "", "brows": True}
    cards = in_fan(hand.holding)
    legal = hand.legal_plays if scene.is_your_turn else ()
    only = legal[0] if len(legal) == 1 else None
    return {
        "fan": [
            CardInFan(
                text=str(card),
                face=face(card, scene.language),
                short=short(card),
                tilt=2 * place - len(cards) + 1,
                is_legal=card in legal,
            )
            for place, card in enumerate(cards)
        ],
        "chosen": str(only) if only is not None else "",
        "chosen_short": short(only) if only is not None else "",
        "chosen_name": name(only, scene.language) if only is not None else "",
    }


def _act(scene: Scene) -> Context:
    """What the viewer may do now: `act` names the controls."""
    view, hand = scene.view, scene.hand
    if view is None or hand is None or not scene.is_your_turn:
        return {"act": "held" if scene.is_own_held else "wait"}
    if scene.is_bidding:
        numbers = [
            {"number": tricks, "label": words.bid_button(tricks), "is_hook": tricks == hand.hook}
            for tricks in range(hand.size + 1)
            if tricks in hand.legal_bids or tricks == hand.hook
        ]
        return {"act": "bid", "numbers": numbers, "ask": words.ask_bid(hand)}
    return {"act": "unseen" if hand.plays_unseen else "play"}


def _wait(scene: Scene) -> str:
    """Whom the table waits for."""
    if scene.to_act is None:
        return scene.words["dealing"]
    seat = scene.table.seats[scene.to_act]
    return words.waits_for(scene.name(scene.to_act), scene.is_bidding, seat.is_held)


def _hint(scene: Scene) -> str:
    """What the viewer needs to know to go on."""
    hand, viewer = scene.hand, scene.table.viewer
    if viewer is None:
        return scene.words["watching"]
    if hand is None:
        return ""
    if hand.scores is not None:
        score = hand.scores[viewer]
        return words.outcome(hand.bids[viewer] == hand.taken[viewer], score.points, score.bonus)
    if scene.is_own_held:
        return scene.words["held"]
    return _hint_in_bidding(scene, hand, viewer) if scene.is_bidding else _hint_in_play(scene, hand, viewer)


def _hint_in_bidding(scene: Scene, hand: HandView, viewer: int) -> str:
    if hand.bids[viewer] is not None:
        return ""
    if viewer == hand.dealer:
        return scene.words["you_bid_last"]
    return scene.words["you_bid_now" if scene.is_your_turn else "you_bid_later"]


def _hint_in_play(scene: Scene, hand: HandView, viewer: int) -> str:
    if scene.is_your_turn:
        return words.why_these(hand)
    return words.still_needed(hand.bids[viewer] or 0, hand.taken[viewer])


def _news(scene: Scene) -> str:
    """What happened last and whether it is the viewer's turn, for those who listen."""
    view, hand = scene.view, scene.hand
    if view is None or hand is None:
        return scene.words["dealing"]
    said = [_latest(scene, view, hand)]
    if scene.is_your_turn:
        said.append(scene.words["your_turn"] + ".")
        said.append(words.ask_bid(hand) if scene.is_bidding else words.why_these(hand))
    return " ".join(said)


def _latest(scene: Scene, view: SeatView, hand: HandView) -> str:
    trick, _ = _shown(hand)
    if trick and trick.cards:
        player = seats_from(trick.leader, view.players)[len(trick.cards) - 1]
        news = words.played(scene.name(player), name(trick.cards[-1], scene.language), scene.is_you(player))
        if trick.winner is not None:
            news += " " + words.takes(scene.name(trick.winner), scene.is_you(trick.winner))
        return news
    said = [seat for seat in hand.bidders if hand.bids[seat] is not None]
    if not said:
        return words.dealt(hand, view.hands_total)
    return words.has_bid(scene.name(said[-1]), hand.bids[said[-1]] or 0, scene.is_you(said[-1]))


def outcome(scene: Scene) -> Context:
    """The result of a hand that is over, and which hand comes next."""
    view, hand = scene.view, scene.hand
    if view is None or hand is None or hand.scores is None:
        return {}
    rows = [
        {
            "name": scene.name_or_you(seat),
            "is_you": scene.is_you(seat),
            "bid": bid,
            "taken": hand.taken[seat],
            "is_made": bid is not None and is_made(bid, hand.taken[seat]),
            "points": words.signed(score.points),
            "bonus": words.signed(score.bonus) if score.bonus else "",
            "total": words.number(score.standing.total),
        }
        for seat in scene.order
        for bid, score in ((hand.bids[seat], hand.scores[seat]),)
    ]
    sizes = schedule(view.rules.ladder, view.players)
    next_deal = ""
    if view.hands_done < len(sizes):
        dealer = view.next_dealer
        next_deal = words.next_deal(
            view.hands_done + 1, sizes[view.hands_done], scene.name(dealer), scene.is_you(dealer)
        )
    return {"outcome": rows, "next_deal": next_deal, "has_bonus": any(row["bonus"] for row in rows)}
