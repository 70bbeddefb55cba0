"""The proof, after a match, that no card reached a browser before the seat in front of it could know it.

Everything that the wire kept is read: what it says of cards (mentions) is held against what the seat could know at that
version of the match (truth). Only the static files, the same for everybody, are left out.
"""

from __future__ import annotations

import base64
import json
import re
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.browser.mentions import Mention, Reading, read
from tests.browser.truth import TrueHand, TrueMatch, Truth
from tests.browser.wire import Payload

TABLE = re.compile(r"^(?:/ws)?/t/([a-z0-9]+)/")
MATCH_PAGE = re.compile(r"^/m/([a-z0-9]+)/$")
RECORD = re.compile(r"^/m/([a-z0-9]+)/record\.json$")
ECHO = re.compile(r"^sec-websocket-accept:.*$", re.IGNORECASE | re.MULTILINE)
"""The header that answers the browser's own random key with its hash."""
VERSION = re.compile(r'data-version="(\d+)"')
LANGUAGE = re.compile(r'<html lang="(\w+)"')
AWAY = re.compile(r'<section class="away-acts".*?</section>', re.DOTALL)
LINE = re.compile(r"<li>(.*?)</li>", re.DOTALL)
HAND = re.compile(r'<details class="hand">.*?</details>', re.DOTALL)
IN_FAN = re.compile(r'value="([3-9TJQKA][cdhs])"')
LONG_NUMBER = re.compile(r"(?<![0-9a-zA-Z.])(?:0x[0-9a-f]{4,}|\d{6,})(?![0-9a-zA-Z])")
DECK_ORDER = [rank + suit for suit in "cdhs" for rank in "3456789TJQKA"]
FEW_DRAWINGS = 8
SUFFICIENT_RUN = 4

Strangers = Mapping[tuple[str, str], Counter[str]]


class Leak(AssertionError):
    """Something reached a browser that its seat could not know yet."""


@dataclass
class Proof:
    """What was looked at: the payloads that spoke of a table, by hand of each match; what each hand showed."""

    payloads: int = 0
    by_hand: dict[tuple[str, int], int] = field(default_factory=lambda: defaultdict(int))
    shown: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    leaks: list[str] = field(default_factory=list)

    def assert_sees_every_hand(self, match: TrueMatch, seat: int) -> None:
        """The proof is worth something only if what the seat may see was seen: its cards, or the others' foreheads."""
        for hand in match.hands:
            missing = hand.known(seat, hand.began) - self.shown[match.code, hand.number]
            assert not missing, f"hand {hand.number} never showed {sorted(missing)}"


def strangers_pages(url: str) -> Strangers:
    """The cards on the pages that are about no match, as somebody unknown gets them: by path and language."""
    pages = {}
    for path in ("/", "/rules/", "/privacy/"):
        for language in ("ro", "en"):
            request = urllib.request.Request(url + path, headers={"Accept-Language": language})
            with urllib.request.urlopen(request) as answer:
                pages[path, language] = _count(read(answer.read().decode()))
    return pages


def prove(payloads: Sequence[Payload], truth: Truth, name: str, strangers: Strangers) -> Proof:
    """Proves for one person's browser, hand by hand; Leak with all that is wrong otherwise."""
    matches = {code: truth.match(code) for code in truth.clock()}
    judge = _Judge(matches, {code: _seat(match, name) for code, match in matches.items()}, strangers)
    for payload in payloads:
        if not payload.path.startswith("/static/"):
            judge.look_at(payload)
    if judge.proof.leaks:
        raise Leak(f"{len(judge.proof.leaks)} leaks to {name}:\n" + "\n".join(judge.proof.leaks[:20]))
    return judge.proof


class _Judge:
    def __init__(self, matches: Mapping[str, TrueMatch], seats: Mapping[str, int | None], strangers: Strangers) -> None:
        self.proof = Proof()
        self._matches = matches
        self._seats = seats
        self._strangers = strangers
        self._backs: dict[tuple[str, str, bool], set[int]] = defaultdict(set)
        self._before: dict[str, set[tuple[str, str]]] = defaultdict(set)
        self._drawings: dict[str, set[str]] = defaultdict(set)

    def look_at(self, payload: Payload) -> None:
        self.proof.payloads += 1
        self._secrets(payload)
        self._unless(not read(ECHO.sub("", payload.head)).mentions, payload, "a card in the headers")
        path, _, _ = payload.path.partition("?")
        for pattern, look in ((TABLE, self._table), (RECORD, self._record), (MATCH_PAGE, self._match_page)):
            if (found := pattern.match(path)) and found[1] in self._matches:
                look(payload, self._matches[found[1]])
                return
        self._page_of_no_match(payload, path)

    def _table(self, payload: Payload, match: TrueMatch) -> None:
        versions = {int(version) for version in VERSION.findall(payload.text)}
        version = max(versions, default=payload.clock[match.code])
        self._unless(len(versions) <= 1, payload, f"several versions at once: {versions}")
        self._unless(version <= payload.clock[match.code], payload, f"version {version} before its time")
        hand, seat = match.hand_at(version), self._seats[match.code]
        reading = read(AWAY.sub("", payload.text))
        self._away_acts(payload, match, version)
        known = hand.known(seat, version) if hand else set()
        for mention in reading.mentions:
            self._unless(mention.card in known, payload, f"at version {version}, {_told(mention)}")
        self._drawings_stay_few(payload, match.code, reading)
        if not hand:
            self._unless(not reading.suits, payload, "a suit before the first deal")
            return
        turned_suit = {hand.turned[1]} if hand.turned else set()
        self._unless(set(reading.suits) <= turned_suit, payload, f"at version {version}, suits {reading.suits}")
        self._numbers(payload, hand, known, version)
        if versions:
            self._face_down(payload, match.code, hand, version, reading.backs - hand.unseen(seat, version))
            self._order(payload, match.code)
            self.proof.by_hand[match.code, hand.number] += 1
            self.proof.shown[match.code, hand.number] |= reading.cards

    def _away_acts(self, payload: Payload, match: TrueMatch, version: int) -> None:
        """What a bot played in the person's name, told by hand: of each hand only what this seat has played."""
        seat = self._seats[match.code]
        for section in AWAY.findall(payload.text):
            lines = LINE.findall(section)
            outside = read(LINE.sub("", section)).mentions
            self._unless(not outside, payload, f"beside the acts of the absence: {outside}")
            for line in lines:
                number = int(re.search(r"\d+", line)[0])
                plays = [play for hand in match.hands if hand.number == number for play in hand.plays]
                own = {play.card for play in plays if play.seat == seat and play.version <= version}
                for mention in read(line).mentions:
                    self._unless(mention.card in own, payload, f"of the absence in hand {number}, {_told(mention)}")

    def _face_down(self, payload: Payload, code: str, hand: TrueHand, version: int, others: int) -> None:
        """Beside the cards that lie unseen there may be backs for show, as many as the phase alone tells."""
        phase = "bidding" if hand.taken_by_bidding(version) else "play" if hand.ended is None else "over"
        counts = self._backs[code, phase, hand.turned is not None]
        counts.add(others)
        self._unless(others >= 0, payload, f"at version {version}, a card too few lies face down")
        self._unless(len(counts) == 1, payload, f"at version {version}, face down beside the unseen: {counts}")

    def _order(self, payload: Payload, code: str) -> None:
        """One's own cards stand in an order that says nothing: of two cards always the same one first."""
        fan = IN_FAN.findall(payload.text)
        pairs = {(first, then) for place, first in enumerate(fan) for then in fan[place + 1 :]}
        contrary = {(first, then) for first, then in pairs if (then, first) in self._before[code]}
        self._before[code] |= pairs
        self._unless(not contrary, payload, f"own cards in another order than before: {contrary}")

    def _numbers(self, payload: Payload, hand: TrueHand, known: set[str], version: int) -> None:
        """Hidden cards as a bit mask, or as a row of their numbers in the deck."""
        masks = set()
        for holding in hand.holdings:
            for cards in (holding, set(holding) - hand.played(version)):
                if set(cards) - known and len(cards) > 1:
                    masks.add(sum(1 << DECK_ORDER.index(card) for card in cards))
        found = {int(number, 0 if "x" in number else 10) for number in LONG_NUMBER.findall(payload.text)}
        self._unless(not masks & found, payload, f"at version {version}, a hidden holding as a number")
        for holding in hand.holdings:
            numbers = [str(DECK_ORDER.index(card)) for card in holding]
            if len(set(holding) - known) >= SUFFICIENT_RUN:
                rows = (", ".join(numbers), ",".join(numbers), " ".join(numbers))
                self._unless(not any(row in payload.text for row in rows), payload, "a hidden holding as numbers")

    def _drawings_stay_few(self, payload: Payload, code: str, reading: Reading) -> None:
        """A card might be drawn in place; then there would be as many drawings as cards."""
        self._drawings[code] |= reading.drawings
        few = len(self._drawings[code]) <= FEW_DRAWINGS
        self._unless(few, payload, f"many drawings: {sorted(self._drawings[code])}")

    def _match_page(self, payload: Payload, match: TrueMatch) -> None:
        finished = {hand.number: hand for hand in match.finished_hands(payload.clock[match.code])}
        for section in HAND.findall(payload.text):
            number = int(re.search(r"<b>(\d+)</b>", section)[1])
            cards = {card for holding in finished[number].holdings for card in holding} if number in finished else set()
            turned = {finished[number].turned} if number in finished else set()
            for mention in read(section).mentions:
                self._unless(mention.card in cards | turned, payload, f"of hand {number}, {_told(mention)}")
        for mention in read(HAND.sub("", payload.text)).mentions:
            self._unless(False, payload, f"beside the finished hands, {_told(mention)}")

    def _record(self, payload: Payload, match: TrueMatch) -> None:
        record = json.loads(payload.text)
        finished = {hand.number: hand for hand in match.finished_hands(payload.clock[match.code])}
        for told in record.pop("hands"):
            hand = finished.get(told["number"])
            if hand is None:
                self._unless(False, payload, f"hand {told['number']} in the record before its end")
                continue
            cards = {card for holding in hand.holdings for card in holding} | {hand.turned}
            for mention in read(json.dumps(told)).mentions:
                self._unless(mention.card in cards, payload, f"of hand {hand.number}, {_told(mention)}")
        for mention in read(json.dumps(record, ensure_ascii=False)).mentions:
            self._unless(False, payload, f"beside the finished hands, {_told(mention)}")

    def _page_of_no_match(self, payload: Payload, path: str) -> None:
        language = LANGUAGE.search(payload.text)
        usual = self._strangers.get((path, language[1] if language else ""), Counter())
        more = _count(read(payload.text)) - usual
        self._unless(not more, payload, f"cards that a stranger's page has not: {dict(more)}")

    def _secrets(self, payload: Payload) -> None:
        """No seed before the end of its match, and never a deck in the order it was dealt from."""
        content = payload.head.encode() + payload.body
        for match in self._matches.values():
            if match.finished is not None and payload.clock.get(match.code, 0) >= match.finished:
                continue
            self._unless(not _holds_seed(content, match.seed), payload, f"the seed of {match.code}")
        for match in self._matches.values():
            for order in match.orders:
                self._unless(order.encode() not in content, payload, f"the order of a deck of {match.code}")

    def _unless(self, is_well: bool, payload: Payload, what: str) -> None:
        leak = f"{payload.path} ({'answer' if payload.head else 'message'}): {what}"
        if not is_well and leak not in self.proof.leaks:
            self.proof.leaks.append(leak)


def _holds_seed(content: bytes, seed: str) -> bool:
    """The seed as digits or bytes, plain or in base64 at any of its three alignments."""
    raw = bytes.fromhex(seed)
    forms = {raw, seed.encode(), seed.upper().encode(), str(int(seed, 16)).encode()}
    for secret in (raw, seed.encode()):
        for shift in range(3):
            encoded = base64.b64encode(b"\0" * shift + secret)[4 if shift else 0 : -4]
            forms |= {encoded, encoded.replace(b"+", b"-").replace(b"/", b"_")}
    return any(form in content for form in forms)


def _seat(match: TrueMatch, name: str) -> int | None:
    return match.seat_of(name) if name in match.names else None


def _count(reading: Reading) -> Counter[str]:
    return Counter(mention.card for mention in reading.mentions)


def _told(mention: Mention) -> str:
    return f"{mention.card} as {mention.form}: {mention.source[:60]!r}"
