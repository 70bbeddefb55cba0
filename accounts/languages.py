"""Which language a person reads, wherever the question comes up: a page or a socket."""

from collections.abc import Mapping

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def chosen_language(user: AbstractBaseUser | AnonymousUser) -> str:
    """The code kept with the person; empty when none was chosen or nobody is logged in."""
    return getattr(user, "language", "")


def language_of(user: AbstractBaseUser | AnonymousUser, cookies: Mapping[str, str], accept_language: str = "") -> str:
    """The code by the person's choice, else the browser's cookie, else its `Accept-Language`, else the site's own."""
    if language := chosen_language(user):
        return language
    request = HttpRequest()
    request.COOKIES = dict(cookies)
    request.META["HTTP_ACCEPT_LANGUAGE"] = accept_language
    return get_language_from_request(request)
