"""Addresses of the game."""

from django.urls import path

from games.views import history, lobby, table

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("lobby/live", lobby.live, name="lobby_live"),
    path("tables/new", lobby.open_table, name="table_open"),
    path("rules/", lobby.rules, name="rules"),
    path("privacy/", lobby.privacy, name="privacy"),
    path("matches/", history.matches, name="matches"),
    path("m/<slug:code>/", history.match, name="match"),
    path("m/<slug:code>/record.json", history.record, name="match_record"),
    path("t/<slug:code>/", table.page, name="table"),
    path("t/<slug:code>/live", table.live, name="table_live"),
    path("t/<slug:code>/act", table.act, name="table_act"),
    path("t/<slug:code>/sit", table.sit, name="table_sit"),
    path("t/<slug:code>/leave", table.leave, name="table_leave"),
    path("t/<slug:code>/return", table.come_back, name="table_return"),
    path("t/<slug:code>/start", table.start, name="table_start"),
    path("t/<slug:code>/bots", table.bots, name="table_bots"),
    path("t/<slug:code>/rematch", table.rematch, name="table_rematch"),
]
