"""People in the administration: found, looked at, suspended; every act in the log."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import services
from accounts.forms import ReasonForm, SuspendForm
from accounts.models import Sanction, User, UserQuerySet
from accounts.requests import PersonRequest

admin.site.site_header = admin.site.site_title = "Levata"
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class SiteAdmin(admin.ModelAdmin):
    """A list is filtered by what its page offers and nothing else: any column could be guessed letter by letter."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        offered = {self.date_hierarchy, *(getattr(item, "parameter_name", item) for item in self.list_filter)}
        return any(f"{lookup}__".startswith(f"{name}__") for name in offered)


class ReadOnly:
    """Seen by who may see it, changed by nobody."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def reason_page(
    model_admin: admin.ModelAdmin, request: HttpRequest, rows: QuerySet[Any], form: Form, *, title: str, action: str
) -> HttpResponse:
    """Asks for the reason of an action on these rows before it is done."""
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": title,
        "rows": rows,
        "form": form,
        "action": action,
        "action_checkbox_name": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "accounts/admin_reason.html", context)


class SuspendedFilter(admin.SimpleListFilter):
    title = gettext_lazy("suspended")
    parameter_name = "suspended"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: UserQuerySet) -> UserQuerySet:  # type: ignore[override]
        return queryset.suspended() if self.value() else queryset


class SanctionInline(ReadOnly, admin.TabularInline):
    model = Sanction
    fk_name = "user"
    fields = ("kind", "reason", "by", "created_at", "until", "lifted_at", "lifted_by")
    extra = 0


@admin.register(User)
class UserAdmin(SiteAdmin):
    """A person registers and deletes themselves; a moderator may rename, lock out or suspend."""

    list_display = ("name", "email", "is_guest", "suspended", "is_staff", "date_joined", "last_login")
    list_filter = (SuspendedFilter, "is_guest", "is_staff", "is_active", "language")
    search_fields = ("name", "email")
    ordering = ("-date_joined",)
    actions = ("suspend", "lift_suspension")
    inlines = (SanctionInline,)
    fields = (
        "name",
        "email",
        "is_guest",
        "language",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "user_permissions",
        "date_joined",
        "last_login",
    )
    readonly_fields = ("email", "is_guest", "language", "date_joined", "last_login")
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")
    filter_horizontal = ("groups", "user_permissions")

    def get_queryset(self, request: HttpRequest) -> UserQuerySet:
        return User.objects.with_suspension()

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        return self.readonly_fields if request.user.is_superuser else self.readonly_fields + self.rights

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        beyond = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not beyond and super().has_change_permission(request, obj)

    def has_sanction_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.add_sanction")

    @admin.display(boolean=True, description=gettext_lazy("suspended"))
    def suspended(self, user: User) -> bool:
        return user.is_suspended

    @admin.action(description=gettext_lazy("Suspend"), permissions=["sanction"])
    def suspend(self, request: PersonRequest, people: UserQuerySet) -> HttpResponse | None:
        form = SuspendForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            return reason_page(self, request, people, form, title=_("Suspend"), action="suspend")
        for user in people:
            services.person_suspend(user=user, by=request.user, reason=form.cleaned_data["reason"], until=form.until())
        count = len(people)
        self.message_user(
            request, ngettext("%d person suspended.", "%d people suspended.", count) % count, messages.SUCCESS
        )
        return None

    @admin.action(description=gettext_lazy("Lift the suspension"), permissions=["sanction"])
    def lift_suspension(self, request: PersonRequest, people: UserQuerySet) -> HttpResponse | None:
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            return reason_page(self, request, people, form, title=_("Lift the suspension"), action="lift_suspension")
        count = sum(
            services.person_unsuspend(user=user, by=request.user, reason=form.cleaned_data["reason"]) for user in people
        )
        self.message_user(
            request, ngettext("%d suspension lifted.", "%d suspensions lifted.", count) % count, messages.SUCCESS
        )
        return None


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, SiteAdmin):
    list_display = ("user", "kind", "reason", "by", "created_at", "until", "lifted_at", "lifted_by")
    list_filter = ("kind", "created_at")
    list_select_related = ("user", "by", "lifted_by")
    search_fields = ("user__name", "user__email", "reason")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, SiteAdmin):
    """Every act of every moderator."""

    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_filter = ("action_time", "content_type")
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "change_message", "user__name", "user__email")
    date_hierarchy = "action_time"

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        return super().get_queryset(request).order_by("-action_time")
