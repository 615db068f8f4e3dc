"""Reading answers of Krysis: form, then names, before any rule (wire/krysis.md, section 3)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from companion.core.answers import Answer, Draw, Pick
from companion.core.parsing import check_fields, read_answer
from companion.core.refusals import Refused, known, misfit
from companion.core.texts import T
from companion.games.krysis import answers as say
from companion.games.krysis.rules.ending import DeclareHome
from companion.games.krysis.state import State
from companion.games.krysis.words import COLOURS, DECKS, DESTINATIONS, MISSIONS, RELICS
from companion.games.krysis.world import World


def parse(s: State, raw: object) -> Answer:
    """An answer out of JSON; ``Refused`` ``malformed`` for its form, ``unknown`` for a name that does not exist."""
    answer: say.AnyAnswer = read_answer(raw, say.AnyAnswer)
    _check_form(s, answer)
    _check_names(s.world, answer)
    return answer


def _check_form(s: State, answer: say.AnyAnswer) -> None:
    """Templates are filled in, lists are sorted without doubles, relics are named where they are known."""
    say.check_filled(answer)
    if isinstance(answer, Pick) and not isinstance(answer.one, str):
        raise misfit("pick")
    if isinstance(answer, say.LoadGoods) and answer.goods is not None:
        relics = answer.goods.relics
        if isinstance(relics, int) == s.world.options.knows_relics:
            raise misfit("load")
        _check_list([] if isinstance(relics, int) else relics)
    if isinstance(answer, say.Declare):
        if isinstance(answer.relics, list):
            _check_list(answer.relics)
        top = s.agenda[-1] if s.agenda else None
        given = [name for name in ("crystals", RELICS, "mission") if getattr(answer, name) is not UNSET]
        if isinstance(top, DeclareHome) and given != top.needs(s):
            raise misfit("declare")


def _check_list(names: Sequence[str]) -> None:
    if list(names) != sorted(set(names)):
        raise Refused("malformed", T("A list of names is sorted, and each stands in it once."))


def _check_names(w: World, answer: say.AnyAnswer) -> None:
    if isinstance(answer, Draw):
        decks = {f"{deck}:{seat}": w.agents for deck in DECKS for seat in w.seats}
        cards = {RELICS: w.relics, "missions": MISSIONS, **decks}
        known(answer.deck, cards)
        known(answer.card, cards[answer.deck])
    elif isinstance(answer, Pick):
        known(answer.what, ("miner", "relic"))
        known(str(answer.one), w.seats if answer.what == "miner" else w.relics)
    elif isinstance(answer, say.LoadGoods):
        known(answer.to, DESTINATIONS)
        for relic in answer.goods.relics if answer.goods and isinstance(answer.goods.relics, list) else ():
            known(relic, w.relics)
    else:
        check_fields(
            answer,
            {
                "agent": w.agents,
                "relic": w.relics,
                "relics": w.relics,
                "space": w.level_of,
                "camp": w.seats,
                "from_": w.seats,
                "to": DESTINATIONS,
                "give": COLOURS,
                "deck": DECKS,
                "mission": MISSIONS,
            },
        )
