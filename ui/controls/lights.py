"""The status lights at the edge of the screen: journal and dice reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import T, Words
from ui.app.language import say
from ui.widgets.frame.nav import Lamp

if TYPE_CHECKING:
    from ui.app.app import CompanionApp


def saved(app: CompanionApp) -> tuple[str, Words]:
    """The journal's state (good, wait, bad), and a sentence."""
    trouble = app.library.error or app.box_updates.trouble
    if trouble is not None:
        return "bad", trouble
    waiting = app.box_updates.waiting or (app.session is not None and app.session.table.unsaved > 0)
    return ("wait", T("Saving …")) if waiting else ("good", T("All saved"))


def lamps(app: CompanionApp) -> tuple[Lamp, ...]:
    """Each light with a short label: reader first, journal last."""
    state, _ = saved(app)
    words = {"bad": T("Not saved"), "wait": T("Saving"), "good": T("Saved")}[state]
    journal = Lamp("box", state, say(words))
    if app.session is not None and not app.session.table.game.rules.dice:
        return (journal,)
    reader = app.inputs.lamp() if app.inputs is not None else None
    return (journal,) if reader is None else (Lamp("dice", reader[0], say(reader[1])), journal)
