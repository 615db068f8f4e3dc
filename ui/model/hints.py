"""Hints for first-time players: which one now, and where its bubble goes. No kivy in here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.texts import T
from companion.scene.scene import Tip
from companion.session.session import Session
from ui.layout.geometry import Area

PAGE = Tip(
    "page", T("Do on the table what it says here. Then tap the amber button: it is always what comes next."), "primary"
)
DEAL = Tip("deal", T("The companion draws for you. To draw from a deck yourselves, use its switch in the menu."),
           "primary")  # fmt: skip
DICE = Tip("roll", T("Roll your dice and tap what they show, or let the companion roll."), "primary")
UNDO = Tip(
    "undo", T("A slip of the finger? Undo takes back as much as you like, and says what to put back."), "about:undo"
)
PAD = Tip("pad", T("Rest a finger on a direction to see where it leads; nothing is decided until you tap it."), "pad")
FORM = Tip("form", T("Plus and minus say how much. Tap the number for the most there can be."), "form")
MODES = {"lines": PAGE, "deal": DEAL, "roll": DICE}
UNDO_FROM = 8
"""Entries after which the hint about undo makes sense."""
STEP = 0.03
"""Step in which positions of a bubble are tried, as a share of the longer side of the screen."""


def offered(session: Session) -> list[Tip]:
    """Hints that apply now, most useful first."""
    mode = session.mode
    if mode in MODES:
        return [MODES[mode]]
    if mode != "choose" or session.table.ask.only is not None:
        return []
    game = session.table.game.name
    own = [Tip(f"{game}.{tip.id}", tip.words, tip.at) for tip in session.scene.tips]
    if session.scene.pad is not None:
        own.append(PAD)
    form = session.forms.now(session.scene, session.rev)
    if form is not None and form.portions:
        own.append(FORM)
    return [*own, UNDO] if session.rev >= UNDO_FROM else own


def place(sizes: Iterable[tuple[float, float]], at: Area, taken: Sequence[Area], room: Area) -> Area | None:
    """Where a bubble goes in ``room``: as near to ``at`` as possible, covering neither it nor anything ``taken``.
    ``sizes`` are tried in order; None if none fits."""
    step = max(room.w, room.h) * STEP
    for w, h in sizes:
        best: tuple[float, Area] | None = None
        for x in _steps(room.x, room.x + room.w - w, step):
            for y in _steps(room.y, room.y + room.h - h, step):
                spot = Area(x, y, w, h)
                far = _gap(spot, at)
                if (best is None or far < best[0]) and not any(_meet(spot, one) for one in (at, *taken)):
                    best = far, spot
        if best is not None:
            return best[1]
    return None


def _steps(low: float, high: float, step: float) -> list[float]:
    if high < low:
        return []
    count = int((high - low) / step)
    return [*(low + step * n for n in range(count + 1)), high]


def _meet(a: Area, b: Area) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def _gap(a: Area, b: Area) -> float:
    """Distance between the edges of two areas, with the distance of their centres as tie-breaker."""
    dx = max(a.x - b.x - b.w, b.x - a.x - a.w, 0)
    dy = max(a.y - b.y - b.h, b.y - a.y - a.h, 0)
    return float((dx * dx + dy * dy) ** 0.5 + (abs(a.cx - b.cx) + abs(a.cy - b.cy)) * 0.05)
