"""The story track and its cards, tasks and the final challenge (RULES.md 10, 12; WIRE.md 3.2 and 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET, structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.learning import LearnedFields, UnknownRow
from companion.core.piles import put
from companion.core.refusals import Refused, inconsistent, not_this
from companion.core.steps.agenda import Step
from companion.core.texts import T, Text
from companion.core.todo import move, place, tell
from companion.games.newyork.answers import (
    AlertCars,
    AlertEnd,
    CardNumbers,
    Dice,
    Fulfil,
    HeldItem,
    LastCard,
    WholeCard,
)
from companion.games.newyork.checks import FINAL, card_key, card_kind, numbers_key, read_card
from companion.games.newyork.content import CARS, FIRST_ROUND_CARS, WILD, Need, StoryCard, StoryEffect, token_name
from companion.games.newyork.rules import pieces
from companion.games.newyork.rules.effects import CardEffects, add_task, add_to_bag, applies, expire
from companion.games.newyork.rules.people import restore_skill
from companion.games.newyork.rules.pieces import check_payment, end_alert, learned_end, pay, paying_all, unspent, win
from companion.games.newyork.state import NYStep, NYVerb, State, TaskInForce, here, relatives, turn

# The story track and its cards (RULES.md 10; WIRE.md 3.2).

READ_IT = T("Read the story card aloud, and do what it says besides its numbers.")


def next_card(s: State) -> StoryCard | None:
    """The next story card that lies face down, None after the last."""
    cards = s.world.scenario.cards
    return cards[s.now.revealed] if s.now.revealed < len(cards) else None


def hidden_card(s: State) -> bool:
    """True if another story card lies face down, but where is not in the box."""
    card = next_card(s)
    final = any(task.id == "final" for task in s.now.tasks)
    moved = s.now.story > s.now.card_at
    return moved and card is not None and card.index > 0 and card.position is None and not final


def story_step(s: State) -> None:
    """R-NYC-93, R-NYC-94: the marker goes on by one; the next card is revealed when the marker has reached it.

    At its last position the marker stays; each step reveals one card at most.
    """
    now = s.now
    if now.story < s.world.story_length:
        move(s, "marker:story", f"story:{now.story}", f"story:{now.story + 1}", rule="R-NYC-93")
        now.story += 1
    card = next_card(s)
    if card is not None and card.position is not None and card.position <= now.story:
        reveal(s)


class StorySteps(NYStep, frozen=True, tag="story_steps"):
    """``left`` steps of the story marker, each with what it reveals."""

    left: int

    def run(self, s: State) -> None:
        if self.left > 1:
            s.agenda.append(StorySteps(self.left - 1))
        story_step(s)


@applies(StoryEffect)
def take_story_steps(s: State, effect: StoryEffect, squares: Sequence[str], rule: str) -> None:
    """The story marker goes on by ``n`` steps, or back, to 0 at least; cards that lie open stay open."""
    if effect.n > 0:
        s.agenda.append(StorySteps(effect.n))
        return
    start = s.now.story
    s.now.story = max(0, start + effect.n)
    move(s, "marker:story", f"story:{start}", f"story:{s.now.story}", rule=rule)


def reveal(s: State) -> None:
    """R-NYC-94, R-NYC-95: the next story card is turned up, read and applied; first its tokens go into the bag."""
    card = next_card(s)
    assert card is not None
    s.now.revealed += 1
    s.now.card_at = s.now.story
    s.agenda += expire(s, "story_card")
    first = card.index == 0
    if card.position is None:
        place(s, "card:story", "display:story", rule="R-NYC-14" if first else "R-NYC-94")
    else:
        move(s, "card:story", f"story:{card.position}", "display:story", rule="R-NYC-94")
    scenario, missing = s.world.scenario.id, s.world.pack.missing
    by_hand = card_key(scenario, card.index) in missing
    tell(s, (card.text or READ_IT) if by_hand else card.text, "display:story", "R-NYC-95")
    if numbers_key(scenario, card.index) in missing:
        s.agenda.append(EnterCard(card.index))
        return
    ask_if_last(s, card.index)
    s.agenda.append(ApplyCard(card.index))
    add_to_bag(s, card.bag_add, "R-NYC-15" if first else "R-NYC-95")


def ask_if_last(s: State, index: int) -> None:
    """In a story with cards missing, what follows the last that has a place in the box is whether it is the last."""
    story = s.world.scenario
    following = story.cards[index + 1 :]
    if index and not story.whole and following and following[0].position is None:
        s.agenda.append(EnterLast())


class ApplyCard(NYStep, frozen=True, tag="apply_card"):
    """R-NYC-95 to R-NYC-99: what a revealed card does once the bag is filled.

    R-NYC-16: card 0 puts cars on the alert track. R-NYC-96, R-NYC-97: every other card shuffles all mafia cards
    into one deck and gives each seat a skill token back. R-NYC-99: the last one brings the final challenge.
    """

    index: int

    def run(self, s: State) -> None:
        card = s.world.scenario.cards[self.index]
        _apply_card(s, card, card.mafia_per_turn, card.alert_cars or [])


class ApplyNumbers(NYStep, frozen=True, tag="apply_said"):
    """Like ``ApplyCard``, for a card whose numbers people have entered."""

    index: int
    mafia_per_turn: int
    cars: Sequence[int]

    def run(self, s: State) -> None:
        _apply_card(s, s.world.scenario.cards[self.index], self.mafia_per_turn, self.cars)


class ApplyEntered(NYStep, frozen=True, tag="apply_told"):
    """Like ``ApplyCard``, for a card that people have entered completely."""

    card: StoryCard

    def run(self, s: State) -> None:
        _apply_card(s, self.card, self.card.mafia_per_turn, self.card.alert_cars or [])


def _apply_card(s: State, card: StoryCard, mafia_per_turn: int, cars: Sequence[int]) -> None:
    s.now.mafia_per_turn = mafia_per_turn
    if card.index == 0:
        _alert_cars(s, cars)
    else:
        pieces.reshuffle(s, "mafia", "R-NYC-96", with_display=True)
        for seat in s.world.seats:
            restore_skill(s, seat, 1, "R-NYC-97")
    story = s.world.scenario
    if card.final_challenge is not None or (story.whole and card.index == len(story.cards) - 1):
        add_task(s, final_task(s, card))
    s.agenda.append(CardEffects(card.effects, "R-NYC-95"))


def _alert_cars(s: State, positions: Sequence[int]) -> None:
    for position in positions:
        # A correction may have emptied the supply.
        if s.now.cars.supply:
            s.now.cars.supply -= 1
            put(s.now.cars.alert, str(position))
            place(s, "car", f"alert:{position}", rule="R-NYC-16")


class EnterCard(Step[State], frozen=True, tag="tell_card"):
    """R-NYC-95: a card that is not in the box is read aloud and entered.

    Or only its numbers are entered, and the rest is done by hand.
    """

    index: int

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-NYC-95", "card")

    def legal(self, s: State) -> Sequence[Answer]:
        return [CardNumbers(None, None), WholeCard(None)]

    def play(self, s: State, answer: Answer) -> None:
        if isinstance(answer, WholeCard):
            self._play_whole(s, answer)
            return
        if isinstance(answer, AlertEnd) and self.index == 0:
            # Games that began when it was asked before card 0 go on.
            end_alert(s, answer)
            s.agenda.append(self)
            return
        if not isinstance(answer, CardNumbers):
            raise not_this("R-NYC-95")
        if answer.mafia_per_turn is None or answer.bag_add is None:
            raise inconsistent("shown")
        ask_if_last(s, self.index)
        following = (
            ApplyNumbers(self.index, answer.mafia_per_turn, []) if self.index else EnterCars(answer.mafia_per_turn)
        )
        s.agenda.append(following)
        add_to_bag(s, answer.bag_add, "R-NYC-95" if self.index else "R-NYC-15")

    def _play_whole(self, s: State, answer: WholeCard) -> None:
        if answer.card is None:
            raise inconsistent("told")
        card = read_card(
            answer.card, s.world.scenario, self.index, frozenset(s.world.squares), s.now.limit, s.world.own_items
        )
        ask_if_last(s, self.index)
        s.agenda.append(ApplyEntered(card))
        add_to_bag(s, card.bag_add, "R-NYC-95" if self.index else "R-NYC-15")

    def unknown_row(self, s: State) -> UnknownRow:
        return UnknownRow(T("Story card"), card_kind(s.world.scenario, self.index), WholeCard)

    def learned_from(self, s: State, answer: Answer) -> LearnedFields | None:
        if isinstance(answer, AlertEnd):
            return learned_end(s, answer)
        if isinstance(answer, WholeCard) and answer.card is not None:
            return _learned(s, self.index, answer.card)
        if not isinstance(answer, CardNumbers) or answer.bag_add is None:
            return None
        numbers = {"mafia_per_turn": answer.mafia_per_turn, "bag_add": structs.asdict(answer.bag_add)}
        return _learned(s, self.index, numbers)


class EnterCars(Step[State], frozen=True, tag="tell_cars"):
    """R-NYC-16: the positions of police cars on the alert track for such a card 0."""

    mafia_per_turn: int

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-NYC-16", "alert_cars")

    def legal(self, s: State) -> Sequence[Answer]:
        return [AlertCars(None)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, AlertCars):
            raise not_this("R-NYC-16")
        cars = answer.cars
        if cars is None:
            raise inconsistent("alert_cars")
        alike = len(set(cars)) < len(cars)
        if alike or len(cars) > CARS - FIRST_ROUND_CARS or not all(1 <= at <= s.now.limit for at in cars):
            raise Refused("illegal", T("Police cars cannot stand like that on the alert track."), "R-NYC-16")
        s.agenda.append(ApplyNumbers(0, self.mafia_per_turn, sorted(cars)))

    def learned_from(self, s: State, answer: Answer) -> LearnedFields | None:
        if not isinstance(answer, AlertCars) or answer.cars is None:
            return None
        return _learned(s, 0, {"alert_cars": sorted(answer.cars)})


class EnterLast(Step[State], frozen=True, tag="tell_last"):
    """R-NYC-99: whether the card that was just turned up was the last; then the final challenge is in force."""

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-NYC-99", "last_card")

    def legal(self, s: State) -> Sequence[Answer]:
        return [LastCard(False), LastCard(True)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, LastCard):
            raise not_this("R-NYC-99")
        if answer.last:
            add_task(s, final_task(s))

    def learned_from(self, s: State, answer: Answer) -> LearnedFields | None:
        if not isinstance(answer, LastCard):
            return None
        return LearnedFields("scenarios", "id", s.world.scenario.id, {"whole": answer.last}, {"whole": not answer.last})


def _learned(s: State, index: int, fields: dict[str, Any]) -> LearnedFields:
    if index and s.world.scenario.cards[index].position is None:
        fields = {"position": s.now.story, "text": "", "effects": [], "final_challenge": None, **fields}
    return LearnedFields(f"scenarios.{s.world.scenario.id}.cards", "index", index, fields)


def final_task(s: State, card: StoryCard | None = None) -> TaskInForce:
    """R-NYC-99: the final challenge as a task; ``card`` is the last story card, if it was just entered."""
    printed = s.world.scenario.cards[-1]
    challenge = (card or printed).final_challenge
    told = card is not None and card is not printed
    if challenge is None or (not told and card_key(s.world.scenario.id, FINAL) in s.world.pack.missing):
        return TaskInForce("final", None, Need(table=True), "", "scenario", "R-NYC-113", [], [], [], [])
    return TaskInForce(
        "final", challenge.square, challenge.need, challenge.text, "scenario", "R-NYC-113", [], [], [], []
    )


# Tasks and the final challenge (WIRE.md 7, RULES.md 12).

NOT_ASKED = T("This is not what the task asks for.")


class Fulfilling(NYVerb[Fulfil]):
    """Whoever plays may fulfil a task in force: pay, hand items in, and its ``then`` is done.

    R-NYC-113: the final challenge wins at once; undealt mafia does not hinder it. Of several ways the first that fits
    the answer counts. What is shared is paid in parts, until all of it is there.
    """

    def options(self, s: State) -> Iterable[Answer]:
        for task in s.now.tasks:
            for need in task.need.ways:
                items = _first_items(s, need.items) if missing(s, task, need) is None else None
                if items is not None:
                    for dice in _listed_payments(s, task, need):
                        yield Fulfil(task.id, dice if dice else UNSET, items if items else UNSET)

    def check(self, s: State, answer: Fulfil) -> None:
        task = find(s, answer.task)
        refused: Refused | None = None
        for need in task.need.ways:
            try:
                _check(s, answer, task, need)
            except Refused as no:
                refused = refused or no
            else:
                return
        assert refused is not None
        raise refused

    def do(self, s: State, answer: Fulfil) -> None:
        task = find(s, answer.task)
        if answer.with_ is not UNSET:
            faces = [turn(s).pool[die].face for die in answer.with_]
            pay(s, answer.with_)
            if task.need.shared and len(faces) < sum(task.cost.values()):
                s.now.tasks[s.now.tasks.index(task)] = structs.replace(task, paid=_paid(task, faces))
                return
        if answer.items is not UNSET:
            for held in answer.items:
                pieces.return_item(s, held.item, held.used, turn(s).seat, task.rule)
        fulfilled(s, task)


def _check(s: State, answer: Fulfil, task: TaskInForce, need: Need) -> None:
    """Refuse an answer that does not fulfil a task in this way."""
    problem = missing(s, task, need)
    if problem is not None:
        raise Refused("illegal", problem, task.rule)
    if not _fits(need, answer):
        raise Refused("illegal", NOT_ASKED, task.rule)
    if answer.with_ is not UNSET:
        check_payment(s, answer.with_, _part(s, answer.with_, task, need), task.rule)
    if answer.items is not UNSET:
        _check_items(s, answer.items, need, task.rule)


def _part(s: State, dice: Dice, task: TaskInForce, need: Need) -> dict[str, int]:
    """What these dice are to pay: all that is left; of what is shared as much as they can."""
    left = task.left(need)
    if not need.shared or len(dice) >= sum(left.values()):
        return left
    pool = turn(s).pool
    paid = _paid(task, [pool[die].face for die in dice if die in pool])
    return {kind: paid.get(kind, 0) - task.paid.get(kind, 0) for kind in left}


def _paid(task: TaskInForce, faces: Sequence[str]) -> dict[str, int]:
    """What a shared need has got with these results: each of its type, wildcards of the first that is still open."""
    paid, left = dict(task.paid), task.cost
    for face in sorted(faces, key=lambda face: face == WILD):
        kind = next((kind for kind in sorted(left) if left[kind] and face in (kind, WILD)), None)
        if kind is not None:
            put(paid, kind)
            left[kind] -= 1
    return paid


def _fits(need: Need, answer: Fulfil) -> bool:
    """``with`` exactly if there is something to pay, ``items`` exactly if items are asked for (WIRE.md 7)."""
    return (answer.with_ is not UNSET) == bool(need.pay) and (answer.items is not UNSET) == bool(need.items)


def fits(task: TaskInForce, answer: Fulfil) -> bool:
    """True if one of the ways takes what the answer gives."""
    return any(_fits(need, answer) for need in task.need.ways)


def check_form(s: State, answer: Answer) -> None:
    """Refuse ``malformed`` a ``fulfil`` that carries something else than its task asks for."""
    if isinstance(answer, Fulfil) and not s.world.options.light:
        for task in s.now.tasks:
            if task.id == answer.task and not fits(task, answer):
                raise Refused("malformed", NOT_ASKED)


def find(s: State, name: str) -> TaskInForce:
    """The task in force with this id."""
    for task in s.now.tasks:
        if task.id == name:
            return task
    raise Refused("unknown", T("There is no task {name} in force.", name=name))


def fulfilled(s: State, task: TaskInForce) -> None:
    """The task goes, and what it brings happens; the final challenge wins."""
    s.now.tasks.remove(task)
    if task.id == "final":
        win(s)
    s.agenda.append(CardEffects(task.then, task.rule))


def missing(s: State, task: TaskInForce, need: Need) -> Text | None:
    """What else keeps the active character from fulfilling the task in this way, apart from payment and items; None if
    nothing."""
    square = here(s)
    if task.square is not None and square != task.square:
        return T("This task is done on {square}.", square=s.world.names[task.square])
    if need.clear and square in s.now.mafia:
        return T("The mafia here must be gone first.")
    if len(relatives(s, turn(s).seat)) + 1 < need.together:
        return T("{n} of the family must be here.", n=need.together)
    if need.gone and any(need.gone in names for names in s.now.tokens.values()):
        return T("There is still a {name} token on the board.", name=token_name(need.gone))
    return None


def _listed_payments(s: State, task: TaskInForce, need: Need) -> Iterable[Dice]:
    left = task.left(need)
    if not need.pay:
        return [()]
    if not need.shared:
        return paying_all(s, left)
    have = s.cached(unspent)
    most = sum(left.values())
    own = [die for kind in sorted(left) for die in have.get(kind, [])[: left[kind]]]
    wild = have.get(WILD, [])[: most - len(own)]
    return [tuple(sorted(own + wild[:n])) for n in range(len(wild) + 1) if own or n]


def _first_items(s: State, n: int) -> tuple[HeldItem, ...] | None:
    """The first ``n`` items of the hand, face-down ones first, then by kind; None if there are not enough."""
    hand = s.now.characters[turn(s).seat]
    held = [
        HeldItem(item, used)
        for used, items in ((True, hand.used), (False, hand.ready))
        for item in sorted(items)
        for _ in range(items[item])
    ]
    return tuple(held[:n]) if len(held) >= n else None


def _check_items(s: State, items: tuple[HeldItem, ...], need: Need, rule: str) -> None:
    hand = s.now.characters[turn(s).seat]
    counts: dict[HeldItem, int] = {}
    for held in items:
        counts[held] = counts.get(held, 0) + 1
    enough = all(n <= (hand.used if held.used else hand.ready).get(held.item, 0) for held, n in counts.items())
    if len(items) != need.items or not enough:
        raise Refused("illegal", T("The task asks for {n} items from your hand.", n=need.items), rule)
