"""The site's settings, with what tests want otherwise: a throwaway data folder, and nothing slow on purpose."""

import atexit
import os
import shutil
import tempfile

os.environ["LEVATA_DATA_DIR"] = tempfile.mkdtemp(prefix="levata-tests-")
atexit.register(shutil.rmtree, os.environ["LEVATA_DATA_DIR"], ignore_errors=True)

from whistsite.settings import *  # noqa: E402, F403
from whistsite.settings import DATA_DIR, DATABASES, STATIC_ROOT  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}  # a file, so that threads share it
PASSWORD_HASHERS = ["tests.hashers.QuickArgon2PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir()
