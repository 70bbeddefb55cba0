"""The doors of the lobby and of the pages that only tell something."""

from __future__ import annotations

from http import HTTPStatus

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import GuestForm
from accounts.guests import guest_enter
from games import services
from games.forms.opening import OpenTableForm
from games.rendering.cards import sprite
from games.rendering.lobby import render_lobby, tables_shown
from games.selectors.lobby import open_tables, own_tables


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return _lobby(request, OpenTableForm())


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """The open tables alone, for a page whose socket is down."""
    return HttpResponse(render_lobby(open_tables(), get_language() or "", request.user.pk))


@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """Opens a table and goes to it; a visitor gives a name and becomes a guest on the way."""
    if request.method != "POST":
        return redirect("lobby")
    form = OpenTableForm(request.POST)
    guest = None if request.user.is_authenticated else GuestForm(request.POST)
    if not form.is_valid() or (guest and not guest.is_valid()):
        return _lobby(request, form, guest, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if guest and not guest_enter(request, guest.cleaned_data["name"]):
        too_many: HttpResponse = ratelimit.respond_429(request)
        return too_many
    assert request.user.is_authenticated
    try:
        match = services.table_open(
            host=request.user,
            rules=form.rules(),
            players=form.players_wanted(),
            turn_seconds=form.turn_seconds(),
            is_public=form.is_public(),
            bots=form.bots(),
        )
    except services.Refused as refused:
        form.add_error(None, refused.message)
        return _lobby(request, form, status=refused.status)
    return redirect("table", code=match.code)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "games/privacy.html")


def _lobby(
    request: HttpRequest, form: OpenTableForm, guest: GuestForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    user_id = request.user.pk
    context = {
        "tables": render_lobby(open_tables(), get_language() or "", user_id),
        "own": tables_shown(own_tables(user_id), user_id) if user_id else [],
        "sprite": sprite(),
        "form": form,
        "guest": guest or GuestForm(),
    }
    return render(request, "games/lobby.html", context, status=status)
