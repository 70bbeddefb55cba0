"""Prints the record of a stored match."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.record import record_text
from games.management.pipes import closed_pipe_ends_quietly
from games.models import Match
from games.selectors.record import match_record


class Command(BaseCommand):
    help = "Prints the record of a match as one line of JSON; of a running match, its finished hands."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", metavar="ID", help="the match's public id, as in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        match = Match.objects.filter(code=options["id"], started_at__isnull=False).first()
        if match is None:
            raise CommandError(f"no match that has begun has the id {options['id']}")
        with closed_pipe_ends_quietly():
            self.stdout.write(record_text(match_record(match)))
