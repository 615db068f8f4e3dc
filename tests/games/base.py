"""What the tests of every game begin with: a made-up box, and a table to answer, correct and inspect."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from companion.core.asks import RollAsk
from companion.core.instructions import Pieces
from companion.core.refusals import Refused
from companion.core.rules import Box
from companion.core.texts import plain
from companion.games.game import Game
from companion.packs.content import content_hash
from companion.table.history import Played
from companion.table.table import Table
from tests.hands import apply_instructions

Json = dict[str, Any]


class MadeUpBox(Struct, frozen=True):
    """A validated pack in the form that tables need."""

    pack: Any
    hash: str
    data: Json
    source: str


@cache
def _loaded(game: Game, text: str) -> MadeUpBox:
    data = json.loads(text)
    return MadeUpBox(game.rules.read_pack(data), content_hash(data), data, data["id"])


def loaded(game: Game, data: Json) -> MadeUpBox:
    """The box of this JSON, validated and cached."""
    return _loaded(game, json.dumps(data))


def wire(do: str, fields: Mapping[str, Any]) -> Json:
    """An answer as JSON; a trailing underscore avoids Python keywords."""
    return {"do": do, **{name.rstrip("_"): value for name, value in fields.items()}}


class GameTable:
    """A table with asked chance that asserts R-GEN-10 and R-GEN-04 after every change.

    ``hidden`` chance is not asked. A game defines with ``conserved`` what must be preserved of its ``printed`` box.
    """

    def __init__(
        self,
        game: Game,
        box: Box,
        seats: str,
        settings: Mapping[str, str] | None = None,
        *,
        hidden: Collection[str] = (),
    ) -> None:
        self.printed: Json = box.data
        self.table = Table(
            game,
            box,
            seats.split(),
            settings or {},
            chance={item: "hidden" if item in hidden else "asked" for item in game.rules.chance_items},
            clock=lambda: 0.0,
        )
        self.hands: Pieces = apply_instructions({}, self.table.opening)
        self._look()

    @staticmethod
    def conserved(facts: Json, printed: Json) -> None:
        """Assert R-GEN-04."""
        raise NotImplementedError

    # Answering.

    def say(self, do: str, **fields: Any) -> Played:
        """Give an answer, which must be accepted."""
        return self._did(self.table.answer(wire(do, fields)))

    def set(self, fact: str, value: Any, **selects: Any) -> Played:
        """Correct one fact."""
        return self.correct({"fact": fact, **selects, "value": value})

    def correct(self, *changes: Json) -> Played:
        """Correct several facts at once."""
        return self._did(self.table.correct(list(changes), "the table is right"))

    def undo(self, n: int = 1) -> Played:
        return self._did(self.table.undo(n))

    def redo(self, n: int = 1) -> Played:
        return self._did(self.table.redo(n))

    def refuses(self, code: str, rule: str | None, do: str, **fields: Any) -> None:
        """Assert that the answer is refused with this code and rule, and nothing changes."""
        self.refuses_raw(code, rule, wire(do, fields))

    def refuses_raw(self, code: str, rule: str | None, answer: object) -> None:
        """The same for arbitrary input."""
        before = self._stand()
        with pytest.raises(Refused) as refused:
            self.table.answer(answer)
        assert (refused.value.code, refused.value.rule) == (code, rule), str(refused.value)
        assert self._stand() == before

    def refuses_correction(self, code: str, *changes: Any, rule: str = "R-GEN-04") -> None:
        """Assert that the correction is refused with this code, and rule if ``illegal``, and nothing changes."""
        before = self._stand()
        with pytest.raises(Refused) as refused:
            self.table.correct(list(changes), "a mistake")
        expected = {"illegal": rule, "over": self.ask.rule}.get(code)
        assert (refused.value.code, refused.value.rule) == (code, expected), str(refused.value)
        assert self._stand() == before

    def _stand(self) -> tuple[Any, ...]:
        return self.table.hash(), self.table.rev, self.table.ask, self.table.legal(), self.table.facts()

    def _did(self, played: Played) -> Played:
        apply_instructions(self.hands, played.instructions)
        self._look()
        return played

    def _look(self) -> None:
        facts = self.table.facts()
        assert self.hands == facts["pieces"]
        self.conserved(facts, self.printed)

    # Chance.

    def draw(self, *cards: str) -> None:
        """Draw these cards from the open deck."""
        for card in cards:
            self.say("draw", deck=self.ask.deck, card=card)

    def pull(self, *tokens: str) -> None:
        """Pull these tokens from the open bag."""
        for token in tokens:
            self.say("pull", bag=self.ask.bag, token=token)

    # Inspecting.

    @property
    def ask(self) -> Any:
        return self.table.ask

    @property
    def choice(self) -> str | None:
        """The open decision; None for chance and at the end."""
        return getattr(self.ask, "choice", None)

    @property
    def at(self) -> str:
        """The open decision, die, deck, bag or pick; ``over`` at the end."""
        die = self.ask.dice[0] if isinstance(self.ask, RollAsk) else None
        drawn = (getattr(self.ask, name, None) for name in ("deck", "bag", "what"))
        return str(next(filter(None, (self.choice, die, *drawn)), "over"))

    @property
    def facts(self) -> Json:
        return self.table.facts()

    def lies(self, location: str) -> Json:
        """The pieces at a place."""
        return dict(self.facts["pieces"].get(location, {}))

    def legal(self, *verbs: str) -> list[Json]:
        """The listed answers with these verbs, as JSON."""
        answers: list[Json] = msgspec.to_builtins(list(self.table.legal() or []))
        return [answer for answer in answers if not verbs or answer["do"] in verbs]

    @property
    def prompt(self) -> tuple[str, str]:
        """What stands above the open question, and the question, as people read them."""
        prompt = self.table.scene().prompt
        return plain(prompt.over), plain(prompt.title)

    def lines(self, played: Played) -> list[str]:
        """The instructions of an answer as people read them, each after its sign."""
        lines = self.table.game.presenter.lines(self.table.state, played.instructions)
        return [f"{line.sign} {plain(line.words)}".strip() for line in lines]
