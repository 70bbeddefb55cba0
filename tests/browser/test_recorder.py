"""The recorder proves something only if it cannot be fooled: leaks of every form planted in copies of real payloads."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Browser

from games.engine.cards import CARDS
from games.rendering import cards as product
from tests.browser.conftest import Evening
from tests.browser.mentions import in_speech, read
from tests.browser.player import Person
from tests.browser.recorder import Leak, Strangers, prove, strangers_pages
from tests.browser.truth import TrueHand, TrueMatch, Truth
from tests.browser.wire import Payload, Wires
from tests.server import Server

ORDER = "3456789TJQKA"
IN_ENGLISH = ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
IN_ROMANIAN = ("trei", "patru", "cinci", "șase", "șapte", "opt", "nouă", "zece", "valet", "damă", "popă", "as")
RANKS = dict(zip(ORDER, IN_ENGLISH, strict=True))
ROMANIAN = dict(zip(ORDER, IN_ROMANIAN, strict=True))
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
ROMANIAN_SUITS = {"c": "treflă", "d": "romb", "h": "inimă", "s": "pică"}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
ENTITIES = {"c": "clubs", "d": "diams", "h": "hearts", "s": "spades"}
FIRST_OF_SUIT = {"s": 0x1F0A0, "h": 0x1F0B0, "d": 0x1F0C0, "c": 0x1F0D0}
NUMBERS = dict(zip("A3456789TJQK", (1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14), strict=True))

FORMS: dict[str, Callable[[str, str], str]] = {
    "attribute": lambda rank, suit: f'<span data-card="{rank}{suit}"></span>',
    "any attribute": lambda rank, suit: f'<span data-x="{rank.lower()}{suit}"></span>',
    "attribute's name": lambda rank, suit: f"<span data-{rank}{suit}></span>",
    "sprite": lambda rank, suit: f'<use href="/static/cards/cards.svg#{rank}{suit}"/>',
    "picture": lambda rank, suit: f'<img alt="" src="/cards/{rank}{suit}.png">',
    "id": lambda rank, suit: f'<i id="card-{rank}{suit}"></i>',
    "class": lambda rank, suit: f'<i class="card c-{suit}{rank}"></i>',
    "class with a dash": lambda rank, suit: f'<i class="card {rank}-{suit}"></i>',
    "value": lambda rank, suit: f'<input type="hidden" value="{rank}{suit}">',
    "several values": lambda rank, suit: f'<input type="hidden" value="7x,{rank}{suit}">',
    "hx-vals": lambda rank, suit: f'<button hx-vals=\'{{"play": "{rank}{suit}"}}\'></button>',
    "comment": lambda rank, suit: f"<!-- {rank}{suit} -->",
    "script": lambda rank, suit: f'<script type="application/json">["{rank}{suit}"]</script>',
    "suit first in a script": lambda rank, suit: f"<script>x('{suit.upper()}{rank}')</script>",
    "run of cards": lambda rank, suit: f"<p>{rank}{suit}{rank}{suit}</p>",
    "text": lambda rank, suit: f"<p>plays {rank}{suit}.</p>",
    "ten as a number": lambda rank, suit: f"<p>{'10' if rank == 'T' else rank}{suit}</p>",
    "entity": lambda rank, suit: f"<p>&#{ord(rank)};{suit}</p>",
    "close behind another word": lambda rank, suit: f"<b>5</b>{rank}{suit}",
    "letters in two elements": lambda rank, suit: f"<b>{rank}</b><i>{suit}</i>",
    "sign": lambda rank, suit: f"<p>{rank}{SIGNS[suit]}</p>",
    "sign with a selector": lambda rank, suit: f"<p>{rank}{SIGNS[suit]}\ufe0e</p>",
    "sign's entity": lambda rank, suit: f"<p>{rank}&{ENTITIES[suit]};</p>",
    "sign first": lambda rank, suit: f"<p>{SIGNS[suit]}{rank}</p>",
    "sign in another element": lambda rank, suit: f"<p><b>{rank}</b><i>{SIGNS[suit]}</i></p>",
    "playing card character": lambda rank, suit: f"<p>{chr(FIRST_OF_SUIT[suit] + NUMBERS[rank])}</p>",
    "English": lambda rank, suit: f"<p>The {RANKS[rank]} of {SUITS[suit]}</p>",
    "English with capitals": lambda rank, suit: f"<p>{RANKS[rank].title()} of {SUITS[suit].title()}</p>",
    "English in two elements": lambda rank, suit: f"<p><b>{RANKS[rank]}</b> of <b>{SUITS[suit]}</b></p>",
    "English label": lambda rank, suit: f'<svg aria-label="{RANKS[rank]} of {SUITS[suit]}"></svg>',
    "Romanian": lambda rank, suit: f"<p>{ROMANIAN[rank]} de {ROMANIAN_SUITS[suit]}</p>",
    "Romanian without marks": lambda rank, suit: f"<p>{ROMANIAN[rank]} {ROMANIAN_SUITS[suit]}</p>".replace("ă", "a"),
    "rank's letter in words": lambda rank, suit: f"<p>{'10' if rank == 'T' else rank} de {ROMANIAN_SUITS[suit]}</p>",
    "two attributes": lambda rank, suit: f'<i data-rank="{rank}" data-suit="{suit}"></i>',
    "two classes": lambda rank, suit: f'<i class="rank-{rank} suit-{suit}"></i>',
    "rank in a suit's element": lambda rank, suit: f'<b class="suit-{suit}"><span>{rank}</span></b>',
    "rank before a suit's drawing": lambda rank, suit: f'{rank}<svg><use href="x.svg#suit-{suit}"/></svg>',
    "a back of some suit": lambda rank, suit: f'<i class="card suit-{suit}"></i>',
}


@dataclass(frozen=True)
class Recorded:
    """The beginning of a real forehead match, up to the middle of its fifth hand, as it came to one browser."""

    name: str
    seat: int
    truth: Truth
    match: TrueMatch
    strangers: Strangers
    payloads: Sequence[Payload]

    def prove(self, payload: Payload) -> None:
        prove([payload], self.truth, self.name, self.strangers)

    def table_at(self, hand: TrueHand) -> tuple[Payload, int]:
        """A table of this hand on which something is hidden, and its version."""
        for payload in self.payloads:
            for version in range(hand.began, hand.ended or self.match.version):
                if f'data-version="{version}"' in payload.text and self.hidden(hand, version):
                    return payload, version
        raise AssertionError(f"no table of hand {hand.number}")

    def hidden(self, hand: TrueHand, version: int) -> list[str]:
        """The dealt cards that the seat may not know, then the others: what was not dealt is as secret."""
        dealt = [card for holding in hand.holdings for card in holding]
        order = self.match.orders[hand.number - 1]
        deck = [order[place : place + 2] for place in range(0, len(order), 2)]
        return [card for card in dict.fromkeys(dealt + deck) if card not in hand.known(self.seat, version)]


@pytest.fixture(scope="module")
def recorded(site: Server, browser: Browser, wires: Wires) -> Recorded:
    evening = Evening(site, browser, wires)
    ana = evening.person("Ana")
    ana.comes_as_guest()
    path = ana.opens_table("forehead", players=3, bots=(1, 2))
    heard = hears(ana)
    ana.goes_to(path)
    ana.starts()
    ana.plays_on(until=lambda seen: seen.hand == 5 and bool(seen.cards))
    ana.goes_to(path.replace("/t/", "/m/"))
    ana.goes_to("/")
    ana.page.request.get(ana.wire.url + path.replace("/t/", "/m/") + "record.json")
    evening.ends()
    kept = Counter(payload.text for payload in ana.wire.payloads if not payload.head)
    assert heard
    assert not Counter(heard) - kept
    match = evening.match(path)
    return Recorded("Ana", match.seat_of("Ana"), evening.truth, match, strangers_pages(site.url), ana.wire.payloads)


def hears(person: Person) -> list[str]:
    """What the browser itself says it was sent on its table's socket, as far as it is text."""
    heard: list[str] = []
    person.page.on(
        "websocket",
        lambda socket: (
            socket.on("framereceived", lambda frame: heard.append(str(frame))) if "/ws/t/" in socket.url else None
        ),
    )
    return heard


def planted(payload: Payload, leak: str) -> Payload:
    assert "</main>" in payload.text
    return replace(payload, body=payload.text.replace("</main>", f"{leak}</main>").encode())


def test_what_really_came_is_clean_and_the_whole_of_it_was_looked_at(recorded: Recorded) -> None:
    proof = prove(recorded.payloads, recorded.truth, recorded.name, recorded.strangers)
    proof.assert_sees_every_hand(recorded.match, recorded.seat)
    assert {number for _, number in proof.by_hand} >= {1, 2, 3, 4, 5}


def test_a_recording_without_a_hand_proves_nothing(recorded: Recorded) -> None:
    hand = recorded.match.hands[3]
    rest = [payload for payload in recorded.payloads if f'data-hand="{hand.number}"' not in payload.text]
    proof = prove(rest, recorded.truth, recorded.name, recorded.strangers)
    with pytest.raises(AssertionError, match="hand 4 never showed"):
        proof.assert_sees_every_hand(recorded.match, recorded.seat)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", [1, 5], ids=["in a forehead hand", "in another hand"])
def test_a_hidden_card_is_found_in_any_form(recorded: Recorded, form: str, number: int) -> None:
    hand = recorded.match.hands[number - 1]
    payload, version = recorded.table_at(hand)
    card = next(card for card in recorded.hidden(hand, version) if not hand.turned or card[1] != hand.turned[1])
    recorded.prove(payload)
    with pytest.raises(Leak):
        recorded.prove(planted(payload, FORMS[form](*card)))


@pytest.mark.parametrize("card", CARDS, ids=str)
@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_card_is_known_by_the_products_own_words(card: object, language: str) -> None:
    assert isinstance(card, type(CARDS[0]))
    for said in (product.name(card, language), product.short(card), product.name(card, language).capitalize()):
        assert {mention.card for mention in in_speech(f"Ana: {said}.")} == {str(card)}
    assert read(product.face(card, language)).cards == {str(card)}


def leaks_of_secrets(recorded: Recorded) -> dict[str, str]:
    seed = bytes.fromhex(recorded.match.seed)
    return {
        "seed": recorded.match.seed,
        "seed in capitals": recorded.match.seed.upper(),
        "seed in base64": base64.b64encode(seed).decode(),
        "seed in longer base64": base64.b64encode(b"x" + seed + b"y").decode(),
        "seed's digits in base64": base64.b64encode(recorded.match.seed.encode()).decode(),
        "seed as a number": str(int(recorded.match.seed, 16)),
        "order of the deal": recorded.match.orders[-1],
        "order of a deal that is over": recorded.match.orders[0],
    }


@pytest.mark.parametrize(
    "secret",
    [
        *("seed", "seed in capitals", "seed in base64", "seed in longer base64", "seed's digits in base64"),
        *("seed as a number", "order of the deal", "order of a deal that is over"),
    ],
)
def test_the_seed_and_the_order_of_a_deck_are_found_anywhere(recorded: Recorded, secret: str) -> None:
    leak = leaks_of_secrets(recorded)[secret]
    lobby = next(payload for payload in recorded.payloads[::-1] if payload.path == "/")
    for payload in (recorded.table_at(recorded.match.hands[4])[0], lobby):
        with pytest.raises(Leak):
            recorded.prove(planted(payload, f"<p>{leak}</p>"))
    with pytest.raises(Leak):
        recorded.prove(replace(lobby, head=f"{lobby.head}\r\nX-Debug: {leak}"))


def test_a_hidden_holding_is_found_as_a_mask_and_as_numbers(recorded: Recorded) -> None:
    hand = recorded.match.hands[4]
    payload, _ = recorded.table_at(hand)
    holding = next(held for seat, held in enumerate(hand.holdings) if seat != recorded.seat)
    numbers = [int(card) for card in CARDS if str(card) in holding]
    mask = sum(1 << number for number in numbers)
    for leak in (str(mask), hex(mask)):
        with pytest.raises(Leak, match="as a number"):
            recorded.prove(planted(payload, f'<i data-x="{leak}"></i>'))


def test_a_card_too_many_face_down_is_found(recorded: Recorded) -> None:
    hand = recorded.match.hands[4]
    payloads = [payload for payload in recorded.payloads if f'data-hand="{hand.number}"' in payload.text]
    prove(payloads, recorded.truth, recorded.name, recorded.strangers)
    back = planted(payloads[-1], '<use href="x.svg#back"/>')
    with pytest.raises(Leak, match="face down"):
        prove([*payloads, back], recorded.truth, recorded.name, recorded.strangers)


def test_own_cards_in_the_order_of_the_deal_are_found(recorded: Recorded) -> None:
    payload, _ = recorded.table_at(recorded.match.hands[4])
    first, second, *_ = (
        card for card in recorded.match.hands[4].holdings[recorded.seat] if f'value="{card}"' in payload.text
    )
    swapped = payload.text.replace(f'value="{first}"', 'value="?"').replace(f'value="{second}"', f'value="{first}"')
    swapped = swapped.replace('value="?"', f'value="{second}"')
    with pytest.raises(Leak, match="another order"):
        prove([payload, replace(payload, body=swapped.encode())], recorded.truth, recorded.name, recorded.strangers)


def test_a_table_before_its_time_is_found(recorded: Recorded) -> None:
    payload, version = recorded.table_at(recorded.match.hands[4])
    with pytest.raises(Leak, match="before its time"):
        recorded.prove(replace(payload, clock={recorded.match.code: version - 1}))


def test_a_hand_being_played_is_found_on_the_match_page_and_in_the_record(recorded: Recorded) -> None:
    hand = recorded.match.hands[4]
    card = hand.holdings[recorded.seat][0]
    page = next(payload for payload in recorded.payloads if payload.path == f"/m/{recorded.match.code}/")
    with pytest.raises(Leak, match="beside the finished hands"):
        recorded.prove(planted(page, f"<p>{card}</p>"))
    with pytest.raises(Leak, match="of hand 5"):
        recorded.prove(planted(page, f'<details class="hand"><b>5</b>{card}</details>'))

    record = {"hands": [{"number": hand.number, "cards": [list(holding) for holding in hand.holdings]}]}
    sent = Payload(f"/m/{recorded.match.code}/record.json", "", json.dumps(record).encode(), page.clock)
    with pytest.raises(Leak, match="before its end"):
        recorded.prove(sent)
    with pytest.raises(Leak, match="beside the finished hands"):
        recorded.prove(replace(sent, body=json.dumps({"hands": [], "next": card}).encode()))


def test_a_card_in_the_lobby_is_found(recorded: Recorded) -> None:
    lobby = next(payload for payload in recorded.payloads if payload.path == "/")
    for card in ("Qh", "7c"):
        with pytest.raises(Leak, match="stranger"):
            recorded.prove(planted(lobby, f"<p>{card}</p>"))
