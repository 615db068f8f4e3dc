"""What waits for people before the next question: something for hands to do, or a card to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from companion.core.answers import Draw
from companion.core.instructions import Instruction
from companion.core.texts import T, Words
from companion.scene.reveals import Reveal
from companion.scene.scene import Card, Line, for_hands
from companion.table.history import PlayedEntry
from companion.table.past import outstanding
from companion.table.table import Table

PageMode = Literal["lines", "card", "check"]

CHECK_FROM = 5
"""From so many things to lay out on, they are a list to tick off."""


@dataclass
class Page:
    """Something for hands to do, or to read, that waits for "Done"."""

    rev: int
    """The entry up to which "Done" confirms what hands have done, 0 for none."""
    lines: list[Line] = field(default_factory=list)
    card: Card | None = None
    over: Words | None = None
    """What was done, or why something is to be moved."""
    title: Words | None = None
    rule: str | None = None
    """The rule of the first line that has one."""
    played: Sequence[Instruction] = ()
    """What can be shown as it moves; nothing where pieces are only put right."""
    ticked: set[int] = field(default_factory=set)
    switched: str | None = None
    """The chance item that others draw from now on, if the page is about that."""
    reveals: list[Reveal] = field(default_factory=list)
    """What has come to light with it, in its order; nothing where something was put right."""
    shows: str = ""
    """The id that the card has in the box, which may have a picture of it; empty if it has none."""
    deck: str = ""
    """The deck from which the card was drawn."""

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
    """A page with a card and with what hands must do; none if there is neither."""
    lines = for_hands(table.game.presenter.lines(table.state, instructions), table.chance)
    if card is not None and card.text is not None:
        lines = [line for line in lines if line.instruction is None or line.instruction.text != card.text]
    if not lines and card is None:
        return []
    return [Page(rev, lines, card, over, title, next((line.rule for line in lines if line.rule), None))]


def opening_of(table: Table) -> list[Page]:
    """All that lies on the table before the first turn, as one list."""
    over, title = T("Set the table"), T("Before the first turn")
    return page_of(table, table.opening, None, over, title=title, rev=table.rev)


def unconfirmed(table: Table, rev: int) -> list[PlayedEntry]:
    """What was played after ``rev``; where something of it was taken back, only what hands must do now."""
    entries = table.since(rev).entries
    if all(played.entry.kind != "undo" for played in entries):
        return entries
    return [PlayedEntry(entries[-1].entry, outstanding(table, rev))]


def pages_of(table: Table, entries: Sequence[PlayedEntry], over: Words | None) -> list[Page]:
    """What was played as pages: one for each card, what follows it on the same page.

    ``over`` says what was put right; None for what was played, which speaks for itself.
    """
    pages: list[Page] = []
    heading = over if over is not None else _described(table, entries)
    for card, group in _by_card(table, entries):
        instructions = [todo for played in group for todo in played.instructions]
        fresh = page_of(table, instructions, card, heading, rev=group[-1].entry.rev)
        drawn = group[0].answer
        for page in fresh:
            if card is not None:
                page.shows = card.id
            if card is not None and isinstance(drawn, Draw):
                page.shows, page.deck = drawn.card, drawn.deck
            page.played = instructions if over is None else ()
            page.reveals = _reveals(table, group) if over is None else []
        pages += fresh
    return pages


def _reveals(table: Table, entries: Sequence[PlayedEntry]) -> list[Reveal]:
    """What these entries have brought to light."""
    tell, state = table.game.presenter.reveals, table.state
    answered = ((played, played.answer) for played in entries)
    return [
        one
        for played, answer in answered
        if answer is not None
        for one in tell(state, answer, played.asked, played.instructions)
    ]


def _by_card(table: Table, entries: Sequence[PlayedEntry]) -> list[tuple[Card | None, list[PlayedEntry]]]:
    """The entries in order, a new group with each card that was turned up."""
    groups: list[tuple[Card | None, list[PlayedEntry]]] = []
    for played in entries:
        card = table.game.presenter.card(table.state, played.answer) if played.answer is not None else None
        if card is not None or not groups:
            groups.append((card, []))
        groups[-1][1].append(played)
    return groups


def _described(table: Table, entries: Sequence[PlayedEntry]) -> Words | None:
    """What was done, as the heading of what follows from it; a card that was turned up speaks for itself."""
    first = next((played.answer for played in entries if played.entry.kind == "answer"), None)
    if first is None or table.game.presenter.card(table.state, first) is not None:
        return None
    return table.game.presenter.describe(table.state, first)


def tell_first(pages: list[Page], story: Sequence[Card], rev: int) -> None:
    """Put story cards that have come up at ``rev`` before what hands do last, and take their texts out of the lines."""
    if not story:
        return
    told = [card.text for card in story]
    for page in pages:
        page.lines = [line for line in page.lines if line.instruction is None or line.instruction.text not in told]
    last = pages.pop() if pages and pages[-1].card is None else Page(rev)
    pages += [Page(last.rev, card=card) for card in story[:-1]]
    if last.mode == "check":
        pages += [Page(0, card=story[-1]), last]
    else:
        last.card = story[-1]
        pages.append(last)


def short(pages: Sequence[Page]) -> list[Line] | None:
    """What pages say, where they are short; None if a card, or a long list, is among them."""
    return [line for page in pages for line in page.lines] if all(page.mode == "lines" for page in pages) else None
