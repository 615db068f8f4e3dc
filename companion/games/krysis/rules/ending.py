"""The order of a round, its end, and the end of the game (R-KR-03, R-KR-76 to R-KR-84)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

from msgspec import UNSET, Struct

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.learning import LearnedFields
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused, inconsistent, not_this
from companion.core.steps.agenda import Step
from companion.core.steps.chance import DO_CARD, DO_LATER, DrawStep
from companion.core.steps.effects import due
from companion.core.steps.listed import ForcedStep
from companion.core.texts import P, T
from companion.core.todo import move, tell
from companion.games.krysis import answers as say
from companion.games.krysis.answers import HomeAsk
from companion.games.krysis.content import (
    COLOURS,
    DECKS,
    GOODS,
    RELICS,
    ROUNDS,
    SCORES,
    Crystals,
    RelicScores,
)
from companion.games.krysis.rules.action import StartTurns
from companion.games.krysis.rules.effects import CountCards, jokers, whenever
from companion.games.krysis.rules.mining import StartMining, StartTeams
from companion.games.krysis.rules.pieces import leave_camp, score
from companion.games.krysis.state import AGENTS, REFILL, KRStep, State, all_homes, rank, sees_agents, worth

DRAWN_A_ROUND = 3
"""R-KR-77."""
MISSION_VP = 10
"""R-KR-74."""
MOST_POINTS = 199
"""An upper bound for the points of 24 relics."""


# The rounds: five of four phases each, then the scoring.


class StartRound(KRStep, frozen=True, tag="start_round"):
    """R-KR-03: mining, team building, action, end of the round."""

    def run(self, s: State) -> None:
        s.now.round += 1
        s.now.kept_off = UNSET
        s.agenda += reversed([StartMining(), StartTeams(), StartTurns(), EndRound(), NextRound()])
        s.agenda += due(s, "round_start")


class EndRound(KRStep, frozen=True, tag="end_round"):
    """R-KR-76 to R-KR-78, R-KR-86 and R-KR-87: teams and used relics are discarded, and hands are refilled as long as
    there are agents left. Players who hold their agents themselves are told to do so."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.order, now.done, now.initiative = "end", None, [], None
        late = due(s, "round_end") + [step for seat in s.world.seats for step in whenever(s, seat, "round_end")]
        for seat in s.world.seats:
            leave_camp(s, seat, "R-KR-76")
        if now.round < ROUNDS and s.world.options.knows_agents:
            seats = reversed(s.world.seats)
            s.agenda += [AskDeck(seat, left) for seat in seats for left in range(1, DRAWN_A_ROUND + 1)]
        elif now.round * DRAWN_A_ROUND <= AGENTS - s.world.options.first_hand:
            each = T(
                "Each of you draws {n} agents from your two decks, one after another, in any mix.", n=DRAWN_A_ROUND
            )
            tell(s, each, rule=REFILL)
        s.agenda += late


class NextRound(KRStep, frozen=True, tag="next_round"):
    """R-KR-79: the game ends after the fifth."""

    def run(self, s: State) -> None:
        s.agenda.append(StartRound() if s.now.round < ROUNDS else StartScoring())


class AskDeck(ForcedStep[State], frozen=True, tag="choose_deck"):
    """R-KR-77: choose the deck for the next agent; the other one if one is empty (R-KR-78)."""

    seat: str
    left: int

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-77", "deck", self.left, only=sees_agents(s, self.seat))

    def legal(self, s: State) -> Sequence[Answer]:
        player = s.now.players[self.seat]
        return [say.ChooseDeck(deck) for deck in DECKS if player.deck(deck)]

    def take(self, s: State, answer: say.ChooseDeck) -> None:
        s.agenda.append(DrawAgent(self.seat, answer.deck, "R-KR-77"))


class DrawAgent(DrawStep[State], frozen=True, tag="draw_agent"):
    """Draw an agent from one of the seat's decks; nothing if it is empty."""

    by_hand = DO_LATER

    seat: str
    deck: str
    rule: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return f"{self.deck}:{self.seat}", s.now.players[self.seat].deck(self.deck)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, self.rule, f"{self.deck}:{self.seat}", only=self.seat)

    def done(self, s: State, agent: str) -> None:
        player = s.now.players[self.seat]
        player.deck(self.deck).remove(agent)
        player.hand = sorted([*player.hand, agent])
        move(s, "agent", f"{self.deck}:{self.seat}", f"hand:{self.seat}", rule=self.rule)


# The end of the game: homes, missions, relics, the ranking.


class StartScoring(KRStep, frozen=True, tag="start_scoring"):
    """R-KR-79, R-KR-80: the homes are revealed."""

    def run(self, s: State) -> None:
        s.now.phase, s.now.revealed = "scoring", False
        for player in s.now.players.values():
            player.bid = None
        counting = map(AskSets, s.world.seats) if SCORES in s.world.missing else ()
        other = s.world.other_missions
        told = map(TellMission, s.world.seats) if other else ()
        worth_it = s.world.has_effects or s.world.mission_cards or other
        cards = map(CountCards, s.world.seats) if worth_it else ()
        s.agenda += reversed([*map(DeclareHome, s.world.seats), *counting, *told, *cards, FinalScore()])


class DeclareHome(Step[State], frozen=True, tag="declare_home"):
    """R-KR-80 to R-KR-82: the unknown goods of a home are entered."""

    seat: str

    def needs(self, s: State) -> list[str]:
        """What to declare: of ``crystals``, ``relics``, ``mission``, in this order."""
        options, home = s.world.options, s.now.players[self.seat].home
        found = [] if options.knows_home else ["crystals", RELICS]
        if home is not None and home.relics and not options.knows_relics:
            found.append(RELICS)
        if options.missions and not options.knows_missions:
            found.append("mission")
        return found

    def asks(self, s: State) -> bool:
        return bool(self.needs(s)) and not s.now.players[self.seat].declared

    def ask(self, s: State) -> HomeAsk:
        return HomeAsk(self.seat, "R-KR-80", "home", needs=self.needs(s))

    def most(self, s: State) -> tuple[dict[str, int], bool]:
        """The maximum of each good, and whether everything must be declared."""
        home = s.now.players[self.seat].home
        if home is not None:
            return {RELICS: len(home.relics)}, True
        left = all_homes(s)
        for player in s.now.players.values():
            if player.declared:
                for colour in COLOURS:
                    left[colour] -= player.declared["crystals"][colour]
                left[RELICS] -= len(player.declared[RELICS])
        return left, self.seat == s.world.seats[-1]

    def legal(self, s: State) -> Sequence[Answer]:
        needs = self.needs(s)
        fields: dict[str, Any] = dict.fromkeys(needs)
        if needs != ["mission"]:
            fields["max"], fields["exact"] = self.most(s)
        if "mission" in needs:
            fields["missions"] = _free_missions(s)
        return [say.Declare(**fields)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.Declare):
            raise not_this("R-KR-80")
        say.check_filled(answer)
        needs = self.needs(s)
        given = [name for name in ("crystals", RELICS, "mission") if getattr(answer, name) is not UNSET]
        if given != needs:
            raise inconsistent("declare")
        self._check(s, answer)
        declared: dict[str, Any] = {}
        if isinstance(answer.crystals, Crystals):
            declared["crystals"] = answer.crystals.amounts()
        if isinstance(answer.relics, list):
            declared[RELICS] = list(answer.relics)
        if isinstance(answer.mission, str):
            declared["mission"] = answer.mission
        s.now.players[self.seat].declared = declared

    def _check(self, s: State, answer: say.Declare) -> None:
        amounts: dict[str, int] = {}
        if isinstance(answer.crystals, Crystals):
            amounts |= answer.crystals.amounts()
        if isinstance(answer.relics, list):
            amounts[RELICS] = len(answer.relics)
            others = {relic for player in s.now.players.values() for relic in player.declared.get(RELICS, [])}
            if (others & set(answer.relics)) - {UNKNOWN}:
                raise Refused("illegal", T("One of these relics is in another home."), "R-GEN-04")
            self._check_unknown(s, answer.relics)
        if amounts:
            most, exact = self.most(s)
            if any(n > most[good] or (exact and n != most[good]) for good, n in amounts.items()):
                raise Refused("illegal", T("That is not what has been carried home."), "R-GEN-04")
        if isinstance(answer.mission, str) and answer.mission not in _free_missions(s):
            raise Refused("illegal", T("Somebody else has that mission."), "R-GEN-04")

    def _check_unknown(self, s: State, relics: Sequence[str]) -> None:
        declared = [relic for player in s.now.players.values() for relic in player.declared.get(RELICS, [])]
        left = s.world.unknown[RELICS] - declared.count(UNKNOWN)
        if relics.count(UNKNOWN) > left:
            text = P("Only {n} of them is not known yet.", "Only {n} of them are not known yet.", left)
            raise Refused("illegal", text if left else T("All of them are known already."), "R-GEN-04")


def _free_missions(s: State) -> list[str]:
    taken = {player.declared.get("mission") for player in s.now.players.values()}
    free = [mission for mission in sorted(s.world.missions) if mission not in taken]
    return [*free, UNKNOWN] if s.world.other_missions else free


def mission_of(s: State, seat: str) -> str | None:
    """The mission of a seat at the end, ``?`` for one that the box does not have; None without missions."""
    player = s.now.players[seat]
    return player.declared.get("mission") or player.mission


class TellMission(Step[State], frozen=True, tag="tell_mission"):
    """R-KR-73: a mission that is not in the box yet, or of which it has the name alone: people say which it was, and
    what it is worth. Once the box has learned that, it counts."""

    seat: str

    def asks(self, s: State) -> bool:
        mission = mission_of(s, self.seat)
        named = s.world.mission_cards.get(mission or "")
        return mission == UNKNOWN or (named is not None and not named.effects)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-72", "mission")

    def legal(self, s: State) -> Sequence[Answer]:
        mission = mission_of(s, self.seat)
        if mission != UNKNOWN:
            return [say.NameMission(str(mission))]
        taken = {mission_of(s, seat) for seat in s.world.seats}
        others = [one for one in s.world.mission_cards if one not in taken]
        return [*map(say.NameMission, others), say.NameMission(UNKNOWN)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.NameMission) or answer not in self.legal(s):
            raise not_this("R-KR-72")
        player = s.now.players[self.seat]
        if answer.mission == UNKNOWN:
            tell(s, DO_CARD, f"mission:{self.seat}", "R-KR-72")
        else:
            player.declared = {**player.declared, "mission": answer.mission}


def known_home(s: State, seat: str) -> tuple[dict[str, int], list[str]]:
    """The known crystals and relics at home at the end."""
    player = s.now.players[seat]
    crystals = player.declared.get("crystals") or (player.home.crystals if player.home else {})
    relics = player.declared.get(RELICS)
    if relics is None:
        relics = player.home.relics if player.home else []
    return dict(crystals), sorted(relics)


def known_scores(s: State) -> RelicScores:
    """R-KR-81: the known values of sets, from the box or entered at this end."""
    scores = s.world.pack.relic_scores
    found = {"same": dict(scores.same), "different": dict(scores.different)}
    for player in s.now.players.values():
        for name, values in player.declared.get("scores", {}).items():
            found[name] |= values
    return RelicScores(**found)


def set_types(s: State, seat: str) -> list[str] | None:
    """R-KR-81: the types of the relics at home; None if one is unknown."""
    relics = known_home(s, seat)[1]
    return None if UNKNOWN in relics else [s.world.relics[relic].set_type for relic in relics]


def missing_values(s: State, seat: str) -> list[tuple[str, str]] | None:
    """R-KR-81: the missing values of sets that the relics at home need; None if a relic is unknown."""
    types, scores = set_types(s, seat), known_scores(s)
    return None if types is None else [(name, n) for name, n in values_for(types) if n not in getattr(scores, name)]


class AskSets(Step[State], frozen=True, tag="count_sets"):
    """R-KR-81: while the box lacks values of sets, players with relics at home enter them."""

    seat: str

    def asks(self, s: State) -> bool:
        return bool(known_home(s, self.seat)[1]) and missing_values(s, self.seat) != []

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-81", "sets")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.CountSets(None, MOST_POINTS)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.CountSets):
            raise not_this("R-KR-81")
        say.check_filled(answer)
        if max(given_values(answer).values(), default=answer.points or 0) > MOST_POINTS:
            raise Refused("illegal", T("No sets are worth that much."), "R-KR-81")
        if answer.scores is not UNSET and not self._fits(s, answer):
            raise Refused("illegal", T("That is not what these sets bring together."), "R-KR-81")
        player = s.now.players[self.seat]
        declared = dict(player.declared)
        if answer.scores is not UNSET:
            before = player.declared.get("scores", {})
            declared["scores"] = before | {n: before.get(n, {}) | values for n, values in answer.scores.items()}
        if answer.points is None:
            s.agenda.append(self)
        else:
            declared["sets"] = answer.points
        player.declared = declared

    def _fits(self, s: State, answer: say.CountSets) -> bool:
        """True for some of the missing values, or for all of them with their total."""
        types, given = set_types(s, self.seat), given_values(answer)
        missing = {*(missing_values(s, self.seat) or ())}
        if types is None or answer.points is None:
            return types is not None and bool(given) and given.keys() < missing
        return given.keys() == missing and answer.points == best_sets(types, with_values(known_scores(s), given))

    def learned_from(self, s: State, answer: Answer) -> LearnedFields | None:
        if not isinstance(answer, say.CountSets) or answer.scores is UNSET:
            return None
        scores = with_values(known_scores(s), given_values(answer))
        return LearnedFields(
            "", "", "", {SCORES: {name: _in_order(getattr(scores, name)) for name in ("same", "different")}}
        )


def given_values(answer: say.CountSets) -> dict[tuple[str, str], int]:
    """The values of single sets in an answer."""
    scores = {} if answer.scores is UNSET else answer.scores
    return {(name, n): vp for name, values in scores.items() for n, vp in values.items()}


def with_values(scores: RelicScores, given: Mapping[tuple[str, str], int]) -> RelicScores:
    """The values of sets, updated with these."""
    found = {"same": dict(scores.same), "different": dict(scores.different)}
    for (name, n), vp in given.items():
        found[name][n] = vp
    return RelicScores(**found)


def _in_order(values: Mapping[str, int]) -> dict[str, int]:
    return {n: values[n] for n in sorted(values, key=int)}


class FinalScore(KRStep, frozen=True, tag="final_score"):
    """R-KR-80 to R-KR-84: score everything and end the game."""

    def run(self, s: State) -> None:
        w, seats = s.world, s.world.seats
        homes = {seat: known_home(s, seat) for seat in seats}
        missions = {seat: mission_of(s, seat) for seat in seats}
        fulfilled = _fulfilled(s, homes, missions) if w.options.missions else {}
        scores = {}
        for seat, (crystals, relics) in homes.items():
            parts = {
                "bank": s.now.players[seat].vp,
                "crystals": worth(crystals),
                RELICS: _sets(s, seat, relics),
                "mission": MISSION_VP if fulfilled.get(seat) else 0,
            }
            extra = s.now.players[seat].extra
            if extra is not UNSET:
                parts = {part: n + extra.get(part, 0) for part, n in parts.items()}
            scores[seat] = {**parts, "total": sum(parts.values())}
        for seat in seats:
            score(s, seat, scores[seat]["total"] - s.now.players[seat].vp, "R-KR-80")
        ranking = sorted(seats, key=lambda seat: (-scores[seat]["total"], -rank(s, seat)))
        best = scores[ranking[0]]["total"]
        tied = sum(one["total"] == best for one in scores.values()) > 1
        s.now.phase = "over"
        s.now.result = {
            "winner": ranking[0],
            "rule": "R-KR-84" if tied else "R-KR-83",
            "ranking": ranking,
            "scores": scores,
            "homes": {seat: {**crystals, RELICS: relics} for seat, (crystals, relics) in homes.items()},
            "missions": missions if w.options.missions else None,
        }


def _sets(s: State, seat: str, relics: Sequence[str]) -> int:
    """R-KR-81: the points of relics at home, computed or entered."""
    w = s.world
    if SCORES in w.missing:
        types = set_types(s, seat) or []
        return int(s.now.players[seat].declared.get("sets", best_sets(types, known_scores(s))))
    types = [w.relics[relic].set_type for relic in relics if relic != UNKNOWN]
    wild = jokers(s, relics) if w.has_effects else 0
    if not wild:
        return best_sets(types, w.pack.relic_scores)
    own = [w.relics[relic].set_type for relic in relics if relic != UNKNOWN and not jokers(s, [relic])]
    stood = combinations_with_replacement(sorted({*own}) or types, wild)
    return max(best_sets([*own, *more], w.pack.relic_scores) for more in stood)


def _fulfilled(
    s: State, homes: Mapping[str, tuple[dict[str, int], list[str]]], missions: Mapping[str, str | None]
) -> dict[str, bool]:
    """R-KR-73, G-KR-03: the seat with strictly the most at home; with shared ties, all with the most."""
    amounts = {
        good: {seat: len(relics) if good == RELICS else crystals[good] for seat, (crystals, relics) in homes.items()}
        for good in GOODS
    }
    found = {}
    for seat, mission in missions.items():
        if mission not in amounts:
            continue
        own = amounts[mission][seat]
        others = max(n for other, n in amounts[mission].items() if other != seat)
        found[seat] = own >= others and own > 0 if s.world.options.shares_missions else own > others
    return found


# The best sets of relics (R-KR-81): their points, and which they are.


def best_sets(types: Sequence[str], scores: RelicScores) -> int:
    """The most VP of relics of these types, partitioned into sets of equal or of all different cards."""
    return _best(tuple(sorted(Counter(types).values(), reverse=True)), _table(scores.same), _table(scores.different))


def values_for(types: Sequence[str]) -> list[tuple[str, str]]:
    """The set values that the score of these types depends on: ``same`` or ``different``, and the number."""
    there = Counter(types)
    alike = [("same", str(n)) for n in range(1, max(there.values(), default=0) + 1)]
    return alike + [("different", str(n)) for n in range(1, len(there) + 1)]


def _table(scores: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(n), vp) for n, vp in scores.items()))


@cache
def _best(counts: tuple[int, ...], same: tuple[tuple[int, int], ...], different: tuple[tuple[int, int], ...]) -> int:
    """``counts`` are the remaining numbers of each type, descending.

    Sets of different cards may leave cards of any type, so every choice of types is tried. For the commonest type it is
    enough to try once: a set with it, a set of equal cards, or leaving one card as a set of its own.
    """
    if not counts:
        return 0
    first, rest = counts[0], counts[1:]
    equal, unequal = dict(same), dict(different)
    found = 0
    for n in range(1, first + 1):
        found = max(found, equal.get(n, 0) + _best(_less((first - n, *rest)), same, different))
    for others in _subsets(rest):
        left = tuple(n - taken for n, taken in zip(rest, others, strict=True))
        size = 1 + sum(others)
        found = max(found, unequal.get(size, 0) + _best(_less((first - 1, *left)), same, different))
    return found


def _less(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted((n for n in counts if n), reverse=True))


@cache
def _subsets(counts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every choice of types with cards left, one card each; types with equal counts are interchangeable."""
    found: list[tuple[int, ...]] = [()]
    for index, n in enumerate(counts):
        grown = []
        for chosen in found:
            grown.append((*chosen, 0))
            same_before = index > 0 and counts[index - 1] == n and chosen[index - 1] == 0
            if n and not same_before:
                grown.append((*chosen, 1))
        found = grown
    return found


class RelicSet(Struct, frozen=True):
    """A set: the types of its cards, whether they are equal, its value."""

    types: tuple[str, ...]
    same: bool
    vp: int


def partition(types: Sequence[str], scores: RelicScores) -> list[RelicSet]:
    """Sets of relics of these types with the total of ``best_sets``, most valuable first.

    Cards without a value in any set are left out.
    """
    left, found = Counter(types), []
    rest = best_sets(types, scores)
    while rest:
        one = next(
            one for one in _possible_sets(left, scores) if one.vp and _without(left, one, scores) == rest - one.vp
        )
        left -= Counter(one.types)
        rest -= one.vp
        found.append(one)
    return sorted(found, key=lambda one: (-one.vp, one.types))


def _without(left: Mapping[str, int], taken: RelicSet, scores: RelicScores) -> int:
    return best_sets(list((Counter(left) - Counter(taken.types)).elements()), scores)


def _possible_sets(left: Mapping[str, int], scores: RelicScores) -> Iterator[RelicSet]:
    """Every set that these cards allow, large ones first."""
    types = sorted(left)
    for size in range(len(types), 0, -1):
        for chosen in combinations(types, size):
            yield RelicSet(chosen, same=False, vp=scores.different.get(str(size), 0))
    for kind in types:
        for n in range(left[kind], 0, -1):
            yield RelicSet((kind,) * n, same=True, vp=scores.same.get(str(n), 0))
