"""Tips for a first game."""

from __future__ import annotations

from companion.core.asks import Ask, RollAsk
from companion.core.texts import T
from companion.games.crash.presenter.questions import decision
from companion.scene.scene import Tip

PAD = "pad"
AT_QUESTIONS: dict[str, tuple[Tip, ...]] = {
    "ready": (
        Tip("ready", T("Keep your cards secret, even from the companion. Tap here when all lie face down."), "primary"),
        Tip(
            "order",
            T("The numbers say how many crew are seated. With one in each of the four seats you win."),
            "order",
        ),
        Tip("seats", T("Here are the mats: who is aboard, and what the upgrades say."), "about:players"),
    ),
    "card": (
        Tip("card", T("A number and a direction, as on the card: the companion works out who gets pushed."), PAD),
        Tip("ahead", T("Hold a direction to see where it would end; let go, and nothing has happened."), PAD),
    ),
    "direction": (Tip("direction", T("On an accelerator you choose again, and fly the whole distance again."), PAD),),
    "boost": (Tip("boost", T("A boost flies as far as the card, in any direction."), PAD),),
    "reward": (
        Tip("reward", T("Somebody else has crashed in your turn: energy for you, or sometimes crew."), "energy"),
    ),
    "upgrade": (
        Tip(
            "upgrade", T("Upgrades stay for the whole game; what is bought now works from the next turn on."), "upgrade"
        ),
    ),
}
"""Tips by decision."""
PLACING = Tip("dice", T("Tap the number you rolled, or let the companion roll."), "dice")


def tips(ask: Ask) -> list[Tip]:
    """The tips for this question."""
    return [PLACING] if isinstance(ask, RollAsk) else list(AT_QUESTIONS.get(decision(ask), ()))
