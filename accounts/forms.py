"""What people may write about themselves, and moderators about people."""

from datetime import datetime, timedelta
from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Language, User
from accounts.names import NAME_MAX_LENGTH, clean_name


class NameField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Name at the table"))
        super().__init__(**kwargs)
        self.widget.attrs |= {"maxlength": NAME_MAX_LENGTH, "autocomplete": "nickname"}

    def clean(self, value: Any) -> str:
        return clean_name(super().clean(value))


class GuestForm(forms.Form):
    name = NameField()


class LanguageForm(forms.Form):
    language = forms.ChoiceField(choices=settings.LANGUAGES)


class ProfileForm(forms.Form):
    name = NameField()
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices, required=False)


class _OwnWords(forms.Form):
    """allauth's form with our labels; no placeholder and no link doubles what the page says."""

    labels: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in self.labels.items():
            field = self.fields[name]
            field.label = label
            field.help_text = password_validators_help_text_html() if name == "password1" else ""
            field.widget.attrs.pop("placeholder", None)


class SignupForm(_OwnWords, allauth_forms.SignupForm):
    name = NameField()
    field_order = ["name", "email", "password1"]
    labels = {"name": _("Name at the table"), "email": _("E-mail address"), "password1": _("Password")}


class LoginForm(_OwnWords, allauth_forms.LoginForm):
    labels = {"login": _("E-mail address"), "password": _("Password")}


class ResetPasswordForm(_OwnWords, allauth_forms.ResetPasswordForm):
    labels = {"email": _("E-mail address")}


class ResetPasswordKeyForm(_OwnWords, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("New password, once more")}


class ChangePasswordForm(_OwnWords, allauth_forms.ChangePasswordForm):
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password, once more"),
    }


class _OwnPasswordForm(forms.Form):
    """Asks for the password of the person logged in."""

    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("That is not your current password."), code="password")
        return password


class EmailChangeForm(_OwnPasswordForm):
    email = forms.EmailField(label=_("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    field_order = ["email", "password"]

    def clean_email(self) -> str:
        return self.cleaned_data["email"].lower()


class AccountDeleteForm(_OwnPasswordForm):
    """The password, or a plain yes from a guest, who has none."""

    confirm = forms.BooleanField(label=_("Yes, delete me from this site"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, **kwargs)
        del self.fields["password" if user.is_guest else "confirm"]


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=200)


class SuspendForm(ReasonForm):
    days = forms.TypedChoiceField(
        label=_("For how long"),
        choices=[(1, _("A day")), (7, _("A week")), (30, _("A month")), ("", _("For good"))],
        coerce=int,
        empty_value=None,
        required=False,
        initial=7,
    )

    def until(self) -> datetime | None:
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None
