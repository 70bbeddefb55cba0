"""Simulates matches over all presets, ladders and sizes, verifies every record, and tells how long it took.

`python -m tests.benchmarks.simulate_verify [MATCHES] [LEVEL,LEVEL...]`, 2,000 matches of easy bots when not said.
Exit status 1 when a record is at fault.
"""

import subprocess
import sys
import time
from itertools import product
from pathlib import Path

from games.engine.ruleset import MAX_PLAYERS, MIN_PLAYERS, PRESETS, Ladder

ROOT = Path(__file__).parents[2]
COMBINATIONS = list(product(PRESETS, Ladder, range(MIN_PLAYERS, MAX_PLAYERS + 1)))


def sound_records(preset: str, ladder: str, players: int, matches: int, levels: str) -> int:
    """How many of these simulated matches were verified without a fault."""
    options = {"preset": preset, "ladder": ladder, "players": players, "matches": matches, "bots": levels}
    arguments = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    manage = [sys.executable, str(ROOT / "manage.py")]
    with subprocess.Popen([*manage, "simulate", *arguments], stdout=subprocess.PIPE) as simulated:
        verified = subprocess.run(
            [*manage, "verify_record"], stdin=simulated.stdout, stdout=subprocess.PIPE, text=True, check=False
        )
    return sum(line.startswith("ok ") for line in verified.stdout.splitlines())


def main(matches: int, levels: str) -> int:
    each = -(-matches // len(COMBINATIONS))
    sound = 0
    began = time.monotonic()
    for preset, ladder, players in COMBINATIONS:
        at = time.monotonic()
        found = sound_records(preset, ladder, players, each, levels)
        sound += found
        print(
            f"{preset:9} {ladder} {players} seats: {found} of {each} sound, {time.monotonic() - at:.1f} s", flush=True
        )
    print(f"{sound} of {each * len(COMBINATIONS)} sound, {levels}, {time.monotonic() - began:.0f} s in all")
    return sound != each * len(COMBINATIONS)


if __name__ == "__main__":
    sys.exit(main(int((sys.argv[1:] or ["2000"])[0]), (sys.argv[2:] or ["easy"])[0]))
