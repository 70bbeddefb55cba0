"""What the table says, in the language in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from math import ceil

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext

from games.bots import Level
from games.engine.cards import Suit
from games.engine.ruleset import OneCardHands, Preset, RuleSet, Scoring, Streak
from games.engine.view import HandView
from games.rendering.cards import short
from games.selectors.table import AwayAct

MINUS = "−"


@cache
def labels(language: str) -> Mapping[str, str]:
    """The words that never change with the match."""
    with override(language):
        return {
            "home": _("Levata: back to the lobby"),
            "to_lobby": _("To the lobby"),
            "scores": _("Score"),
            "close": _("Close"),
            "back": _("Back to the table"),
            "trump": _("trump"),
            "no_trump": _("no trump"),
            "table": _("The table"),
            "others": _("The other players"),
            "own_place": _("Your place"),
            "own_cards": _("Your cards"),
            "you": _("You"),
            "deals": pgettext("a seat", "deals"),
            "bot": _("bot"),
            "returns": _("returns any time"),
            "taken_by": pgettext("a trick", "took it"),
            "takes_now": pgettext("a trick", "takes now"),
            "trick": _("The trick"),
            "turned": _("The turned card"),
            "last_trick": _("Last trick"),
            "see_cards": _("see the cards"),
            "play": _("Play"),
            "play_any": _("Choose a card"),
            "play_unseen": _("Play the unseen card"),
            "not_now": _("cannot be played now"),
            "unseen_own": _("your card, unseen"),
            "unseen": _("a card face down"),
            "on_forehead": _("On your forehead: everyone sees it but you."),
            "bids": _("The numbers you may bid"),
            "held": _("A bot plays for you."),
            "come_back": _("I am back"),
            "while_away": _("A bot played for you meanwhile:"),
            "bids_now": _("bids now"),
            "bids_last": _("bids last"),
            "bids_later": _("to bid"),
            "you_bid_now": _("It is your turn to bid."),
            "you_bid_last": _("You deal, so you bid last."),
            "you_bid_later": _("You will bid soon."),
            "your_turn": _("Your turn"),
            "watching": _("You are watching this table."),
            "dealing": _("The cards are being dealt"),
            "hand_result": _("The hand is over"),
            "name": _("name"),
            "bid": pgettext("column", "bid"),
            "taken": pgettext("column", "taken"),
            "points": pgettext("column", "points"),
            "bonus": pgettext("column", "streak"),
            "total": _("total"),
            "number": pgettext("column", "no."),
            "sheet": _("Score sheet"),
            "sheet_caption": _("A row a hand, a column a seat: what was bid, the points, the running total."),
            "to_come": _("Hands to come"),
            "options": _("The options in force"),
            "settings": _("Settings"),
            "sounds": _("Sounds"),
            "four_colours": _("Four colours"),
            "fold": _("Hide the sheet at the side"),
            "leave": _("Leave the table"),
            "leave_sure": _("Leave the table? A bot plays on in your seat, and you can come back any time."),
            "seats": _("Seats"),
            "free": _("free seat"),
            "host": pgettext("person", "host"),
            "sit": _("Sit here"),
            "add_bot": _("Seat a bot"),
            "remove": _("Remove"),
            "level": _("The bot’s level"),
            "start": _("Start the match"),
            "fill": _("Fill with bots and start"),
            "invite": _("A friend who opens this link sits down in two taps."),
            "copy": _("Copy"),
            "copied": _("Copied"),
            "fair": _("Fair deal"),
            "fair_how": _(
                "All shuffles come from one secret seed. This is its SHA-256, fixed before the first card; the seed "
                "itself is shown with the finished match, so that anyone can deal the cards again and compare."
            ),
            "seed": _("Seed"),
            "standings": _("Standings"),
            "by_zero": _("A total of exactly zero wins at this table."),
            "last_hand": _("The last hand"),
            "rematch": _("Rematch"),
            "to_rematch": _("Go to the rematch"),
            "to_match": _("The whole match"),
        }


def level_name(level: str) -> str:
    return {
        Level.EASY: pgettext("bot", "easy"),
        Level.NORMAL: pgettext("bot", "normal"),
        Level.HARD: pgettext("bot", "hard"),
    }[Level(level)]


def levels() -> list[tuple[str, str]]:
    """The values and names of the bots' levels."""
    return [(level.value, level_name(level)) for level in Level]


def hand_of(number: int, total: int) -> str:
    return _("Hand %(number)d/%(total)d") % {"number": number, "total": total}


def cards_count(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def bid_of_size(total: int, size: int) -> str:
    return _("Bid %(total)d/%(size)d") % {"total": total, "size": size}


def bids_left(count: int) -> str:
    return ngettext("%(count)d to bid", "%(count)d to bid", count) % {"count": count}


def over_under(total: int, size: int) -> str:
    """How the table's bids stand to the tricks there are."""
    if total > size:
        return _("over by %(count)d") % {"count": total - size}
    if total < size:
        return _("under by %(count)d") % {"count": size - total}
    return _("exactly")


def seconds(count: int) -> str:
    return _("%(count)d s") % {"count": count}


def seconds_left(due_at: datetime | None, now: datetime) -> str:
    return seconds(ceil(max(0.0, (due_at - now).total_seconds()))) if due_at else ""


def says(tricks: int) -> str:
    return _("says %(tricks)d") % {"tricks": tricks}


def bid_button(tricks: int) -> str:
    return _("Bid %(tricks)d") % {"tricks": tricks}


def taken_of(taken: int, bid: int) -> str:
    return _("%(taken)d of %(bid)d") % {"taken": taken, "bid": bid}


def signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"{MINUS}{-points}"


def number(value: int) -> str:
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def trump_is(suit: Suit | None) -> str:
    return {
        None: _("No trump in this hand"),
        Suit.SPADES: _("Spades are trump"),
        Suit.HEARTS: _("Hearts are trump"),
        Suit.DIAMONDS: _("Diamonds are trump"),
        Suit.CLUBS: _("Clubs are trump"),
    }[suit]


def trumps_held(count: int) -> str:
    if not count:
        return _("You hold no trump.")
    return ngettext("You hold one trump.", "You hold %(count)d trumps.", count) % {"count": count}


def ask_bid(hand: HandView) -> str:
    """The question over the bids; for the dealer, the number that may not be said and why."""
    if hand.hook is not None:
        return ngettext(
            "You cannot bid %(hook)d: it would come to exactly %(size)d trick.",
            "You cannot bid %(hook)d: it would come to exactly %(size)d tricks.",
            hand.size,
        ) % {"hook": hand.hook, "size": hand.size}
    return _("Will you take the trick?") if hand.size == 1 else _("How many tricks will you take?")


def why_these(hand: HandView) -> str:
    """Why only these cards may be played, told from the cards that may."""
    if hand.plays_unseen:
        return _("Play the card you cannot see.")
    led = hand.trick.cards[0].suit if hand.trick and hand.trick.cards else None
    if led is None:
        return _("You lead.")
    if hand.legal_plays[0].suit is led:
        return {
            Suit.SPADES: _("You must follow spades."),
            Suit.HEARTS: _("You must follow hearts."),
            Suit.DIAMONDS: _("You must follow diamonds."),
            Suit.CLUBS: _("You must follow clubs."),
        }[led]
    if hand.legal_plays[0].suit is hand.trump:
        return _("You cannot follow: you must play a trump.")
    return _("You cannot follow: play any card.")


def still_needed(bid: int, taken: int) -> str:
    if taken > bid:
        return _("Over your bid by %(count)d.") % {"count": taken - bid}
    if taken == bid:
        return _("You have what you bid. Take no more.") if bid else _("Take none.")
    return ngettext("You need one more trick.", "You need %(count)d more tricks.", bid - taken) % {"count": bid - taken}


def outcome(is_made: bool, points: int, bonus: int) -> str:
    """One's own hand in a sentence."""
    made = _("Made: %(points)s.") if is_made else _("Missed: %(points)s.")
    text = made % {"points": signed(points)}
    if bonus:
        text += " " + _("Streak: %(bonus)s.") % {"bonus": signed(bonus)}
    return text


def next_deal(hand: int, size: int, dealer: str, is_you: bool) -> str:
    words = {"hand": hand, "cards": cards_count(size), "name": dealer}
    if is_you:
        return _("Next is hand %(hand)d, %(cards)s: you deal.") % words
    return _("Next is hand %(hand)d, %(cards)s: %(name)s deals.") % words


def winners(names: Sequence[str], you_win: bool) -> str:
    """Who won; `names` are those of the winning seats, without the viewer's own."""
    if you_win and not names:
        return _("You win")
    together = names[0] if len(names) == 1 else ", ".join(names[:-1]) + " " + _("and") + " " + names[-1]
    if you_win:
        return _("You and %(names)s share the win") % {"names": together}
    return ngettext("%(names)s wins", "%(names)s share the win", len(names)) % {"names": together}


def away_acts(acts: Sequence[AwayAct]) -> list[SafeString]:
    """What a bot did in somebody's name, a line a hand, the latest hand first."""
    lines = []
    for hand in sorted({act.hand for act in acts}, reverse=True):
        bids = [str(act.tricks) for act in acts if act.hand == hand and act.tricks is not None]
        plays = [short(act.card) for act in acts if act.hand == hand and act.card is not None]
        done = [_("bid %(tricks)s") % {"tricks": bids[0]}] if bids else []
        if plays:
            done.append(_("played %(cards)s") % {"cards": " ".join(plays)})
        lines.append(format_html("{}: {}", _("Hand %(number)d") % {"number": hand}, ", ".join(done)))
    return lines


def streak_legend(streak: Streak | None) -> tuple[str, str] | None:
    """What the stars of premiums and of penalties say."""
    if streak is None:
        return None
    words = {"length": streak.length, "award": streak.award}
    return _("%(length)d made in a row, +%(award)d") % words, _("%(length)d missed in a row, −%(award)d") % words


def options(rules: RuleSet, turn_seconds: int | None, is_public: bool) -> list[tuple[str, str]]:
    """The options in force, each with its name."""
    streak = (
        _("%(length)d in a row, ±%(award)d") % {"length": rules.streak.length, "award": rules.streak.award}
        if rules.streak
        else pgettext("streak", "none")
    )
    return [
        (_("Game"), game(rules)),
        (_("An exact hand"), _("gold: 1 to 40") if rules.scoring is Scoring.GOLD else _("5 + tricks")),
        (pgettext("option", "Streak"), streak),
        (
            _("One-card hands"),
            _("on the forehead") if rules.one_card_hands is OneCardHands.FOREHEAD else _("own card seen"),
        ),
        (_("Who wins"), _("a total of exactly zero") if rules.zero_wins else _("the highest total")),
        (_("Time for a turn"), seconds(turn_seconds) if turn_seconds else pgettext("time", "no limit")),
        (_("Who can come"), _("everybody") if is_public else _("by link")),
    ]


def game(rules: RuleSet) -> str:
    return f"{preset_name(rules.preset)}, {rules.ladder.value}"


def preset_name(preset: Preset) -> str:
    return {
        Preset.CLASSIC: _("Classic"),
        Preset.FOREHEAD: _("Forehead"),
        Preset.GOLD: _("Gold"),
        Preset.ZERO: _("Zero"),
        Preset.CUSTOM: _("Custom"),
    }[preset]


def played(player: str, card: str, is_you: bool) -> str:
    if is_you:
        return _("You play %(card)s.") % {"card": card}
    return _("%(name)s plays %(card)s.") % {"name": player, "card": card}


def has_bid(player: str, tricks: int, is_you: bool) -> str:
    if is_you:
        return _("You bid %(tricks)d.") % {"tricks": tricks}
    return _("%(name)s bids %(tricks)d.") % {"name": player, "tricks": tricks}


def takes(player: str, is_you: bool) -> str:
    return _("You take the trick.") if is_you else _("%(name)s takes the trick.") % {"name": player}


def took(player: str, is_you: bool) -> str:
    return _("you took it") if is_you else _("%(name)s took it") % {"name": player}


def waits_for(player: str, is_bidding: bool, is_held: bool) -> str:
    words = {"name": player}
    if is_held:
        return _("A bot thinks for %(name)s") % words
    return (_("%(name)s is thinking about a bid") if is_bidding else _("%(name)s is thinking")) % words


def dealt(hand: HandView, total: int) -> str:
    return f"{hand_of(hand.number, total)}: {cards_count(hand.size)}. {trump_is(hand.trump)}."
