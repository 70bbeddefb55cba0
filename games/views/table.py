"""A table's page and everything that is posted to it. Parses, calls a service, draws; decides nothing of the game."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from allauth.core import ratelimit
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.forms import GuestForm
from accounts.guests import guest_enter
from accounts.requests import PersonRequest, SiteRequest
from games import services
from games.access import Refusal, Refused
from games.forms.table import ActForm, BotForm, SeatForm, StartForm
from games.models import Match
from games.rendering import page_context, render_table, words
from games.selectors import table as tables
from games.selectors.sheet import score_sheet


@require_safe
def page(request: SiteRequest, code: str) -> HttpResponse:
    """The whole page; for somebody unknown at a table that waits, the question what to call them."""
    table = _table(code)
    if not request.user.is_authenticated and table.match.status == Match.Status.WAITING:
        return _join_page(request, table, GuestForm())
    _seen(request, table)
    return _page(request, table)


@require_GET
def live(request: SiteRequest, code: str) -> HttpResponse:
    """The viewer's partial when the table has moved on from `version`, else 204."""
    table = _table(code)
    _seen(request, table)
    if request.GET.get("version") == str(table.version):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _partial(request, table)


@require_POST
@login_required
def act(request: PersonRequest, code: str) -> HttpResponse:
    """A bid or a play."""

    def story() -> tables.Table:
        form = ActForm(request.POST)
        if not form.is_valid():
            raise Refused(Refusal.UNREADABLE)
        version = form.cleaned_data["version"]
        return tables.table_of(services.match_act(code=code, user=request.user, act=form.act, version=version))

    return _answer(request, code, story)


@require_POST
@login_required
def come_back(request: PersonRequest, code: str) -> HttpResponse:
    """Takes one's seat back from the bot that held it."""
    return _answer(request, code, lambda: tables.table_of(services.seat_return(code=code, user=request.user)))


@require_POST
def sit(request: SiteRequest, code: str) -> HttpResponse:
    """Sits down; somebody unknown gives a name and sits as a guest in the same step."""
    form = SeatForm(request.POST)
    if not form.is_valid():
        return _refused(request, code, Refused(Refusal.UNREADABLE))
    if not request.user.is_authenticated:
        guest = GuestForm(request.POST)
        if not guest.is_valid():
            return _join_page(request, _table(code), guest, HTTPStatus.UNPROCESSABLE_ENTITY)
        if not guest_enter(request, guest.cleaned_data["name"]):
            too_many: HttpResponse = ratelimit.respond_429(request)
            return too_many
    assert request.user.is_authenticated
    try:
        services.seat_take(code=code, user=request.user, number=form.cleaned_data["number"])
    except Refused as refused:
        return _refused(request, code, refused)
    return _go(request, reverse("table", args=[code]))


@require_POST
@login_required
def leave(request: PersonRequest, code: str) -> HttpResponse:
    """Gets up and goes back to the lobby."""
    get_object_or_404(Match, code=code)
    try:
        services.table_leave(code=code, user=request.user)
    except Refused as refused:
        return _refused(request, code, refused)
    return _go(request, reverse("lobby"))


@require_POST
@login_required
def bots(request: PersonRequest, code: str) -> HttpResponse:
    """The host seats a bot, changes its level or takes it away."""

    def story() -> None:
        form = BotForm(request.POST)
        if not form.is_valid():
            raise Refused(Refusal.UNREADABLE)
        services.bot_set(code=code, host=request.user, **form.cleaned_data)

    return _answer(request, code, story)


@require_POST
@login_required
def start(request: PersonRequest, code: str) -> HttpResponse:
    """The host starts the match."""

    def story() -> None:
        form = StartForm(request.POST)
        if not form.is_valid():
            raise Refused(Refusal.UNREADABLE)
        services.table_start(code=code, host=request.user, fill=form.cleaned_data["fill"])

    return _answer(request, code, story)


@require_POST
@login_required
def rematch(request: PersonRequest, code: str) -> HttpResponse:
    """Opens the table of the rematch, or sits down at it, and goes there."""
    try:
        match = services.rematch(code=code, user=request.user)
    except Refused as refused:
        return _refused(request, code, refused)
    return _go(request, reverse("table", args=[match.code]))


def _table(code: str) -> tables.Table:
    table = tables.table(code=code)
    if table is None:
        raise Http404
    return table


def _seen(request: SiteRequest, table: tables.Table) -> None:
    """A page and a poll are signs of life of whoever sits here."""
    seat = table.seat_number(request.user.pk)
    if seat is not None:
        services.seats_seen([table.seat_ids[seat]])


def _join_page(request: SiteRequest, table: tables.Table, form: GuestForm, status: int = HTTPStatus.OK) -> HttpResponse:
    view = table.for_viewer(None)
    options = words.options(view.rules, view.turn_seconds, view.is_public)
    return render(request, "games/join.html", {"table": view, "options": options, "form": form}, status=status)


def _answer(request: SiteRequest, code: str, story: Callable[[], tables.Table | None]) -> HttpResponse:
    """Runs a user story and answers with the viewer's own fresh table, or with the refusal's words above it."""
    try:
        table = story()
    except Refused as refused:
        return _refused(request, code, refused)
    if not request.htmx:
        return redirect("table", code=code)
    table = table or _table(code)
    return _partial(request, table, with_sheet=not table.is_in_hand)


def _refused(request: SiteRequest, code: str, refused: Refused) -> HttpResponse:
    table = _table(code)
    if request.htmx:
        return _partial(request, table, refused.message, refused.status)
    return _page(request, table, refused.message, refused.status)


def _go(request: SiteRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _partial(
    request: SiteRequest,
    table: tables.Table,
    message: str = "",
    status: int = HTTPStatus.OK,
    *,
    with_sheet: bool = True,
) -> HttpResponse:
    view = table.for_viewer(table.seat_number(request.user.pk))
    html = render_table(
        view,
        language=get_language() or "",
        now=timezone.now(),
        sheet=score_sheet(table.match) if with_sheet else None,
        message=message,
    )
    return HttpResponse(html, status=status)


def _page(request: SiteRequest, table: tables.Table, message: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    view = table.for_viewer(table.seat_number(request.user.pk))
    context = page_context(
        view,
        language=get_language() or "",
        now=timezone.now(),
        csrf_token=get_token(request),
        sheet=score_sheet(table.match),
        message=message,
    )
    return render(request, "games/table/page.html", context, status=status)
