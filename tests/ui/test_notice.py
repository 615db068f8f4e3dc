"""What is in force stands in few lines: what is left out is cut at its end, and reads on as it was."""

from __future__ import annotations

from tests.ui.hands import Hands
from ui.layout.geometry import Area
from ui.widgets.head import Notice

LONG = "nineteen red crystals, thirty blue crystals, forty-five white crystals and four relics lie in the bank"
SHORT = "it rains"


def said(texts: tuple[str, ...], lines: int, whole: bool = True) -> list[str]:
    """The lines of a notice of so many lines that is narrower than the long text."""
    notice = Notice()
    notice.texts, notice.whole = texts, whole
    return notice._lines(Area(0, 0, 300, Notice.step() * lines))[0]


def test_a_text_that_is_wrapped_reads_on_in_the_last_line(hands: Hands) -> None:
    assert " ".join(said((LONG,), 2)) == LONG
    assert len(said((LONG,), 2)) == 2


def test_another_text_stands_apart_in_the_last_line(hands: Hands) -> None:
    lines = said((SHORT, LONG, SHORT), 2)
    assert lines == [SHORT, f"{LONG} · {SHORT}"]
    assert said((SHORT, LONG), 1, whole=False) == [f"{SHORT} · {LONG}"]
