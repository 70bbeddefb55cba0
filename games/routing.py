"""Addresses of the websockets."""

from django.urls import path

from games.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/t/<slug:code>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
]
