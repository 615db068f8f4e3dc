"""Crash & Grab: its rules, how they look, and who plays when nobody does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.answers import Answer, Draw, Face, Pick, Roll
from companion.core.asks import Ask, DrawAsk, Over, PickAsk
from companion.core.instructions import Pieces
from companion.core.parsing import check_fields, check_side, read_answer
from companion.core.refusals import known
from companion.core.rules import Rules
from companion.core.setup import SetupChoice
from companion.core.texts import Words, translated
from companion.games.crash import facts
from companion.games.crash.answers import AnyAnswer
from companion.games.crash.content.board import ROTATIONS
from companion.games.crash.content.pack import Pack, read_pack
from companion.games.crash.corrections import FACTS, alone, balance
from companion.games.crash.names import called
from companion.games.crash.player import CrashAndGrabPlayer
from companion.games.crash.presenter.presenter import CrashAndGrabPresenter
from companion.games.crash.presenter.setup_choices import settings_for, setup_choices
from companion.games.crash.rules.ending import RULE, CheckWins
from companion.games.crash.rules.setup import lay_out
from companion.games.crash.rules.upgrading import DECK
from companion.games.crash.state import CGStep, State
from companion.games.crash.words import CARDS, DICE, MOST_SEATS, PAIR_OF_SAUCERS
from companion.games.crash.world import World
from companion.games.game import Game


class CrashAndGrab(Rules[State]):
    """The rules of Crash & Grab."""

    name = "crash"
    title: Words = "Crash & Grab"
    bundled_pack = "fenderbend"
    chance_items = ("board", "placement", "rotation", "upgrades")
    dice: Mapping[str, Sequence[Face]] = DICE
    corrections = FACTS

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

    def seats(self, pack: Pack) -> list[tuple[str, Words]]:
        """The colours of the saucers (R-CG-10)."""
        return [(colour, called(translated(pack.texts, colour, pack.language))) for colour in pack.colours]

    def seat_limits(self, pack: Pack) -> tuple[int, int]:
        """R-CG-04."""
        return PAIR_OF_SAUCERS, MOST_SEATS

    def read_pack(self, data: object) -> Pack:
        """Check one JSON value against the schema (wire, "Pack")."""
        return read_pack(data)

    def setup_choices(self, pack: Pack) -> Sequence[SetupChoice]:
        """How much is followed, and the house rules."""
        return setup_choices()

    def settings_for(self, pack: Pack, seats: Sequence[str]) -> dict[str, str]:
        """Whoever sits down as a colour flies the saucer of that colour (R-CG-10, R-CG-11)."""
        return settings_for(pack, seats)

    def goes_along(self, ask: Ask) -> bool:
        """Tiles and the cards of an upgrade come all at once; a die is looked at by itself."""
        return isinstance(ask, PickAsk | DrawAsk)


GAME = Game(CrashAndGrab(), CrashAndGrabPresenter, CrashAndGrabPlayer)
