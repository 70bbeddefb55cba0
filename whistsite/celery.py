"""The Celery application: workers run `celery --app whistsite worker`, the one beat `celery --app whistsite beat`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistsite.settings")

app = Celery("levata")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
