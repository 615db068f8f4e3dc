"""A table of any game to set up situations at, to answer at, and to look at, and hands that do what they are told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import pytest

from companion.core.instructions import Pieces, apply_instructions
from companion.core.refusals import Refused
from companion.games.game import Game
from companion.packs.loader import LoadedPack
from companion.table.played import Played
from companion.table.table import Table

Json = dict[str, Any]


def wire(do: str, fields: Mapping[str, Any]) -> Json:
    """An answer as JSON; a trailing underscore keeps Python's own words apart."""
    return {"do": do, **{name.rstrip("_"): value for name, value in fields.items()}}


class Evening:
    """A table with asked chance, at which the pieces never get out of step (R-GEN-10) and nothing is lost (R-GEN-04).

    Only ``hidden`` chance is not asked. A game says with ``conserved`` what of its box must always be there.
    """

    def __init__(
        self,
        game: Game,
        loaded: LoadedPack,
        seats: str,
        settings: Mapping[str, str] | None = None,
        *,
        hidden: Collection[str] = (),
    ) -> None:
        self.table = Table(
            game,
            loaded,
            seats.split(),
            settings or {},
            chance={item: "hidden" if item in hidden else "asked" for item in game.rules.chance_items},
            clock=lambda: 0.0,
        )
        self.hands: Pieces = apply_instructions({}, self.table.opening)
        self._look()

    def conserved(self, facts: Json) -> None:
        """Assert R-GEN-04."""
        raise NotImplementedError

    # Saying things.

    def say(self, do: str, **fields: Any) -> Played:
        """Give an answer, which must be taken; the pieces must stay in step."""
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
        """The answer is refused with this code and rule, and nothing changes."""
        self.refuses_raw(code, rule, wire(do, fields))

    def refuses_raw(self, code: str, rule: str | None, answer: object) -> None:
        """The same for whatever came in."""
        before = self._stand()
        with pytest.raises(Refused) as refused:
            self.table.answer(answer)
        assert (refused.value.code, refused.value.rule) == (code, rule), str(refused.value)
        assert self._stand() == before

    def refuses_correction(self, code: str, *changes: Any, rule: str = "R-GEN-04") -> None:
        """The correction is refused with this code, and this rule if it is ``illegal``; nothing changes."""
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
        self.conserved(facts)

    # Chance.

    def draw(self, *cards: str) -> None:
        """The open deck gives these cards, one after the other."""
        for card in cards:
            self.say("draw", deck=self.ask.deck, card=card)

    def pull(self, *tokens: str) -> None:
        """The open bag gives these tokens."""
        for token in tokens:
            self.say("pull", bag=self.ask.bag, token=token)

    # Looking.

    @property
    def ask(self) -> Any:
        return self.table.ask

    @property
    def choice(self) -> str | None:
        """What is being decided, None for chance and at the end."""
        return getattr(self.ask, "choice", None)

    @property
    def facts(self) -> Json:
        return self.table.facts()

    def legal(self, *verbs: str) -> list[Json]:
        """The listed answers with these verbs, as JSON."""
        answers: list[Json] = msgspec.to_builtins(list(self.table.legal() or []))
        return [answer for answer in answers if not verbs or answer["do"] in verbs]
