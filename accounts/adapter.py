"""What django-allauth asks of this site."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.db import IntegrityError
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import services
from accounts.forms import SignupForm
from accounts.models import User

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": gettext_lazy("The e-mail address and the password do not belong together."),
        "email_taken": gettext_lazy("There is an account with this e-mail address. Log in, or reset its password."),
        "enter_current_password": gettext_lazy("That is not your current password."),
        "invalid_password_reset": gettext_lazy("The link has been used or is too old. Ask for a new one."),
        "too_many_login_attempts": gettext_lazy("Too many failed attempts. Wait five minutes, then try again."),
    }

    def save_user(self, request: HttpRequest, user: User, form: SignupForm, commit: bool = True) -> User:
        data = form.cleaned_data
        account = {"name": data["name"], "email": data["email"], "password": data["password1"]}
        try:
            if request.user.is_authenticated:
                registered = services.guest_upgrade(user=request.user, **account)
                update_session_auth_hash(request, registered)
                return registered
            return services.account_register(**account)
        except (IntegrityError, services.NotAGuest):
            messages.error(request, self.error_messages["email_taken"])
            raise ImmediateHttpResponse(redirect("account_login")) from None

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        if User.objects.exclude(pk=email_address.user_id).filter(email=email_address.email).exists():
            messages.error(request, _("This address cannot be confirmed: another account has it."))
            return False
        return super().confirm_email(request, email_address)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")

    def send_mail(self, template_prefix: str, email: str, context_: dict[str, Any]) -> None:
        try:
            super().send_mail(template_prefix, email, context_)
        except OSError:
            logger.exception("The mail %s was not sent", template_prefix)
            messages.error(context.request, _("The e-mail could not be sent. Try again in a few minutes."))
