"""Ten Thousand: rules, the rules in plain words, presenter, player (RULES.md, WIRE.md)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod, sqrt
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.core import state as core
from companion.core.answers import Answer, Face
from companion.core.asks import Ask, ChooseAsk, Over, RollAsk, most_points
from companion.core.facts import Facts
from companion.core.rules import Rules
from companion.core.setup import PlainWorld, SetupChoice, numbers
from companion.core.steps.agenda import GameEnded
from companion.core.steps.chance import RollStep
from companion.core.steps.listed import ForcedStep
from companion.core.texts import P, T, Text, Words, listed, own_name
from companion.core.todo import tell
from companion.games.game import Game
from companion.games.player import Player, shares
from companion.scene.presenter import Presenter
from companion.scene.scene import Choice, DieView, Rank, Scene

DICE = {f"die{n}": (1, 2, 3, 4, 5, 6) for n in range(1, 7)}
KINDS = {"doubled": (1, 2, 4, 8), "times": (1, 2, 3, 4), "none": (1,)}
"""The factor for three, four, five and six of a kind, relative to three."""
MORE = [("doubled", T("Each further die doubles it")), ("times", T("2, 3 and 4 times as much")), ("none", T("Nothing"))]
TWICE = [("0", T("What the two bring")), ("2500", T("2500 for all six"))]
END = [("round", T("The others have one more turn")), ("once", T("The game ends at once"))]
CHOICES = (
    SetupChoice("target", T("Points to win"), numbers(10000, 5000), "10000", basic=True),
    SetupChoice("entry", T("Points to get on the board"), numbers(500, 0, 1000), "500", basic=True),
    SetupChoice("kinds", T("More than three of a kind in one throw"), MORE, "doubled"),
    SetupChoice("straight", T("1 to 6 in one throw"), numbers(1500, 1000, 0), "1500"),
    SetupChoice("pairs", T("Three pairs in one throw"), numbers(1500, 1000, 0), "1500"),
    SetupChoice("triplets", T("Two sets of three in one throw"), TWICE, "0"),
    SetupChoice("end", T("When somebody reaches the points to win"), END, "round"),
)


class ThousandNow(Struct):
    """The mutable state. ``thrown`` are the faces in the order in which they fell. ``last`` was first to reach the
    target, so the others have one more turn."""

    turn: str
    score: dict[str, int]
    pot: int = 0
    left: int = 6
    thrown: tuple[int, ...] = ()
    round: int = 1
    last: str | None = None


S: TypeAlias = core.State[PlainWorld, ThousandNow]
FACTS: Facts[S] = Facts({"seat": lambda s: s.world.seats})
FACTS.number("score", range(0, 50_001, 50), "seat", label=T("Points"), icon="star", followed=True)
FACTS.number("pot", range(0, 50_001, 50), label=T("This turn"), icon="dice")


@cache
def score(faces: tuple[int, ...], house: PlainWorld) -> tuple[int, str]:
    """R-TT-03 to R-TT-08: the most points of exactly these dice, and the rule; 0 if one of them does not score."""
    counts = {face: faces.count(face) for face in faces}
    points, rules = zip(*(_alike(face, n, house) for face, n in counts.items()), strict=True)
    found = [(sum(points) * all(points), max(rules))]
    if len(faces) == 6:
        found += [(house.number("straight"), "R-TT-06")] * (len(counts) == 6)
        found += [(house.number("pairs"), "R-TT-07")] * all(n % 2 == 0 for n in counts.values())
        found += [(house.number("triplets"), "R-TT-08")] * (set(counts.values()) == {3})
    return max(found)


def _alike(face: int, n: int, house: PlainWorld) -> tuple[int, str]:
    found = [(n * {1: 100, 5: 50}.get(face, 0), "R-TT-03")]
    for size, threes in zip(range(3, n + 1), KINDS[house.word("kinds")], strict=False):
        rest = _alike(face, n - size, house)[0]
        if rest or size == n:
            found.append((threes * (1000 if face == 1 else 100 * face) + rest, "R-TT-05" if size > 3 else "R-TT-04"))
    return max(found)


def ways(s: S) -> tuple[tuple[int, ...], ...]:
    """All ways to keep dice of what was thrown."""
    return keeps(tuple(sorted(s.now.thrown)), s.world)


@cache
def keeps(thrown: tuple[int, ...], house: PlainWorld) -> tuple[tuple[int, ...], ...]:
    """All ways to keep dice of a throw, its faces in rising order: most points first, then fewest dice."""
    some = {faces for n in range(len(thrown)) for faces in combinations(thrown, n + 1) if score(faces, house)[0]}
    return tuple(sorted(some, key=lambda faces: (-score(faces, house)[0], len(faces), faces)))


@cache
def risk(dice: int, house: PlainWorld) -> int:
    """R-TT-10: the chance in percent that nothing counts when so many dice are thrown."""
    lost = sum(
        factorial(dice) // prod(factorial(thrown.count(face)) for face in set(thrown))
        for thrown in combinations_with_replacement(range(1, 7), dice)
        if not keeps(thrown, house)
    )
    return round(100 * lost / 6.0**dice)


class KeepDice(Answer, frozen=True, tag="keep"):
    """Keep dice with these faces, and throw the others."""

    dice: tuple[int, ...]


class Bank(Answer, frozen=True, tag="bank"):
    """Bank the points of this turn, including all that scores in the throw, and pass the dice on."""

    label = T("Write down {points}")
    closing = True
    points: int


class Throwing(RollStep[S], frozen=True, tag="throwing"):
    """R-TT-01, R-TT-02: throw six dice, then those not kept; R-TT-09: hot dice; R-TT-10: nothing scores."""

    def dice(self, s: S) -> list[str]:
        return list(DICE)[: s.now.left]

    def ask(self, s: S) -> Ask:
        rule = "R-TT-01" if not s.now.pot else "R-TT-09" if s.now.left == 6 else "R-TT-02"
        return RollAsk(s.now.turn, rule, self.dice(s))

    def rolled(self, s: S, faces: Mapping[str, Face]) -> None:
        s.now.thrown = tuple(int(faces[die]) for die in sorted(faces))
        if ways(s):
            s.agenda.append(Keeping())
        else:
            tell(s, T("{dice}: nothing counts. Lost: {n}", dice=listed(s.now.thrown), n=s.now.pot), rule="R-TT-10")
            end_turn(s, 0)


class Keeping(ForcedStep[S], frozen=True, tag="keeping"):
    """R-TT-03 to R-TT-08: what scores; R-TT-11: a player who is not on the board yet cannot bank a small turn."""

    def legal(self, s: S) -> Sequence[Answer]:
        aside = ways(s)
        points = s.now.pot + score(aside[0], s.world)[0]
        enough = s.now.score[s.now.turn] > 0 or points >= s.world.number("entry")
        return [*[Bank(points)] * enough, *map(KeepDice, aside)]

    def ask(self, s: S) -> Ask:
        best = score(ways(s)[0], s.world)[1]
        return ChooseAsk(s.now.turn, *((best, "go") if isinstance(self.legal(s)[0], Bank) else ("R-TT-11", "keep")))

    def take(self, s: S, answer: Answer) -> None:
        if isinstance(answer, KeepDice):
            points, rule = score(answer.dice, s.world)
            if len(self.legal(s)) == 1:  # Nobody was asked, so it is said what fell.
                thrown, kept = listed(s.now.thrown), listed(answer.dice)
                tell(
                    s, T("{thrown} fell. Put aside: {kept}, {n} points.", thrown=thrown, kept=kept, n=points), rule=rule
                )
            s.now.pot += points
            s.now.left, s.now.thrown = s.now.left - len(answer.dice) or 6, ()
            s.agenda.append(Throwing())
        elif isinstance(answer, Bank):
            end_turn(s, answer.points)


def end_turn(s: S, points: int) -> None:
    """R-TT-12: once somebody has reached the target, each of the others has one more turn."""
    now, seats = s.now, s.world.seats
    now.score[now.turn] += points
    if now.last is None and now.score[now.turn] >= s.world.number("target"):
        if s.world.word("end") == "once":
            raise GameEnded
        now.last, reached = now.turn, T("{seat} has {n} points.", seat=own_name(now.turn), n=now.score[now.turn])
        tell(s, T("{what} The others have one more turn each.", what=reached), rule="R-TT-12")
    following = seats[(seats.index(now.turn) + 1) % len(seats)]
    if following == now.last:
        raise GameEnded
    now.round += following == seats[0]
    now.turn, now.pot, now.left, now.thrown = following, 0, 6, ()
    s.agenda.append(Throwing())


class TenThousand(Rules[S]):
    """The rules, for two to eight players with six physical dice."""

    name, title = "thousand", T("Ten Thousand")
    players, dice, chance_items = (2, 8), DICE, ("dice",)
    choices, answers, corrections = CHOICES, KeepDice | Bank, FACTS

    def lay_out(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        return core.State(
            self.world(pack, seats, settings), ThousandNow(seats[0], dict.fromkeys(seats, 0)), [Throwing()]
        )

    def over(self, state: S) -> Over:
        return most_points("R-TT-13", state.now.score)

    def facts(self, state: S) -> dict[str, Any]:
        """With the faces in rising order (WIRE.md)."""
        return {**super().facts(state), "thrown": sorted(state.now.thrown)}


# The rules in plain words, by number.

WHY: dict[str, Text] = {
    "R-TT-01": T("You play in turns, clockwise, and each turn begins with all six dice."),
    "R-TT-02": T("You throw only the dice that you have not put aside. What lies aside counts, and is at risk."),
    "R-TT-03": T("Alone, only two faces count: a 1 brings 100 points, a 5 brings 50. Put at least one die aside."),
    "R-TT-04": T("Three of a kind in one throw bring 100 times their face; three ones bring 1000."),
    "R-TT-05": T("More than three of a kind in one throw bring more. How much more is up to each house."),
    "R-TT-06": T("One of each face in a single throw is so rare that all six dice count together."),
    "R-TT-07": T("Three pairs in a single throw count, whatever they show; four of a kind are two of them."),
    "R-TT-08": T("In some houses two sets of three in a single throw are worth something extra."),
    "R-TT-09": T("Hot dice: all six count, so you throw all six again and go on adding."),
    "R-TT-10": T("If nothing counts, the turn is over and its points are lost. What you wrote down is safe."),
    "R-TT-11": T("Your first score must be a good one. Until it is, there is nothing to write down."),
    "R-TT-12": T("Whoever gets there first can still be beaten: the others all have one more turn."),
    "R-TT-13": T("The most points win. In a tie they share the victory."),
}


# How it looks and reads, and a sensible player.

PLENTY = 300
LEAD, LAST_POINTS = 12.0, 500
"""A lead of 12 times the root of the missing points, at least 500, is taken to win three times in four."""


class TenThousandPresenter(Presenter[S]):
    """Shows dice by their points."""

    why = WHY
    words: ClassVar = {
        "choice:keep": T("What to keep?"),
        "choice:go": T("Go on, or stop?"),
        "group:less": T("Other dice"),
    }

    def label(self, state: S, answer: Answer) -> Words:
        if isinstance(answer, KeepDice):
            return T("{dice}: {n}", dice=" ".join(map(str, answer.dice)), n=score(answer.dice, state.world)[0])
        return super().label(state, answer)

    def choice(self, state: S, answer: Answer) -> Choice:
        plain, left = super().choice(state, answer), len(state.now.thrown)
        if isinstance(answer, KeepDice):
            dice = left - len(answer.dice) or 6
            lost = risk(dice, state.world)
            return replace(
                plain, detail=P("throw 1 die, lose all: {p}%", "throw {n} dice, lose all: {p}%", dice, p=lost)
            )
        return replace(plain, primary=isinstance(answer, Bank) and answer.points >= PLENTY)

    def scene(self, state: S) -> Scene:
        """With the dice as they fell, those that cannot count darker; what is at stake, and the chance to lose it."""
        scene, now = super().scene(state), state.now
        most = Counter[int]()
        for kept in ways(state):
            most |= Counter(kept)
        dice = [
            DieView(f"die{n}", "grey", str(face), spent=now.thrown[:n].count(face) > most[face])
            for n, face in enumerate(now.thrown, 1)
        ]
        at_stake = T("At stake: {n}. Lost if nothing counts: {p}%", n=now.pot, p=risk(now.left, state.world))
        hint = at_stake if now.pot and not now.thrown else scene.prompt.hint
        return replace(scene, dice=dice or scene.dice, prompt=replace(scene.prompt, hint=hint))

    def _over(self, state: S, result: Mapping[str, Any]) -> Words:
        """R-TT-13."""
        if result["winner"] is not None:
            return super()._over(state, result)
        best = [self.word(state, f"seat:{seat}") for seat in state.world.seats if _wins(seat, result)]
        return T("A shared win: {seats}", seats=listed(best))

    def _ranking(self, state: S, ask: Ask) -> list[Rank]:
        """R-TT-13: all who share the most points have won."""
        return [replace(one, winner=_wins(one.seat, ask.result)) for one in super()._ranking(state, ask)]  # type: ignore[attr-defined]

    def choices(self, state: S, legal: Sequence[Answer]) -> list[Choice]:
        """Choices worth less than others with as many dice are grouped behind a last button."""
        best = {len(one.dice): one for one in reversed(legal) if isinstance(one, KeepDice)}
        less = [one for one in legal if isinstance(one, KeepDice) and one != best[len(one.dice)]]
        made = [self.choice(state, one) for one in legal if one not in less]
        return made + [replace(self.choice(state, one), group="less") for one in less]


def _wins(seat: str, result: Mapping[str, Any]) -> bool:
    return bool(result["scores"][seat] == max(result["scores"].values()))


class TenThousandPlayer(Player[S]):
    """Keeps the most points, and stops with many, or with more than anybody has."""

    mistakes: ClassVar = 0.2

    def advise(self, state: S, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        behind = max(state.now.score.values()) - state.now.score[state.now.turn]
        enough = PLENTY if state.now.last is None else behind + 50
        return next(one for one in legal if not isinstance(one, Bank) or one.points >= enough)

    def prospects(self, state: S, since: S) -> dict[str, float] | None:
        """At the end of the turn, from the points written down: a lead counts more, the fewer are still missing."""
        if (state.now.turn, state.now.round) == (since.now.turn, since.now.round):
            return None
        missing = max(state.world.number("target") - max(state.now.score.values()), LAST_POINTS)
        return shares(state.now.score, LEAD * sqrt(missing))


GAME = Game(TenThousand(), TenThousandPresenter, TenThousandPlayer)
