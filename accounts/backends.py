from allauth.account.auth_backends import AuthenticationBackend
from asgiref.sync import sync_to_async

from accounts.models import User


class AccountBackend(AuthenticationBackend):
    """Log-in by e-mail address; the user of a request knows `is_suspended` from the query that brought it."""

    def get_user(self, user_id: int) -> User | None:
        user = User.objects.with_suspension().filter(pk=user_id).first()
        return user if user and self.user_can_authenticate(user) else None

    async def aget_user(self, user_id: int) -> User | None:
        return await sync_to_async(self.get_user)(user_id)
