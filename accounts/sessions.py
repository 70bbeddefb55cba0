"""Whether people are still logged in, for connections that outlive the request that opened them."""

from collections.abc import Collection

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User


def gone(logins: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
    """Of these, each a session's key and its person, the ones that hold no more. Two statements for any number.

    The session ended (log-out, a new password, its age), or the person is locked out or deleted.
    """
    keys, people = {key for key, _ in logins}, {person for _, person in logins}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    open_keys = set(sessions.values_list("session_key", flat=True))
    active = set(User.objects.filter(pk__in=people, is_active=True).values_list("pk", flat=True))
    return {(key, person) for key, person in logins if key not in open_keys or person not in active}
