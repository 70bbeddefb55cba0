"""Matches in the administration: looked at and, if need be, aborted. History is never rewritten here.

A moderator may also be a player: neither the seed nor a hand that is still being played is shown.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.admin import ReadOnly, SiteAdmin, reason_page
from accounts.forms import ReasonForm
from accounts.requests import PersonRequest
from games import services
from games.models import Bid, Hand, HandScore, Match, Play, Seat


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "name", "user", "bot_level", "controller", "last_seen_at")
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, SiteAdmin):
    list_display = ("code", "status", "preset", "ladder", "players", "hands_done", "created_at", "finished_at")
    list_filter = ("status", "preset", "players", "is_public", "created_at")
    search_fields = ("code", "seats__name", "seats__user__email")
    ordering = ("-created_at",)
    date_hierarchy = "created_at"
    exclude = ("seed",)
    inlines = (SeatInline,)
    actions = ("abort",)

    def has_abort_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.abort_match")

    @admin.action(description=gettext_lazy("Abort"), permissions=["abort"])
    def abort(self, request: PersonRequest, matches: QuerySet[Match]) -> HttpResponse | None:
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            return reason_page(self, request, matches, form, title=_("Abort"), action="abort")
        aborted = sum(self._abort(request, match, form.cleaned_data["reason"]) for match in matches)
        self.message_user(
            request, ngettext("%d match aborted.", "%d matches aborted.", aborted) % aborted, messages.SUCCESS
        )
        return None

    def _abort(self, request: PersonRequest, match: Match, reason: str) -> bool:
        try:
            services.match_abort(code=match.code, by=request.user, reason=reason)
        except services.Refused as refused:
            self.message_user(request, f"{match}: {refused.message}", messages.WARNING)
            return False
        return True


@admin.register(Seat)
class SeatAdmin(ReadOnly, SiteAdmin):
    list_display = ("match", "number", "name", "user", "bot_level", "controller", "last_seen_at")
    list_filter = ("controller", "bot_level", "match__status")
    list_select_related = ("match", "user")
    search_fields = ("match__code", "name", "user__email")


class HandRowInline(ReadOnly, admin.TabularInline):
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("seat")


class BidInline(HandRowInline):
    model = Bid
    fields = ("seat", "tricks", "by", "version")


class PlayInline(HandRowInline):
    model = Play
    fields = ("trick", "place", "seat", "card", "by", "version")


class HandScoreInline(HandRowInline):
    model = HandScore
    fields = ("seat", "taken", "points", "bonus", "total", "run")


@admin.register(Hand)
class HandAdmin(ReadOnly, SiteAdmin):
    """Finished hands only, and of these the cards that were played: undealt ones are shown to nobody."""

    list_display = ("match", "number", "size", "dealer")
    list_select_related = ("match",)
    search_fields = ("match__code",)
    fields = ("match", "number", "size", "dealer")
    inlines = (BidInline, PlayInline, HandScoreInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        return super().get_queryset(request).filter(number__lte=F("match__hands_done"))
