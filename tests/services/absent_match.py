"""A match whose only person never comes back, begun by a process that then only watches: who moves it on is the site.

Usage: python -m tests.services.absent_match; ends, and prints the match's code, when the match is finished.
"""

import time

import django

django.setup()

from games.models import Match  # noqa: E402
from tests.games.factories import started  # noqa: E402


def main() -> None:
    match = started(players=3, turn_seconds=60)
    while match.status == Match.Status.PLAYING:
        time.sleep(0.2)
        match.refresh_from_db()
    print(match.code, match.status)


if __name__ == "__main__":
    main()
