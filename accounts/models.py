"""People: registered or guests, and the sanctions against them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.names import NAME_MAX_LENGTH, clean_name


class Language(models.TextChoices):
    BROWSER = "", _("As the browser asks")
    ROMANIAN = "ro", "Română"
    ENGLISH = "en", "English"


class UserQuerySet(models.QuerySet["User"]):
    def with_suspension(self) -> UserQuerySet:
        """Bring `is_suspended` along in the same query."""
        return self.annotate(is_suspended=_suspension_of(OuterRef("pk")))

    def suspended(self) -> UserQuerySet:
        return self.filter(_suspension_of(OuterRef("pk")))


class UserManager(BaseUserManager.from_queryset(UserQuerySet)):  # type: ignore[misc]
    def create_user(self, email: str, name: str, password: str | None = None, **fields: Any) -> User:
        """A registered person; without a password nobody can log in with it."""
        user: User = self.model(email=email.strip().lower(), name=clean_name(name), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    name = models.CharField(_("name at the table"), max_length=NAME_MAX_LENGTH)
    email = models.EmailField(_("e-mail address"), unique=True, null=True, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(
        _("language"), max_length=2, choices=Language.choices, default=Language.BROWSER, blank=True
    )
    is_active = models.BooleanField(_("may log in"), default=True)
    is_staff = models.BooleanField(_("may enter the administration"), default=False)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    objects = UserManager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.CheckConstraint(
                condition=Q(is_guest=True, email__isnull=True) | Q(is_guest=False, email__isnull=False),
                name="user_guest_or_email",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        self.name = clean_name(self.name)
        self.email = self.email.lower() if self.email else None

    @cached_property
    def is_suspended(self) -> bool:
        """May not sit, act or chat; known without a query for the user of a request (see `with_suspension`)."""
        return self.sanctions.suspensions().active().exists()

    def suspension(self) -> Sanction | None:
        """The suspension in force that lasts longest."""
        return self.sanctions.suspensions().active().order_by(F("until").desc(nulls_first=True)).first()


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def suspensions(self) -> SanctionQuerySet:
        return self.filter(kind=Sanction.Kind.SUSPENSION)

    def active(self) -> SanctionQuerySet:
        return self.filter(Q(until__isnull=True) | Q(until__gt=timezone.now()), lifted_at__isnull=True)


class Sanction(models.Model):
    class Kind(models.TextChoices):
        SUSPENSION = "suspension", _("suspension")

    user = models.ForeignKey(User, models.CASCADE, related_name="sanctions", verbose_name=_("person"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.SUSPENSION)
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(User, models.SET_NULL, related_name="sanctions_given", null=True, verbose_name=_("given by"))
    created_at = models.DateTimeField(_("given at"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True, help_text=_("Empty: for good."))
    lifted_at = models.DateTimeField(_("lifted at"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        User, models.SET_NULL, related_name="sanctions_lifted", null=True, blank=True, verbose_name=_("lifted by")
    )

    objects = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user}"


def _suspension_of(user: OuterRef) -> Exists:
    return Exists(Sanction.objects.suspensions().active().filter(user=user))
