"""The doors of the people's pages; what django-allauth serves is only framed here."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services
from accounts.forms import AccountDeleteForm, EmailChangeForm, GuestForm, LanguageForm, LoginForm, ProfileForm
from accounts.languages import language_of
from accounts.requests import PersonRequest


def _next_or_home(request: HttpRequest) -> HttpResponse:
    return redirect(get_next_redirect_url(request) or settings.LOGIN_REDIRECT_URL)


def _posted(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _form_page(request: HttpRequest, template: str, form: Form, **context: Any) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, template, {"form": form, **context}, status=status)


def registered_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A guest has no address and no password to change: registering comes first."""

    @login_required
    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.has_usable_password():
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return guarded


class _EntranceMixin:
    """Who is registered goes through; a guest may register, or log in to another account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return _next_or_home(request)
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]


class LoginView(_EntranceMixin, allauth_views.LoginView):
    def form_invalid(self, form: LoginForm) -> HttpResponse:
        response = super().form_invalid(form)
        if form.has_error(NON_FIELD_ERRORS, code="too_many_login_attempts"):
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
        return response


class SignupView(_EntranceMixin, allauth_views.SignupView):
    def get_initial(self) -> dict[str, Any]:
        return {"name": getattr(self.request.user, "name", ""), **super().get_initial()}


@rate_limit(action="guest")
@require_http_methods(["GET", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """A name is all it takes to sit down."""
    if request.user.is_authenticated:
        return _next_or_home(request)
    form = GuestForm(_posted(request))
    if form.is_valid():
        login(request, services.guest_create(name=form.cleaned_data["name"]))
        return _next_or_home(request)
    return _form_page(request, "accounts/guest.html", form, next=get_next_redirect_url(request))


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The choice is kept with the browser, and with the person who is logged in."""
    form = LanguageForm(request.POST)
    response = _next_or_home(request)
    if form.is_valid():
        code = form.cleaned_data["language"]
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, code, max_age=settings.LANGUAGE_COOKIE_AGE, samesite="Lax")
        if request.user.is_authenticated:
            services.language_set(user=request.user, language=code)
    return response


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: PersonRequest) -> HttpResponse:
    user = request.user
    form = ProfileForm(_posted(request), initial={"name": user.name, "language": user.language})
    if form.is_valid():
        services.profile_update(user=user, **form.cleaned_data)
        with translation.override(language_of(user, request.COOKIES, request.headers.get("Accept-Language", ""))):
            messages.success(request, _("Saved."))
        return redirect("profile")
    return _form_page(request, "accounts/profile.html", form, suspension=user.is_suspended and user.suspension())


@registered_required
@sensitive_post_parameters("password")
@rate_limit(action="manage_email")
@require_http_methods(["GET", "POST"])
def email(request: PersonRequest) -> HttpResponse:
    """Ask for another address, or for one more mail to the one not confirmed yet."""
    form = EmailChangeForm(_posted(request), user=request.user, initial={"email": request.user.email})
    if form.is_valid():
        _ask_to_confirm(request, form.cleaned_data["email"])
        return redirect("account_email")
    confirmed = EmailAddress.objects.filter(user=request.user, email=request.user.email, verified=True).exists()
    return _form_page(request, "accounts/email.html", form, confirmed=confirmed)


def _ask_to_confirm(request: PersonRequest, wanted: str) -> None:
    """The answer is the same whoever else may have the address: only its mailbox gets to know."""
    address = services.email_change(user=request.user, email=wanted)
    if address and address.verified:
        messages.info(request, _("Your address stays %(email)s.") % {"email": wanted})
        return
    if ratelimit.consume(request, action="confirm_email", key=wanted):
        if address:
            address.send_confirmation(request)
        else:
            get_adapter().send_account_already_exists_mail(wanted)
    messages.info(request, _("An e-mail is on its way to %(email)s. Follow the link in it.") % {"email": wanted})


@login_required
@sensitive_post_parameters("password")
@rate_limit(action="delete_account")
@require_http_methods(["GET", "POST"])
def account_delete(request: PersonRequest) -> HttpResponse:
    form = AccountDeleteForm(_posted(request), user=request.user)
    if form.is_valid():
        services.account_delete(user=request.user)
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect(settings.LOGIN_REDIRECT_URL)
    return _form_page(request, "accounts/delete.html", form)
