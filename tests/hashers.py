"""Password hashing for tests."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2PasswordHasher(Argon2PasswordHasher):
    """The site's own kind of hash, without the cost that protects it."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
