"""What only one seat may know is nowhere that anybody else looks, in every game that is installed (R-GEN-06).

A game is forked at a question for one seat alone: two answers that are the same to everybody else. As long as nothing
is revealed, everybody else gets the same bytes from every front and file. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from click.testing import CliRunner
from rich.console import Console

from companion.chance.dealer import known_items
from companion.cli import companion as commands
from companion.club.snapshot import as_message, snapshot_of
from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.facts import Facts
from companion.core.learning import rows_of
from companion.core.refusals import BadSetup, Refused
from companion.core.rules import NoBox, Rules
from companion.core.secrets import HIDDEN, Secret
from companion.core.state import State
from companion.core.steps.listed import ListedStep
from companion.core.texts import T, plain
from companion.core.todo import tell
from companion.games.registry import load_game
from companion.journal import Journal
from companion.language import Language
from companion.lookback.film import made
from companion.lookback.lookback import look_back
from companion.lookback.page import page
from companion.packs.loader import new_box
from companion.scene.charts import Gauge
from companion.scene.scene import Card, Line, Place, PlaceGroup, Private, Reveal, Row, Scene, Stakes
from companion.session.odds import likely
from companion.session.pages import pages_of
from companion.session.session import Session
from companion.session.telling import TABLE, TITLE
from companion.table.history import PlayedEntry, hidden, label
from companion.table.log import Entry, Setup
from companion.table.past import Revising, look_at, weigh
from companion.table.table import Table, ahead
from companion.terminal.terminal import Terminal
from companion.terminal.view import TerminalView
from tests import daily
from tests.games.cups.game import GAME as CUPS
from tests.games.cups.game import Bid, Doubt
from tests.games.test_every_game import box, house_rules, new_table, next_answer
from tests.installed import NAMES, install_own_games, install_plain_games
from tests.session.test_told_games import Evening
from tests.web.test_secrecy import box as pictures  # noqa: F401  # a fixture
from tests.web.test_secrecy import pages

LONGEST = 150
TRIED = 12
"""So many rules of the house are tried to find some with secrets."""
FORKS = 5
"""So many times a game is forked."""
AHEAD = 4
"""So many answers are given after it on both sides."""
ALL_SECRET = ("cups", "hand")
"""Short games of hardly anything but secrets: each day these are tried as often as all are with ``--all``."""
encode = msgspec.json.Encoder(order="deterministic").encode
say = Language("en").say


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install_plain_games(monkeypatch, tmp_path)


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch, installed: None) -> None:
    install_own_games(monkeypatch)


def again(table: Table, answer: Answer) -> Table:
    """The same game, in which this was answered."""
    other = Table.resume(
        table.game, table.box, table.setup, list(table.log), chance=table.chance, clock=lambda: 0.0, auto=False
    )
    other.answer(answer)
    return other


def secret_table(name: str, r: Random) -> Table:
    """A table at which much is secret: people name every card here, and rules of the house leave few secrets unused."""
    plainly, found = new_table(name, r, house=False), list[Table]()
    game, pack, rules = plainly.game, plainly.box, plainly.game.rules
    chance = dict.fromkeys(rules.chance_items, "asked")
    for _ in range(TRIED):
        house = house_rules(r, rules.setup_choices(pack.pack)) | known_items(game, chance)
        with suppress(BadSetup):
            settings = plainly.setup.settings | house
            found.append(Table(game, pack, plainly.setup.seats, settings, chance=chance, clock=lambda: 0.0))
    return min(found or [plainly], key=lambda table: len(rules.unused_secrets(table.state)))


def forks(name: str, seed: int) -> Iterator[tuple[str, bool, Table, Table]]:
    """Whose secret it is, whether it is the last that is asked of others too, and two games that differ in it."""
    r = Random(f"{name}{seed}")
    table, made = secret_table(name, r) if seed else new_table(name, r, house=False), 0
    for _ in range(LONGEST):
        if table.over or made == FORKS:
            return
        answer, ask, rules = next_answer(table, r, seed % 2 == 0), table.ask, table.game.rules
        noted = [one for one in table.legal() or () if one.whose] if ask.only is None and r.random() < 0.1 else []
        if noted:
            # A part of it is for the eyes of a seat, whoever is asked.
            answer = r.choice(noted)
            others, seat = noted, getattr(answer, answer.whose)
        else:
            others, seat = [next_answer(table, r, sensible=False) for _ in range(4)], ask.only
        if seat is not None and (noted or made < 2 or r.random() < 0.3):
            shown = rules.open_answer(table.state, answer, ask)
            other = next(
                (one for one in others if one != answer and rules.open_answer(table.state, one, ask) == shown), None
            )
            if other is not None:
                made += 1
                asked = [played.asked for played in table.history.entries if played.asked is not None]
                before = any(one.rule == ask.rule and one.only not in (None, seat) for one in asked)
                last = before and len(rules.together(table.state)) < 2
                yield seat, last, again(table, answer), again(table, other)
        table.answer(answer)


def everything(table: Table, viewers: Sequence[str | None]) -> dict[str, object]:
    """All that these seats, and the shared screen and strangers (None), can see, read and take home."""
    presenter, state = table.game.presenter, table.state
    scene = table.scene()
    public = msgspec.structs.replace(scene, choices=[], groups=[], fillings=[], several=None, entry=None, tips=[])
    public = public if table.ask.only is not None else scene
    look = look_back(table)
    summary = as_message(snapshot_of(table, public), "0", "", "", "", names=True)
    found: dict[str, object] = {
        "table check": repr(presenter.places(state)),
        "gauges": repr(presenter.gauges(state)),
        "lines": encode(presenter.lines(state, [*table.opening, *table.since(0).instructions])),
        "undo list": [plain(label(table.game, state, played)) for played in table.history.line],
        "odds": repr(likely(table, say)),
        "announced": repr((shown_in_large(table), presenter.announced(state))),
        "in hand": [in_hand(table, played) for played in table.history.line[-3:]],
        "decks": repr([presenter.cards_of(state, item) for item in table.chance]),
        "stakes": repr([presenter.stakes(state, spot) for spot in spots(scene)]),
        "follows": repr(presenter.follows(state)) if table.ask.only is None else "",
        "export": page(look, Language("en"), made(table, look)),
        "broker": encode(summary),
        "terminal": terminal(table, table.ask.only if table.ask.only in viewers else None),
        "what if": looks_ahead(table) if table.ask.only is None else [],
        "change": changes(table, table.history.line),
    }
    web = [pages(table, table.rev), pages(table, 0)]
    for viewer in viewers:
        here = [viewer] if viewer is not None else ["stranger", "table", "onlooker en", "onlooker es"]
        found |= {
            f"view of {viewer}": encode(table.view(viewer)),
            f"scene of {viewer}": repr(scene if table.ask.only == viewer else public),
            f"private of {viewer}": repr(table.private(viewer)) if viewer is not None else "",
            f"pages of {viewer}": [seen[who].page for seen in web for who in here],
        }
    return found


def shown_in_large(table: Table) -> list[object]:
    """What the pages show that a touchscreen opens after the last answers."""
    made = pages_of(table, table.history.line[-3:], None)
    return [(page.over, page.card, page.shows, page.deck, page.lines, page.reveals) for page in made]


def in_hand(table: Table, played: PlayedEntry) -> bool:
    """Whether a touchscreen opens no page for an entry."""
    return played.answer is not None and table.game.presenter.in_hand(table.state, played.answer, played.instructions)


def spots(scene: Scene) -> list[str]:
    """The places of a picture on which a finger can rest."""
    found = [choice.spot for choice in scene.choices if choice.spot is not None]
    found += [box.id for row in scene.rows for box in row.boxes] + [side.id for side in scene.sides]
    return sorted({*found, *(tile.id for tile in scene.tiles)})


EVERYTHING = ("b", "s", "odds", "why", "change", "h")


def terminal(table: Table, viewer: str | None, typed: Sequence[str] = EVERYTHING) -> str:
    """What stands on a terminal at which somebody asks for everything that can be asked for there."""
    # Enter opens what waits for one seat alone, and nobody else presses it; elsewhere it would answer.
    only = table.ask.only
    paper, lines = StringIO(), iter(typed if only is None else ["", *typed] if only == viewer else [])
    Terminal(Session(table), TerminalView(Console(file=paper, width=100), say), lambda _: _next(lines)).run()
    return paper.getvalue()


def _next(lines: Iterator[str]) -> str:
    for line in lines:
        return line
    raise EOFError


def looks_ahead(table: Table) -> list[object]:
    """What would follow from answers to the open question."""
    found: list[object] = []
    for answer in list(table.legal() or ())[:12]:
        try:
            seen = ahead(table, answer)
        except Refused as no:
            found.append(str(no))
        else:
            found.append((encode(seen.lines), repr(msgspec.structs.replace(seen.scene, choices=[], fillings=[]))))
    return found


def changes(table: Table, line: Sequence[Any]) -> list[object]:
    """What is said to follow from other answers to the last questions."""
    found: list[object] = []
    for played in line[-4:]:
        if played.answer is None:
            continue
        revising = Revising(table, played.entry.rev, say)
        found += [revising.moment.fixed, say(revising.given)]
        for answer in list(revising.moment.legal or ())[:12] if revising.moment.fixed is None else []:
            revising.choose(answer)
            found.append([say(words) for words in revising.follows()])
            if revising.revision is not None:
                found.append(encode(revising.revision.instructions))
                found.append(encode(table.game.rules.view(revising.revision.state, None)))
    return found


def compare(seat: str, one: Table, other: Table) -> bool:
    """Everybody else gets the same everywhere, as long as the facts that they may know are the same."""
    others = [who for who in (None, *one.setup.seats) if who != seat]
    if one.over or any(one.view(who) != other.view(who) for who in others):
        return False
    before, after = everything(one, others), everything(other, others)
    different = [name for name in before if before[name] != after[name]]
    assert not different, (different, one.ask)
    return True


def laid_open(table: Table) -> object:
    """What hands have been told to do with pieces after the last answer."""
    return table.history.entries[-1].instructions


class SecretEvening(Evening):
    """A game with a box of which nothing is known, with all secrets that there are. Each card that one seat alone draws
    gets a title that stands nowhere else: ``marked`` has whose card it is, and its id, by title."""

    def __init__(self, name: str, path: Path, luck: Random) -> None:
        super().__init__(name, path, luck)
        rules, pack = self.game.rules, self.table.box.pack
        every = {
            choice.key: value
            for choice in rules.setup_choices(pack)
            for value, _ in choice.values
            if value in ("private", "on") or (choice.key.startswith("chance.") and value == "asked")
        }
        seats, chance = self.table.setup.seats, dict.fromkeys(rules.chance_items, "asked")
        settings = rules.settings_for(pack, seats) | every
        self.table = Table(self.game, self.table.box, seats, settings, chance=chance, clock=lambda: 0.0, auto=False)
        self.session = Session(self.table)
        self.marked: dict[str, tuple[str, str]] = {}

    def _tell(self) -> None:
        telling, seat = self.session.learning.telling, self.table.ask.only
        if telling is None or telling.known or not telling.has_title or seat is None:
            super()._tell()
            return
        if len(telling.tables) > 1:
            telling.say(TABLE, self.luck.choice([*telling.tables]))
        title = f"Zq{len(self.marked)} Zq"
        telling.say(TITLE, text=title)
        rows = len(rows_of(self.table.box.data, telling.path))
        if not self.session.tell():
            self.session.pass_over()
            return
        added: Any = rows_of(self.table.box.data, telling.path)[rows]
        self.marked[title] = seat, added["id"]


@pytest.mark.rule("R-GEN-06")
@pytest.mark.parametrize("name", ["escape", "krysis"])
def test_the_title_of_a_card_that_one_seat_told_alone_stands_nowhere_that_others_look(name: str) -> None:
    """In every front, on the broker and in every file, as long as the others do not see the card itself."""
    evening = SecretEvening(name, new_box(load_game(name), "Ours"), Random(name))
    table, searched = evening.table, 0
    for _ in range(60):
        while evening.session.pages:
            evening.session.done()
        if table.over or len(evening.marked) > 6:
            break
        evening._step()
        if not evening.marked or evening.luck.random() < (0.4 if daily.everything else 0.8):
            continue
        for viewer in (None, *table.setup.seats):
            view = repr(table.view(viewer))
            others = {title: id_ for title, (seat, id_) in evening.marked.items() if seat != viewer and id_ not in view}
            got = everything(table, [viewer]) if others else {}
            found = [(what, title) for title in others for what, there in got.items() if title in repr(there)]
            assert not found, (viewer, table.ask)
            searched += len(others)
    assert searched > 5


@pytest.mark.rule("R-GEN-06")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.usefixtures("own_games")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_from_others_changes_nothing_that_they_can_get(name: str, seed: int) -> None:
    r, met = Random(seed), 0
    most, further = (FORKS, AHEAD) if daily.everything or name in ALL_SECRET else (3, 1)
    for seat, last, one, other in islice(forks(name, seed), most):
        met += 1
        same = compare(seat, one, other)
        # What several were asked at the same time may lie open as soon as the last of them has answered; and what hands
        # lay open at once, such as the relic that is not kept.
        opened = last or laid_open(one) != laid_open(other)
        assert same or one.over or opened, "an answer for one seat alone is seen by others"
        for _ in range(further):
            # Another seat may still be asked alone, or roll; whose secret differs is not, for that may be another ask.
            if not same or one.over or one.ask.only == seat or one.ask != other.ask:
                break
            answer = next_answer(one, r, sensible=True)
            try:
                other.answer(answer)
            except Refused:
                break
            one.answer(answer)
            same = compare(seat, one, other)
    assert met or name not in ALL_SECRET


# The leaks that such a game had where it forgot to hide something by hand.


def rolled(**cups: Sequence[int]) -> Table:
    """Cups in which these dice were rolled."""
    game, pack = box("cups")
    table = Table(game, pack, list(cups), {}, chance={"dice": "asked"}, clock=lambda: 0.0)
    for faces in cups.values():
        table.answer({"do": "roll", "faces": {f"die{n}": face for n, face in enumerate(faces, 1)}})
    return table


ANN, BEN = (1, 1, 2, 3, 5), (2, 2, 2, 6, 6)


@pytest.mark.parametrize("chosen", [0, 1])
def test_a_verb_that_is_all_that_was_chosen_is_as_secret(chosen: int, tmp_path: Path) -> None:
    """In which hand: the log, the undo list, *Last* and the journal said "Left"."""
    path = tmp_path / "kept.db"
    game, pack = box("hand")
    with Journal(path) as journal:
        table = Table(game, pack, ["player1", "player2"], {}, store=journal, clock=lambda: 0.0)
        table.answer((table.legal() or [])[chosen])
        assert journal.flush()
        assert [say(label(game, table.state, one)) for one in table.history.line] == ["Chosen in secret"]
        assert look_at(table, 1).fixed is not None
        log = _run("log", path, "last")
    assert '{"do":"secret"}' in log
    assert not any(verb in log for verb in ("left", "right"))


def test_a_roll_for_one_seat_is_in_its_view_and_on_its_page_alone() -> None:
    table = rolled(ann=ANN, ben=BEN)
    assert (table.view(None)["cup"], table.view("ann")["cup"]) == ({}, {"ann": list(ANN)})
    assert table.facts()["cup"] == {"ann": list(ANN), "ben": list(BEN)}
    mine = table.game.presenter.private(table.state, "ben")
    assert mine is not None
    assert [say(one.value) for one in mine.counters] == ["2, 2, 2, 6, 6"]
    scene = table.scene()
    assert scene.secrets == ["ann", "ben"]
    assert not any("cup" in box.id for row in scene.rows for box in row.boxes)
    assert [say(label(table.game, table.state, one)) for one in table.history.line] == ["Rolled: in secret"] * 2


def test_the_terminal_shows_a_roll_of_the_companion_to_its_owner_alone() -> None:
    game, pack = box("cups")
    table = Table(game, pack, ["ann", "ben"], {}, clock=lambda: 0.0, auto=False)
    gate, again = "Only Ann looks now: press Enter.", "Only Ben looks now: press Enter."
    written = terminal(table, "ann", ["", ""])
    cup = ", ".join(map(str, table.view("ann")["cup"]["ann"]))
    before, first, rest = written.partition(gate)
    shown, second, _ = rest.partition(again)
    assert first
    assert cup not in before
    assert cup in shown.partition("\n" * 20)[0]
    assert second


def test_dice_of_one_seat_are_not_typed_on_the_page_of_the_table() -> None:
    game, pack = box("cups")
    table = Table(game, pack, ["ann", "ben"], {}, clock=lambda: 0.0, auto=False)
    shown = {who: seen.page for who, seen in pages(table, table.rev).items()}
    assert [who for who, page in shown.items() if "Die 1" in page] == ["ann"]
    assert "Let the companion roll" in shown["table"]


def test_dice_under_a_cup_are_counted_once_the_game_is_over(tmp_path: Path) -> None:
    """*So far*, ``companion export`` and ``companion dice`` tell no face of a game that goes on."""
    assert look_back(rolled(ann=ANN, ben=BEN)).dice == []
    path = tmp_path / "kept.db"
    game, pack = box("cups")
    with Journal(path) as journal:
        table = Table(game, pack, ["ann", "ben"], {}, chance={"dice": "asked"}, store=journal, clock=lambda: 0.0)
        table.answer({"do": "roll", "faces": {f"die{n}": face for n, face in enumerate(ANN, 1)}})
        assert journal.flush()
        assert "No real dice" in _run("dice", path)
        assert '"faces":null' in _run("log", path, "last")
        assert '"die5":5' in _run("log", path, "last", "--secrets")
        assert _run("export", path, "last", "--html", str(tmp_path / "page.html"))
        assert "dice rolled" not in (tmp_path / "page.html").read_text()
        r = Random(1)
        while not table.over:
            table.answer(next_answer(table, r, sensible=False))
        assert journal.flush()
        assert "die 1" in _run("dice", path)
        assert sum(face.rolled for face in look_back(table).dice) > 10


def test_a_log_that_cannot_be_played_again_tells_the_verbs_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    with Journal(path) as journal:
        game_id = journal.create(Setup("cups", "", "", ["ann", "ben"], {}), {})
        journal.append(game_id, Entry(1, "answer", "touch", 0.0, {"do": "roll", "faces": {"die1": 5}}))
        assert journal.flush()
        done = CliRunner().invoke(commands, ["log", "last", "--journal", str(path)])
        assert "No real dice" in _run("dice", path)
    assert '{"do":"roll"}' in done.stdout
    assert "--secrets" in done.stderr


def _run(command: str, path: Path, *options: str) -> str:
    done = CliRunner().invoke(commands, [command, *options, "--journal", str(path)])
    assert done.exit_code == 0, done.output
    return done.output


def test_what_would_follow_is_not_told_where_it_depends_on_a_secret() -> None:
    """*Change this answer* would say who loses a die if the bid had been doubted, and could be left without a trace."""
    table = rolled(ann=ANN, ben=BEN)
    table.answer(Bid(2, 3))
    table.answer(Bid(3, 2))
    last, first = table.log[-1].rev, table.log[-2].rev
    with pytest.raises(Refused) as no:
        weigh(table, last, Doubt())
    assert no.value.text == HIDDEN
    assert weigh(table, last, Bid(4, 6)).state.now.bid == (4, 6)
    assert weigh(table, first, Bid(1, 1)).kept
    with pytest.raises(Refused) as no:
        ahead(table, Doubt())
    assert no.value.text == HIDDEN
    assert ahead(table, Bid(5, 1)).scene.choices


def test_a_roll_for_one_seat_cannot_be_changed_by_others() -> None:
    table = rolled(ann=ANN, ben=BEN)
    assert all(hidden(played) for played in table.history.line)
    assert look_at(table, 1).fixed is not None


def test_the_list_of_cards_to_tell_one_from_does_not_tell_what_others_hold() -> None:
    game, pack = box("escape")
    table = Table(
        game, pack, ["red", "blue", "green"], {"plans": "private"},
        chance=dict.fromkeys(game.rules.chance_items, "asked"), clock=lambda: 0.0,
    )  # fmt: skip
    r = Random(1)
    while not (isinstance(table.ask, DrawAsk) and table.ask.deck == "plans"):
        table.answer(next_answer(table, r, sensible=True))
    before = [choice.answer for choice in table.scene().choices]
    table.answer(before[2])
    assert before[2] not in (table.legal() or ())
    assert [choice.answer for choice in table.scene().choices] == before
    with pytest.raises(Refused):
        table.answer(before[2])


def test_a_correction_of_a_secret_is_known_to_its_seat_alone() -> None:
    table, cup = rolled(ann=ANN, ben=BEN), {"fact": "cup", "seat": "ann", "value": [6, 6, 6, 6, 6]}
    table.correct([cup], "misread")
    assert table.view("ann")["cup"]["ann"] == [6] * 5
    assert "ann" not in table.view("ben")["cup"]
    assert CUPS.rules.public(table.state, cup) == {**cup, "value": None}
    with pytest.raises(Refused):
        table.correct([{**cup, "value": [6, 6]}], "fewer")


def test_a_game_that_shows_elsewhere_what_it_asks_of_one_seat_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cups whose state, or whose fact, is not declared as secret."""

    class Leaking(type(CUPS.rules)):  # type: ignore[misc]
        def view(self, state: Any, seat: str | None) -> dict[str, Any]:
            return dict(self.facts(state))

    monkeypatch.setattr(CUPS, "rules", Leaking())
    with pytest.raises(AssertionError, match="seen by others"):
        test_what_is_hidden_from_others_changes_nothing_that_they_can_get("cups", 0)


def _words(s: Any) -> str:
    """What lies under the cups."""
    return repr(s.now.cup)


def _pips(s: Any) -> int:
    return sum(map(sum, s.now.cup.values()))


SHOWN: dict[str, tuple[Callable[..., Any], str]] = {
    "chapter": (lambda self, s: _words(s), "scene"),
    "describe": (lambda self, s, answer: _words(s), "undo list"),
    "outcome": (lambda self, s, answer: _words(s), "export"),
    "card": (lambda self, s, answer: Card("dice", "dice", _words(s)), "announced"),
    "reveals": (lambda self, s, *about: [Reveal("dice", _words(s), "dice")], "announced"),
    "announced": (lambda self, s: Reveal("dice", _words(s), "dice"), "announced"),
    "gauges": (lambda self, s: [Gauge("dice", "Dice", "Dice", _pips(s), "dice", "red", "disc")], "broker"),
    "places": (
        lambda self, s: [Place("dice", _words(s), PlaceGroup("dice", "Dice", "dice"), "dice", [])],
        "table check",
    ),
    "cards_of": (lambda self, s, item: [Place("x", _words(s), PlaceGroup("x", "", ""), "dice", [])], "decks"),
    "lines": (lambda self, s, done: [Line("", "dice", _words(s))], "lines"),
    "noted": (lambda self, s, scene, notes: msgspec.structs.replace(scene, notices=[_words(s)]), "pages"),
    "stakes": (lambda self, s, spot: Stakes(_words(s), [], [], []), "stakes"),
    "in_hand": (lambda self, s, *about: _pips(s) % 2 == 0, "in hand"),
    "follows": (lambda self, s: Doubt() if _pips(s) % 2 else None, "follows"),
    "private": (lambda self, s, seat: Private(seat, _words(s), "dice", [], []), "private"),
    "_rows": (lambda self, s, ask: [Row("dice", _words(s), [])], "terminal"),
    "_hint": (lambda self, s, ask: _words(s), "scene"),
}
"""What a presenter can say, and one of the places where it is then seen."""


@pytest.mark.parametrize("what", SHOWN)
def test_a_presenter_that_shows_a_secret_fails(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shows, where = SHOWN[what]
    leaking = type("Leaking", (type(CUPS.presenter),), {what: shows})
    monkeypatch.setattr(CUPS, "presenter", leaking(CUPS.rules))
    with pytest.raises(AssertionError, match=where):
        test_what_is_hidden_from_others_changes_nothing_that_they_can_get("cups", 0)


def test_a_question_whose_answers_depend_on_a_secret_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaking(type(CUPS.rules)):  # type: ignore[misc]
        def legal(self, state: Any) -> Any:
            found = super().legal(state)
            return found if found is None or _pips(state) % 2 else found[:-1]

    rules = Leaking()
    monkeypatch.setattr(CUPS, "rules", rules)
    monkeypatch.setattr(CUPS, "presenter", type(CUPS.presenter)(rules))
    with pytest.raises(AssertionError, match="scene"):
        test_what_is_hidden_from_others_changes_nothing_that_they_can_get("cups", 0)


def test_cups_is_a_game_that_ends() -> None:
    """CUPS-1 to CUPS-4: who has dice last has won."""
    table, r = rolled(ann=ANN, ben=BEN), Random(7)
    assert (table.ask.who, table.ask.rule) == ("ann", "CUPS-2")
    table.answer(Bid(5, 2))
    played = table.answer(Doubt())
    assert [todo.text is not None for todo in played.instructions] == [True, True]
    assert (table.view(None)["left"], table.view(None)["lifted"]["ann"]) == ({"ann": 4, "ben": 5}, list(ANN))
    while not table.over:
        table.answer(next_answer(table, r, sensible=False))
    assert table.view(None)["left"][table.ask.result["winner"]] > 0  # type: ignore[attr-defined]


# A game with a secret that may be None: a traitor, who may be accused.


class Yes(Answer, frozen=True, tag="yes"):
    label: ClassVar = "Yes"


class No(Answer, frozen=True, tag="no"):
    label: ClassVar = "No"


class Person(msgspec.Struct):
    points: int = 0
    role: Secret[str | None] = None


class People(msgspec.Struct):
    players: dict[str, Person]
    shown: list[str | None] = []


class Become(ListedStep[Any], frozen=True, tag="become"):
    seat: str

    def ask(self, s: Any) -> ChooseAsk:
        return ChooseAsk(self.seat, "X-1", "traitor", only=self.seat)

    def legal(self, s: Any) -> list[Answer]:
        return [Yes(), No()]

    def take(self, s: Any, answer: Answer) -> None:
        s.now.players[self.seat].role = "traitor" if answer == Yes() else None


class Accuse(ListedStep[Any], frozen=True, tag="accuse"):
    seat: str
    other: str

    def ask(self, s: Any) -> ChooseAsk:
        return ChooseAsk(self.seat, "X-2", "accuse")

    def legal(self, s: Any) -> list[Answer]:
        return [Yes(), No()]

    def take(self, s: Any, answer: Answer) -> None:
        if answer == Yes():
            s.world.pack.accuse(s, s.now.players[self.seat], s.now.players[self.other])
        s.agenda.append(self)


class Accusing(NoBox, frozen=True):
    accuse: Any = None


class Traitor(Rules[Any]):
    name, title, players, answers = "traitor", "Traitor", (2, 2), Yes | No
    corrections = Facts({"seat": lambda s: s.now.players})

    def lay_out(self, pack: Any, seats: Sequence[str], settings: Any) -> State[Any, Any]:
        now = People({seat: Person() for seat in seats})
        return State(self.world(pack, seats, settings), now, [Accuse(*seats), Become(seats[1])])


def _is_none(s: Any, me: Person, other: Person) -> None:
    me.points += 5 if other.role is not None else 1


def _is_a_kind(s: Any, me: Person, other: Person) -> None:
    me.points += 5 if isinstance(other.role, str) else 1


def _is_equal(s: Any, me: Person, other: Person) -> None:
    me.points += 5 if other.role == "traitor" else 1


def _is_more(s: Any, me: Person, other: Person) -> None:
    me.points += 5 if (other.role or "") >= "t" else 1


def _says(s: Any, me: Person, other: Person) -> None:
    tell(s, T("{what}", what=other.role or "nobody"), None, "X-2")


def _shows(s: Any, me: Person, other: Person) -> None:
    s.now.shown = [other.role]


def _changes(s: Any, me: Person, other: Person) -> None:
    me.points += 1
    if other.role is not None:
        other.role += "!"


@pytest.mark.rule("R-GEN-06")
@pytest.mark.parametrize("accuse", [_is_none, _is_a_kind, _is_equal, _is_more, _says, _shows])
@pytest.mark.parametrize("role", [Yes(), No()])
def test_looking_ahead_is_refused_alike_whatever_the_secret_is(role: Answer, accuse: Any) -> None:
    rules = Traitor()
    state = rules.begin(Accusing(accuse=accuse), ["ann", "ben"], {})
    rules.play(state, role)
    assert rules.depends_on_secret(state, lambda trial: rules.play(trial, Yes()))
    assert not rules.depends_on_secret(state, lambda trial: rules.play(trial, No()))


@pytest.mark.rule("R-GEN-06")
@pytest.mark.parametrize("role", [Yes(), No()])
def test_what_changes_a_secret_alone_is_shown_ahead(role: Answer) -> None:
    rules = Traitor()
    state = rules.begin(Accusing(accuse=_changes), ["ann", "ben"], {})
    rules.play(state, role)
    assert not rules.depends_on_secret(state, lambda trial: rules.play(trial, Yes()))
