"""The drawn table: what stands in it for whom, and that nothing else does. No database."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.engine.actions import Bid, Deal, Play
from games.engine.apply import apply, legal_actions
from games.engine.cards import deck, parse_cards
from games.engine.resample import resample
from games.engine.ruleset import CLASSIC, PRESETS, Preset, RuleSet
from games.engine.scoring import Standing
from games.engine.shuffle import Stream
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from games.models import Match
from games.rendering import page_context, render_table
from games.rendering.cards import name, short
from games.selectors.sheet import Cell, Sheet, SheetRow
from games.selectors.table import AwayAct, SeatInfo, TableView
from tests import strategies

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
NAMES = ("Andrei", "Bianca", "Cosmin", "Dana", "Emil", "Flavia")
FOREHEAD = PRESETS[Preset.FOREHEAD]
VOID = {"input", "br", "use", "path", "circle", "meta", "link"}
few = settings(max_examples=40, deadline=None)


class Node:
    """An element of parsed HTML."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes = tag, attributes
        self.children: list[Node] = []
        self.text = ""

    def all(self, wanted: Callable[[Node], Any] = lambda node: True) -> list[Node]:
        """The elements inside, at any depth, that are wanted."""
        found = [child for child in self.children if wanted(child)]
        return found + [node for child in self.children for node in child.all(wanted)]

    def one(self, wanted: Callable[[Node], Any]) -> Node:
        [found] = self.all(wanted)
        return found

    @property
    def words(self) -> str:
        return " ".join(f"{self.text} {' '.join(child.words for child in self.children)}".split())


class Parser(HTMLParser):
    """Builds the tree and fails on any element that is not closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Node("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), f"an attribute twice in {tag}"
        node = Node(tag, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().tag == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.open[-1].text += data


def parse(html: str) -> Node:
    parser = Parser()
    parser.feed(html)
    parser.close()
    assert parser.open == [parser.root], "an element is left open"
    return parser.root


def has(**attributes: str) -> Callable[[Node], bool]:
    wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    return lambda node: all(node.attributes.get(key) == value for key, value in wanted.items())


def with_attribute(key: str) -> Callable[[Node], bool]:
    return lambda node: key in node.attributes


def with_class(wanted: str) -> Callable[[Node], bool]:
    return lambda node: wanted in node.attributes.get("class", "").split()


def cards_in(node: Node) -> list[str]:
    return sorted(card.attributes["data-card"] for card in node.all(with_attribute("data-card")))


def seat(number: int, **changes: Any) -> SeatInfo:
    usual = SeatInfo(
        number, NAMES[number], is_free=False, is_bot=False, bot_level="", is_held=False, is_host=number == 0
    )
    return replace(usual, **changes)


def table(state: MatchState | None, viewer: int | None, *, rules: RuleSet = CLASSIC, **changes: Any) -> TableView:
    """A table being played in this state; or one that waits, with four seats."""
    players = state.players if state else 4
    usual = TableView(
        code="k7m2p",
        status=Match.Status.PLAYING if state else Match.Status.WAITING,
        version=41,
        viewer=viewer,
        view=view_for(state, viewer) if state else None,
        seats=tuple(seat(number) for number in range(players)),
        rules=state.rules if state else rules,
        turn_seconds=30,
        is_public=True,
        due_at=None,
        commitment="c0ffee" + "0" * 58,
        seed=None,
        away_acts=(),
        rematch_code=None,
    )
    return replace(usual, **changes)


def drawn(view: TableView, **options: Any) -> Node:
    return parse(render_table(view, **{"language": "en", "now": NOW} | options))


def dealt(front: str, *, rules: RuleSet = CLASSIC, players: int = 4, hands_done: int) -> MatchState:
    """A hand dealt from these cards first, then the rest of the deck; seat 0 deals the match's first hand."""
    cards = parse_cards(front)
    state = MatchState(rules, players, 0, (Standing(),) * players, hands_done)
    order = (*cards, *(card for card in deck(players) if card not in cards))
    return apply(state, Deal(order))[0]


def after(state: MatchState, *actions: Bid | Play) -> MatchState:
    for action in actions:
        state, _ = apply(state, action)
    return state


def card(text: str) -> Any:
    return parse_cards(text)[0]


def must_follow() -> MatchState:
    """Hand 6, three cards each, the king of diamonds turned; seat 2 led a heart, seat 3 followed, seat 0 is to play.

    Seat 0 holds the queen and the ten of hearts and the ace of spades.
    """
    state = dealt("9hJh Qh8h 7cAc ThKc 8c7d As9d Kd".replace(" ", ""), hands_done=5)
    bids = (Bid(2, 1), Bid(3, 1), Bid(0, 2), Bid(1, 0))
    return after(state, *bids, Play(2, card("9h")), Play(3, card("Jh")))


def finished_match() -> MatchState:
    """The last hand of a classic match of three just played."""
    state = MatchState(CLASSIC, 3, 0, (Standing(total=10), Standing(total=40), Standing(total=12)), hands_done=20)
    state, _ = apply(state, Deal(deck(3)))
    while actions := legal_actions(state):
        state, _ = apply(state, actions[0])
    return state


def sheet_of(rows: int, players: int = 4) -> Sheet:
    cells = tuple(Cell(bid=1, taken=1, points=6, bonus=10, total=60) for _ in range(players))
    return Sheet(tuple(SheetRow(n + 1, 1, n % players, cells) for n in range(rows)), (1,) * 24, (60,) * players)


# ---- secrecy ----


@given(strategies.histories(), strategies.seeds, st.data())
@few
def test_two_worlds_alike_to_a_viewer_are_drawn_alike(history: list[MatchState], seed: bytes, data: Any) -> None:
    state = data.draw(st.sampled_from(history))
    viewer = data.draw(st.sampled_from([None, *range(state.players)]))
    world = resample(view_for(state, viewer), Stream(seed, "world"))
    held = data.draw(st.booleans())
    status = (
        Match.Status.FINISHED
        if state.phase is Phase.FINISHED
        else data.draw(st.sampled_from([Match.Status.PLAYING, Match.Status.ABORTED]))
    )
    for language in ("ro", "en"):
        pages = [_everything(either, viewer, status, held, language) for either in (state, world)]
        assert pages[0] == pages[1]


def _everything(state: MatchState, viewer: int | None, status: str, held: bool, language: str) -> list[str]:
    seats = tuple(seat(number, is_held=held and number == viewer) for number in range(state.players))
    view = table(state, viewer, status=status, seats=seats, due_at=NOW + timedelta(seconds=20))
    options = {"language": language, "now": NOW, "sheet": sheet_of(2, state.players)}
    context = page_context(view, **options, csrf_token="token")
    return [str(render_table(view, **options)), *(str(value) for value in context.values())]


@given(strategies.positions(), st.data())
@few
def test_just_the_visible_cards_are_named(state: MatchState, data: Any) -> None:
    """Each as often as it is shown; nowhere a card that this viewer does not see."""
    assert state.hand is not None
    viewer = data.draw(st.sampled_from([None, *range(state.players)]))
    view = view_for(state, viewer)
    assert view.hand is not None
    root = drawn(table(state, viewer))
    last = view.hand.tricks[-1].cards if view.hand.tricks else ()
    on_show = view.hand.trick.cards if view.hand.trick and view.hand.trick.cards else last
    bidding = view.phase is Phase.BIDDING
    expected = [
        *([] if view.hand.scores else view.hand.holding),
        *(seen for seen in view.hand.foreheads if seen is not None),
        *on_show,
        *last * 2,
        *([view.hand.turnup] * (2 if bidding else 1) if view.hand.turnup is not None else []),
    ]
    assert cards_in(root) == sorted(map(str, expected))


@given(strategies.positions(rules=strategies.forehead_rules, sizes=range(1, 2)))
@few
def test_cards_face_down_are_all_alike(state: MatchState) -> None:
    """The viewer's own card on the forehead, and to a watcher everybody's: one and the same element."""
    assert state.hand is not None
    assume(not state.hand.scores)
    for viewer in (None, *range(state.players)):
        backs = [
            node
            for node in drawn(table(state, viewer)).all(with_class("card"))
            if "data-card" not in node.attributes and "deck" not in node.attributes["class"].split()
        ]
        seats = range(state.players) if viewer is None else [viewer]
        assert len(backs) == sum(bool(state.hand.holdings[number]) for number in seats)
        assert len({re.sub(r"aria-\w+=.*", "", repr(_shape(back))) for back in backs}) <= 1


def _shape(node: Node) -> Any:
    return node.tag, node.attributes, [_shape(child) for child in node.children]


def test_a_watcher_sees_no_holding() -> None:
    root = drawn(table(must_follow(), None))
    assert cards_in(root) == ["9h", "Jh", "Kd"]
    assert not root.all(lambda node: node.tag == "form")


# ---- bidding ----


def bidding_of_dealer() -> MatchState:
    """Hand 4 of four, one card each: seat 3 deals and is to bid; the others said 0, 0, 0."""
    return after(dealt("AsKsQsJs9s", hands_done=3), Bid(0, 0), Bid(1, 0), Bid(2, 0))


def test_the_hooked_number_is_no_control_and_the_reason_is_said() -> None:
    root = drawn(table(bidding_of_dealer(), 3))
    bids = root.all(lambda node: node.attributes.get("name") == "bid")
    assert [(bid.tag, bid.attributes["value"], bid.words) for bid in bids] == [("button", "0", "0")]
    assert root.one(with_class("gone")).words == "1"
    assert root.one(with_class("gone")).tag == "span"
    assert root.one(has(id="why")).words == "You cannot bid 1: it would come to exactly 1 trick."


def test_whoever_is_not_to_bid_has_no_bids() -> None:
    for viewer in (None, 0, 1, 2):
        assert not drawn(table(bidding_of_dealer(), viewer)).all(has(name="bid"))


@given(strategies.histories())
@few
def test_the_bids_offered_are_the_legal_ones(history: list[MatchState]) -> None:
    for state in history[:: max(1, len(history) // 6)]:
        if state.phase is not Phase.BIDDING:
            continue
        offered = drawn(table(state, state.to_act)).all(has(name="bid"))
        assert [int(bid.attributes["value"]) for bid in offered] == [bid.tricks for bid in legal_actions(state)]


# ---- play ----


def test_only_legal_cards_respond() -> None:
    root = drawn(table(must_follow(), 0))
    fan = root.one(with_class("fan"))
    choices = fan.all(has(name="play"))
    assert {choice.attributes["value"]: "disabled" in choice.attributes for choice in choices} == {
        "As": True,
        "Qh": False,
        "Th": False,
    }
    assert not fan.all(with_attribute("checked"))
    assert "You must follow hearts." in root.one(with_class("hint")).words
    assert root.one(has(id="play")).words == "Choose a card"


def test_a_forced_card_is_chosen_already() -> None:
    """Spades are led, seat 1 has none and holds one trump."""
    state = after(must_follow(), Play(0, card("Qh")), Play(1, card("8h")), Play(0, card("As")))
    root = drawn(table(state, 1))
    assert [node.attributes["value"] for node in root.all(with_attribute("checked"))] == ["9d"]
    assert root.one(has(id="play")).attributes["aria-label"] == "Play nine of diamonds"
    assert root.one(with_class("hint")).words == "You cannot follow: you must play a trump."


def test_the_fan_lies_the_same_whatever_is_legal() -> None:
    order = [
        [node.attributes["id"] for node in drawn(table(state, 0)).one(with_class("fan")).all(with_attribute("id"))]
        for state in (must_follow(), after(must_follow(), Play(0, card("Qh"))))
    ]
    assert order == [["card-As", "card-Qh", "card-Th"], ["card-As", "card-Th"]]


def test_the_acts_carry_the_version_and_go_where_they_are_handled() -> None:
    form = drawn(table(must_follow(), 0)).one(has(id="act"))
    assert (form.attributes["method"], form.attributes["action"], form.attributes["hx-post"]) == (
        "post",
        "/t/k7m2p/act",
        "/t/k7m2p/act",
    )
    assert form.one(has(name="version")).attributes["value"] == "41"


def test_the_token_is_in_the_forms_of_the_page_only() -> None:
    assert not drawn(table(must_follow(), 0)).all(has(name="csrfmiddlewaretoken"))
    page = drawn(table(must_follow(), 0), csrf_token="token")
    posts = page.all(has(method="post"))
    assert posts
    assert all(form.all(has(name="csrfmiddlewaretoken", value="token")) for form in posts)


def test_the_unseen_card_is_played_by_a_button() -> None:
    state = after(dealt("AsKsQsJs9s", rules=FOREHEAD, hands_done=3), Bid(0, 0), Bid(1, 0), Bid(2, 0), Bid(3, 0))
    root = drawn(table(state, 0))
    button = root.one(has(name="play"))
    assert (button.tag, button.attributes["value"]) == ("button", "unseen")
    assert cards_in(root) == ["9s", "Js", "Ks", "Qs"]


def test_a_finished_trick_stays_until_the_next_card_is_led() -> None:
    taken = after(must_follow(), Play(0, card("Qh")), Play(1, card("8h")))
    trick = drawn(table(taken, 3)).one(with_class("trick"))
    assert "is-taken" in trick.attributes["class"]
    assert cards_in(trick) == ["8h", "9h", "Jh", "Qh"]
    assert trick.one(with_class("leads")).words.endswith("took it")
    led = drawn(table(after(taken, Play(taken.to_act or 0, legal_actions(taken)[0].card)), 3))
    assert len(cards_in(led.one(with_class("trick")))) == 1
    assert cards_in(led.one(has(id="last-trick"))) == ["8h", "9h", "Jh", "Qh"]


def test_whose_turn_it_is_stands_everywhere() -> None:
    due = NOW + timedelta(seconds=14.5)
    mine, theirs = (drawn(table(must_follow(), viewer, due_at=due)) for viewer in (0, 1))
    root = mine.one(has(id="table"))
    assert root.attributes["data-your-turn"] == "1"
    assert root.attributes["data-title"].startswith("● Your turn")
    assert (root.attributes["data-due-ms"], root.attributes["data-turn-ms"]) == ("14500", "30000")
    assert "data-your-turn" not in theirs.one(has(id="table")).attributes
    for page in (mine, theirs):
        assert page.one(with_attribute("data-to-act")).attributes["data-seat"] == "0"
    assert theirs.one(with_class("wait")).words == "Andrei is thinking 15 s"
    assert "data-due-ms" not in drawn(table(must_follow(), 0)).one(has(id="table")).attributes


def test_every_seat_is_marked_once() -> None:
    for viewer in (None, 0, 2):
        seats = drawn(table(must_follow(), viewer)).all(with_attribute("data-seat"))
        assert sorted(node.attributes["data-seat"] for node in seats) == ["0", "1", "2", "3"]


def test_the_end_of_a_hand_is_told() -> None:
    state = after(bidding_of_dealer(), Bid(3, 0))
    while state.phase is Phase.PLAYING:
        state, _ = apply(state, legal_actions(state)[0])
    root = drawn(table(state, 0))
    rows = [[cell.words for cell in row.children] for row in root.one(with_class("tally")).children[1].children]
    assert rows == [
        ["You", "0", "1", "−1", "−1"],
        ["Bianca", "0", "0", "+5", "5"],
        ["Cosmin", "0", "0", "+5", "5"],
        ["Dana", "0", "0", "+5", "5"],
    ]
    assert root.one(with_class("next")).words == "Next is hand 5, 2 cards: you deal."
    assert root.one(with_class("trick"))


# ---- people who are away ----


def test_a_held_seat_is_marked_and_its_person_can_come_back() -> None:
    seats = tuple(seat(number, is_held=number == 0) for number in range(4))
    theirs = drawn(table(must_follow(), 1, seats=seats))
    assert "returns any time" in theirs.one(has(data_seat="0")).words
    mine = drawn(table(must_follow(), 0, seats=seats))
    assert mine.one(has(id="come-back")).attributes["action"] == "/t/k7m2p/return"
    assert not mine.all(lambda node: node.tag == "button" and node.attributes.get("id") == "play")
    assert "data-your-turn" not in mine.one(has(id="table")).attributes


def test_what_a_bot_did_meanwhile_is_listed() -> None:
    acts = (AwayAct(5, 2, None), AwayAct(6, 1, None), AwayAct(6, None, card("Kh")), AwayAct(6, None, card("Tc")))
    lines = drawn(table(must_follow(), 0, away_acts=acts)).one(with_class("away-acts")).all(lambda n: n.tag == "li")
    assert [line.words for line in lines] == [
        f"Hand 6: bid 1, played {short(card('Kh'))} {short(card('Tc'))}",
        "Hand 5: bid 2",
    ]


# ---- before the match, after it, and otherwise ----

ROOM = (seat(0), seat(1, is_bot=True, bot_level="hard"), seat(2, name="", is_free=True), seat(3))


def _actions(root: Node) -> list[str]:
    return sorted(form.attributes["action"].rsplit("/", 1)[1] for form in root.all(has(method="post")))


@pytest.mark.parametrize(
    ("viewer", "seats", "actions"),
    [
        (0, ROOM, ["bots", "bots", "leave", "start"]),
        (3, ROOM, ["leave"]),
        (None, ROOM, ["sit"]),
        (0, (*ROOM[:2], seat(2), ROOM[3]), ["bots", "leave", "start"]),
        (None, (*ROOM[:2], seat(2), ROOM[3]), []),
    ],
)
def test_who_may_do_what_while_the_table_waits(
    viewer: int | None, seats: Sequence[SeatInfo], actions: list[str]
) -> None:
    root = drawn(table(None, viewer, seats=tuple(seats)))
    assert _actions(root) == actions
    assert "c0ffee00…00000000" in root.words
    assert "5 in a row, ±10" in root.words


def test_starting_with_a_free_seat_fills_it() -> None:
    assert drawn(table(None, 0, seats=ROOM)).all(has(name="fill"))
    assert not drawn(table(None, 0)).all(has(name="fill"))


def test_the_result() -> None:
    view = table(finished_match(), 0, status=Match.Status.FINISHED, seed="ab" * 32)
    root = drawn(view, sheet=sheet_of(21, 3))
    assert root.one(has(id="result")).words == "Bianca wins"
    assert [row.attributes["data-seat"] for row in root.all(with_attribute("data-seat"))] == ["1", "0", "2"]
    assert _actions(root) == ["rematch"]
    assert len(root.one(has(id="sheet-rows")).children) == 21
    assert "ab" * 32 in root.words
    joined = drawn(replace(view, rematch_code="zzz"))
    assert [link.words for link in joined.all(has(href="/t/zzz/"))] == ["Go to the rematch"]


def test_a_shared_win_names_all_winners() -> None:
    state = replace(finished_match(), standings=(Standing(50), Standing(50), Standing(50)))
    views = [table(state, viewer, status=Match.Status.FINISHED) for viewer in (None, 1)]
    assert [drawn(view).one(has(id="result")).words for view in views] == [
        "Andrei, Bianca and Cosmin share the win",
        "You and Andrei and Cosmin share the win",
    ]


@pytest.mark.parametrize("status", [Match.Status.ABORTED, Match.Status.CLOSED])
def test_a_table_that_goes_no_further_shows_no_card_and_a_way_out(status: str) -> None:
    root = drawn(table(must_follow() if status == Match.Status.ABORTED else None, 0, status=status))
    assert not root.all(with_attribute("data-card"))
    assert root.all(has(href="/"))


def test_without_rows_the_page_keeps_its_own() -> None:
    kept = drawn(table(must_follow(), 0)).one(has(id="sheet-rows"))
    assert "hx-preserve" in kept.attributes
    assert not kept.children
    given_rows = drawn(table(must_follow(), 0), sheet=sheet_of(5)).one(has(id="sheet-rows"))
    assert "hx-preserve" not in given_rows.attributes
    assert [cell.words for cell in given_rows.children[0].children[1:]] == [
        "1 bid 1, took 1, streak +10, deals +6 60",
        *["1 bid 1, took 1, streak +10 +6 60"] * 3,
    ]


def test_a_refusal_is_said() -> None:
    root = drawn(table(must_follow(), 0), message="Too <late>")
    assert root.one(has(id="message", role="alert")).words == "Too <late>"


# ---- the HTML itself ----

HOSTILE = '<b onx="\'">&amp;</b>'


@given(strategies.positions(), st.sampled_from(["ro", "en"]), st.data())
@few
def test_names_cannot_break_out_and_the_html_is_whole(state: MatchState, language: str, data: Any) -> None:
    viewer = data.draw(st.sampled_from([None, *range(state.players)]))
    seats = tuple(seat(number, name=HOSTILE) for number in range(state.players))
    finished = state.phase is Phase.FINISHED
    view = table(state, viewer, seats=seats, status=Match.Status.FINISHED if finished else Match.Status.PLAYING)
    _check_whole(render_table(view, language=language, now=NOW, sheet=sheet_of(2, state.players)))


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_hostile_names_in_the_waiting_room(viewer: int | None) -> None:
    _check_whole(
        render_table(
            table(None, viewer, seats=tuple(replace(sitting, name=HOSTILE) for sitting in ROOM)), language="ro", now=NOW
        )
    )


def _check_whole(html: str) -> None:
    """Well nested, one root, ids once, nothing that the content security policy forbids, no element from a name."""
    root = parse(html)
    assert [child.attributes["id"] for child in root.children] == ["table"]
    nodes = root.all()
    ids = Counter(node.attributes["id"] for node in nodes if "id" in node.attributes)
    assert max(ids.values()) == 1
    for node in nodes:
        assert node.tag not in ("script", "style")
        assert "style" not in node.attributes
        assert not any(key.startswith(("on", "hx-on")) for key in node.attributes)
        assert "js:" not in node.attributes.get("hx-vals", "")
    labels = [node.attributes["popovertarget"] for node in nodes if "popovertarget" in node.attributes]
    assert set(labels) <= set(ids)


def test_cards_are_named_in_words() -> None:
    assert name(card("Qh"), "en") == "queen of hearts"
    assert short(card("Th")).startswith("10♥")
