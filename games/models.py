"""Rows of the game: a match with its seats, hands, bids, tricks, plays and scores.

A match row is also the table people gather at before it starts. Only `games.services` writes these rows.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.bots import Level
from games.engine.ruleset import Ladder, OneCardHands, Preset, RuleSet, Scoring, Streak


class Match(models.Model):
    """A whole schedule of hands by one frozen set of rules.

    `version` grows by one with every accepted change. `due_at` is when the server itself moves the match on: a deal,
    a bot's turn, a person's time running out. `turn_ends_at` is the end of the present turn's time, whoever holds the
    seat meanwhile; None without a limit. `seed` is the secret everything random comes from (engine.shuffle).
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")
        CLOSED = "closed", _("closed before it began")

    CAME_TO_NOTHING: ClassVar = (Status.ABORTED, Status.CLOSED)

    code = models.CharField(_("code"), max_length=12, unique=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(_("version"), default=0)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted", verbose_name=_("host")
    )
    is_public = models.BooleanField(_("public"), default=True)
    players = models.PositiveSmallIntegerField(_("players"))
    turn_seconds = models.PositiveSmallIntegerField(_("seconds for a turn"), null=True, blank=True)
    previous = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch", verbose_name=_("rematch of")
    )

    preset = models.CharField(_("preset"), max_length=10, choices=[(p.value, p.value) for p in Preset])
    ladder = models.CharField(_("ladder"), max_length=5, choices=[(o.value, o.value) for o in Ladder])
    one_card_hands = models.CharField(
        _("one-card hands"), max_length=10, choices=[(o.value, o.value) for o in OneCardHands]
    )
    scoring = models.CharField(_("scoring"), max_length=10, choices=[(o.value, o.value) for o in Scoring])
    streak_length = models.PositiveSmallIntegerField(_("streak length"), null=True, blank=True)
    streak_award = models.PositiveSmallIntegerField(_("streak award"), null=True, blank=True)
    zero_wins = models.BooleanField(_("an exact zero wins"), default=False)

    seed = models.CharField(max_length=64, editable=False)
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"))
    hands_done = models.PositiveSmallIntegerField(_("finished hands"), default=0)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    turn_ends_at = models.DateTimeField(_("turn ends at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"))
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        permissions: ClassVar = [("abort_match", "Can abort a match")]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="match_due", condition=Q(status="playing")),
            models.Index(fields=["status", "-created_at"], name="match_by_status"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(players__gte=3, players__lte=6), name="match_players"),
            models.CheckConstraint(condition=Q(first_dealer__lt=F("players")), name="match_first_dealer"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def rules(self) -> RuleSet:
        """The options of this match as the engine's value."""
        streak = None
        if self.streak_length is not None and self.streak_award is not None:
            streak = Streak(self.streak_length, self.streak_award)
        return RuleSet(
            preset=Preset(self.preset),
            ladder=Ladder(self.ladder),
            one_card_hands=OneCardHands(self.one_card_hands),
            scoring=Scoring(self.scoring),
            streak=streak,
            zero_wins=self.zero_wins,
        )

    @staticmethod
    def columns_of(rules: RuleSet) -> dict[str, object]:
        """The columns that hold these rules; `rules` reads them back."""
        return {
            "preset": rules.preset.value,
            "ladder": rules.ladder.value,
            "one_card_hands": rules.one_card_hands.value,
            "scoring": rules.scoring.value,
            "streak_length": rules.streak.length if rules.streak else None,
            "streak_award": rules.streak.award if rules.streak else None,
            "zero_wins": rules.zero_wins,
        }


class Controller(models.TextChoices):
    """Who plays for a seat at this moment; also who made a bid or a play."""

    HUMAN = "human", _("a person")
    BOT = "bot", _("a bot")


class Seat(models.Model):
    """One place at a match. It belongs to a person (`user`), to a bot (`bot_level`) or, while waiting, to nobody.

    A person's seat whose `controller` is a bot is held for them until they come back. `held_from` is the match
    version at which the bot took it; it stays until the person acts again, so that they can be shown what was done.
    The name stays as shown when the person's account is deleted.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats", verbose_name=_("person")
    )
    name = models.CharField(_("name"), max_length=20, blank=True)
    bot_level = models.CharField(
        _("bot's level"), max_length=10, blank=True, choices=[(level.value, level.value) for level in Level]
    )
    controller = models.CharField(_("held by"), max_length=5, choices=Controller, default=Controller.HUMAN)
    held_from = models.PositiveIntegerField(_("held by a bot since version"), null=True, blank=True)
    last_seen_at = models.DateTimeField(_("last seen at"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["match_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once_a_match"),
            models.UniqueConstraint(fields=["match", "user"], name="seat_once_a_person"),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(bot_level=""), name="seat_one_holder"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["last_seen_at"], name="seat_seen", condition=Q(controller="human")),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.name}"

    @property
    def is_free(self) -> bool:
        """Nobody sits here (only while the table waits)."""
        return not self.name

    @property
    def is_abandoned(self) -> bool:
        """The person who sat here has deleted their account."""
        return bool(self.name) and self.user_id is None and not self.bot_level


class Hand(models.Model):
    """One deal. `order` is the whole deck in the order it was dealt from, so that a match replays for ever.

    `version` is the match's version that this deal made.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="hands", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("number"))
    size = models.PositiveSmallIntegerField(_("size"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    order = models.CharField(max_length=96, editable=False)
    version = models.PositiveIntegerField(_("version"))

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering: ClassVar = ["match_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="hand_once_a_match"),
            models.CheckConstraint(condition=Q(size__gte=1, size__lte=8), name="hand_size"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Bid(models.Model):
    """What a seat said. `version` is the match's version that this bid made."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="bids")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="bids")
    tricks = models.PositiveSmallIntegerField(_("tricks"))
    by = models.CharField(_("by"), max_length=5, choices=Controller)
    version = models.PositiveIntegerField(_("version"))

    class Meta:
        verbose_name = _("bid")
        verbose_name_plural = _("bids")
        ordering: ClassVar = ["hand_id", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "seat"], name="bid_once_a_seat"),
            models.CheckConstraint(condition=Q(tricks__lte=8), name="bid_range"),
        ]

    def __str__(self) -> str:
        return str(self.tricks)


class Trick(models.Model):
    """One trick of a hand, counted from 0; the winner is known when it is complete."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="tricks")
    number = models.PositiveSmallIntegerField(_("number"))
    leader = models.ForeignKey(Seat, models.CASCADE, related_name="tricks_led")
    winner = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="tricks_won")

    class Meta:
        verbose_name = _("trick")
        verbose_name_plural = _("tricks")
        ordering: ClassVar = ["hand_id", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["hand", "number"], name="trick_once_a_hand")]

    def __str__(self) -> str:
        return f"{self.hand_id}/{self.number}"


class Play(models.Model):
    """A card laid to a trick; `place` counts from 0 in the order played."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="plays")
    trick = models.ForeignKey(Trick, models.CASCADE, related_name="plays")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="plays")
    place = models.PositiveSmallIntegerField(_("place"))
    card = models.CharField(_("card"), max_length=2)
    by = models.CharField(_("by"), max_length=5, choices=Controller)
    version = models.PositiveIntegerField(_("version"))

    class Meta:
        verbose_name = _("play")
        verbose_name_plural = _("plays")
        ordering: ClassVar = ["hand_id", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "card"], name="play_once_a_card"),
            models.UniqueConstraint(fields=["trick", "seat"], name="play_once_a_seat"),
            models.UniqueConstraint(fields=["trick", "place"], name="play_once_a_place"),
        ]

    def __str__(self) -> str:
        return self.card


class HandScore(models.Model):
    """What a finished hand brought a seat, and where the seat stands after it (`total`, `run`)."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="scores")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="scores")
    taken = models.PositiveSmallIntegerField(_("taken"))
    points = models.SmallIntegerField(_("points"))
    bonus = models.SmallIntegerField(_("bonus"))
    total = models.SmallIntegerField(_("total"))
    run = models.SmallIntegerField(_("run"))

    class Meta:
        verbose_name = _("hand score")
        verbose_name_plural = _("hand scores")
        ordering: ClassVar = ["hand_id", "seat_id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["hand", "seat"], name="score_once_a_seat")]

    def __str__(self) -> str:
        return str(self.total)
