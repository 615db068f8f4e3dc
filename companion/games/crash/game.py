"""Crash & Grab as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.answers import Answer, Draw, Face, Pick, Roll
from companion.core.asks import Ask, DrawAsk, Over, PickAsk
from companion.core.incoming import check_fields, check_side, read_answer
from companion.core.instructions import Pieces
from companion.core.refusals import known
from companion.core.rulebook import Rulebook
from companion.core.texts import Words, translated
from companion.games.crash import facts
from companion.games.crash.answers import AnyAnswer
from companion.games.crash.content.board import ROTATIONS
from companion.games.crash.content.pack import Pack, read_pack
from companion.games.crash.correctable import FACTS, alone, balance
from companion.games.crash.ending import RULE, CheckWins
from companion.games.crash.player import choose
from companion.games.crash.setup import lay_out
from companion.games.crash.state import CGStep, State
from companion.games.crash.upgrading import DECK
from companion.games.crash.why import WHY
from companion.games.crash.words import CARDS, DICE, MOST_SEATS, PAIR_OF_SAUCERS
from companion.games.crash.world import World


class CrashAndGrab(Rulebook[State]):
    """The rulebook of Crash & Grab; the methods are those of ``companion.core.games.Game``."""

    name = "crash"
    title: Words = "Crash & Grab"
    bundled_pack = "fenderbend"
    chance_items = ("board", "placement", "rotation", "upgrades")
    dice: Mapping[str, Sequence[Face]] = DICE
    corrections = FACTS
    why = WHY

    def lay_out(self, pack: Pack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
        """R-CG-04 to R-CG-20."""
        return lay_out(World(pack, seats, settings))

    def over(self, state: State) -> Over:
        """Who has won (R-CG-74)."""
        assert state.now.result is not None
        return Over(None, RULE, state.now.result)

    def balance(self, state: State) -> None:
        """After the last change of a correction."""
        balance(state)

    def corrected(self, state: State, changes: Sequence[Any]) -> State:
        """As every game, and what was put on a square must be alone there."""
        trial = super().corrected(state, changes)
        alone(trial, changes)
        return trial

    def after_correction(self) -> list[CGStep]:
        """Somebody may have won by it."""
        return [CheckWins()]

    def chance_item(self, ask: Ask) -> str:
        """Which chance item a chance ask belongs to (wire, "Names")."""
        if isinstance(ask, PickAsk):
            return "board"
        if isinstance(ask, DrawAsk):
            return ask.deck
        return ask.dice[0]  # type: ignore[attr-defined,no-any-return] # what is left is a roll of one die

    def parse(self, state: State, raw: object) -> Answer:
        """An answer out of JSON, its fields and names checked (wire, "Refusals")."""
        answer: AnyAnswer = read_answer(raw, AnyAnswer)
        world = state.world
        if isinstance(answer, Draw):
            known(answer.deck, (DECK,))
            known(answer.card, world.upgrades)
        elif isinstance(answer, Pick):
            known(answer.what, ("tile", "rotation"))
            check_side(answer.one, list(world.tiles) if answer.what == "tile" else ROTATIONS)
        elif isinstance(answer, Roll):
            for die, face in answer.faces.items():
                known(die, DICE)
                check_side(face, DICE[die])
        else:
            names = {
                "saucer": world.saucers,
                "card": CARDS,
                "dir": world.pack.directions,
                "crew": world.all_crew,
                "to": world.seats,
                "upgrade": world.upgrades,
            }
            check_fields(answer, names)
        return answer

    def pieces(self, state: State) -> Pieces:
        """What lies on the table (wire, "Pieces")."""
        return facts.pieces(state)

    def facts(self, state: State) -> dict[str, Any]:
        """The whole picture (wire, "Facts")."""
        return facts.facts(state)

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The facts, and who looks at them: the companion holds no secret (wire, "View")."""
        return {**facts.facts(state), "you": seat}

    def advise(self, state: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """What a sensible player would answer."""
        return choose(state, legal, luck)

    def seats(self, pack: Pack) -> list[tuple[str, Words]]:
        """The colours of the saucers (R-CG-10)."""
        return [(colour, translated(pack.texts, colour, pack.language)) for colour in pack.colours]

    def seat_limits(self, pack: Pack) -> tuple[int, int]:
        """R-CG-04."""
        return PAIR_OF_SAUCERS, MOST_SEATS

    def read_pack(self, data: object) -> Pack:
        """Check one JSON value against the schema (wire, "Pack")."""
        return read_pack(data)
