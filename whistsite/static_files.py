"""The site's static files: those of others, taken from their npm packages, and collecting them all."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, get_finders
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command

VENDORED = {"htmx.org/dist": ["htmx.min.js", "ext/hx-ws.min.js"]}
"""The served files of each folder in node_modules, under `vendor/`."""


class VendorFinder(BaseFinder):
    """Finds `vendor/htmx.min.js` and the like; nothing else of a package is served."""

    def __init__(self, app_names: object = None) -> None:
        self.storages: dict[str, FileSystemStorage] = {}
        for folder in VENDORED:
            storage = FileSystemStorage(location=settings.BASE_DIR / "node_modules" / folder)
            storage.prefix = "vendor"  # type: ignore[attr-defined]
            self.storages[folder] = storage

    def find(self, path: str, find_all: bool = False) -> Any:
        found = [storage.path(name) for name, storage in self.list(None) if path == f"vendor/{name}"]
        return found if find_all or not found else found[0]

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for folder, names in VENDORED.items():
            for name in names:
                yield name, self.storages[folder]


def collect_static() -> None:
    """Collect into STATIC_ROOT, unless that was done and no file has changed since."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name(root.name + ".made-from")
    wanted = _fingerprint()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    call_command("collectstatic", clear=True, interactive=False, verbosity=0)
    stamp.write_text(wanted)


def _fingerprint() -> str:
    """Names, sizes and times of all static files, and how they are stored, in one hash."""
    digest = sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
