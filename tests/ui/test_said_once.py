"""What somebody says of a space of the board, by touch: the box has it, and the next game does not ask again."""

from __future__ import annotations

import random
from pathlib import Path

from companion.packs.content import Content
from companion.packs.folder import read_content, write_content
from tests.packs.test_told_in_play import HELD, options, without_board
from tests.ui.evening import Evening
from ui.model.library import Library


def begin(evening: Evening, path: Path) -> None:
    """A game with the box has begun, and it is asked what the first entrance shows."""
    evening.app.library = Library(evening.journal, pack=str(path), seed="evening")
    evening.app.start_game("krysis", ["barrow", "lamplighters"], {"kr.home_ledger": "private"})
    evening.hands.look()


def until(evening: Evening, choice: str) -> None:
    """The others answer; what is to be done on the table is done."""
    luck = random.Random(1).random
    session = evening.session
    while session.pages or getattr(session.table.ask, "choice", "") != choice:
        if session.pages:
            session.done()
        elif session.table.can_deal:
            session.draw()
        else:
            game = session.table.game
            session.answer(game.player.advise(session.table.state, session.table.legal() or [], luck))
    evening.hands.look()


def more(evening: Evening, good: str, n: int) -> None:
    for _ in range(n):
        row = next(row for row in evening.hands.screen.amounts.rows if row.amount.id == good)
        evening.hands.touch(*row.more.center)


def test_an_entrance_and_a_space_are_said_once(evening: Evening, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    write_content(path, Content(without_board(), HELD["krysis"].texts))
    begin(evening, path)
    evening.app.offers.declined = True
    until(evening, "goods")
    entrance = evening.session.table.ask.space  # type: ignore[union-attr]
    more(evening, "white", 2)
    evening.hands.tap("Done")
    evening.wait(lambda: evening.app.saved()[0] == "good" and "learned" in evening.session.table.notes)
    starts = {one["index"]: one.get("crystals") for one in read_content(path).data["start_spaces"]}
    assert starts[entrance] == {"red": 0, "blue": 0, "white": 2}
    until(evening, "mine")
    until(evening, "goods")
    marked = evening.session.table.ask.space  # type: ignore[union-attr]
    more(evening, "red", 1)
    evening.hands.tap("There is a question mark")
    evening.hands.tap("Done")
    until(evening, "goods")
    assert evening.session.table.ask.space == marked, "what stands behind the question mark is asked next"  # type: ignore[union-attr]
    more(evening, "relics", 1)
    evening.hands.tap("Done")
    evening.app.leave_game()
    nothing = {"red": 0, "blue": 0, "white": 0, "relics": 0}
    assert options(path, marked) == [{**nothing, "red": 1}, {**nothing, "relics": 1}]
    begin(evening, path)
    until(evening, "goods")
    assert evening.session.table.ask.space != entrance, "the other one is asked"  # type: ignore[union-attr]
