"""The Django project: how the parts are put together and run."""

from whistsite.celery import app as celery_app

__all__ = ["celery_app"]
