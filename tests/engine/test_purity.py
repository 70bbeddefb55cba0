"""The engine is rules and nothing else: the standard library will do, on a server and in a browser."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

IMPORTS_ALL = """
import pkgutil, sys
before = set(sys.modules)
import games.engine, games.practice
for module in pkgutil.iter_modules(games.engine.__path__, "games.engine."):
    __import__(module.name)
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


def test_the_engine_and_practice_import_the_standard_library_only() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{IMPORTS_ALL}"],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stdout.split())
    assert "games" in imported
    assert imported - {"games"} <= sys.stdlib_module_names


def test_the_engine_reads_no_clock_and_no_chance() -> None:
    """The modules through which a clock, the system's randomness, a file or a network could come in."""
    forbidden = {"random", "secrets", "time", "os", "io", "socket", "pathlib", "threading", "asyncio", "math"}
    for path in [*(ROOT / "games" / "engine").glob("*.py"), ROOT / "games" / "practice.py"]:
        imported = {line.split()[1].partition(".")[0] for line in _import_lines(path)}
        assert not imported & forbidden, path.name
        assert ".now(" not in path.read_text()


def _import_lines(path: Path) -> list[str]:
    lines = path.read_text().splitlines()
    return [line.strip() for line in lines if line.strip().startswith(("import ", "from "))]
