"""The browser for the tests."""

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def find() -> Path | None:
    """The machine's Chromium, else the one in Playwright's cache."""
    for name in NAMES:
        program = shutil.which(name)
        if program:
            return Path(program)
    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


def install() -> Path | None:
    """Have Playwright fetch its own; None where it cannot."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return find()
