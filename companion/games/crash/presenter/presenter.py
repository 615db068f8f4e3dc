"""How Crash & Grab looks and reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from companion.core.texts import T
from companion.games.crash.presenter.box import BOX, ICONS
from companion.games.crash.presenter.choices import Choices
from companion.games.crash.presenter.lines import Lines
from companion.games.crash.presenter.naming import TIMINGS, upgrade_face
from companion.games.crash.presenter.picture import Table
from companion.games.crash.presenter.places import TableCheck
from companion.games.crash.presenter.questions import Questions
from companion.games.crash.presenter.reveals import Reveals
from companion.games.crash.presenter.tips import tips
from companion.games.crash.state import State
from companion.games.crash.why import WHY
from companion.games.crash.why.headings import HEADINGS
from companion.games.crash.words import POSITIONS
from companion.scene.gauges import MARKS, Gauge
from companion.scene.scene import Card, Scene

CHARTS = {
    "seated": T("Seated crew"),
    "energy": T("Energy"),
    "boosters": T("Boosters"),
    "upgrades": T("Upgrades"),
}
"""The charted numbers."""


class CrashAndGrabPresenter(Questions, Choices, Table, TableCheck, Lines, Reveals):
    """The presenter of Crash & Grab."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("upgrades",)
    box_icons = ICONS

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """Upgrades."""
        if table != "upgrades":
            return None
        return upgrade_face(row.get("name", ""), TIMINGS.get(row.get("timing", "")), row.get("text", ""))

    def scene(self, s: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask = self.rules.ask(s)
        return structs.replace(
            super().scene(s),
            notices=self.notices(s),
            order=self.order(s),
            tips=tips(ask),
            grid=self.grid(s, ask),
            pad=self.pad(s, self.rules.legal(s) or ()),
        )

    def gauges(self, s: State) -> list[Gauge]:
        """Seated crew, energy, boosters and upgrades of every player, over both saucers with two players."""
        w, found = s.world, []
        for what, chart in CHARTS.items():
            for seat in w.seats:
                mats = [s.now.saucers[saucer] for saucer in w.saucers_of[seat]]
                counts = [len(mat.upgrades) if what == "upgrades" else getattr(mat, what) for mat in mats]
                colour, marker = MARKS[w.pack.colours.index(w.saucers_of[seat][0])]
                most, weight = (POSITIONS * len(mats), 3) if what == "seated" else (None, 0)
                name, icon = self.word(s, f"seat:{seat}"), self.icon(s, f"seat:{seat}")
                found.append(Gauge(f"{what}:{seat}", chart, name, sum(counts), icon, colour, marker, most, weight))
        return found
