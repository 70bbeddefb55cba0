"""`make test`: every test on SQLite, browser and all; then those of the site's data again on PostgreSQL and Redis."""

import os
import subprocess
import sys

from tests import private

ON_THE_SERVICE_STACK = ["tests/games", "tests/accounts", "tests/services/test_concurrency.py"]


def main() -> int:
    programs, redis_program = private.find_postgres(), private.find_redis()
    codes = [run_pytest()]
    if programs and redis_program:
        with private.postgres(programs) as database, private.redis_server(redis_program) as redis:
            codes.append(run_pytest(*ON_THE_SERVICE_STACK, DATABASE_URL=database, REDIS_URL=redis))
    else:
        print("NOT EVERYTHING WAS TESTED: PostgreSQL or Redis is missing on this machine, so nothing was run on them.")
        codes.append(1 if os.environ.get("CI") else 0)
    return max(codes)


def run_pytest(*paths: str, **settings: str) -> int:
    print(f"== tests on {'PostgreSQL and Redis' if settings else 'SQLite'} ==", flush=True)
    command = [sys.executable, "-m", "pytest", *paths]
    return subprocess.run(command, env={**os.environ, **settings}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
