"""Pages: instructions to follow, or cards to read, before the next question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal, NamedTuple

from msgspec import structs

from companion.core.answers import Draw
from companion.core.asks import Ask, DrawAsk, Over
from companion.core.instructions import Instruction, Picture, changes_between, in_order
from companion.core.texts import T, Words
from companion.scene.scene import Card, Line, Place, Reveal, Scene, for_hands
from companion.table.history import PlayedEntry, label
from companion.table.past import lying, outstanding
from companion.table.table import Table

PageMode = Literal["lines", "card", "check"]

CHECK_FROM = 5
"""From this many set-up instructions on, a page is a checklist."""


@dataclass
class Page:
    """Instructions or a card, to be confirmed with "Done"."""

    rev: int
    """The entry up to which "Done" confirms the instructions, 0 for none."""
    lines: list[Line] = field(default_factory=list)
    card: Card | None = None
    over: Words | None = None
    """A heading: what was done, or why something is to be moved."""
    title: Words | None = None
    rule: str | None = None
    """The rule of the first line with one."""
    played: Sequence[Instruction] = ()
    """Instructions that can be animated; empty after an undo or a correction."""
    ticked: set[int] = field(default_factory=set)
    switched: str | None = None
    """The chance item whose mode has changed, if the page is about that."""
    reveals: list[Reveal] = field(default_factory=list)
    """Cards, tokens and dice that were revealed, in order; empty after an undo or a correction."""
    shows: str = ""
    """The card's id in the box, for its picture; empty if it has none."""
    deck: str = ""
    """The deck of the card."""
    because: Words | None = None
    """Why the companion did in its turn what it did: the decision on which most depended."""
    asked_in: Scene | None = None
    """The scene in which the answer was given that made the page, if the turn has passed on since: its heading is the
    page's, and whoever was to move in it carries the page out. None if that is the present one."""

    @property
    def mode(self) -> PageMode:
        if self.card is not None:
            return "card"
        return "check" if sum(not line.read for line in self.lines) >= CHECK_FROM else "lines"


def page_of(
    table: Table,
    instructions: Sequence[Instruction],
    card: Card | None = None,
    over: Words | None = None,
    *,
    title: Words | None = None,
    rev: int = 0,
) -> list[Page]:
    """A page with a card and instructions; empty if there is neither."""
    lines = for_hands(table.game.presenter.lines(table.state, instructions), table.chance)
    if card is not None and card.text is not None:
        lines = [line for line in lines if line.instruction is None or line.instruction.text != card.text]
    if not lines and card is None:
        return []
    return [Page(rev, lines, card, over, title, next((line.rule for line in lines if line.rule), None))]


def opening_of(table: Table) -> list[Page]:
    over, title = T("Set the table"), T("Before the first turn")
    return page_of(table, table.opening, None, over, title=title, rev=table.rev)


def unconfirmed(table: Table, rev: int) -> list[PlayedEntry]:
    """The entries after ``rev``; if some were undone, a single one with the resulting instructions."""
    entries = table.since(rev).entries
    if all(played.entry.kind != "undo" for played in entries):
        return entries
    return [PlayedEntry(entries[-1].entry, outstanding(table, rev))]


def pages_of(
    table: Table,
    entries: Sequence[PlayedEntry],
    over: Words | None,
    turn: TurnScene | None = None,
    *,
    restarted: bool = False,
) -> list[Page]:
    """Entries as pages: one per card, with the instructions that follow it.

    ``over`` is the heading after an undo or a correction; None for ordinary play. ``turn`` is that of the first entry,
    if it is known. ``restarted``: nobody may have read yet what the companion decided.
    """
    pages: list[Page] = []
    heading = over if over is not None else _described(table, entries)
    for n, (card, group) in enumerate(_by_card(table, entries)):
        instructions = [todo for played in group for todo in played.instructions]
        fresh = page_of(table, instructions, card, heading, rev=group[-1].entry.rev)
        drawn = group[0].answer
        if restarted and fresh:
            fresh[0].lines = [*(line for played in group for line in _decided_by(table, played)), *fresh[0].lines]
        for page in fresh:
            if card is not None:
                page.shows = card.id
            if card is not None and isinstance(drawn, Draw):
                page.shows, page.deck = drawn.card, drawn.deck
            page.played = instructions if over is None else ()
            page.reveals = _reveals(table, group) if over is None else []
            page.asked_in = _asked_in(table, group[0], turn if n == 0 else None)
        pages += fresh
    return pages


def companion_pages(
    table: Table, entries: Sequence[PlayedEntry], name: Words, turn: TurnScene, before: Sequence[int]
) -> tuple[list[Page], list[Line]]:
    """What the companion did in a turn, as one page that says what hands do and why, in order; a page more for each
    card. Without a page, what it decided, in a line: nothing came of it that people would do or read.

    ``name`` is what it is called there; ``turn`` is that of the first entry, ``before`` the numbers that are followed
    as they were then.
    """
    pages, decided, over = list[Page](), list[Line](), T("{name}:", name=name)
    for n, (card, group) in enumerate(_by_card(table, entries)):
        lines, shown = list(decided), card is not None
        for played in group:
            done = for_hands(table.game.presenter.lines(table.state, played.instructions), table.chance)
            lines += [*_decided(table, played), *done]
            shown = shown or bool(done)
        if not shown:
            decided = lines
            continue
        instructions = [todo for played in group for todo in played.instructions]
        page = Page(group[-1].entry.rev, lines, card, over, played=instructions)
        page.rule = next((line.rule for line in lines if line.rule), None)
        page.reveals, decided = _reveals(table, group), []
        if card is not None:
            page.shows = card.id
            page.lines = [one for one in lines if one.instruction is None or one.instruction.text != card.text]
            if not page.lines:
                page.over = T("{name} draws:", name=name)
        page.asked_in = _asked_in(table, group[0], turn if n == 0 else None)
        pages.append(page)
    if not pages and decided and followed(table) != before:
        pages = [Page(0, over=over, asked_in=_asked_in(table, entries[0], turn))]
    if pages:
        pages[-1].lines += decided
        pages[-1].rev = entries[-1].entry.rev
    return pages, [] if pages or not decided else [_said_by(name, decided)]


def _said_by(name: Words, lines: Sequence[Line]) -> Line:
    """What the companion decided in a turn, in a line that says who."""
    what = reduce(lambda first, second: T("{first} · {second}", first=first, second=second),
                  (line.words for line in lines))  # fmt: skip
    return structs.replace(lines[0], words=T("{seat}: {what}", seat=name, what=what))


def followed(table: Table) -> list[int]:
    """The numbers that are followed over a game, such as points."""
    return [gauge.value for gauge in table.game.presenter.gauges(table.state)]


def _decided(table: Table, played: PlayedEntry) -> list[Line]:
    """What the companion decided, to read; nothing for chance."""
    own = played.entry.source == "companion"
    return [Line("", "screen", label(table.game, table.state, played), read=True)] if own else []


def _decided_by(table: Table, played: PlayedEntry) -> list[Line]:
    """The same with who it plays, where nothing else on the page says so."""
    seat = None if played.asked is None else played.asked.only or played.asked.who
    who = table.game.presenter.word(table.state, f"seat:{seat}")
    return [structs.replace(line, words=T("{seat}: {what}", seat=who, what=line.words))
            for line in _decided(table, played) if seat is not None]  # fmt: skip


class TurnScene(NamedTuple):
    """Whose turn it is, in which part of the game, and the scene in which that is shown."""

    who: str | None
    chapter: Words
    scene: Scene


def turn_of(table: Table, scene: Scene) -> TurnScene:
    """The turn at which the table is, with its scene."""
    return TurnScene(_asked(table.ask), table.game.presenter.chapter(table.state), scene)


def _asked(ask: Ask) -> str | None:
    return None if isinstance(ask, Over) else ask.who


def _asked_in(table: Table, played: PlayedEntry, turn: TurnScene | None) -> Scene | None:
    """The scene in which an entry was asked for, in the ``turn`` if that is known; None if the same turn goes on, and
    for an undo, a redo, and what has been undone. Of a card, which may be counted ("2 of 3"), also where the turn goes
    on."""
    history, presenter = table.history, table.game.presenter
    now = None if isinstance(played.asked, DrawAsk) else (_asked(table.ask), presenter.chapter(table.state))
    if turn is not None:
        return None if turn[:2] == now else turn.scene
    line = history.line[: history.mark]
    position = next((n for n in reversed(range(len(line))) if line[n] is played), None)
    if position is None or played.asked is None:
        return None
    state = history.state_at(position)
    return None if (_asked(played.asked), presenter.chapter(state)) == now else presenter.scene(state)


def _reveals(table: Table, entries: Sequence[PlayedEntry]) -> list[Reveal]:
    tell, state, rules = table.game.presenter.reveals, table.state, table.game.rules
    answered = ((played, played.answer and rules.open_answer(state, played.answer, played.asked)) for played in entries)
    return [
        one
        for played, answer in answered
        if answer is not None
        for one in tell(state, answer, played.asked, played.instructions)
    ]


def _by_card(table: Table, entries: Sequence[PlayedEntry]) -> list[tuple[Card | None, list[PlayedEntry]]]:
    """The entries in order, grouped by the card that was drawn."""
    groups: list[tuple[Card | None, list[PlayedEntry]]] = []
    for played in entries:
        card = _card(table, played)
        if card is not None or not groups:
            groups.append((card, []))
        groups[-1][1].append(played)
    return groups


def _described(table: Table, entries: Sequence[PlayedEntry]) -> Words | None:
    """The heading of a page: what was done; None after a drawn card."""
    first = next((played for played in entries if played.entry.kind == "answer"), None)
    return None if first is None or _card(table, first) is not None else label(table.game, table.state, first)


def _card(table: Table, played: PlayedEntry) -> Card | None:
    """The card that an entry has turned up for everybody."""
    if played.answer is None:
        return None
    rules, presenter = table.game.rules, table.game.presenter
    return presenter.card(table.state, rules.open_answer(table.state, played.answer, played.asked))


def insert_story(pages: list[Page], story: Sequence[Card], rev: int) -> None:
    """Insert new story cards before the last page, and remove their texts from its lines."""
    if not story:
        return
    texts = [card.text for card in story]
    turns = [one for page in pages for one in page.reveals if one.of == "story"]
    for page in pages:
        page.reveals = [one for one in page.reveals if one.of != "story"]
        page.lines = [line for line in page.lines if line.instruction is None or line.instruction.text not in texts]
    last = pages.pop() if pages and pages[-1].card is None else Page(rev)
    first = len(pages)
    pages += [Page(last.rev, card=card, asked_in=last.asked_in) for card in story[:-1]]
    if last.mode == "check":
        pages += [Page(0, card=story[-1], asked_in=last.asked_in), last]
    else:
        last.card = story[-1]
        pages.append(last)
    for page, turn in zip(pages[first:], turns, strict=False):
        page.reveals = [turn, *page.reveals]


def short_lines(pages: Sequence[Page]) -> list[Line] | None:
    """The lines of short pages; None if they contain a card or a long list."""
    return [line for page in pages for line in page.lines] if all(page.mode == "lines" for page in pages) else None


# What lies on the table.


class OnTable:
    """What lies on the table: what hands have confirmed, and what was undone before they did.

    After an undo, a jump or a changed answer, the pages list the difference between that and what should lie there,
    however many of them there were.
    """

    def __init__(self, table: Table, confirmed: int) -> None:
        self._table = table
        self._rev = confirmed
        self._picture: Picture | None = None
        self._half_done: Picture | None = None
        """The table of an answer that was undone before it was confirmed: hands may have done a part of it."""
        self._shuffled: dict[str | None, Instruction] = {}
        """The decks to shuffle of what was redone."""
        self.moving = False
        """True from an undo, a jump or a changed answer until the table was put right."""

    def confirm(self, rev: int) -> None:
        """Hands have followed the instructions up to ``rev``."""
        self._table.confirm(rev)
        self._rev, self._picture, self.moving = rev, None, False

    def seen(self, picture: Picture) -> None:
        """People have said what lies there."""
        self._picture, self.moving = picture, False

    def put_back(self) -> None:
        """What was undone before it was confirmed has been put back."""
        self._half_done = None

    def leave(self, *, waiting: bool) -> None:
        """Call before an undo, a jump or a changed answer; ``waiting``: something was not confirmed yet."""
        present = self._table.game.rules.picture(self._table.state)
        if not waiting:
            self._picture, self._half_done, self.moving = present, None, False
        elif not self.moving:
            self._picture = lying(self._table, self._rev) if self._picture is None else self._picture
            self._half_done = present
        if not self.moving:
            self._shuffled = {}
        self.moving = True

    def pages(self, entries: Sequence[PlayedEntry], over: Words, after: Picture | None = None) -> list[Page]:
        """The pages to put the table right after ``entries``, or after the first of them, which has led to ``after``,
        and then the pages of the others."""
        table = self._table
        first, rest = (entries[0], entries[1:]) if after is not None else (entries[-1], [])
        there, now = self._picture or Picture({}, {}), after or table.game.rules.picture(table.state)
        back = entries[0].entry.kind == "undo"
        shuffled = {todo.at: todo for played in entries for todo in played.instructions if todo.verb == "shuffle"}
        self._shuffled = {} if back else self._shuffled | shuffled
        pages, half = list[Page](), self._half_done
        if half is not None and half != now:
            done = self._ordered(changes_between(half, there), back=True)
            pages = page_of(table, done, None, T("Put back what was done already"))
        todo = self._ordered(changes_between(there, now), back=back)
        return pages + pages_of(table, [PlayedEntry(first.entry, [*todo, *self._shuffled.values()]), *rest], over)

    def _ordered(self, changes: list[Instruction], *, back: bool) -> list[Instruction]:
        steps = [todo for played in self._table.history.line for todo in played.instructions]
        return in_order(changes, steps[::-1] if back else steps)


# Pages about a deck that changes between digital and physical in mid-game.

SWITCHED = "switched"
"""The key of the note with the decks whose instructions are not yet confirmed."""


def still_waiting(table: Table) -> list[Page]:
    """The unconfirmed pages of changed decks, when a game is resumed."""
    pages = (on_switching(table, item) for item in table.notes.get(SWITCHED, ()) if item in table.chance)
    return [page for page in pages if page is not None]


def note_waiting(table: Table, pages: Sequence[Page]) -> None:
    """Store which decks have unconfirmed pages."""
    items = [page.switched for page in pages if page.switched is not None]
    if items != table.notes.get(SWITCHED, []):
        table.note(SWITCHED, items)


def switched(table: Table, pages: Sequence[Page], item: str) -> list[Page]:
    """``pages`` after ``item`` has changed, with its own page first; or without it if the change is reverted."""
    others = [page for page in pages if page.switched != item]
    page = on_switching(table, item) if len(others) == len(pages) else None
    return others if page is None else [page, *others]


def on_switching(table: Table, item: str) -> Page | None:
    """The page after the mode of ``item`` has changed; None if it is not a deck of cards, or nothing is to be done."""
    cards = table.game.presenter.cards_of(table.state, item)
    if not cards:
        return None
    out = [line for card in cards for line in _lying(card)]
    deck = table.game.presenter.chance_name(item)
    if table.chance[item] == "asked":
        rest = T("shuffle the rest: that is your deck") if out else T("shuffle the deck and lay it face down")
        lines = [*out, Line("→", cards[0].icon, rest)]
        title = T("Take these cards out of the deck") if out else T("Lay the deck on the table")
        return Page(0, lines, over=deck, title=title, switched=item)
    if not out:
        return None
    over = T("{deck}: these stay out", deck=deck)
    return Page(0, out, over=over, title=T("Put the deck away"), switched=item)


def _lying(card: Place) -> Iterator[Line]:
    """The place of a card outside its deck."""
    for counter in card.counters:
        for cell in counter.cells[1:]:
            words: Words = cell.called or cell.label
            if cell.on and words:  # A cell with a picture only was laid by people themselves.
                yield Line("−", card.icon, T("{card}: {place}", card=card.name, place=words))
