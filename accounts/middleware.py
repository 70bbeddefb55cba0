from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts.languages import chosen_language


def user_language(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The language kept with the person goes before what LocaleMiddleware read off the browser."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if language := chosen_language(request.user):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return get_response(request)

    return middleware
