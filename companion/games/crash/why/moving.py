"""Flying, bumping, picking up crew."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

MOVING: Final[dict[str, Text]] = {
    "R-CG-39": T(
        "A saucer flies straight ahead, square by square; edges, saucers, crew and accelerators count as it comes to "
        "them. Where the companion does not follow the board, you tell it what happened, in that order."
    ),
    "R-CG-40": T(
        "Over the edge is a crash: the flight ends, and the saucer waits on its mat until it is placed again. From "
        "there it cannot boost either."
    ),
    "R-CG-42": T(
        "Whoever hits a saucer takes its square and stops. The other one flies on the whole distance in the same "
        "direction, and so does whatever it hits; only its own upgrades can help it."
    ),
    "R-CG-46": T(
        "An accelerator sends a saucer on by its whole distance again. In its own turn you choose where to; pushed, "
        "it goes on as it was pushed. With two players a house rule lets you steer your other saucer too."
    ),
    "R-CG-49": T(
        "Crew stops nobody: a saucer that comes to it takes it aboard and flies on, also when it is pushed. Crew of "
        "the saucer's own colour stays for good, any other can be lost again."
    ),
    "R-CG-56": T(
        "With two players: as soon as your saucers are side by side, each may take crew of its own colour from "
        "the other, and there it is safe. By a house rule, only when a move ends."
    ),
}
