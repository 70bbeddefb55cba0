"""Every write about people, one story a function."""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.names import clean_name


class NotAGuest(Exception):
    """The person has registered already."""


def guest_create(*, name: str) -> User:
    user = User(name=clean_name(name), is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@transaction.atomic
def account_register(*, name: str, email: str, password: str) -> User:
    return User.objects.create_user(email, name, password)


@transaction.atomic
def guest_upgrade(*, user: User, name: str, email: str, password: str) -> User:
    """The guest's own row becomes a registered person's, so that all that was played stays theirs."""
    guest = User.objects.select_for_update().filter(pk=user.pk, is_guest=True).first()
    if guest is None:
        raise NotAGuest
    guest.name = clean_name(name)
    guest.email = email.lower()
    guest.is_guest = False
    guest.set_password(password)
    guest.save()
    return guest


def profile_update(*, user: User, name: str, language: str) -> None:
    user.name = clean_name(name)
    user.language = language
    user.save(update_fields=["name", "language"])


def language_set(*, user: User, language: str) -> None:
    user.language = language
    user.save(update_fields=["language"])


@transaction.atomic
def email_change(*, user: User, email: str) -> EmailAddress | None:
    """The address to be confirmed, which takes over once it is; None when it is somebody else's."""
    if User.objects.exclude(pk=user.pk).filter(email=email).exists():
        return None
    EmailAddress.objects.filter(user=user).exclude(email__in=[user.email, email]).delete()
    address, _ = EmailAddress.objects.get_or_create(user=user, email=email, defaults={"primary": email == user.email})
    return address


def account_delete(*, user: User) -> None:
    """Matches keep the names as shown. The log of a moderator's acts would go with the row, so theirs stays."""
    if user.is_staff:
        raise PermissionDenied
    user.delete()


@transaction.atomic
def person_suspend(*, user: User, by: User, reason: str, until: datetime | None) -> Sanction:
    """`until` None: for good."""
    sanction = Sanction.objects.create(user=user, by=by, reason=reason, until=until)
    term = f"until {until:%Y-%m-%d %H:%M %Z}" if until else "for good"
    _log(by=by, user=user, message=f"Suspended {term}: {reason}")
    return sanction


@transaction.atomic
def person_unsuspend(*, user: User, by: User, reason: str) -> bool:
    """Whether there was a suspension to lift."""
    lifted = user.sanctions.suspensions().active().update(lifted_at=timezone.now(), lifted_by=by)
    if lifted:
        _log(by=by, user=user, message=f"Suspension lifted: {reason}")
    return bool(lifted)


def _log(*, by: User, user: User, message: str) -> None:
    LogEntry.objects.log_actions(by.pk, [user], CHANGE, message, single_object=True)
