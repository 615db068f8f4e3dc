"""Tips of the tutorial story."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.asks import Ask, ChooseAsk
from companion.core.texts import T
from companion.games.newyork.state import State
from companion.scene.scene import Choice, Tip

AT_CHOICES: tuple[Tip, ...] = (
    Tip("final", T("This is the final challenge. Do it here, and all of you win the game."), "primary"),
    Tip("flee", T("The police came to your square. Tap an open square to flee to; it costs an action."), "flee"),
    Tip(
        "fight",
        T("There is mafia here. Pay with dice to fight, dodge or avoid it, or it hurts you when the turn ends."),
        "fight",
    ),
    Tip("move", T("Squares with a green edge can be reached. Tap one to go there; two steps are one action."), "move"),
    Tip("collect", T("There is something on your square. Pay for it with dice of the right shapes."), "collect"),
    Tip("reroll", T("Bad luck? An action lets you roll again. Tap dice first to say which."), "reroll"),
    Tip("task", T("A task can be done here. What it costs stands below its name."), "task"),
    Tip(
        "rest",
        T("Rest a finger on a square: it says what going there costs, what can go wrong, what can be won."),
        "walk",
    ),
    Tip("end", T("When nothing more is worth doing, end the turn. Actions that are left are lost."), "end"),
)
"""Tips at a group of choices or at an answer."""
ON_SHEET: tuple[tuple[str, Tip], ...] = (
    ("item:", Tip("items", T("An item of yours helps now. Items wait behind this button."), "about:items")),
    (
        "skill",
        Tip(
            "skill",
            T("Your skill helps now, for one of your skill tokens. It waits behind this button."),
            "about:items",
        ),
    ),
)
"""Prefix of groups behind the sheet's button."""
NEXT = Tip(
    "next", T("You play together: agree who goes next, and tap that figure. Everybody has one turn a round."), "turn"
)
ALERT = Tip("alert", T("Here is the danger: when the alert reaches the end, the round is your last."), "track:alert")
STORY = Tip("story", T("The story goes on with what you find. At its end waits the final challenge."), "track:story")


def tips(s: State, ask: Ask, offered: Sequence[Choice]) -> list[Tip]:
    """The tips for this question, in the tutorial story only; none for chance."""
    if not s.world.scenario.tutorial or not isinstance(ask, ChooseAsk):
        return []
    groups = {choice.group for choice in offered if choice.group is not None}
    verbs = {choice.answer.__struct_config__.tag for choice in offered}
    found = [NEXT] if ask.choice == "next" else []
    found += [tip for tip in AT_CHOICES if tip.id in groups or tip.at in verbs]
    found += [tip for start, tip in ON_SHEET if any(group.startswith(start) for group in groups)]
    if ask.choice == "play":
        found += [ALERT] if s.now.alert > 0 else []
        found += [STORY] if s.now.revealed > 1 else []
    return found
