"""Whole games with boxes that are known in part, or not at all."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.answers import Draw, DrawUnknown, Pull, PullUnknown
from companion.core.asks import Over, RollAsk, is_chance
from companion.core.learning import rows_of
from companion.core.piles import UNKNOWN
from companion.core.texts import plain
from companion.games.krysis import answers as krysis
from companion.games.krysis.content import Goods
from companion.games.registry import game_names, load_game
from companion.packs.editing.box import SQUARES, OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, load_pack, new_box
from companion.session.lesson_writer import write_lessons
from companion.session.session import Session
from companion.table.table import Table
from tests.games.partial import SETTINGS
from tests.owner import Owner

# Every table of every box that may be partly known: entered during the game, or carried out by hand.

MOST = 1500


def tables() -> list[tuple[str, str]]:
    """Every game, with every path of such a table; of agents those of one company."""
    found = []
    for name in game_names():
        game = load_game(name)
        if game.rules.bundled_pack is not None:
            paths = game.rules.stocks(load_pack(game).pack)
            seat = next((path.split(".")[1] for path in paths if path.startswith("agents.")), "")
            found += [(name, path) for path in paths if not path.startswith("agents.") or f".{seat}." in path]
    return found


def sit(owner: Owner, path: str) -> Session:
    """A game in which people draw everything, and in which such cards are used."""
    asked = dict.fromkeys(owner.game.rules.chance_items, "asked")
    settings = SETTINGS.get(owner.game.name, {}) | ({"advanced": "on"} if path.endswith(".special") else {})
    return Session(owner.table(settings=settings, chance=asked))


def play_until_new(session: Session, path: str) -> bool:
    """Play up to where something that is not known of that table can be drawn; False if that never comes up."""
    player = session.table.game.player
    luck = Random(3).random
    for _ in range(MOST):
        session.pages.clear()
        if session.learning.nameless is not None and path in session.learning.choices():
            return True
        if session.table.over:
            return False
        if session.learning.mode == "changes":
            session.end_changes()
        elif isinstance(session.table.ask, RollAsk) or (
            is_chance(session.table.ask) and session.learning.known is None
        ):
            session.draw()
        else:
            legal = session.table.legal() or []
            session.answer(player.advise(session.table.state, legal, luck))
    return False


@pytest.mark.parametrize(("game", "path"), tables(), ids=lambda one: one)
def test_it_is_told_or_done_by_hand(game: str, path: str, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", path, game=game)
    session = sit(owner, path)
    assert play_until_new(session, path), "it never comes up"
    table = session.table
    assert session.learning.open(session.learning.nameless)
    # With two players one upgrade stays in the box (R-CG-08), and a special agent is of one kind or the other.
    kind = session.learning.place.partition(":")[0]
    fitting = [row for row in owner.held[path] if not row.get("not_in_2p")]
    row = next((row for row in fitting if f"{row.get('kind')}s" == kind), fitting[0])
    assert session.learning.editor(path, row).row() == row, "the form has all of it"
    before = table.known(path)
    assert session.teach(path, row), session.refused
    assert table.known(path).known == before.known + 1
    assert table.history.line[-1].answer not in (None, session)
    assert plain(session.timeline.label(table.history.entries[-2])).startswith("New in the box · ")
    session.undo()
    assert play_until_new(session, path), "it never comes up again"
    assert session.learning.open(session.learning.nameless)
    assert session.pass_over()
    assert isinstance(table.history.line[table.history.mark - 1].answer, DrawUnknown | PullUnknown)
    session.pages.clear()
    if session.mode == "changes":
        assert session.end_changes()
    assert session.mode != "changes"


# A game with an empty box: every card that comes up is entered, and in the end the box is complete.

EVENINGS = 60
"""No owner needs more of them."""
WHIM = 0.3
"""So often somebody does just anything."""
SEATS = {"newyork": 4, "escape": 5, "crash": 6, "krysis": 4}
OPEN_SETTINGS = {
    "newyork": {"nyc.follow": "light"},
    "escape": {"plans": "private"},
    "crash": {},
    "krysis": {"kr.home_ledger": "private", "advanced": "on"},
}
"""What a game needs for all its decks to be used."""
NOBODY_COUNTS = ("crystals", "relic_scores")
"""What of Krysis the editor is told: 125 crystals, which nobody counts in play, and what sets bring that nobody ever
had at home."""
BACK = ("index", "position")
"""What can be seen of a story card that lies face down."""


class Beginner:
    """Whoever holds the bundled box of a game; the box at ``path`` is empty but for what is in every one."""

    def __init__(self, name: str) -> None:
        self.game = load_game(name)
        held = read_content(BUNDLED / str(self.game.rules.bundled_pack)).data
        # Companies have their names in a new box, and ids that say nothing.
        ids = {one["id"]: f"company_{n}" for n, one in enumerate(held.get("companies", ()), 1)}
        self.held: Any = renamed(copy.deepcopy(dict(held)), ids)
        self.luck = Random(name)
        self.path = new_box(self.game, "Ours")

    @property
    def box(self) -> OpenBox:
        """The box in the editor."""
        return OpenBox(self.game, self.path, read_content(self.path))

    def tell_in_the_editor(self) -> None:
        """What fills no deck: boards, tiles, characters, and where story cards lie."""
        box = self.box
        names = {name for name in ("id", "name", "title", *NOBODY_COUNTS) if name in box.game.rules.blank_pack()}
        box.put_about({name: value for name, value in self.held.items() if not self._in_a_table(box, name) - names})
        for table in box.tables():
            if box.may_be_partial(table.path) and table.path != ("scenarios",):
                continue
            for _ in box.rows(table.path):
                box.take(table.path, 0)
            for row in self._printed(table.path):
                box.put(table.path, None, row)
        if box.board() is not None:
            box.lay(box.draft(), whole=False)
        assert not box.problems(), box.problems()

    def _in_a_table(self, box: OpenBox, name: str) -> set[str]:
        untold = {*NOBODY_COUNTS, "id", "name", "title"} | {table.path[0] for table in box.tables()} - {"board"}
        return {name} & untold

    def _printed(self, path: tuple[str, ...]) -> list[dict[str, Any]]:
        """The rows of a table as far as anybody can see them before a game."""
        rows: list[dict[str, Any]] = copy.deepcopy(rows_of(self.held, ".".join(path))) if path[0] in self.held else []
        if path == ("scenarios",):
            for story in rows:
                story["cards"] = [{name: card.get(name) for name in BACK} for card in story["cards"]]
        if path == ("start_spaces",):
            rows = [{name: value for name, value in row.items() if name != "crystals"} for row in rows]
        if path == ("levels",):
            for level in rows:
                for space in level["spaces"]:
                    space["options"] = []
        return rows

    def tell_what_nobody_counts(self) -> None:
        """And that the board is whole."""
        box = self.box
        box.put_about({name: self.held[name] for name in NOBODY_COUNTS if name in self.held})
        if any(table.path == SQUARES for table in box.tables()):
            box.lay(box.draft(), whole=True)
        assert not box.problems()

    def left(self) -> list[str]:
        """What is still to be told by playing."""
        data = read_content(self.path).data
        found = [f"{table}: {n}" for table, n in data.get("unknown", {}).items()]
        found += [
            f"{story['id']} {card['index']}" for story in data.get("scenarios", ()) for card in story["cards"]
            if card.get("effects") is None
        ]  # fmt: skip
        spaces = [space for level in data.get("levels", ()) for space in level["spaces"]]
        return found + [space["id"] for space in spaces if not space["options"]]


class Evening:
    """A game with that box, at which everything is drawn by hand."""

    def __init__(self, owner: Beginner, number: int, settings: Mapping[str, str]) -> None:
        self.owner, self.game, self.luck = owner, owner.game, owner.luck
        box = load_pack(self.game, str(owner.path))
        seats = [seat for seat, _ in self.game.rules.seats(box.pack)][: SEATS[self.game.name]]
        asked = dict.fromkeys(self.game.rules.chance_items, "asked")
        self.session = Session(Table(self.game, box, seats, settings, chance=asked, clock=lambda: float(number)))

    @property
    def table(self) -> Table:
        return self.session.table

    def play(self) -> None:
        """To the end; the box has all of it then."""
        writer = write_lessons(self.session, lambda sentence: None)
        while not isinstance(self.table.ask, Over):
            self.session.pages.clear()
            self.answer()
        if writer is not None:
            writer.close()
            assert writer.trouble is None

    def answer(self) -> None:
        learning, ask = self.session.learning, self.table.ask
        if self.session.mode == "offer":
            assert learning.offered is not None
            self.session.decide(learning.offered, "asked")
        elif learning.whole_row is not None:
            self._tell_card()
        elif getattr(ask, "choice", "") == "goods":
            self.say(self._shown(ask))
        elif getattr(ask, "choice", "") == "sets":
            self._tell_sets()
        elif learning.nameless is not None:
            self._draw()
        elif isinstance(ask, RollAsk):
            self.say({
                "do": "roll",
                "faces": {die: self.luck.choice(list(sides)) for die, sides in (self.table.faces() or {}).items()},
            })  # fmt: skip
        else:
            legal = self.table.legal() or []
            # An agent that nobody knows yet stays in the game, so that it is told when it is drawn.
            legal = [one for one in legal if getattr(one, "agent", "") != UNKNOWN] or legal
            # Whoever only plays well never sees some of the cards.
            anything = is_chance(ask) or (self.luck.random() < WHIM and not any(one.template for one in legal))
            if anything:
                self.say(self.luck.choice(legal))
            else:
                self.say(self.game.player.advise(self.table.state, legal, self.luck.random))

    def say(self, answer: Any) -> None:
        self.table.answer(answer)
        self.session.learning.remember_lessons()

    def _draw(self) -> None:
        """A card of the deck that lies there: one that is in the list, or one that is told."""
        learning = self.session.learning
        known = [one for one in self.table.legal() or () if isinstance(one, Draw | Pull)]
        new = [(path, row) for path in learning.choices() for row in self._untold(path)]
        at = self.luck.randrange(len(known) + len(new)) if known or new else -1
        if 0 <= at < len(known):
            self.say(known[at])
            return
        nameless = learning.nameless
        assert isinstance(nameless, DrawUnknown | PullUnknown)
        for path, row in self.luck.sample(new, len(new)):
            assert learning.open(nameless)
            if self.session.teach(path, row):
                return
            # Tokens of that colour which nobody has told lie elsewhere.
            assert path == "info_tokens", (self.session.refused, row)
        learning.close()
        self.say(nameless)

    def _untold(self, path: str) -> list[dict[str, Any]]:
        """What of a table the box does not know yet, as far as it can come from there now."""
        stock, place = self.table.stocks[path], self.session.learning.place
        there = rows_of(self.table.box.data, path)
        found = []
        for row in rows_of(self.owner.held, path):
            at = stock.place_in(there, row)
            known = 0 if at is None else int(there[at].get("count", 1))
            if int(row.get("count", 1)) > known and self._fits(path, row, place):
                found.append({**row, "count": known + 1} if stock.counted else row)
        return found

    def _fits(self, path: str, row: Mapping[str, Any], place: str) -> bool:
        if row.get("not_in_2p") and len(self.table.setup.seats) == 2:
            return False
        if path == "info_tokens":
            return place in ("info", f"reserve:{row['colour']}")
        return not path.endswith(".special") or f"{row['kind']}s" == place.partition(":")[0]

    def _tell_card(self) -> None:
        world, now = self.table.state.world, self.table.state.now
        story = next(one for one in self.owner.held["scenarios"] if one["id"] == world.scenario.id)
        card = {name: value for name, value in story["cards"][now.revealed - 1].items() if name not in BACK}
        assert self.session.teach("", {name: value for name, value in card.items() if value is not None})

    def _shown(self, ask: Any) -> krysis.SpaceGoods:
        start = next((one for one in self.owner.held["start_spaces"] if one["index"] == ask.space), None)
        if start is not None:
            return krysis.SpaceGoods(Goods(**start["crystals"], relics=0))
        spaces = [space for level in self.owner.held["levels"] for space in level["spaces"]]
        options = next(one["options"] for one in spaces if one["id"] == ask.space)
        group = ask.group if isinstance(ask.group, int) else 1
        goods = Goods(**options[group - 1])
        return krysis.SpaceGoods(goods, more=True) if group < len(options) else krysis.SpaceGoods(goods)

    def _tell_sets(self) -> None:
        (form,) = self.session.scene.fillings
        printed = self.owner.held["relic_scores"]
        amounts = {f"{name}:{n}": vp for name, values in printed.items() for n, vp in values.items()}
        asked = {portion.id: amounts.get(portion.id, 0) for portion in form.portions}
        self.say(self.game.presenter.filled(self.table.state, form.template, asked, []))


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same content with other ids."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def alike(value: Any) -> Any:
    """The content of a box whatever the order in which somebody has told its rows."""
    if isinstance(value, dict):
        plain = {name: alike(one) for name, one in value.items() if one is not None}
        return plain | ({"neighbours": sorted(plain["neighbours"])} if "neighbours" in plain else {})
    if not isinstance(value, list):
        return value
    found = [alike(one) for one in value]
    named = all(isinstance(one, dict) and ("id" in one or "count" in one) for one in found)
    return sorted(found, key=lambda one: json.dumps(one, sort_keys=True)) if named else found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) for name in ("newyork", "escape")] + ["crash", "krysis"]
)
def test_an_owner_who_tells_each_card_ends_with_the_box_that_is_held(name: str) -> None:
    owner = Beginner(name)
    owner.tell_in_the_editor()
    stories = [story["id"] for story in owner.held.get("scenarios", [])]
    evenings = 0
    while left := owner.left():
        settings = dict(OPEN_SETTINGS[name])
        if stories:
            settings["story"] = next(
                (one for one in stories if any(it.startswith(f"{one} ") for it in left)), stories[0]
            )
        Evening(owner, evenings, settings).play()
        evenings += 1
        assert evenings < EVENINGS, left
    assert evenings
    owner.tell_what_nobody_counts()
    told = {**read_content(owner.path).data, **{n: owner.held[n] for n in ("id", "name", "title") if n in owner.held}}
    assert alike(told) == alike(owner.held)
