"""A decoded JSON value read strictly: every step either gives what was asked for or names where that is not so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Never

from games.engine.cards import Card


class RecordFault(Exception):
    """A record is wrong: `where` in it, such as "hands[3].bids[2]" (counted from 0), and `what` is wrong there."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


def parse_json(text: str) -> object:
    """The value of a JSON text; RecordFault when it is no JSON, names a key twice or cannot be held in memory."""
    try:
        return json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise RecordFault("record", f"no valid JSON ({error})") from None


@dataclass(frozen=True, slots=True)
class Node:
    """A value in the record and where it stands. No fault prints the value: it may be of any size and depth."""

    where: str
    value: object

    def __getitem__(self, key: str) -> Node:
        if not isinstance(self.value, dict):
            raise self.fault("expected an object")
        node = Node(key if self.where == "record" else f"{self.where}.{key}", self.value.get(key))
        if key not in self.value:
            raise node.fault("missing")
        return node

    def fault(self, what: str) -> RecordFault:
        return RecordFault(self.where, what)

    @property
    def is_null(self) -> bool:
        return self.value is None

    def entries(self, least: int, most: int) -> list[Node]:
        if not isinstance(self.value, list):
            raise self.fault("expected a list")
        if not least <= len(self.value) <= most:
            raise self.fault(f"expected {least} entries" if least == most else f"expected {least} to {most} entries")
        return [Node(f"{self.where}[{place}]", value) for place, value in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.fault("expected a text")
        return self.value

    def number(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.fault("expected a whole number")
        return self.value

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.fault("expected true or false")
        return self.value

    def one_of[Choice: StrEnum](self, choices: type[Choice]) -> Choice:
        for choice in choices:
            if self.value == choice.value:
                return choice
        raise self.fault("expected one of " + ", ".join(choices))

    def card(self) -> Card:
        try:
            return Card.parse(self.text())
        except ValueError:
            raise self.fault("not a card") from None

    def expect(self, expected: str | int | None) -> None:
        if type(self.value) is not type(expected) or self.value != expected:
            raise self.fault(f"expected {json.dumps(expected)}")

    def expect_all(self, expected: Sequence[int]) -> None:
        for entry, number in zip(self.entries(len(expected), len(expected)), expected, strict=True):
            entry.expect(number)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return values


def _no_number(constant: str) -> Never:
    raise ValueError(f"{constant} is no number")
