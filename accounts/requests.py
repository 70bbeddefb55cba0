"""Requests as the views see them, for the type checker."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class SiteRequest(HttpRequest):
    """A request behind the site's middleware."""

    htmx: HtmxDetails


class PersonRequest(SiteRequest):
    """A request behind `login_required`."""

    user: User
