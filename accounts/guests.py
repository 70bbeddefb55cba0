"""Entering as a guest on the way to something else: opening a table, sitting down at one."""

from allauth.core import ratelimit
from django.contrib.auth import login
from django.http import HttpRequest

from accounts.services import guest_create


def guest_enter(request: HttpRequest, name: str) -> bool:
    """Makes a guest of a cleaned name and logs them in; False when too many came from this address lately."""
    if not ratelimit.consume(request, action="guest"):
        return False
    login(request, guest_create(name=name))
    return True
