"""The base class for the rules of a game: asks, legal answers, and the effects of answers.

A rulebook is written as steps on an agenda (``companion.core.steps``); ``Rules`` runs them. Presentation is the
presenter's job.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, json

from companion.core.answers import Answer, Draw, Face, Pick, Pull, Roll, check_kind, check_side, read_answer
from companion.core.asks import Ask, DrawAsk, Over, PickAsk, PullAsk
from companion.core.facts import Facts
from companion.core.instructions import Instruction, Picture, Pieces, changes_between, placements, split
from companion.core.learning import (
    LearnedFields,
    Stock,
    UnknownCard,
    UnknownRow,
    check_row,
    has_whole_board,
    rows_of,
    silent,
)
from companion.core.refusals import Refused, known
from companion.core.secrets import (
    held,
    hide,
    keeps_secrets,
    marked,
    names_in,
    own,
    public_answer,
    seal,
    without_secrets,
)
from companion.core.setup import PlainWorld, SetupChoice, named_seats, numbered_seats, plain_world
from companion.core.sheets import BoxSheets
from companion.core.state import State
from companion.core.steps.agenda import Step
from companion.core.texts import SeatName, T, Words, as_printed, of_seat, own_name

S = TypeVar("S", bound=State[Any, Any])


class Box(Protocol):
    """The box of a table: a validated pack, a hash of its content, and its source (an id or a path)."""

    @property
    def pack(self) -> Any: ...

    @property
    def hash(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def data(self) -> Any:
        """Its content as JSON."""

    @property
    def name(self) -> Words:
        """Its name for people; empty if it has none."""

    def learned(self, rules: Rules[Any], table: str, row: Any) -> Box:
        """The box with a row added or replaced; raises ``Refused``."""


class NoBox(Struct, frozen=True):
    """The pack of a game that needs no box."""

    id: str = ""
    name: str = ""


class Rules(Generic[S]):
    """The rules of one game. One instance serves all tables; everything mutable is in the state.

    A game defines ``name``, ``title``, ``lay_out``, ``over`` unless its result is in the state, ``answers`` or
    ``parse``, ``facts`` or ``corrections``, and ``pieces`` if it has any.
    """

    name: str
    """Its lower-case id in saved games and on the command line."""
    title: Words
    """Its name for people."""
    bundled_pack: str | None = None
    """The id of the default pack; None: the default is ``box``."""
    pack_type: Any = None
    """The struct of its packs, from which forms are generated; None for a game without packs."""
    sheets: BoxSheets | None = None
    """The spreadsheet layout of its boxes; None if they are JSON only."""
    box: Any = NoBox()
    """The box of a game without packs."""
    locale: Any = None
    """The folder with the catalogues of a game that does not say its texts by language: ``es/LC_MESSAGES/NAME.mo``."""
    players: tuple[int, int] = (1, 4)
    """Minimum and maximum number of players."""
    choices: Sequence[SetupChoice] = ()
    """The options of the set-up."""
    answers: Any = Answer
    """The union of all answer types."""
    chance_items: tuple[str, ...] = ()
    """The chance items that can be digital or asked, as in ``--set chance.ITEM=asked``."""
    hideable: tuple[str, ...] = ()
    """The chance items that can be ``hidden``: their cards stay unknown to the companion and are never asked for."""
    dice: Mapping[str, Sequence[Face]] = {}
    """All dice with their faces, one entry per side; empty for a game without dice."""
    corrections: Facts[S] = Facts({})
    places: Collection[str] | Mapping[str, Any] = ()
    """The places of the board, by id: ``market`` is ``place:market`` in ``pieces`` and instructions.

    Their ids, or by id a position such as ``(2, 0)``, to the right and down, a name, or both: ``(2, 0, T("Market"))``.
    """
    beside: Mapping[str, Collection[str]] = {}
    """The neighbours of each place, between which lines are drawn. Places without positions are laid out by them."""
    box_stocks: Mapping[str, Stock] = {}
    """The tables of every box that fill decks and bags, by path."""
    optional_fields: frozenset[str] = frozenset()
    """Fields of a box that are optional while its board is incomplete."""
    secret_facts: tuple[str, ...] = ()
    """Of a game with ``facts`` of its own: those by seat (``{SEAT: …}``) of which each seat may see its own only."""
    secret_places: tuple[str, ...] = ()
    """Kinds of places (``kind:SEAT``) of which only that seat may see what lies there."""
    open_at_end: bool = True
    """At the end everybody may see what was secret."""
    title_only: frozenset[str] = frozenset()
    """Fields that a card may lack only as long as nobody has told what it does (``left_out``)."""
    dealt_along: tuple[type[Ask], ...] = (PullAsk, PickAsk)
    """Chance asks that are dealt together with the one before, without a separate confirmation."""

    # Setting up.

    def read_pack(self, data: object) -> Any:
        """Validate a JSON value against the game's schema; raises ``BadPack`` with all violations."""
        return self.box

    def blank_pack(self) -> dict[str, Any]:
        """The JSON template of a new box, without id and name: the fixed parts filled in, the rest unknown or missing.

        Its names are translatable. Empty for a game without packs.
        """
        return {}

    def blank_words(self) -> Mapping[str, Words]:
        """The names of the ids of a new box."""
        return {}

    def seats(self, pack: Any) -> list[tuple[str, Words]]:
        """The available seats with their names."""
        return numbered_seats(self.seat_limits(pack)[1])

    def seat_name(self, state: S, seat: str) -> SeatName:
        """The name of a seat of this table, as in ``seats``."""
        found = dict(self.seats(getattr(state.world, "pack", self.box))).get(seat)
        return own_name(seat) if found is None else of_seat(seat, as_printed(found))

    def seat_limits(self, pack: Any) -> tuple[int, int]:
        """Minimum and maximum number of players."""
        return self.players

    def setup_choices(self, pack: Any) -> Sequence[SetupChoice]:
        """The options of the set-up: by default ``choices``."""
        return self.choices

    def settings_for(self, pack: Any, seats: Sequence[str]) -> dict[str, str]:
        """Settings implied by the chosen seats; explicit settings take precedence."""
        return {}

    def world(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> PlainWorld:
        """The immutable world of a game that needs only ``players`` and ``choices``; raises like ``lay_out``."""
        return plain_world(pack, named_seats(seats, *self.players), self.choices, settings)

    def lay_out(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        """The initial state, before the first step runs; raises ``BadSetup`` for an unknown seat, key or value.

        ``chance.*`` keys are handled by the table and not passed.
        """
        raise NotImplementedError

    def begin(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        """A new game at its first question; its instructions place all pieces.

        Raises ``ValueError`` if ``beside`` names a place that is not in ``places``: a mistake in the game's code.
        """
        for place in (one for at, near in self.beside.items() for one in (at, *near)):
            if place not in self.places:
                raise ValueError(f"beside: there is no place {place}")
        state = self.lay_out(pack, seats, settings)
        state.todo = placements(self.pieces(state))
        state.settle()
        return state

    # Boxes known in part (WIRE.md).

    def stocks(self, pack: Any) -> Mapping[str, Stock]:
        """The tables of a pack that fill decks and bags, by path: by default ``box_stocks``."""
        return self.box_stocks

    def stocks_at(self, state: S) -> Mapping[str, Stock]:
        """The same, with decks and bags named as in the asks of this table."""
        return self.stocks(state.world.pack)

    def printed(self, state: S, place: str) -> Sequence[str]:
        """All possible outcomes of a deck or pick that is not filled from a table of the box."""
        return []

    def check_row(self, pack: Any, table: str, row: object) -> None:
        """Validate a row of that table: refused as ``malformed``, or as ``unknown`` for a name not in the pack."""
        check_row(self.stocks(pack)[table], row)

    def know(self, state: S) -> None:
        """Update decks and bags after the box has learned (``unknown.fit``)."""

    def learned_from(self, state: S, answer: Answer) -> LearnedFields | None:
        """What a partly known box can learn from this answer to the open question."""
        return state.agenda[-1].learned_from(state, answer) if state.agenda else None

    def unknown_row(self, state: S) -> UnknownRow | None:
        """The row that people can enter as a whole at the open question, if any."""
        return state.agenda[-1].unknown_row(state) if state.agenda else None

    def unknown_card(self, state: S) -> UnknownCard | None:
        """A card that is not known, among the answers to the open question, if it can be told there; draws aside."""
        return None

    def can_be_told(self, state: S, table: str) -> bool:
        """True (the default) if rows of a table of the box can be entered now; False if they name what is not there."""
        return True

    def goes_with(self, row: Mapping[str, Any], effect: Mapping[str, Any]) -> bool:
        """False for an effect that a row with these fields cannot have, such as one of another timing."""
        return True

    def told_by_title(self, pack: Any, table: str) -> bool:
        """True if a new card of that table needs only its title, and what it has changed, while people play; by default
        where a box is known in part as a whole."""
        return not has_whole_board(pack)

    def left_out(self, pack: Any, table: str) -> frozenset[str]:
        """The required fields that a row of a table may lack while people play: none."""
        return frozenset()

    def needs_cards(self, box: Box, table: str) -> bool:
        """True if hands need the cards of a deck's table: what one of them does is still on the card alone."""
        if self.stocks(box.pack)[table].counted or not self.told_by_title(box.pack, table):
            return False
        lacking = self.left_out(box.pack, table)
        return any(silent(row) or any(row.get(name) is None for name in lacking) for row in rows_of(box.data, table))

    def counts_effects(self, state: S, table: str) -> bool:
        """True (the default) if what a card of that table does is carried out once it is drawn now."""
        return True

    def untold_row(self, state: S) -> tuple[str, str] | None:
        """The table and the id of the card behind the open question, if only its title was told before."""
        return None

    # What is asked and answered.

    def over(self, state: S) -> Over:
        """The final ask; by default the result and its rule are in ``now.result``. Called only without an agenda."""
        result: dict[str, Any] = state.now.result
        return Over(None, result["rule"], result)

    def ask(self, state: S) -> Ask:
        """The open question; ``Over`` at the end."""
        return state.agenda[-1].ask(state) if state.agenda else self.over(state)

    def legal(self, state: S) -> Sequence[Answer] | None:
        """The legal answers (WIRE.md, ``legal``); None for a roll, empty at the end."""
        return state.listed(state.agenda[-1]) if state.agenda else []

    def offered(self, state: S) -> Sequence[Answer]:
        """The answers that people are offered: the legal ones; and where one seat alone says what it drew, all cards
        that it does not see, since a shorter list would tell what others hold. What cannot be is refused."""
        legal, ask = self.legal(state) or [], self.ask(state)
        if ask.only is None or not isinstance(ask, DrawAsk | PickAsk):
            return legal
        kind: Any = Draw if isinstance(ask, DrawAsk) else Pick
        place = ask.deck if isinstance(ask, DrawAsk) else ask.what
        cards = self.deck_cards(state, place)
        if not cards:
            return legal
        unseen = set(cards) - names_in(self.seen(state, ask.only))
        listed = {one.card if isinstance(one, Draw) else one.one for one in legal if isinstance(one, Draw | Pick)}
        others = [one for one in legal if not isinstance(one, kind)]
        return [*(kind(place, card) for card in sorted(unseen | listed, key=str)), *others]

    def deck_cards(self, state: S, place: str) -> Collection[str]:
        """All cards of a deck, or of what is picked, of which others hold some in secret, wherever they are: by default
        those that are ``printed``."""
        return self.printed(state, place)

    def odds(self, state: S) -> list[float] | None:
        """The probability of each legal answer, in order; None unless the open ask is chance other than a roll."""
        return state.agenda[-1].odds(state) if state.agenda else None

    def together(self, state: S) -> Sequence[str]:
        """The seats that are asked the open question at the same time, the one whose turn it is first; empty if it is
        asked of one alone."""
        found: list[str] = []
        for step in reversed(state.agenda):
            if not step.together or type(step) is not type(state.agenda[-1]):
                break
            found.append(step.seat)  # type: ignore[attr-defined]
        return found

    def asked_ahead(self, state: S, seat: str) -> S | None:
        """A state in which ``seat`` is asked its own question of ``together``, before its turn; None if it has none."""
        seats = self.together(state)
        if seat not in seats[1:]:
            return None
        ahead: S = state.copy()
        ahead.agenda.append(ahead.agenda.pop(-1 - seats.index(seat)))
        return ahead if ahead.agenda[-1].asks(ahead) else None

    def may_wait(self, state: S) -> Answer | None:
        """The answer to take for granted if the open question may stay open while others play on; None (the default) if
        it may not."""
        return None

    def waits(self, state: S, seat: str | None) -> bool:
        """True as long as a question that ``seat`` has left open need not be answered."""
        return False

    def parse(self, state: S, raw: object) -> Answer:
        """Parse an answer from outside; refused as ``malformed``, or as ``unknown`` for dice or faces of no die."""
        answer: Answer = read_answer(raw, self.answers | Draw | Pull | Pick | Roll)
        if isinstance(answer, Roll):
            for face in answer.faces.values():
                check_kind(face, [side for sides in self.dice.values() for side in sides])
            for die, face in answer.faces.items():
                known(die, self.dice)
                check_side(face, self.dice[die])
        return answer

    def allows(self, state: S, answer: Answer) -> bool:
        """Whether this answer is legal now; tried on a copy."""
        try:
            self.play(state.copy(), answer)
        except Refused:
            return False
        return True

    def play(self, state: S, answer: Answer) -> list[Instruction]:
        """Apply an answer and return the instructions; or raise ``Refused`` with nothing changed."""
        if not state.agenda:
            raise Refused("over", T("The game has ended."))
        state.play(answer)
        return state.take_todo()

    # Chance.

    def chance_item(self, ask: Ask) -> str:
        """The chance item of a chance ask: by default the deck, the bag, what is picked, or ``dice``."""
        if isinstance(ask, DrawAsk):
            return ask.deck
        if isinstance(ask, PullAsk):
            return ask.bag
        return ask.what if isinstance(ask, PickAsk) else "dice"

    def goes_along(self, ask: Ask) -> bool:
        """True if this ask is dealt together with the one before."""
        return isinstance(ask, self.dealt_along)

    # What is known.

    def facts(self, state: S) -> dict[str, Any]:
        """The complete state for machines: by default pieces, mutable state, and correctable facts."""
        now = json.decode(json.encode(state.now))
        return {"game": self.name, "pieces": self.pieces(state), **now, **self.corrections.now(state)}

    def view(self, state: S, seat: str | None) -> dict[str, Any]:
        """What a seat may see, None: the shared screen (R-GEN-06): the facts without the secrets of others, as they are
        declared (``core.secrets``)."""
        return {**self.seen(state, seat), "you": seat}

    def seen(self, state: S, seat: str | None) -> dict[str, Any]:
        """The facts without what only other seats may know."""
        found = self.facts(state)
        if self.open_at_end and not state.agenda:
            return found
        facts = self.corrections
        if type(self).facts is Rules.facts and (facts.secret or keeps_secrets(state.now)):
            now = json.decode(json.encode(state.now))
            hide(now, state.now, self.seats_of(state), seat)
            kind: type[Struct] = type(state.now)
            fields = {name for _, name in marked(kind)}
            for name in {name for fact, name, _, _ in facts.declared(state) if fact.secret} - fields:
                now.pop(name, None)
            found = {"game": self.name, "pieces": found["pieces"], **now, **facts.now(state, facts.known(state, seat))}
        for name in self.secret_facts:
            found[name] = own(found[name], seat, None)
        if self.secret_places and "pieces" in found:
            found["pieces"] = self.open_pieces(state, seat)
        return found

    def open_pieces(self, state: S, seat: str | None) -> Pieces:
        """The pieces that ``seat`` may see; None: the shared screen."""
        places = ((split(at), at, there) for at, there in self.pieces(state).items())
        return {at: there for (kind, of), at, there in places if kind not in self.secret_places or of == seat}

    def open_answer(self, state: S, answer: Answer, asked: Ask | None) -> Answer:
        """A given answer as everybody may know it: with None for what only one seat may know, unless it was revealed
        since."""
        return answer if self.revealed(state, answer) else public_answer(answer, asked)

    def revealed(self, state: S, answer: Answer) -> bool:
        """True if everybody may know by now what this secret answer was; never by default."""
        return False

    def seats_of(self, state: S) -> Collection[str]:
        """The seats of a game that goes on."""
        return self.corrections.names(state, "seat") or getattr(state.world, "seats", ())

    def public(self, state: S, change: Mapping[str, Any]) -> dict[str, Any]:
        """A change of a correction in JSON, with null for what only one seat may know (R-GEN-06)."""
        return self.corrections.public(state, change)

    def depends_on_secret(self, state: S, *acts: Callable[[S], object]) -> bool:
        """True if what these acts bring, one after another, depends on a secret of ``state``, or ends the game.

        Whoever looks ahead without playing asks this first, for ``lambda s: rules.play(s, answer)``: what would follow
        may not be shown then, since it would tell the secret and could be left without a trace. Whether it is shown
        tells nothing either: it is tried out on states in which every secret is something else.
        """
        if not (state.agenda and self.hides(state)):
            return False
        try:
            exchanges = type(self).exchanged is not Rules.exchanged or not keeps_secrets(state.now)
            return self._differs_exchanged(state, acts) if exchanges else self._differs_sealed(state, acts)
        except Exception:
            # Whatever looking at a sealed secret, or an exchanged one, led to.
            return True

    def _differs_sealed(self, state: S, acts: Sequence[Callable[[S], object]]) -> bool:
        """True if something else follows where secret fields are None, or the game ends."""
        unused, found = self.unused_secrets(state), list[object]()
        for none_yet in (False, True):
            trial, brought = state.copy(), list[object]()
            twice = seal(trial.now, unused, none_yet=none_yet)
            try:
                for act in acts:
                    brought.append(act(trial))
                    seal(trial.now, unused, none_yet=none_yet)
            except Refused as no:
                found.append([*brought, no.code, no.text, no.rule])
            else:
                # At the end what was hidden counts, and lies open.
                if not trial.agenda:
                    return True
                found.append([*brought, without_secrets(trial.now), trial.agenda])
            if not twice:
                return False
        return found[0] != found[1]

    def _differs_exchanged(self, state: S, acts: Sequence[Callable[[S], object]]) -> bool:
        """True if something else follows where other things are hidden (``exchanged``), or the game ends."""
        trial = state.copy()
        for act in acts:
            found = [self._brought(other, act) for other in self.exchanged(trial)]
            if any(one != found[0] for one in found):
                return True
            try:
                act(trial)
            except Refused:
                return False
        return not trial.agenda

    def _brought(self, state: S, act: Callable[[S], object]) -> list[object]:
        """All that everybody sees of what an act brings."""
        try:
            return [act(state), self.view(state, None), state.agenda]
        except Refused as no:
            return [no.code, no.text, no.rule]

    def unused_secrets(self, state: S) -> Collection[str]:
        """The secret fields that this table does not use, as everybody knows: by default none."""
        return ()

    def exchanged(self, state: S) -> Sequence[S]:
        """Copies of a state that look the same to whoever is asked, with other things hidden from them.

        For games in which everybody knows the number of what is hidden: they are tried out on these states instead of
        sealed ones. What is hidden in the copies must not depend on what is hidden in ``state``. By default none.
        """
        return ()

    def hides(self, state: S) -> bool:
        """True if somebody knows something that others do not."""
        if self.secret_facts:
            facts = self.facts(state)
            return any(held(facts[name]) for name in self.secret_facts)
        return self.corrections.secret or keeps_secrets(state.now)

    def pieces(self, state: S) -> Pieces:
        """All pieces on the table: by default none."""
        return {}

    def face_down(self, state: S) -> Pieces:
        """The pieces that lie face down: by default none."""
        return {}

    def picture(self, state: S) -> Picture:
        """All visible pieces, and which of them lie face down."""
        return Picture(self.pieces(state), self.face_down(state))

    # Corrections (WIRE.md, Corrections).

    def balance(self, state: S) -> None:
        """After the last change of a correction: recompute the supplies (R-GEN-04).

        Refused as ``illegal`` if more pieces are out than exist. Does nothing by default.
        """

    def after_correction(self) -> list[Step[S]]:
        """Steps to run after a correction, before the open question is updated: none by default."""
        return []

    def correct(self, state: S, changes: Sequence[Any]) -> list[Instruction]:
        """Apply changes atomically; raises ``Refused`` with nothing changed.

        Returns the instructions: the difference on the table, and those of steps that run afterwards.
        """
        trial = self.corrected(state, changes)
        trial.todo = changes_between(self.picture(state), self.picture(trial))
        trial.agenda += self.after_correction()
        trial.settle()
        state.replace_with(trial)
        return trial.take_todo()

    def corrected(self, state: S, changes: Sequence[Any]) -> S:
        """A copy of ``state`` with these facts set, without running any step.

        Raises ``Refused`` like ``correct``.
        """
        if not state.agenda:
            raise Refused("over", T("The game has ended. Undo instead."))
        if not changes:
            raise Refused("malformed", T("A correction needs at least one change."))
        trial = state.copy()
        for change in changes:
            self.corrections.apply(trial, change)
        self.balance(trial)
        return trial
