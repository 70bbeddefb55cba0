"""One settings file: safe defaults for the embedded mode, everything else by environment variable."""

import os
from pathlib import Path

import environ
from django.core.management.utils import get_random_secret_key
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("LEVATA_DATA_DIR", default=str(BASE_DIR / "var")))
DATA_DIR.mkdir(parents=True, exist_ok=True)


def _own_secret_key() -> str:
    """The key made on first start; it stays in the data folder, out of git."""
    path = DATA_DIR / "secret_key"
    try:
        with path.open("x") as file:
            path.chmod(0o600)
            file.write(get_random_secret_key())
    except FileExistsError:
        pass
    return path.read_text()


SECRET_KEY = env.str("SECRET_KEY", default="") or _own_secret_key()
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
REDIS_URL = env.str("REDIS_URL", default="")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "accounts",
    "games",
    "whistsite",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "whistsite.privacy.keep_no_page",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.user_language",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "whistsite.urls"
ASGI_APPLICATION = "whistsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- database: SQLite by default, PostgreSQL with DATABASE_URL ---
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / f"test-{os.getpid()}.sqlite3")}  # a file: several threads
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    if DATABASE_POOL_SIZE := env.int("DATABASE_POOL_SIZE", default=0):
        DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 2, "max_size": DATABASE_POOL_SIZE, "timeout": 10}}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- between processes: inside this one by default, Redis with REDIS_URL ---
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, float] = {"visibility_timeout": 300}
else:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "whistsite.channel_layer.InProcessChannelLayer",
            "CONFIG": {"capacity": 10_000},
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CELERY_BROKER_URL = "memory://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}

# --- the game's pace, in seconds ---
BOT_PAUSE = env.float("BOT_PAUSE", default=1.2)  # a bot seems to think
BOT_THINKING = env.float("BOT_THINKING", default=0.1)  # a bot thinks for no less, so that its time tells nothing
TRICK_PAUSE = env.float("TRICK_PAUSE", default=1.4)  # a finished trick stays in sight before a bot goes on
DEAL_PAUSE = env.float("DEAL_PAUSE", default=4.0)  # between a finished hand and the next deal
AWAY_AFTER = env.float("AWAY_AFTER", default=30.0)  # a person not heard of is away, and a bot takes the seat
SWEEP_EVERY = env.float("SWEEP_EVERY", default=1.0)  # overdue matches are looked for
EMPTY_TABLE_AFTER = env.float("EMPTY_TABLE_AFTER", default=900.0)  # a waiting table nobody looks at closes

# --- tasks ---
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_TIMER_PRECISION = 0.05
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # in memory: all it could keep is when it swept last
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.sweep", "schedule": SWEEP_EVERY, "options": {"expires": 10 * SWEEP_EVERY}},
}

# --- people ---
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.AccountBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email"]},
    },
]
SESSION_COOKIE_AGE = 90 * 24 * 3600  # a guest has nothing but the session to come back with
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "change_password": "accounts.forms.ChangePasswordForm",
}
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", default="optional")  # "mandatory" where mail is delivered
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Levata: "
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests may register and log in: accounts.views says who goes through
ACCOUNT_RATE_LIMITS = {"guest": "30/m/ip", "delete_account": "5/m/user"}  # beside django-allauth's own
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)  # whose X-Forwarded-For tells the address

# --- languages: texts in the source are English, locale/ro holds the Romanian ---
LANGUAGE_CODE = "ro"
LANGUAGES = [("ro", _("Romanian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Bucharest")
USE_TZ = True

# --- static files ---
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(DATA_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "whistsite.static_files.VendorFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- mail: to the console by default, elsewhere with EMAIL_URL ---
_mail = env.email_url("EMAIL_URL", default="consolemail://")
MAILERS = {"default": {"BACKEND": _mail["EMAIL_BACKEND"]}}
if _mail["EMAIL_HOST"]:
    MAILERS["default"]["OPTIONS"] = {
        "host": _mail["EMAIL_HOST"],
        "port": _mail["EMAIL_PORT"],
        "username": _mail["EMAIL_HOST_USER"],
        "password": _mail["EMAIL_HOST_PASSWORD"],
        "use_tls": _mail.get("EMAIL_USE_TLS", False),
        "use_ssl": _mail.get("EMAIL_USE_SSL", False),
    }
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="levata@localhost")

# --- the log: to the console, and never what a request carried ---
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.request": {"level": "ERROR"},
        "games": {"level": "INFO"},
        "accounts": {"level": "INFO"},
    },
}

# --- security ---
HTTPS = env.bool("HTTPS", default=False)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "object-src": [CSP.NONE],
}
