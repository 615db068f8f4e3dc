"""Cards known only by their photo, as rows of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import overload

from companion.packs.photos.untold import called
from ui.base.language import language, say
from ui.look.pictures import CardPictures
from ui.widgets.rows import Row


class PhotoRows(Sequence[Row]):
    """A row for each card of ``ids``; photos are decoded on access, since there may be hundreds. ``rev``: that of the
    question; ``open_`` is called with the tapped id."""

    def __init__(self, ids: Sequence[str], pictures: CardPictures, rev: int, open_: Callable[[str], None]) -> None:
        self._ids, self._pictures, self._rev, self._open = ids, pictures, rev, open_
        self._seen = (list(ids), rev, language.code, pictures.arrived)

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        return [self._row(id_) for id_ in self._ids[at]] if isinstance(at, slice) else self._row(self._ids[at])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PhotoRows) and self._seen == other._seen

    __hash__ = None  # type: ignore[assignment]

    def _row(self, id_: str) -> Row:
        picture = self._pictures.of(id_)
        return Row(
            say(called(id_)) if picture is None else "", action=partial(self._open, id_), key=(self._rev, id_),
            pictured=True, picture=picture,
        )  # fmt: skip
