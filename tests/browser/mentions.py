"""Finds every card that a text speaks of, in any form: token, reference, words in two languages, signs, attributes.

It is generous on purpose: better a false alarm to look at than a leak that is not seen. It knows nothing of how the
product draws its pages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser

RANKS = "3456789TJQKA"
SUITS = "cdhs"
SIGNS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
RANK_WORDS = {
    "3": "three trei treiul treiar",
    "4": "four patru patrul",
    "5": "five cinci cinciul cincar",
    "6": "six sase sasele sasar",
    "7": "seven sapte saptele saptar",
    "8": "eight opt optul optar",
    "9": "nine noua nouarul nouar",
    "T": "ten zece zecele zecar",
    "J": "jack knave valet valetul juvete fante bubi",
    "Q": "queen dama damei regina duduca",
    "K": "king rege regele popa popii",
    "A": "ace as asul",
}
SUIT_WORDS = {
    "s": "spades spade pica picas frunza verde inima-neagra",
    "h": "hearts heart inima inimi inima-rosie cupa cupe rosie rosu",
    "d": "diamonds diamond romb romburi caro toba",
    "c": "clubs club trefla trefle ghinda cruce",
}
SPOKEN_ATTRIBUTES = {
    *("aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder", "content"),
    *("hx-confirm", "data-title", "data-verb", "data-done", "data-offline", "data-fault"),
}
SHAPES = {("path", "d"), ("svg", "viewbox"), ("path", "transform")}
"""Drawing instructions, in which a number and a letter may stand together."""

RANK = r"(?:10|[3-9TJQKA])"
END = r"(?![^\W_])"
START = r"(?<![^\W_])"
TOKEN = re.compile(rf"{START}({RANK})[-_]?([cdhs]){END}")
TOKEN_ANY_CASE = re.compile(rf"{START}({RANK})([cdhs]){END}", re.IGNORECASE)
SUIT_FIRST = re.compile(rf"{START}([cdhs])[-_]?({RANK}){END}")
SUIT_FIRST_ANY_CASE = re.compile(rf"{START}([cdhs])({RANK}){END}", re.IGNORECASE)
RUN = re.compile(rf"{START}(?:[3-9TJQKA][cdhs]){{2,}}{END}")
RUN_ANY_CASE = re.compile(rf"{START}(?:[3-9TJQKA][cdhs]){{3,}}{END}", re.IGNORECASE)
ACE_IN_WORDS = re.compile(r"\bAs(?=\s+de\s)")
SIGN = re.compile(rf"{START}({RANK})\s*[\ufe0e\ufe0f]?\s*([♠♤♥♡♦♢♣♧])")
SIGN_FIRST = re.compile(rf"([♠♤♥♡♦♢♣♧])[\ufe0e\ufe0f]?\s*({RANK}){END}")
SUIT_MARK = re.compile(r"(?:^|[^a-z0-9])suit[-_=:#/]?([cdhs])(?![a-z0-9])", re.IGNORECASE)
RANK_MARK = re.compile(rf"(?:^|[^a-z0-9])(?:rank|index|value)[-_=:#/]?({RANK})(?![a-z0-9])", re.IGNORECASE)
NOT_CARDS = re.compile(r"timeout:\d+s|\.js\b|/static/js/")


def _by_word(words: dict[str, str]) -> dict[str, str]:
    return {word.replace("-", " "): sign for sign, names in words.items() for word in names.split()}


RANK_BY_WORD = _by_word(RANK_WORDS)
RANK_BY_SIGN = {rank.lower(): rank for rank in RANKS} | {"10": "T"}
SUIT_BY_WORD = _by_word(SUIT_WORDS)
_suits = "|".join(sorted(SUIT_BY_WORD, key=len, reverse=True))
WORDS = re.compile(
    rf"\b(?:({'|'.join(RANK_BY_WORD)})(?: (?:de|of|din|the))?|({'|'.join(RANK_BY_SIGN)}) (?:de|of|din)) ({_suits})\b"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A card (rank and suit, "Th" for a ten), the form it was said in, and what it was read from."""

    card: str
    form: str
    source: str


@dataclass
class Reading:
    """What a text says of cards. `suits`: suits marked where no card is named; `backs`: cards drawn face down."""

    mentions: list[Mention] = field(default_factory=list)
    suits: list[str] = field(default_factory=list)
    backs: int = 0
    drawings: set[str] = field(default_factory=set)

    @property
    def cards(self) -> set[str]:
        return {mention.card for mention in self.mentions}


def read(text: str) -> Reading:
    """Everything that a page, a message, a record or a header says of cards."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.finish()
    return reader.reading


@lru_cache(maxsize=1 << 16)
def in_structure(text: str) -> tuple[Mention, ...]:
    """Cards in what machines read: addresses, ids, classes, values, JSON."""
    return tuple(_in_structure(text))


@lru_cache(maxsize=1 << 16)
def in_speech(text: str) -> tuple[Mention, ...]:
    """Cards in what people read or hear, in Romanian and English."""
    return tuple(_in_speech(text))


def _in_structure(text: str) -> Iterator[Mention]:
    text = NOT_CARDS.sub("", text)
    for match in {*TOKEN.finditer(text), *TOKEN_ANY_CASE.finditer(text)}:
        yield Mention(_card(match[1], match[2]), "token", match[0])
    for match in {*SUIT_FIRST.finditer(text), *SUIT_FIRST_ANY_CASE.finditer(text)}:
        yield Mention(_card(match[2], match[1]), "suit first", match[0])
    yield from _runs(text)
    yield from _signs(text)


def _in_speech(text: str) -> Iterator[Mention]:
    for match in TOKEN.finditer(ACE_IN_WORDS.sub(" ", text)):
        yield Mention(_card(match[1], match[2]), "token", match[0])
    yield from _runs(text)
    yield from _signs(text)
    for match in WORDS.finditer(_plain(text)):
        rank = RANK_BY_WORD[match[1]] if match[1] else RANK_BY_SIGN[match[2]]
        yield Mention(rank + SUIT_BY_WORD[match[3]], "words", match[0])


def _runs(text: str) -> Iterator[Mention]:
    for match in (*RUN.finditer(text), *RUN_ANY_CASE.finditer(text)):
        for place in range(0, len(match[0]), 2):
            yield Mention(_card(match[0][place], match[0][place + 1]), "run", match[0])


def _signs(text: str) -> Iterator[Mention]:
    for match in SIGN.finditer(text):
        yield Mention(_card(match[1], SIGNS[match[2]]), "sign", match[0])
    for match in SIGN_FIRST.finditer(SIGN.sub(" ", text)):
        yield Mention(_card(match[2], SIGNS[match[1]]), "sign", match[0])
    for character in text:
        if "\U0001f0a1" <= character <= "\U0001f0de" and (card := _pictured(character)):
            yield Mention(card, "playing card character", character)


def _pictured(character: str) -> str | None:
    """The card of Unicode's block of playing cards; None for a back, a knight or a joker."""
    suit, number = divmod(ord(character) - 0x1F0A0, 16)
    rank = "-A23456789TJ-QK-"[number]
    return None if rank == "-" else rank + "shdc"[suit]


def _card(rank: str, suit: str) -> str:
    return ("T" if rank == "10" else rank.upper()) + suit.lower()


def _plain(text: str) -> str:
    """Small letters without their marks, any space one space."""
    decomposed = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).casefold().split())


@dataclass
class _Element:
    tag: str
    suit: str | None
    rank: str | None
    named: set[str]


VOID = {"input", "meta", "link", "br", "img", "hr", "use", "circle", "path", "source", "wbr"}


class _Reader(HTMLParser):
    """Reads HTML, and anything else as one text. A rank here and a suit there on the way down make a card."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.reading = Reading()
        self._path: list[_Element] = []
        self._said: list[str] = []
        self._last_rank = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = _Element(tag, None, None, set())
        for name, value in attrs:
            self._attribute(element, name, value or "")
        if element.suit and not (element.rank or self._named_above() | element.named):
            self.reading.suits.append(element.suit)
        if element.suit and element.rank:
            self._note(element.rank, element.suit, "rank and suit marks")
        if tag == "use" and element.suit and self._last_rank:
            self._note(self._last_rank, element.suit, "rank before a suit's sign")
        self._said.append(" ")
        if tag not in VOID:
            self._path.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._path.pop()

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self._path):
            while self._path.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self._said.append(data)
        self.reading.mentions += in_speech(data)
        if not self._path or self._path[-1].tag in ("script", "style"):
            self.reading.mentions += in_structure(data)
        if word := data.strip():
            self._word(word)

    def _word(self, word: str) -> None:
        if self._last_rank and re.fullmatch("[cdhs]", word, re.IGNORECASE):
            self._note(self._last_rank, word, "rank before a suit's letter")
        self._last_rank = word if re.fullmatch(RANK, word) else ""
        suit = next((element.suit for element in reversed(self._path[-3:]) if element.suit), None)
        if self._last_rank and suit:
            self._note(word, suit, "rank inside a suit's element")

    def handle_comment(self, data: str) -> None:
        self.reading.mentions += (*in_structure(data), *in_speech(data))

    handle_decl = handle_comment
    handle_pi = handle_comment
    unknown_decl = handle_comment

    def finish(self) -> None:
        """What is said may stand in several elements: all is read once more in one piece."""
        self.reading.mentions += in_speech("".join(self._said))

    def _attribute(self, element: _Element, name: str, value: str) -> None:
        if (element.tag, name) in SHAPES:
            self.reading.drawings.add(value)
            return
        if value.startswith("data:") or name == "srcset":
            self.reading.drawings.add(value)
        if value.rpartition("#")[2] == "back":
            self.reading.backs += 1
        found = in_structure(name) + (in_speech if name in SPOKEN_ATTRIBUTES else in_structure)(value)
        element.named.update(mention.card for mention in found)
        self.reading.mentions += found
        for mark in (value, f"{name}={value}"):
            element.suit = element.suit or _marked(SUIT_MARK, mark)
            element.rank = element.rank or _marked(RANK_MARK, mark)

    def _named_above(self) -> set[str]:
        return {card for element in self._path for card in element.named}

    def _note(self, rank: str, suit: str, form: str) -> None:
        self.reading.mentions.append(Mention(_card(rank, suit), form, f"{rank} {suit}"))


@lru_cache(maxsize=1 << 16)
def _marked(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match[1] if match else None
