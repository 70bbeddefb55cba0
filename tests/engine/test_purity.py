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
