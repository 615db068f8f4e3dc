"""How the parts of a column share its height, and what of a notice is shown."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.hands import Hands
from ui.layout.geometry import Area, SizeRequest, allocate, fits
from ui.look import text as type_
from ui.look.theme import look
from ui.screens.table import TIGHT
from ui.widgets.frame import WhyMark
from ui.widgets.head import Notice

PARTS = ("ask", "dice", "choices", "notes", "latest")
heights = st.integers(0, 60)


@dataclass(frozen=True)
class Column:
    """What is asked of a column."""

    room: Area
    least: dict[str, float]
    wishes: list[SizeRequest]
    grows: str

    def shared(self, wishes: list[SizeRequest] | None = None) -> dict[str, Area]:
        return allocate(self.room, self.least, self.wishes if wishes is None else wishes, self.grows)


parts = st.sampled_from(PARTS)
wishes = st.builds(SizeRequest, parts, st.tuples(heights, heights) | st.tuples(heights) | st.just(()), st.booleans())
rooms = st.builds(Area, heights, heights, heights, st.integers(0, 240))
columns = st.builds(
    Column, rooms, st.fixed_dictionaries(dict.fromkeys(PARTS, heights)), st.lists(wishes, max_size=4), parts
)


@given(columns)
def test_parts_are_stacked_and_fill_the_area(column: Column) -> None:
    room, top = column.room, column.room.y + column.room.h
    shared = column.shared()
    assert list(shared) == list(column.least)
    for area in shared.values():
        assert (area.x, area.w, area.y + area.h) == (room.x, room.w, top)
        assert area.h >= 0
        top = area.y
    assert top == room.y


@given(columns)
def test_required_parts_get_their_minimum_first(column: Column) -> None:
    shared = column.shared()
    if fits(column.room, column.least):
        assert all(shared[part].h >= least for part, least in column.least.items())


@given(columns)
def test_without_enough_space_growing_parts_shrink_first_and_then_the_last(column: Column) -> None:
    shared, short = column.shared([]), max(0, sum(column.least.values()) - column.room.h)
    for part in (column.grows, *(part for part in reversed(column.least) if part != column.grows)):
        gone = min(short, column.least[part])
        short -= gone
        assert (part == column.grows and not gone) or shared[part].h == column.least[part] - gone


@given(columns, st.data())
def test_a_request_takes_nothing_from_earlier_ones(column: Column, data: st.DataObject) -> None:
    """What is wished for last goes first."""
    at = data.draw(st.integers(0, len(column.wishes)))
    before, after = column.shared(column.wishes[:at]), column.shared()
    assert all(after[part].h >= before[part].h for part in column.least if part != column.grows)


@given(columns)
def test_requests_are_granted_wherever_there_is_space(column: Column) -> None:
    column = Column(column.room, {**column.least, "free": 0}, column.wishes, "free")
    for at, wish in enumerate(column.wishes):
        before, after = column.shared(column.wishes[:at]), column.shared(column.wishes[: at + 1])
        now = before[wish.part].h
        most = now + before["free"].h
        if wish.partly:
            wanted = next((min(high, most) for high in wish.heights if high >= now), now)
        else:
            wanted = next((high for high in wish.heights if now <= high <= most), now)
        assert after[wish.part].h == wanted


@given(columns)
def test_the_same_requests_are_allocated_the_same_way(column: Column) -> None:
    before = column.room.copy()
    assert column.shared() == column.shared()
    assert column.room == before


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (100, {"title": 30, "choices": 40, "notes": 30}),
        (80, {"title": 30, "choices": 40, "notes": 10}),
        (75, {"title": 30, "choices": 35, "notes": 10}),
        (55, {"title": 30, "choices": 25, "notes": 0}),
        (30, {"title": 10, "choices": 20, "notes": 0}),
        (25, {"title": 10, "choices": 15, "notes": 0}),
    ],
)
def test_allocation_in_less_and_less_space(room: float, expected: dict[str, float]) -> None:
    least = {"title": 10.0, "choices": 20.0, "notes": 0.0}
    wishes = [
        SizeRequest("title", (30, 20)),
        SizeRequest("notes", (10,)),
        SizeRequest("choices", (40,), partly=True),
        SizeRequest("notes", (30, 20)),
    ]
    shared = allocate(Area(0, 0, 50, room), least, wishes, "choices")
    assert {part: area.h for part, area in shared.items()} == expected


# A notice: what is in force stands in few lines.

LONG = "nineteen red crystals, thirty blue crystals, forty-five white crystals and four relics lie in the bank"
SHORT = "it rains"


def said(texts: tuple[str, ...], lines: int, whole: bool = True) -> list[str]:
    """The lines of a notice of so many lines that is narrower than the long text."""
    notice = Notice()
    notice.texts, notice.whole = texts, whole
    return notice._lines(Area(0, 0, 300, Notice.step() * lines))[0]


def test_a_wrapped_text_continues_in_the_last_line(hands: Hands) -> None:
    assert " ".join(said((LONG,), 2)) == LONG
    assert len(said((LONG,), 2)) == 2


def test_separate_texts_are_separated_in_the_last_line(hands: Hands) -> None:
    lines = said((SHORT, LONG, SHORT), 2)
    assert lines == [SHORT, f"{LONG} · {SHORT}"]
    assert said((SHORT, LONG), 1, whole=False) == [f"{SHORT} · {LONG}"]


@pytest.mark.parametrize("word", ["turn", "unhurt,", "herida"])
def test_no_title_touches_the_question_mark(hands: Hands, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.resize(800, 480)
    hands.play()
    screen, scene = hands.screen, hands.session.scene
    for n in range(1, 40):
        title = f"{(word + ' ') * (n // 4)}{'i' * (1 + n % 4)}"
        monkeypatch.setattr(screen, "_headline", lambda _scene, title=title: title)
        for form in TIGHT:
            room = Area(0, 0, 323, 400)
            line, words = screen._cut_words(room, form, scene)
            wrapped = type_.wrap(title, look.text(form.size), "heavy", words.w)
            ends = words.x + type_.extents(wrapped[0], look.text(form.size), "heavy")[0]
            below = words.y + words.h <= line.y + line.h - look.mm(WhyMark.SIDE) + 1
            assert below or ends <= line.x + line.w - look.mm(WhyMark.SIDE) - look.gap, (title, form)
