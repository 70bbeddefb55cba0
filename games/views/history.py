"""The doors of the history: a person's matches, one match told in full, and its record to download."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.requests import PersonRequest
from games.engine.record import record_text
from games.models import Match
from games.rendering.history import history_context, match_context
from games.selectors.history import history, match_story
from games.selectors.record import match_record


@login_required
@require_safe
def matches(request: PersonRequest) -> HttpResponse:
    context = history_context(history(request.user.pk, request.GET.get("page")))
    return render(request, "games/history/matches.html", context)


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody who has the address may read a match; before it begins there is only its table."""
    found = get_object_or_404(Match, code=code)
    if found.started_at is None:
        return redirect("table", code=code)
    context = match_context(match_story(found, request.user.pk), get_language() or "")
    return render(request, "games/history/match.html", context)


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file, byte for byte what `export_record` prints."""
    found = get_object_or_404(Match, code=code, started_at__isnull=False)
    response = HttpResponse(f"{record_text(match_record(found))}\n", content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="levata-{found.code}.json"'
    return response
