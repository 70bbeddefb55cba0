"""The people's pages. Of django-allauth's only those are routed that the site needs and has templates for."""

from allauth.account import views as allauth_views
from django.urls import path, re_path

from accounts import views

urlpatterns = [
    path("guest", views.guest, name="guest"),
    path("language", views.language, name="language"),
    path("profile", views.profile, name="profile"),
    path("account/delete", views.account_delete, name="account_delete"),
    path("account/register", views.SignupView.as_view(), name="account_signup"),
    path("account/login", views.LoginView.as_view(), name="account_login"),
    path("account/logout", allauth_views.logout, name="account_logout"),
    path("account/inactive", allauth_views.account_inactive, name="account_inactive"),
    path("account/email", views.email, name="account_email"),
    path("account/email/sent", allauth_views.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^account/email/confirm/(?P<key>[-:\w]+)$", allauth_views.confirm_email, name="account_confirm_email"),
    path("account/password", views.registered_required(allauth_views.password_change), name="account_change_password"),
    path("account/password/reset", allauth_views.password_reset, name="account_reset_password"),
    path("account/password/reset/sent", allauth_views.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)$",
        allauth_views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "account/password/reset/done",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
