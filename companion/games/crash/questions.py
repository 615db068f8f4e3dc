"""Questions: prompts, tips and choices (WIRE.md, "Asks")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import UNSET, structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.asks import Ask, ChooseAsk, Over, RollAsk
from companion.core.instructions import Instruction, ident, kind
from companion.core.texts import P, T, Words
from companion.games.crash import answers as a
from companion.games.crash.answers import (
    BoostAsk,
    DirectionAsk,
    PlacementAsk,
    ReceiveAsk,
    ResolveAsk,
    RotationAsk,
    SaucerAsk,
    TileAsk,
)
from companion.games.crash.content import MoveEffect
from companion.games.crash.rules.movement import farther, first_stop
from companion.games.crash.rules.rounds import bonus
from companion.games.crash.rules.upgrades import effects_of, price
from companion.games.crash.state import State, active, colour_of, holder, seated, turn, type_of
from companion.games.crash.words import CHANCE, Naming, brought, seated_words
from companion.scene.presenter import FEW, QuestionText
from companion.scene.scene import Amount, Choice, Group, Pad, Tip, Way

# The prompts of all questions (WIRE.md, "Asks").


def _use(hint: Words) -> QuestionText:
    """Whether a saucer uses an upgrade."""
    return QuestionText(T("{saucer}: upgrade?"), hint)


QUESTIONS: Mapping[str, QuestionText] = {
    "start_energy": QuestionText(T("{who}: energy?"), T("Which saucer takes it?")),
    "pilot": QuestionText(T("{who}: which Pilot?"), T("It is placed by die.")),
    "booster": QuestionText(
        T("{who}: booster?"), T("Which saucer takes it? The Pilot of the other one is placed by die.")
    ),
    "ready": QuestionText(
        T("Choose in secret"), T("One card each, face down, its corner pointing to a direction marker.")
    ),
    "planning": _use(T("After the rotation die.")),
    "saucer": QuestionText(T("{who}: which saucer?"), T("The other one moves in the second turn.")),
    "start_of_turn": _use(T("At the start of the turn, before the card.")),
    "card": QuestionText(
        T("{saucer}: card?"), T("As on the table. Whoever has just been placed may take any direction.")
    ),
    "direction": QuestionText(T("{saucer}: which way?")),
    "collision": QuestionText(T("{saucer}: upgrade?"), T("It is pushed: {distance} → {dir}")),
    "pass_crew": QuestionText(
        T("{who}: pass crew?"), T("The two saucers are side by side."), declined=T("No more crew")
    ),
    "boost": QuestionText(T("{saucer}: boost?"), declined=T("No boost")),
    "crash": _use(T("It has crashed; before crew is given away.")),
    "give": QuestionText(
        T("{who}: give crew"),
        T("{saucer} has crashed: one of another colour goes to whoever has the fewest seated."),
    ),
    "receive": QuestionText(T("{who}: to whom?"), T("Which saucer takes {crew}?")),
    "reward": QuestionText(T("{who}: a reward?"), declined=T("No reward")),
    "crew": QuestionText(T("{who}: which crew?")),
    "placement": QuestionText(T("{saucer}: upgrade?"), T("{piece} would go to site {site}.")),
    "end_of_turn": _use(T("At the end of the turn.")),
    "upgrade": QuestionText(T("{saucer}: buy?"), declined=T("Buy nothing")),
    "keep": QuestionText(T("{saucer}: keep one"), T("It stays for the whole game.")),
    "end_of_round": _use(T("At the end of the round.")),
    "pick_up": _use(T("It has picked up crew.")),
    "hit": QuestionText(T("{saucer}: upgrade?"), T("It has hit {other}.")),
    "spend": _use(T("It has spent a booster.")),
    "rival_accelerator": QuestionText(T("{saucer}: upgrade?"), T("{other} is on an accelerator.")),
    "rival_crash": QuestionText(T("{saucer}: upgrade?"), T("{other} has crashed.")),
    "robbed": QuestionText(T("{saucer}: upgrade?"), T("{other} has stolen crew from it.")),
    "way": QuestionText(T("{saucer}: which way?")),
    "steal": QuestionText(T("{who}: take crew"), T("One of another colour goes from {saucer} to you.")),
    "whom": QuestionText(T("{who}: which saucer?"), T("Whom is it about?")),
    "swap": QuestionText(T("{who}: swap crew"), T("Which one do you give to {saucer}?")),
    "pick_one": QuestionText(T("{saucer}: pick up crew"), T("Which one comes aboard?")),
    "land": QuestionText(T("{saucer}: where to?"), T("Any free place of this kind.")),
    "resolve": QuestionText(T("{saucer}: {upgrade}")),
    "report": QuestionText(
        T("{saucer} moves"),
        T("Fly as the card says; whoever is hit flies on. Then say what has happened, for every saucer."),
    ),
}
"""The prompt of each decision."""
_PHASES: Mapping[str, Words] = {"planning": T("Planning"), "end_of_round": T("End of the round")}


MANY = "many"
Steered: TypeAlias = a.CardMove | a.SpendBooster | a.Direction | a.UseUpgrade
"""The answers that may have a direction."""
TOWARDS: Final[tuple[Words, ...]] = (T("up"), T("right"), T("down"), T("left"))
"""The four directions on the board, as people see it."""


class CrashQuestions(Naming):
    """The prompt of the open question, and its choices with labels and groups."""

    says_effects = True

    def chapter(self, s: State) -> Words:
        """The round."""
        return T("Round {n}", n=s.now.round) if s.now.round else T("Setting up")

    def _where(self, s: State, ask: Ask) -> Words:
        """The round and whose turn it is."""
        now = s.now
        part = _PHASES.get(now.phase)
        if now.turn is not None and now.phase in ("turn", "cleanup"):
            saucer = now.turn.saucer
            part = self.word(s, f"seat:{now.turn.who}") if saucer is None else self.mat(s, saucer)
        return self.chapter(s) if part is None else T("{round} · {seat}", round=self.chapter(s), seat=part)

    def _question_text(self, s: State, ask: Ask) -> QuestionText:
        match ask:
            case RotationAsk():
                return QuestionText(T("Turn {tile}"), T("Without looking: which way is it turned?"))
            case TileAsk():
                return QuestionText(T("Tile for place {slot}"), T("Take one of those that fit, without looking."))
            case PlacementAsk(piece=piece):
                return QuestionText(
                    T("Place {piece}") if kind(piece) == "saucer" else T("{who}: roll"),
                    T("{piece} goes to the site with that number, or to the next free one."),
                )
            case RollAsk():
                return QuestionText(T("{who}: roll"), T("{who} is first; which way round after that?"))
            case ChooseAsk(choice=choice):
                return QUESTIONS[choice]
        return QuestionText(T("{who}: draw one"), T("You keep one of the upgrades you draw."))

    def _hint(self, s: State, ask: Ask) -> Words:
        """A hint that depends on the table."""
        hint: Words = ""
        match ask:
            case Over(result=result):
                n = seated(s, result["winner"])
                hint = P("With {n} of the crew seated.", "With {n} of the crew seated.", n)
            case SaucerAsk(choice="card", saucer=saucer) if s.now.saucers[saucer].override:
                hint = T("Override token: any direction.")
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

    def follows(self, s: State) -> Answer | None:
        """A boost of no squares changes nothing, so it is passed."""
        ask = self.rules.ask(s)
        return a.Decline() if isinstance(ask, BoostAsk) and ask.distance == 0 else None

    def in_hand(self, s: State, answer: Answer, instructions: Sequence[Instruction]) -> bool:
        """One saucer flies over the board, with what it pays and gets, and upgrades are drawn and kept."""
        if not isinstance(answer, Steered | a.BuyUpgrade | a.KeepCard | a.Decline | Draw):
            return False
        whose: set[str] = set()
        for todo in instructions:
            if kind(todo.piece) == "saucer" and kind(todo.source) == kind(todo.to) == "square":
                whose.add(ident(todo.piece))
            elif kind(todo.piece) == "upgrade" or todo.piece in ("token:energy", "token:booster"):
                whose |= {ident(place) for place in (todo.at, todo.source, todo.to) if kind(place) == "mat"}
            else:
                return False
        return len(whose) <= 1

    def _die(self, s: State, ask: RollAsk, die: str) -> Words:
        """What the die is rolled for, or else the name of the die."""
        return self.word(s, ask.piece) if isinstance(ask, PlacementAsk) else CHANCE[die]

    def choices(self, s: State, legal: Sequence[Answer]) -> list[Choice]:
        """A choice for each answer. Those of one amount, one receiver or one saucer form a group.

        So do choices that are too many to show at once.
        """
        grouped = len(amounts(s, legal)) > 1 or any(isinstance(one, a.UseUpgrade) for one in legal)
        found = [self._at_its_place(self.choice(s, one), self._group(s, legal, one, grouped), self._leads_to(s, one))
                 for one in legal]  # fmt: skip
        if sum(one.group is None for one in found) > FEW:
            found = [one if one.group or one.closing else structs.replace(one, group=MANY) for one in found]
        return [structs.replace(found[0], primary=True)] if len(found) == 1 else found

    def _at_its_place(self, choice: Choice, group: str | None, spot: str | None) -> Choice:
        if group == choice.group and spot == choice.spot:
            return choice
        return structs.replace(choice, group=group, spot=spot)

    def label(self, s: State, answer: Answer) -> Words:
        """What choosing an answer is called."""
        match answer:
            case Draw() | Pick():
                return self.outcome(s, answer)
            case a.Decline():
                return QUESTIONS[decision(self.rules.ask(s))].declined or T("No upgrade")
            case a.Crew(crew=crew) if decision(self.rules.ask(s)) == "swap":
                return T("Give {crew}", crew=self.word(s, f"crew:{crew}"))
            case a.Finished() if decision(self.rules.ask(s)) == "report":
                return T("That was all")
        return super().label(s, answer)

    def _leads_to(self, s: State, answer: Answer) -> str | None:
        """The square to tap for a move: the one to which it leads first, also if it goes on from there."""
        if s.world.light:
            return None
        ask, distance = s.cached(self.rules.ask), None
        match answer:
            case a.Fly(at=square):
                return f"square:{square}"
            case a.CardMove(card=card, distance=n):
                distance = max(0, int(card) + farther(s, active(s)[1], card)) if n is UNSET else n
            case a.SpendBooster() | a.Direction() if isinstance(ask, BoostAsk | DirectionAsk):
                distance = ask.distance
            case a.UseUpgrade(upgrade=upgrade, dir=way) if way is not UNSET:
                moving = (one for one in effects_of(s, upgrade) if isinstance(one, MoveEffect))
                distance = next((one.distance for one in moving), None)
        if distance is None or not isinstance(ask, SaucerAsk):
            return None
        at = first_stop(s, ask.saucer, way_of(answer) or "", distance)
        return None if at is None else f"square:{at}"

    def choice(self, s: State, answer: Answer) -> Choice:
        """An answer as a choice; a direction shows its marker and side of this table."""
        way = way_of(answer)
        if way is not None:
            towards = TOWARDS[s.now.markers.index(way)]
            return Choice(answer, s.world.word(way), towards, [self.icon(s, f"marker:{way}")])
        found = self._whole(s, answer)
        if isinstance(answer, a.CardMove | a.SpendBooster) and not s.world.light:
            return structs.replace(found, label=T("Stay here"))
        return found

    def _whole(self, s: State, answer: Answer) -> Choice:
        """An answer without its direction."""
        found = super().choice(s, answer)
        detail, icons = self._detail(s, answer) or found.detail, DRAWN.get(type(answer), found.icons)
        if detail is found.detail and icons is found.icons:
            return found
        return structs.replace(found, detail=detail, icons=icons)

    def _detail(self, s: State, answer: Answer) -> Words | None:
        """The cost or gain of an answer, if it depends on the state."""
        detail: Words | None = None
        match answer:
            case Draw(card=card) | a.KeepCard(upgrade=card) | a.UseUpgrade(upgrade=card):
                detail = s.world.word(s.world.upgrades[card].text)
            case a.SaucerChoice(saucer=saucer):
                ask, here = self.rules.ask(s), s.now.saucers[saucer]
                what = self.whereabouts(s, here.at)
                if isinstance(ask, ReceiveAsk):
                    what = self._aboard(s, saucer, ask.crew)
                detail = T("{n}, {what}", n=seated_words(here.seated), what=what)
            case a.CardMove(card=card):
                brings = brought(*bonus(s, active(s)[1], card))
                detail = brings if brings or s.world.light else T("card {card}", card=card)
            case a.GiveAway(to=seat):
                detail = seated_words(seated(s, seat))
            case a.StealCrew(crew=crew):
                own = active(s)[1]
                detail = T("{saucer} {what}", saucer=self.word(s, f"saucer:{own}"), what=self._aboard(s, own, crew))
            case a.BuyUpgrade():
                n = price(s, active(s)[1])
                detail = P("−{n} energy", "−{n} energy", n) if n else None
            case a.TakeCrew(crew=crew):
                source = holder(s, crew)
                detail = source and T("from {saucer}", saucer=self.word(s, f"saucer:{source}"))
            case a.Picked(saucer=saucer, crew=crew):
                detail = self._aboard(s, saucer, crew)
        return detail

    def _aboard(self, s: State, saucer: str, crew: str) -> Words:
        """What crew would be aboard a saucer: the first of its type, or a duplicate."""
        kind = type_of(crew)
        if any(type_of(one) == kind for one in s.now.saucers[saucer].crew):
            return T("has a {type} already", type=s.world.word(kind))
        return T("has no {type} yet", type=s.world.word(kind))

    def _group(self, s: State, legal: Sequence[Answer], answer: Answer, grouped: bool) -> str | None:
        match answer:
            case a.GiveAway(to=seat) if len({one.to for one in legal if isinstance(one, a.GiveAway)}) > 1:
                return f"give:{seat}"
            case a.Picked(saucer=saucer) | a.Crashed(saucer=saucer):
                return f"report:{saucer}"
            case a.TakeCrew(crew=crew) if any(isinstance(one, a.Crashed) for one in legal):
                return f"report:{colour_of(crew)}"
            case a.CardMove() | a.UseUpgrade() if grouped:
                return amount_of(s, answer)
        return None

    def _group_of(self, s: State, name: str, choices: Sequence[Choice]) -> Group:
        """The button of a group, by its first answer."""
        if name == MANY:
            return Group(MANY, T("Which one is it?"))
        answer = choices[0].answer
        match answer:
            case a.GiveAway(to=seat):
                label = T("To {seat}", seat=self.word(s, f"seat:{seat}"))
                return Group(name, label, self._detail(s, answer), [self.icon(s, f"seat:{seat}")])
            case a.Picked() | a.Crashed() | a.TakeCrew():
                saucer = f"saucer:{ident(name)}"
                return Group(name, self.word(s, saucer), None, [self.icon(s, saucer)])
        whole = self._whole(s, answer)
        if isinstance(answer, a.CardMove):
            return Group(name, whole.label, brought(*bonus(s, active(s)[1], answer.card)), whole.icons)
        return Group(name, whole.label, whole.detail, whole.icons)

    def pad(self, s: State, legal: Sequence[Answer]) -> Pad | None:
        """All amounts with their directions, as the markers lie on this table."""
        found = [self._amount(s, members) for members in amounts(s, legal).values()]
        return Pad(found) if found else None

    def _amount(self, s: State, members: list[Steered]) -> Amount:
        first, whole = members[0], self._whole(s, members[0])
        by_way = {way_of(answer): answer for answer in members}
        ways = [Way(self.icon(s, f"marker:{one}"), s.world.word(one), by_way.get(one)) for one in s.now.markers]
        still = by_way.get(None)
        label = whole.label
        if isinstance(first, a.CardMove):
            label = first.card if first.distance is UNSET else str(first.distance)
        elif not isinstance(first, a.UseUpgrade):
            label = str(getattr(self.rules.ask(s), "distance", ""))
        return Amount(label, whole.detail, whole.icons[0], [] if still is not None else ways, still)


DRAWN: Final[Mapping[type, list[str]]] = {Draw: ["upgrade"], Pick: ["tile:square"]}
"""The icons of what has come."""


def decision(ask: Ask) -> str:
    """The kind of decision; empty for chance and at the end."""
    return ask.choice if isinstance(ask, ChooseAsk) else ""


def way_of(answer: Answer) -> str | None:
    """The direction of an answer."""
    direction = getattr(answer, "dir", UNSET)
    return None if direction is UNSET else str(direction)


def amounts(s: State, answers: Sequence[Answer]) -> dict[str, list[Steered]]:
    """The answers on the pad, by amount."""
    found: dict[str, list[Steered]] = {}
    for answer in answers:
        name = amount_of(s, answer)
        if name is not None and isinstance(answer, Steered):
            found.setdefault(name, []).append(answer)
    return found


def amount_of(s: State, answer: Answer) -> str | None:
    """The amount of an answer on the pad; None if it is not on the pad."""
    match answer:
        case a.CardMove(card=card, distance=distance) if not s.world.light:
            return f"card:{card}" if distance is UNSET else f"card:{card}:{distance}"
        case a.SpendBooster() if not s.world.light:
            return "boost"
        case a.Direction():
            return "direction"
        case a.UseUpgrade(upgrade=upgrade, dir=direction) if direction is not UNSET:
            return f"use:{upgrade}"
    return None


# Tips for a first game.

PAD = "pad"
AT_QUESTIONS: dict[str, tuple[Tip, ...]] = {
    "ready": (
        Tip("ready", T("Keep your cards secret, even from the companion. Tap here when all lie face down."), "primary"),
        Tip(
            "order", T("The numbers say how many crew are seated. With one in each of the four seats you win."), "order"
        ),
        Tip("seats", T("Here are the mats: who is aboard, and what the upgrades say."), "about:players"),
    ),
    "card": (
        Tip(
            "card",
            T("Card and direction, or the green square you fly to. The companion works out who gets pushed."),
            PAD,
        ),
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
    "roll": (Tip("dice", T("Tap the number you rolled, or let the companion roll."), "dice"),),
}
"""Tips by decision, and for the die."""
