"""Checks match records from anywhere."""

import re
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.json_node import RecordFault, parse_json
from games.engine.verify import read_record
from games.management.pipes import closed_pipe_ends_quietly

_LONGEST_ID = 80


class Command(BaseCommand):
    help = "Verifies match records: one JSON object, or JSON lines. Exit status 1 when there is any fault."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="standard input when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        texts = _texts(_read(options["file"]))
        faults = 0
        with closed_pipe_ends_quietly():
            for number, text in enumerate(texts, start=1):
                name, fault = _verified(number, text)
                self.stdout.write(f"fault {name} {fault}" if fault else f"ok {name}")
                faults += fault is not None
        if faults:
            raise CommandError(f"{faults} of {len(texts)} at fault")


def _read(file: str | None) -> str:
    try:
        data = Path(file).read_bytes() if file else sys.stdin.buffer.read()
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror}", returncode=2) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"no UTF-8 text: {error.reason} at byte {error.start}") from None


def _texts(text: str) -> list[str]:
    """One JSON value is one record; otherwise each line that begins with a brace begins one."""
    try:
        parse_json(text)
    except RecordFault:
        return re.split(r"\n+(?=\{)", text.lstrip())
    return [text]


def _verified(number: int, text: str) -> tuple[str, RecordFault | None]:
    """What to call this record, in printable ASCII, and its first fault."""
    name = f"#{number}"
    try:
        data = parse_json(text)
        if isinstance(data, dict) and isinstance(data.get("id"), str):
            name = ascii(data["id"][:_LONGEST_ID])[1:-1] or name
        read_record(data)
    except RecordFault as fault:
        return name, fault
    return name, None
