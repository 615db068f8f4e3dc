"""Crash & Grab: rules, presenter and player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.answers import Answer, Draw, Face, Pick, Roll, check_fields, check_side, check_unknown, read_answer
from companion.core.asks import Ask, DrawAsk, PickAsk, RollAsk
from companion.core.refusals import known
from companion.core.setup import SetupChoice
from companion.core.texts import Words, translated
from companion.games.crash.answers import AnyAnswer, SaucerAsk
from companion.games.crash.checks import OP_TIMINGS, blank_pack, blank_words, check_row, read_pack
from companion.games.crash.content import (
    CARDS,
    DICE,
    MOST_DRAWN,
    MOST_SEATS,
    PAIR_OF_SAUCERS,
    ROTATIONS,
    SHEETS,
    STOCKS,
    CrashPack,
)
from companion.games.crash.facts import CrashFacts
from companion.games.crash.player import CrashAndGrabPlayer
from companion.games.crash.presenter import CrashAndGrabPresenter
from companion.games.crash.rules import effects as _effects  # noqa: F401  (registers what upgrades do)
from companion.games.crash.rules.pieces import CheckWins
from companion.games.crash.rules.setup import know, lay_out
from companion.games.crash.rules.upgrades import DECK, KeepUpgrade
from companion.games.crash.state import FOLLOW, HOUSE_RULES, LIGHT_ONLY, CGStep, State, capital
from companion.games.game import Game


class CrashAndGrab(CrashFacts):
    """The rules of Crash & Grab."""

    name = "crash"
    title: Words = "Crash & Grab"
    bundled_pack = "fenderbend"
    pack_type = CrashPack
    sheets = SHEETS
    players = PAIR_OF_SAUCERS, MOST_SEATS
    answers = AnyAnswer
    chance_items = ("board", "placement", "rotation", "upgrades")
    dice: Mapping[str, Sequence[Face]] = DICE
    dealt_along = (PickAsk, DrawAsk)
    """Tiles and the cards of an upgrade are dealt together; each die by itself."""
    box_stocks = STOCKS
    title_only = frozenset({"timing"})

    # These are defined where their subject is.
    read_pack = staticmethod(read_pack)
    check_row = staticmethod(check_row)
    blank_pack = staticmethod(blank_pack)
    blank_words = staticmethod(blank_words)
    lay_out = staticmethod(lay_out)
    know = staticmethod(know)

    def seats(self, pack: CrashPack) -> list[tuple[str, Words]]:
        """The colours of the saucers (R-CG-10)."""
        return [(colour, capital(translated(pack.texts, colour, pack.language))) for colour in pack.colours]

    def setup_choices(self, pack: CrashPack) -> Sequence[SetupChoice]:
        """Full or light mode, and the house rules."""
        return HOUSE_RULES if pack.whole else (LIGHT_ONLY, *HOUSE_RULES[1:])

    def settings_for(self, pack: CrashPack, seats: Sequence[str]) -> dict[str, str]:
        """A seat named after a colour flies that saucer (R-CG-10, R-CG-11).

        With two players, each one's other saucer has the next free colour. An incomplete board is not tracked.
        """
        follow = {} if pack.whole else {FOLLOW: "light"}
        if not set(seats) <= set(pack.colours):
            return follow
        if len(seats) != PAIR_OF_SAUCERS:
            return {"colours": ",".join(seats)} | follow
        unused = [colour for colour in pack.colours if colour not in seats]
        pairs = zip(seats, unused, strict=False)
        return {"colours": ",".join(colour for pair in pairs for colour in pair)} | follow

    def left_out(self, pack: CrashPack, table: str) -> frozenset[str]:
        """When an upgrade is used, hands know."""
        return frozenset() if pack.whole else frozenset({"timing"})

    def goes_with(self, row: Mapping[str, Any], effect: Mapping[str, Any]) -> bool:
        """The timing of an upgrade limits what it can do."""
        return row.get("timing") is None or row["timing"] in OP_TIMINGS[effect["op"]]

    def may_wait(self, s: State) -> Answer | None:
        """R-CG-70: the next player may begin while an upgrade is chosen; one for pushes could be used first."""
        if not s.agenda or not isinstance(s.agenda[-1], KeepUpgrade):
            return None
        pushed = s.world.timed.get("collision", ())
        granted = min(self.legal(s) or (), key=lambda one: getattr(one, "upgrade", "") not in pushed)
        after = s.copy()
        self.play(after, granted)
        return granted if self.waits(after, self.ask(s).who) else None

    def waits(self, s: State, seat: str | None) -> bool:
        """R-CG-70: in the turns of others; not if the discard may be shuffled before it is known."""
        ask = self.ask(s)
        short = isinstance(ask, SaucerAsk) and ask.choice == "upgrade" and len(s.now.deck.pile) < MOST_DRAWN
        return s.now.phase in ("turn", "cleanup") and ask.who != seat and not short

    def after_correction(self) -> list[CGStep]:
        """A correction can complete a win."""
        return [CheckWins()]

    def chance_item(self, ask: Ask) -> str:
        """Which chance item a chance ask belongs to (WIRE.md, "Names")."""
        if isinstance(ask, PickAsk):
            return "board"
        return ask.dice[0] if isinstance(ask, RollAsk) else super().chance_item(ask)

    def parse(self, s: State, raw: object) -> Answer:
        """An answer out of JSON, its fields and names checked (WIRE.md, "Refusals")."""
        answer: AnyAnswer = read_answer(raw, AnyAnswer)
        world = s.world
        check_unknown(answer, (DECK,), world.partial)
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
                "upgrade": (*world.upgrades, *s.now.deck.display),
                "at": world.squares,
            }
            check_fields(answer, names)
        return answer


GAME = Game(CrashAndGrab(), CrashAndGrabPresenter, CrashAndGrabPlayer)
