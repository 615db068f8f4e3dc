"""The prompts of all questions (wire/crash.md, "Asks")."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from companion.core.asks import Ask, ChooseAsk, Over, RollAsk
from companion.core.instructions import kind
from companion.core.texts import P, T, Words
from companion.games.crash.asks import BoostAsk, DirectionAsk, PlacementAsk, ResolveAsk, RotationAsk, SaucerAsk, TileAsk
from companion.games.crash.presenter.naming import CHANCE, Naming
from companion.games.crash.rules.upgrading import price
from companion.games.crash.state import State, seated, turn
from companion.scene.scene import Prompt


class Question(Struct, frozen=True):
    """A prompt; its blanks are filled by the fields of the ask."""

    title: Words
    hint: Words = ""
    declined: Words = T("No upgrade")
    """The label of doing nothing."""


def _use(hint: Words) -> Question:
    """Whether a saucer uses an upgrade."""
    return Question(T("{saucer}: upgrade?"), hint)


QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "start_energy": Question(T("{who}: energy?"), T("Which saucer takes it?")),
        "pilot": Question(T("{who}: which Pilot?"), T("It is placed by die.")),
        "booster": Question(
            T("{who}: booster?"), T("Which saucer takes it? The Pilot of the other one is placed by die.")
        ),
        "ready": Question(
            T("Choose in secret"), T("One card each, face down, its corner pointing to a direction marker.")
        ),
        "planning": _use(T("After the rotation die.")),
        "saucer": Question(T("{who}: which saucer?"), T("The other one moves in the second turn.")),
        "start_of_turn": _use(T("At the start of the turn, before the card.")),
        "card": Question(
            T("{saucer}: card?"), T("As on the table. Whoever has just been placed may take any direction.")
        ),
        "direction": Question(T("{saucer}: which way?")),
        "collision": Question(T("{saucer}: upgrade?"), T("It is pushed: {distance} → {dir}")),
        "pass_crew": Question(
            T("{who}: pass crew?"), T("The two saucers are side by side."), declined=T("No more crew")
        ),
        "boost": Question(T("{saucer}: boost?"), declined=T("No boost")),
        "crash": _use(T("It has crashed; before crew is given away.")),
        "give": Question(
            T("{who}: give crew"),
            T("{saucer} has crashed: one of another colour goes to whoever has the fewest seated."),
        ),
        "receive": Question(T("{who}: to whom?"), T("Which saucer takes {crew}?")),
        "reward": Question(T("{who}: a reward?"), declined=T("No reward")),
        "crew": Question(T("{who}: which crew?")),
        "placement": Question(T("{saucer}: upgrade?"), T("{piece} would go to site {site}.")),
        "end_of_turn": _use(T("At the end of the turn.")),
        "upgrade": Question(T("{saucer}: buy?"), declined=T("Buy nothing")),
        "keep": Question(T("{saucer}: keep one"), T("It stays for the whole game.")),
        "end_of_round": _use(T("At the end of the round.")),
        "resolve": Question(T("{saucer}: {upgrade}")),
        "report": Question(T("{saucer} moves"), T("What has happened? One thing after another, for every saucer.")),
    }
)
"""The prompt of each decision."""
_PHASES: Mapping[str, Words] = MappingProxyType({"planning": T("Planning"), "end_of_round": T("End of the round")})


class Questions(Naming):
    """The prompt of the open question."""

    def chapter(self, s: State) -> Words:
        """The round."""
        return T("Round {n}", n=s.now.round) if s.now.round else T("Setting up")

    def prompt(self, s: State, ask: Ask) -> Prompt:
        """What to do now, in a line, with a hint."""
        if isinstance(ask, Over):
            n = seated(s, ask.result["winner"])
            return Prompt(
                self.chapter(s),
                self._over(s, ask.result),
                P("With {n} of the crew seated.", "With {n} of the crew seated.", n),
                ask.rule,
            )
        question = self._question(s, ask)
        hint = self._hint(s, ask) or self._filled_in(s, ask, question.hint)
        return Prompt(self._where(s), self._filled_in(s, ask, question.title), hint or None, ask.rule)

    def _where(self, s: State) -> Words:
        """The round and whose turn it is."""
        now = s.now
        part = _PHASES.get(now.phase)
        if now.turn is not None and now.phase in ("turn", "cleanup"):
            saucer = now.turn.saucer
            part = self.word(s, f"seat:{now.turn.who}") if saucer is None else self.mat(s, saucer)
        return self.chapter(s) if part is None else T("{round} · {seat}", round=self.chapter(s), seat=part)

    def _question(self, s: State, ask: Ask) -> Question:
        match ask:
            case RotationAsk():
                return Question(T("Turn {tile}"), T("Without looking: which way is it turned?"))
            case TileAsk():
                return Question(T("Tile for place {slot}"), T("Take one of those that fit, without looking."))
            case PlacementAsk(piece=piece):
                return Question(
                    T("Place {piece}") if kind(piece) == "saucer" else T("{who}: roll"),
                    T("{piece} goes to the site with that number, or to the next free one."),
                )
            case RollAsk():
                return Question(T("{who}: roll"), T("{who} is first; which way round after that?"))
            case ChooseAsk(choice=choice):
                return QUESTIONS[choice]
        return Question(T("{who}: draw one"), T("You keep one of the upgrades you draw."))

    def _hint(self, s: State, ask: Ask) -> Words:
        """A hint that depends on the table."""
        hint: Words = ""
        match ask:
            case SaucerAsk(choice="card", saucer=saucer) if s.now.saucers[saucer].override:
                hint = T("Override token: any direction.")
            case SaucerAsk(choice="card") if s.world.light:
                hint = T("The one that lies on the table; its bonus is yours at once.")
            case DirectionAsk(distance=n):
                hint = P("Accelerator: it flies {n} square again.", "Accelerator: it flies {n} squares again.", n)
            case BoostAsk(saucer=saucer):
                n = s.now.saucers[saucer].boosters
                hint = P("In any direction, for its booster.", "In any direction, for one of its {n} boosters.", n)
            case SaucerAsk(choice="reward", saucer=saucer):
                n, name = s.now.saucers[saucer].seated, self.word(s, f"saucer:{saucer}")
                hint = P(
                    "{saucer} has crashed, with {n} seated.", "{saucer} has crashed, with {n} seated.", n, saucer=name
                )
            case ChooseAsk(choice="crew"):
                hint = P("{n} still to be placed by die.", "{n} still to be placed by die.", turn(s).crew_out)
            case SaucerAsk(choice="upgrade", saucer=saucer):
                energy = s.now.saucers[saucer].energy
                cost = price(s, saucer)
                hint = T("Pay {n} of {energy} energy: draw upgrades and keep one.", n=cost, energy=energy)
            case ResolveAsk(upgrade=upgrade):
                hint = s.world.word(s.world.upgrades[upgrade].text)
        return hint

    def _die(self, s: State, ask: RollAsk, die: str) -> Words:
        """What the die is rolled for, or else the name of the die."""
        return self.word(s, ask.piece) if isinstance(ask, PlacementAsk) else CHANCE[die]


def decision(ask: Ask) -> str:
    """The kind of decision; empty for chance and at the end."""
    return ask.choice if isinstance(ask, ChooseAsk) else ""
