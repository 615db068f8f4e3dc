"""Cards that the box knows by their photo alone, at the question of which card came from a deck."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.core.answers import Answer, Draw, DrawUnknown
from companion.core.content.learning import rows_of
from companion.packs.photos.untold import photographed
from companion.packs.pictures import PICTURES, pictures_of
from companion.table.learned import place_of, untold
from companion.table.table import Table

CAME = "came"
"""The note beside a game with the cards that came and were done by hand without being told: their ids, each with the
rev of its answer."""
DRAWN = "photo"
"""The note with the card that the companion has drawn at a rev: asked again, it draws no other."""


class Photos:
    """The photos of a box that lies in a folder; none where nobody has said where that is."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._box: Path | None = None
        self._seen: dict[str, Path] = {}
        self._state: tuple[int, int] | None = None

    def look_into(self, box: Path) -> None:
        """The box of the game lies there."""
        self._box = box

    @property
    def pictures(self) -> Mapping[str, Path]:
        """The files of all pictures in the box, by the ids of their cards."""
        state = None if self._box is None else _state(self._box / PICTURES)
        if self._box is not None and (state is None or state != self._state):
            self._seen, self._state = pictures_of(self._box, self._seen), state
        return self._seen

    def of(self, path: str) -> list[str]:
        """The cards of a table of the box that have a photo and were not told."""
        known = {str(row.get("id")) for row in rows_of(self._table.box.data, path)}
        return photographed(path, self.pictures, known)

    @property
    def printed(self) -> dict[str, str]:
        """The cards with a photo alone of what is asked about, wherever they lie now, with the path of their table."""
        place = place_of(self._table)
        if place is None or not self._can_be_new or not self.pictures:
            return {}
        return {id_: path for path in untold(self._table, place) for id_ in self.of(path)}

    @property
    def here(self) -> dict[str, str]:
        """Those of them that can come now."""
        found, gone = self.printed, self._gone()
        return {id_: path for id_, path in found.items() if id_ not in gone} or found

    @property
    def complete(self) -> bool:
        """True where each card that could come has at least a photo, so that the companion can draw."""
        place, table = place_of(self._table), self._table
        if place is None or not self._can_be_new:
            return False
        # What comes from several decks, such as special agents, nobody knows the deck of by its photo alone.
        return all(
            stock.places == (place,) and len(self.of(path)) >= table.known(path).unknown
            for path, stock in untold(table, place).items()
        )

    def deal(self) -> Draw | str:
        """The companion draws, each card as likely as the others: one that is known, or the id of a photo."""
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
        """The card of this photo has come and was not told: it is on the table until its deck is shuffled."""
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
