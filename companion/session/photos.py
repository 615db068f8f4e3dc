"""Cards that exist in the box as a photo only, when a card is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.core.answers import Answer, Draw, DrawUnknown
from companion.core.learning import rows_of
from companion.packs.photos.untold import photographed
from companion.packs.pictures import PICTURES, pictures_of
from companion.table.learned import place_of, unknown_stocks
from companion.table.table import Table

CAME = "came"
"""The key of the note with photographed cards that were drawn and carried out by hand: ids with the rev of the
answer."""
DRAWN = "photo"
"""The key of the note with the photographed card drawn at a rev, so that it is not drawn anew."""


class Photos:
    """The photos of a box in a folder; none if the folder is unknown."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._box: Path | None = None
        self._seen: dict[str, Path] = {}
        self._state: tuple[int, int] | None = None

    def look_into(self, box: Path) -> None:
        """Set the folder of the box."""
        self._box = box

    @property
    def pictures(self) -> Mapping[str, Path]:
        """All picture files of the box by card id."""
        state = None if self._box is None else _state(self._box / PICTURES)
        if self._box is not None and (state is None or state != self._state):
            self._seen, self._state = pictures_of(self._box, self._seen), state
        return self._seen

    def of(self, path: str) -> list[str]:
        """The cards of a table of the box with a photo but without a row."""
        known = {str(row.get("id")) for row in rows_of(self._table.box.data, path)}
        return photographed(path, self.pictures, known)

    @property
    def printed(self) -> dict[str, str]:
        """All photographed cards without a row of the deck in question, with the path of their table."""
        place = place_of(self._table)
        if place is None or not self.pictures or not self._can_be_new:
            return {}
        return {id_: path for path in unknown_stocks(self._table, place) for id_ in self.of(path)}

    @property
    def here(self) -> dict[str, str]:
        """Those of ``printed`` that can be drawn now."""
        found, gone = self.printed, self._gone()
        return {id_: path for id_, path in found.items() if id_ not in gone} or found

    @property
    def complete(self) -> bool:
        """True if each card that can be drawn has a row or a photo, so that the dealer can draw."""
        place, table = place_of(self._table), self._table
        if place is None or not self._can_be_new:
            return False
        # For a table that fills several decks, such as special agents, a photo does not tell the deck.
        return all(
            stock.places == (place,) and len(self.of(path)) >= table.known(path).unknown
            for path, stock in unknown_stocks(table, place).items()
        )

    def deal(self) -> Draw | str:
        """Draw a card with equal probabilities: a known card, or the id of a photo."""
        table = self._table
        drawn = table.notes.get(DRAWN, {})
        if drawn.get("rev") == table.rev and drawn.get("id") in self.here:
            return str(drawn["id"])
        question = table.history.question
        again = table.history.fate.predetermined(question) if question is not None else None
        if isinstance(again, Draw):
            return again
        place = place_of(table) or ""
        known: list[Answer] = [one for one in table.legal() or () if isinstance(one, Draw)]
        outcomes: list[Answer] = [*known, *(Draw(place, id_) for id_ in self.here)]
        found = table.dealer.deal(table.ask, outcomes, [1 / len(outcomes)] * len(outcomes), {}, table.rev)
        if found in known and isinstance(found, Draw):
            return found
        id_ = found.card if isinstance(found, Draw) else ""
        table.note(DRAWN, {"rev": table.rev, "id": id_})
        return id_

    def came(self, id_: str) -> None:
        """Note that the card of this photo was drawn without a row: it is out of the deck until that is shuffled."""
        history = self._table.history
        line = reversed(history.line[: history.mark])
        rev = next((played.entry.rev for played in line if isinstance(played.answer, DrawUnknown)), 0)
        self._table.note(CAME, {**self._table.notes.get(CAME, {}), id_: rev})

    @property
    def _can_be_new(self) -> bool:
        return any(isinstance(one, DrawUnknown) for one in self._table.legal() or ())

    def _gone(self) -> set[str]:
        came, history = self._table.notes.get(CAME, {}), self._table.history
        if not came:
            return set()
        done = {played.entry.rev for played in history.line[: history.mark]}
        return {id_ for id_, rev in came.items() if rev in done}


def _state(folder: Path) -> tuple[int, int] | None:
    """Another one as soon as other files are in a folder; None where there is none."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
