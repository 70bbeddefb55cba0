"""The site as an ASGI application, for any server: pages over HTTP, tables over websockets."""

import os
from typing import Any

from channels.auth import AuthMiddleware, get_user
from channels.db import database_sync_to_async
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistsite.settings")
os.environ.setdefault("DATABASE_POOL_SIZE", "8")  # of all processes, only this kind has many threads to serve
pages = get_asgi_application()

from games.routing import websocket_urlpatterns  # noqa: E402  (needs the apps that the line above loads)


class SocketAuthMiddleware(AuthMiddleware):
    """Finds the socket's person in a thread of the pool: Channels itself would queue all sockets on a single thread."""

    async def resolve_scope(self, scope: Any) -> None:
        find_user = database_sync_to_async(get_user.func, thread_sensitive=False)  # type: ignore[attr-defined]
        scope["user"]._wrapped = await find_user(scope)


application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(
            SessionMiddlewareStack(SocketAuthMiddleware(URLRouter(websocket_urlpatterns)))  # type: ignore[arg-type]
        ),
    }
)
