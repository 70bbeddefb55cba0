"""One settings file, two ways to run: chosen by environment variables alone."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server import ROOT, plain_environment

SHOW = """
import json
from whistsite import settings
print(json.dumps({name: value for name, value in vars(settings).items() if name.isupper()}, default=lambda value: None))
"""


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


def settings_with(data_dir: Path, **env: str) -> Any:
    output = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        env={**plain_environment(), "LEVATA_DATA_DIR": str(data_dir), **env},
        check=True,
        capture_output=True,
    ).stdout
    return json.loads(output)


def test_by_default_everything_is_inside_one_process(data_dir: Path) -> None:
    settings = settings_with(data_dir)
    assert settings["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert settings["CHANNEL_LAYERS"]["default"]["BACKEND"] == "whistsite.channel_layer.InProcessChannelLayer"
    assert settings["CELERY_BROKER_URL"].startswith("memory:")
    assert settings["MAILERS"]["default"] == {"BACKEND": "django.core.mail.backends.console.EmailBackend"}
    assert settings["DEBUG"] is False


def test_the_service_stack_takes_two_addresses(data_dir: Path) -> None:
    redis = "redis://cache.example:6379/1"
    settings = settings_with(data_dir, DATABASE_URL="postgres://a:b@db.example/levata", REDIS_URL=redis)
    database = settings["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"]) == ("django.db.backends.postgresql", "db.example")
    assert settings["CHANNEL_LAYERS"]["default"]["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer"
    assert settings["CELERY_BROKER_URL"] == settings["CACHES"]["default"]["LOCATION"] == redis
    assert settings["CELERY_TASK_ACKS_LATE"] is True


def test_the_processes_that_serve_pages_share_few_connections(data_dir: Path) -> None:
    url = "postgres://a:b@db.example/levata"
    assert "OPTIONS" not in settings_with(data_dir, DATABASE_URL=url)["DATABASES"]["default"]
    served = settings_with(data_dir, DATABASE_URL=url, DATABASE_POOL_SIZE="5")["DATABASES"]["default"]
    assert served["OPTIONS"]["pool"]["max_size"] == 5


def test_the_own_secret_key_is_made_once_and_read_by_nobody_else(data_dir: Path) -> None:
    first, second = settings_with(data_dir)["SECRET_KEY"], settings_with(data_dir)["SECRET_KEY"]
    assert first == second
    assert len(first) >= 50
    assert (data_dir / "secret_key").stat().st_mode & 0o077 == 0
    assert settings_with(data_dir, SECRET_KEY="given")["SECRET_KEY"] == "given"


def test_mail_goes_where_email_url_says(data_dir: Path) -> None:
    mailer = settings_with(data_dir, EMAIL_URL="smtp+tls://me:secret@mail.example:587")["MAILERS"]["default"]
    assert mailer["BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert mailer["OPTIONS"] == {
        "host": "mail.example",
        "port": 587,
        "username": "me",
        "password": "secret",
        "use_tls": True,
        "use_ssl": False,
    }


def test_https_makes_cookies_secure(data_dir: Path) -> None:
    settings = settings_with(data_dir, HTTPS="1")
    assert settings["SESSION_COOKIE_SECURE"] is settings["CSRF_COOKIE_SECURE"] is True
