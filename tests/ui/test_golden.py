"""What golden texts tell, and the golden pictures of what they do not.

``tests.ui.test_every_screen`` compares the texts of all states. ``python -m tests.ui.contact --keep`` makes what there
is the golden one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.ui import drawing, golden_texts, pictures
from tests.ui.gallery import SMALL, WIDE, settle
from tests.ui.golden_texts import RENEW, SIZES, Texts, text_of
from tests.ui.hands import Hands
from tests.ui.pictures import PICTURES
from tests.ui.similarity import difference
from ui.look import theme
from ui.look.theme import look
from ui.widgets.buttons import TapButton


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_match_their_golden_pictures(hands: Hands, tmp_path: Path, name: str) -> None:
    wanted, found = pictures.golden(name), PICTURES[name](hands)
    assert wanted is not None, f"there is no golden picture of {name}. {RENEW}"
    apart = difference(wanted, found)
    if not apart.same:
        pictures.comparison(wanted, found).save(tmp_path / "apart.png")
    assert apart.same, f"{apart}; golden, found and difference: {tmp_path / 'apart.png'}. {RENEW}"


def test_golden_pictures_are_few_and_all_are_used() -> None:
    files = set(pictures.FOLDER.iterdir())
    assert files == {pictures.file_of(name) for name in PICTURES}
    assert len(files) <= 40
    assert sum(file.stat().st_size for file in files) < 1_000_000


# The texts.


def panel(hands: Hands) -> list[TapButton]:
    return [button for button in hands.screen.panel.buttons if button.shown]


def move(hands: Hands) -> None:
    panel(hands)[0].x += look.mm(0.5)


def swap(hands: Hands) -> None:
    """Draw a button over a part that lay on it."""
    part = panel(hands)[0]
    above = part.parent
    above.remove_widget(part)
    above.add_widget(part)


def lose_an_icon(hands: Hands) -> None:
    next(button for button in hands.root.nav.buttons if button.icon).show(icon="")


def other_icon(hands: Hands) -> None:
    next(button for button in hands.root.nav.buttons if button.icon).show(icon="star")


def recolour(hands: Hands) -> None:
    hands.screen.title.show(colour=theme.CARD)


CHANGES: dict[str, tuple[Callable[[Hands], object], str]] = {
    "a button half a millimetre to the right": (move, "box"),
    "a button over other parts": (swap, "box"),
    "a text is gone": (lambda hands: hands.screen.over.hide(), "text"),
    "another word": (lambda hands: panel(hands)[0].show(text="Rest"), "Rest"),
    "an icon is gone": (lose_an_icon, "icon"),
    "another icon": (other_icon, "star"),
    "a role of the same colour in this theme": (recolour, "card"),
    "smaller letters": (lambda hands: hands.screen.title.show(size_mm=5.0), "text"),
    "a button is gone": (lambda hands: panel(hands)[0].hide(), "box"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_visible_changes_change_the_text(sketched: None, hands: Hands, change: str) -> None:
    hands.play("actions")
    make, named = CHANGES[change]
    texts = Texts("newyork")
    texts.add("table", "before", {SMALL: text_of(hands, SMALL)})
    before = text_of(hands, SMALL)
    assert text_of(hands, SMALL) == before
    make(hands)
    settle()
    after = tuple(drawing.written(drawing.items(hands.root), hands.root.height))
    assert after != before
    assert named in "\n".join({*before} ^ {*after}) or sorted(before) == sorted(after)


@pytest.mark.long
def test_texts_do_not_depend_on_rasterised_letters(hands: Hands) -> None:
    hands.play()
    found = []
    for way in (drawing.marked, drawing.sketched):
        with way():
            hands.root.repaint()
            settle()
            found.append([item.area for item in drawing.items(hands.root)])
    assert found[0] == found[1]
    hands.root.repaint()
    settle()


def test_changes_are_found_at_every_size_and_files_round_trip(
    sketched: None, hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden_texts, "GOLDEN", tmp_path)

    def texts(change: str = "", sizes: Sequence[tuple[int, int]] = SIZES) -> Texts:
        found = Texts("newyork")
        for moment in ("turn", "draw", "turn"):
            hands.play(moment)
            lines = {size: text_of(hands, size) for size in sizes}
            if change and moment == "draw":
                lines[WIDE] = (*lines[WIDE], change)
            found.add("table", f"{moment} {len(found.found)}", lines)
        return found

    whole = texts()
    assert {*whole.changes().values()} == {"new"}
    whole.keep()
    assert whole.changes() == {}
    (file,) = tmp_path.glob("*/*.txt")
    kept = golden_texts.read(file.read_text("utf-8"))
    small = "800×480"
    assert {state: of[small] for state, of in kept.items()} == {
        state: of[small] for state, of in whole.found[file].items()
    }
    for sizes in (SIZES, [WIDE]):
        (changed,) = texts("icon 1.0,1.0 2.0×2.0 star", sizes).changes().values()
        assert changed.startswith("differs at 1280×720")
        assert changed.endswith("icon 1.0,1.0 2.0×2.0 star")
    assert texts(sizes=[WIDE]).changes() == {}
    del whole.found[file]["draw 1"]
    assert whole.changes() == {"draw 1": "there is no such state any more"}
