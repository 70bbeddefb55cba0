"""Celery's doors into the game. Both tasks may run twice, late or never: the rows and the sweep make it right."""

from celery import shared_task

from games import services


@shared_task(name="games.advance", ignore_result=True)
def advance(match_id: int, version: int) -> None:
    """Moves a match on from this version, if it is the server's turn and due."""
    services.match_advance(match_id=match_id, version=version)


@shared_task(name="games.sweep", ignore_result=True)
def sweep() -> None:
    """Moves on whatever is overdue."""
    services.sweep()
