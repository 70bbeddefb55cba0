from django.http import HttpRequest

from accounts.models import User


class PersonRequest(HttpRequest):
    """A request behind `login_required`."""

    user: User
