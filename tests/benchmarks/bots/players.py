"""Who can sit at a bench's table, by name: a level, a level of another version of the code, or the cheat.

`hard`, `hard@PATH` (as in the checkout at PATH) and `cheat`. A version of the code shares this one's engine.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import ModuleType

import games
from games import bots
from games.bots import Level
from games.practice import Chooser
from tests.benchmarks.bots.cheat import cheat

CHEAT = "cheat"
_BOTS = bots.__name__


def chooser(name: str, seed: bytes) -> Chooser:
    """How the player of this name chooses in the match of this seed; ValueError when there is no such level."""
    if name == CHEAT:
        return partial(cheat, seed=seed)
    level, _, path = name.partition("@")
    return partial(version(path).choose if path else bots.choose, level=Level(level))


@cache
def version(path: str) -> ModuleType:
    """The package `games.bots` of another checkout; FileNotFoundError when there is none."""
    folder = Path(path) / "games"
    if not (folder / "bots").is_dir():
        raise FileNotFoundError(f"no bots in {folder}")
    with _set_aside(_is_of_the_bots):
        here, games.__path__ = games.__path__, [str(folder)]
        try:
            return importlib.import_module(_BOTS)
        finally:
            games.__path__ = here


def _is_of_the_bots(module: str) -> bool:
    return f"{module}.".startswith(f"{_BOTS}.")


@contextmanager
def _set_aside(which: Callable[[str], bool]) -> Iterator[None]:
    """Has Python forget these modules for a while; those imported meanwhile are forgotten afterwards."""
    kept = {name: module for name, module in sys.modules.items() if which(name)}
    for name in kept:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in [name for name in sys.modules if which(name)]:
            del sys.modules[name]
        sys.modules.update(kept)
        games.bots = bots
