"""A simulated owner who enters a new box of physical cards by touch, and plays with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from click.testing import CliRunner

from companion.commands.packs import pack
from companion.core.answers import Draw, Pull
from companion.core.learning import rows_of
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, load_pack, user_folder
from companion.table.learned import answer_of
from tests.ui.finger import Finger
from tests.ui.hands import Hands
from tests.ui.row_filler import as_entered, fill_row, same
from tests.ui.test_boxes import center, drag, named, tap_row

BOX = "ours"
MOST_STEPS = 6000
PASSED_OVER = 6
"""One card in this many is not entered when it comes up."""


def new_box(game: str) -> None:
    """An empty box of the owner, as the command creates it."""
    made = CliRunner().invoke(pack, ["new", game, str(user_folder() / BOX), "--name", "Ours"])
    assert made.exit_code == 0, made.output


class Nowhere:
    """The board of a game without squares."""

    squares = ()


class BoxOwner:
    """Holds the cards of the bundled box of a game; the box on the screen, ``ours``, knows nothing of them. It was made
    by the command, or ``by_touch``, and is open then.

    ``held`` are the cards that nobody has told yet, ``told`` those that were, each by the table of the box.
    """

    def __init__(
        self, hands: Hands, game: str, names: Mapping[str, str] | None = None, *, by_touch: bool = False
    ) -> None:
        self.hands, self.finger = hands, Finger(hands)
        self.game = load_game(game)
        self.luck = Random(game)
        self.path = user_folder() / BOX
        if by_touch:
            named(hands, str(plain(self.game.title)), "Ours")
        else:
            new_box(game)
        self.printed: Any = renamed(read_content(BUNDLED / str(self.game.rules.bundled_pack)).data, names or {})
        blank = read_content(self.path).data
        self.held: dict[str, list[dict[str, Any]]] = {}
        for mine, whole in zip(self._stocks(blank), self._stocks(self.printed), strict=True):
            self.held[mine] = [as_entered(one) for one in rows_of(self.printed, whole)]
        self.told: dict[str, list[dict[str, Any]]] = {table: [] for table in self.held}
        self.taken: dict[str, list[dict[str, Any]]] = {table: [] for table in self.held}
        """What of ``held`` each of ``told`` is."""
        self.passed = 0
        self._drawn = 0

    def _stocks(self, data: Any) -> list[str]:
        companies = [one["id"] for one in data.get("companies", ())]
        decks = ("fighters", "transporters", "special")
        agents = [f"agents.{company}.{deck}" for company in companies for deck in decks]
        plain = ("mafia_cards", "police_cards", "info_tokens", "items", "contacts", "escape_plans", "officers")
        return [*agents, *(name for name in (*plain, "upgrades", "relics") if name in data)]

    # Telling the box what is no card.

    def open(self) -> None:
        """Go from home to the open box."""
        self.hands.tap("Boxes")
        tap_row(self.hands, "Ours")
        assert self.hands.root.name == "box"

    def enter_row(self, table: str, called: str, wanted: Mapping[str, Any]) -> None:
        """Edit an existing row to say what ``wanted`` does."""
        tap_row(self.hands, table)
        tap_row(self.hands, called)
        self.hands.tap("Change it")
        assert self.hands.screen.editor is not None
        fill_row(self.hands, {**self.hands.screen.editor.form.row, **wanted})
        self.hands.tap("Back")
        self.hands.tap("Back")
        assert self.hands.root.name == "box"

    def mark_exit(self, tile: str, number: int) -> None:
        """Set the exit of a city tile."""
        tap_row(self.hands, "City tiles")
        tap_row(self.hands, tile)
        self.hands.tap("Change it")
        drawn = self.hands.screen.tile
        drag(self.hands, center(drawn.cell(f"exit:{number}")), center(drawn.tile()))
        self.hands.tap("Done")
        self.hands.tap("Back")
        self.hands.tap("Back")

    def enter_details(self, wanted: Mapping[str, Any]) -> None:
        """Fill in fields of the box that stand in no table."""
        tap_row(self.hands, "About the box")
        fill_row(self.hands, {**self.hands.screen.editor.form.row, **wanted})

    def enter_story(self, story: Mapping[str, Any]) -> None:
        """Enter the first game and the effects of its cards."""
        told = as_entered(without_texts({name: value for name, value in story.items() if name != "name"}))
        self.enter_row("Stories", "First game", told)

    def lay_squares(self, squares: Sequence[Mapping[str, Any]], *, whole: bool) -> None:
        """Add squares to the open board in order, at their positions, join them, and tick their stations."""
        sketch, places = self.hands.screen.sketch, read_content(BUNDLED / str(self.game.rules.bundled_pack)).places
        there = list(sketch.draft.squares)
        lie = list((places or {}).values())
        for square in squares:
            x, y = lie[int(square["id"].rpartition("_")[2]) - 1]
            self.hands.touch(sketch.x + x * sketch.width, sketch.y + (1 - y) * sketch.height)
            laid = list(sketch.draft.squares)[-1]
            assert laid == square["id"]
            there.append(laid)
            for other in square["neighbours"]:
                if other in there:
                    self._join(laid, other)
        self.hands.tap("Stations")
        for square in squares:
            if square["subway"]:
                self.hands.touch(*center(sketch.spot(square["id"])))
        self.hands.tap("No more stations")
        self.hands.tap("Done")
        if self.hands.root.name == "board":
            self.hands.tap("That is all of it" if whole else "More of it later")
        assert self.hands.root.name == "box"

    def _join(self, one: str, other: str) -> None:
        """Swipe from one square to the other, round those that lie between them."""
        sketch = self.hands.screen.sketch
        before = {id_: set(square.joined) for id_, square in sketch.draft.squares.items()}
        wanted = {**before, one: before[one] | {other}, other: before[other] | {one}}
        (x, y), (to_x, to_y) = began, ended = center(sketch.spot(one)), center(sketch.spot(other))
        for bend in (0, 0.15, -0.15, 0.3, -0.3, 0.5, -0.5):
            middle = (x + to_x) / 2 - bend * (to_y - y), (y + to_y) / 2 + bend * (to_x - x)
            self.finger.swipe(began, middle, ended)
            if {id_: square.joined for id_, square in sketch.draft.squares.items()} == wanted:
                return
            self.hands.tap("Undo")
        raise AssertionError(f"no way from {one} to {other}")

    def draw_tiles(self) -> None:
        """Draw each tile of the board: its size, and what is printed on it."""
        tap_row(self.hands, "Tiles")
        for n, printed in enumerate(self.printed["tiles"], 1):
            tap_row(self.hands, f"Tile {n}")
            self.hands.tap("Change it")
            screen = self.hands.screen
            for at, side in enumerate(("w", "h")):
                for _ in range(printed[side] - (screen.plan.columns, screen.plan.rows)[at]):
                    self.hands.touch(*screen.amounts.rows[at].more.center)
            for brush, field in (("Accelerator", "accelerator"), ("Crash site", "crash_site")):
                self.hands.tap(brush)
                for cell in sorted(printed["cells"], key=lambda cell: cell["crash_site"] or 0):
                    if cell[field]:
                        self._print(screen.plan, (cell["x"], cell["y"]), cell["crash_site"])
            self.hands.tap("Done")
            self.hands.tap("Back")
        self.hands.tap("Back")

    def _print(self, plan: Any, at: tuple[int, int], site: int | None) -> None:
        """A tap prints the chosen sign; for crash sites, further taps cycle the number."""
        self.hands.touch(*center(plan.spot(at)))
        while site is not None and dict(plan.labels)[at] != str(site):
            self.hands.touch(*center(plan.spot(at)))

    def lay_tiles(self) -> None:
        """Lay the slots for tiles, layout by layout."""
        for called, key in (("three or four", "3-4"), ("five", "5"), ("six", "6")):
            tap_row(self.hands, f"Layouts: With {called} saucers")
            for slot in self.printed["layouts"][key]:
                place, shape = (slot["x"], slot["y"]), (slot["w"], slot["h"])
                self.hands.touch(*center(self.hands.screen.plan.spot(place)))
                if self.hands.screen.plan.blocks[-1][2:4] != shape:
                    self.hands.tap(f"{shape[0]} × {shape[1]}")
            self.hands.tap("Done")
            assert self.hands.root.name == "box"

    # Playing.

    def sit_down(
        self, seats: Sequence[str], settings: Sequence[str] = (), house: Sequence[tuple[str, str]] = ()
    ) -> None:
        """From the open box to the check-list of a new game; ``settings`` are the rows to tap on their pages, ``house``
        the house rules with what they become."""
        hands, wanted = self.hands, list(settings)
        hands.tap("Play with it")
        assert hands.root.name == "setup"
        if "Something else" in hands.labels():
            hands.tap("Something else")
        while hands.screen.primary.text == "Next":
            shown = [one.text for one in hands.screen.rows.rows]
            for name in [one for one in wanted if one in shown]:
                tap_row(hands, name)
                wanted.remove(name)
            hands.tap("Next")
        assert not wanted
        if house:
            hands.tap("House rules")
            for rule, value in house:
                tap_row(hands, rule)
                tap_row(hands, value)
            hands.tap("Done")
        for seat in seats:
            tap_row(hands, seat)
        hands.tap("Start")
        assert hands.session.table.setup.pack == BOX

    def play(self, until: int | None = None) -> None:
        """Play to the end of the game, or until that many cards are entered."""
        for _ in range(MOST_STEPS):
            session = self.hands.session
            if session.mode == "over" or (until is not None and sum(map(len, self.told.values())) >= until):
                return
            rev, waiting = session.rev, len(session.pages)
            mode, screen = session.mode, self.hands.root.name
            before = self.finger.taps
            self.step()
            assert session.refused is None, session.refused
            moved = (session.rev, len(session.pages), session.mode) != (rev, waiting, mode)
            assert moved or self.finger.taps > before, f"nothing came of {mode} on {screen}"
        raise AssertionError("the game does not end")

    def step(self) -> None:
        """Do the next thing."""
        session, screen = self.hands.session, self.hands.screen
        table = session.table
        if self.hands.root.name == "city" and screen._laying is not None:
            self.finger.label("Skip")
        elif session.mode == "offer":
            self.finger.label("No, we go on drawing")
        elif session.mode == "list" and session.learning.known is not None:
            self.draw()
        elif session.mode == "list":
            self.finger.give(self.luck.choice(table.legal() or []))
        elif session.mode == "choose":
            advised = table.game.player.advise(table.state, table.legal() or [], self.luck.random)
            rev = session.rev
            self.finger.give(advised)
            assert table.history.entries[rev].answer == advised
        else:
            self.finger.amber()

    def draw(self) -> None:
        """Draw a card: tap it in the list, enter it, or do it by hand."""
        session = self.hands.session
        learning, deck = session.learning, session.learning.place
        known = [one for one in session.table.legal() or [] if isinstance(one, Draw | Pull)]
        left = [(path, one) for path in learning.choices() for one in self.held[path] if self._fits(path, one, deck)]
        new = len(left)
        if learning.nameless is None or (known and self.luck.random() * (new + len(known)) >= new):
            self.finger.give(self.luck.choice(known))
            return
        if self.hands.root.name == "private":
            self.finger.tap(self.hands.screen.primary)
        unsaid = self.hands.screen.unsaid
        may_leave_it, unsaid_at = unsaid.shown, unsaid.center
        self.finger.tap(self.hands.screen.other)
        assert self.hands.root.name in ("learning", "telling", "row")
        self._drawn += 1
        path, card = self.luck.choice(left) if left else ("", {})
        if not left or not self._is_entered_here(card) or (self._drawn % PASSED_OVER == 0 and "count" not in card):
            self.passed += 1
            if self.hands.root.name == "row":
                self.finger.label("Back")
                assert may_leave_it
                assert self.hands.root.name == "list"
                self.hands.touch(*unsaid_at)
            else:
                by_hand = str(plain(session.learning.by_hand_words[0]))
                self.finger.label("Done" if self.hands.root.name == "telling" else by_hand)
        else:
            self._tell(path, card)

    def _is_entered_here(self, card: Mapping[str, Any]) -> bool:
        """False for a card with a square that is not on the board yet."""
        squares = {square.id for square in getattr(self.hands.session.table.pack, "board", Nowhere).squares}
        named = {card.get(name) for name in ("mafia", "info", "item", "square")} - {None}
        return named <= squares or not squares

    def _fits(self, path: str, card: Mapping[str, Any], deck: str) -> bool:
        """True if this is a card of that deck at this table."""
        table = self.hands.session.table
        if card.get("not_in_2p") and len(table.setup.seats) == 2:
            return False
        if path == "info_tokens":
            # An unknown token may be in the bag, too.
            return deck in ("info", f"reserve:{card['colour']}")
        return not path.endswith(".special") or f"{card['kind']}s" == deck.partition(":")[0]

    def _tell(self, path: str, card: dict[str, Any]) -> None:
        session = self.hands.session
        rev, place = session.rev, session.learning.place
        choices = session.learning.choices()
        if self.hands.root.name == "telling":
            self.finger.label("All that it says …")
        elif self.hands.root.name == "row":
            pass
        elif path == next(iter(choices)):
            self.finger.amber()
        else:
            self.finger.tap(next(one for one in self.hands.screen.panel.buttons if one.shown and one.key == path))
        fill_row(self.hands, card)
        learned = session.table.log[rev]
        assert learned.kind == "learn", session.refused
        assert learned.row is not None
        assert same({**learned.row, "count": 0}, {**card, "count": 0})
        stock = session.table.stocks[path]
        assert session.table.history.entries[rev + 1].answer == answer_of(stock, learned.row, place)
        self.told[path].append(learned.row)
        self.taken[path].append({**card, "count": 1} if stock.counted else card)
        if stock.counted:
            card["count"] -= 1
        if not stock.counted or not card["count"]:
            self.held[path].remove(card)

    # Comparing.

    def compare(self) -> None:
        """Assert that the box on disk has exactly the entered cards, and the number of the others."""
        box = load_pack(self.game, str(self.path))
        unknown = box.data.get("unknown", {})
        for path, held in self.taken.items():
            rows = rows_of(box.data, path)
            printed = sum(one.get("count", 1) for one in [*held, *self.held[path]])
            kinds = self.told[path]
            if kinds and "count" in kinds[0]:
                assert sum(one["count"] for one in rows) == len(held)
                for one in rows:
                    alike = [card for card in held if same({**card, "count": 0}, {**one, "id": "", "count": 0})]
                    assert len(alike) == one["count"]
            else:
                assert len(rows) == len(held)
                assert all(same(one, card) for one, card in zip(rows, held, strict=True))
            assert unknown.get(path, 0) == printed - len(held), path


def without_texts(value: Any) -> Any:
    """The content without full texts."""
    if isinstance(value, Mapping):
        return {key: "" if key == "text" else without_texts(one) for key, one in value.items()}
    return [without_texts(one) for one in value] if isinstance(value, list) else value


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The content with other ids."""
    if isinstance(value, Mapping):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value
