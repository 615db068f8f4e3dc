"""What a slip over the screen explains: rules in plain words, odds, how a total came about. No kivy in here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.core.texts import T, Words
from companion.scene.scene import Choice, Line, Stake, Stakes, for_hands, form_of
from companion.session.odds import likely
from companion.session.session import Session
from companion.table.table import ahead
from ui.base.language import say

FOLLOWING = 6
"""Maximum number of lines that tell what follows from an answer."""


def what_if(session: Session, choice: Choice) -> Stakes | None:
    """What follows from a choice, up to the next question; None if it opens a form, or is not asked of all."""
    table, answer = session.table, choice.answer
    forms = answer.template or form_of(session.scene, answer) is not None or session.open_choices.concerns(answer)
    if forms or session.companions.due is not None or table.ask.only is not None or table.over:
        return None
    if table.game.rules.depends_on_secret(table.state, lambda state: table.game.rules.play(state, answer)):
        return Stakes(choice.label, follows=[Stake(T("That depends on what only one player may know."))])
    try:
        seen = ahead(table, answer)
    except Refused as no:
        return Stakes(choice.label, follows=[Stake(no.text)])
    lines = [line.words for line in for_hands(seen.lines, table.chance)]
    more = [T("… and {n} more", n=len(lines) - FOLLOWING)] if len(lines) > FOLLOWING else []
    following = T("Then: {what}", what=seen.scene.prompt.title)
    return Stakes(choice.label, follows=[Stake(words) for words in (*lines[:FOLLOWING], *more, following)])


@dataclass(frozen=True)
class Note:
    """A part of a slip: heading and text, ``over`` above both. ``head`` is the rule's place in the rulebook, or a
    probability; ``number`` is the rule's number."""

    head: str
    text: str
    over: str = ""
    number: str = ""


@dataclass(frozen=True)
class Slip:
    """A slip: title and notes; or only the photo of a ``card``, by its id."""

    title: str
    notes: tuple[Note, ...]
    card: str = ""


class Slips:
    """Which slip is open. Its text is made anew each time, from the running game and in the screen's language.
    ``session`` returns the running game, None if there is none; ``changed`` is called when another slip opens, or
    none."""

    def __init__(self, session: Callable[[], Session | None], changed: Callable[[], None]) -> None:
        self._session = session
        self._changed = changed
        self._tell: Callable[[Session], Slip | None] | None = None

    def why(self, rules: tuple[str, ...], force: bool = False, because: Words | None = None) -> None:
        """Explain these rules, after ``because``, a reason of the companion; with ``force`` also everything in force
        now."""
        self._lay(partial(_notes_on_rules, rules, force, because))

    def force(self) -> None:
        self.why((), force=True)

    def why_not(self) -> None:
        """Explain the refusal, and dismiss it."""
        session = self._session()
        if session is not None and session.refused is not None and session.refused.rule is not None:
            self.why((session.refused.rule,))
            session.dismiss()

    def odds(self) -> None:
        """Show the odds of the open chance, as long as it is open."""
        session = self._session()
        if session is not None:
            self._lay(partial(_odds, (session, session.rev)))

    def count(self, seat: str) -> None:
        """Show step by step how a seat's total is made up."""
        self._lay(partial(_counted, seat))

    def card(self, card: str) -> None:
        """Show the photo of a card in full size, as long as its question is open."""
        session = self._session()
        if session is not None:
            self._lay(partial(_card, card, (session, session.rev)))

    def lasting(self, card: str) -> None:
        """Show what a card still does later, as long as it does."""
        self._lay(partial(_lasting, card))

    def close(self) -> bool:
        """Close it; True if one was open."""
        lay, self._tell = self._tell is not None, None
        if lay:
            self._changed()
        return lay

    def slip(self) -> Slip | None:
        """The slip to show, or None; one that no longer applies is closed."""
        session = self._session()
        slip = self._tell(session) if session is not None and self._tell is not None else None
        if slip is None:
            self._tell = None
        return slip

    def _lay(self, tell: Callable[[Session], Slip | None]) -> None:
        self._tell = tell
        self._changed()


def _card(card: str, at: tuple[Session, int], session: Session) -> Slip | None:
    return Slip("", (), card) if at == (session, session.rev) else None


def _lasting(card: str, session: Session) -> Slip | None:
    there = [one for one in session.scene.lasting if one.id == card]
    return Slip(say(there[0].title), tuple(Note("", say(one.text or "")) for one in there)) if there else None


def _notes_on_rules(rules: tuple[str, ...], force: bool, because: Words | None, session: Session) -> Slip | None:
    """A reason, the rules that were asked for, then what is in force."""
    game = session.table.game
    explained = ((rule, say(game.presenter.rule(rule))) for rule in rules)
    why = [] if because is None else [Note(say(T("Because …")), say(because))]
    why += [Note(say(game.presenter.heading(rule)), words, number=rule) for rule, words in explained if words]
    notices = list(map(say, session.scene.notices)) if force else []
    if not why and not notices:
        return None
    over = say(T("Now in force"))
    now = [Note(f"{n}.", words, over if why and n == 1 else "") for n, words in enumerate(notices, 1)]
    return Slip(say(T("Why?")) if why else over, (*why, *now))


def _counted(seat: str, session: Session) -> Slip | None:
    rank = next((one for one in session.scene.ranking if one.seat == seat and one.steps), None)
    if rank is None:
        return None
    notes = [
        Note(say(step.value), say(step.name) if step.note is None else f"{say(step.name)}: {say(step.note)}")
        for step in rank.steps
    ]
    return Slip(f"{say(rank.name)}: {say(rank.value)}", tuple(notes))


def _odds(at: tuple[Session, int], session: Session) -> Slip | None:
    """The possible outcomes; None as soon as there is one."""
    if at != (session, session.rev):
        return None
    notes: list[Note] = []
    of = None
    for one in likely(session.table, say):
        notes.append(Note(say(one.share), ", ".join(one.names), say(one.of) if one.of != of else ""))
        of = one.of
    return Slip(say(session.scene.prompt.title), tuple(notes)) if notes else None


def rules_of(session: Session, lines: Sequence[Line] | None = None) -> tuple[str, ...]:
    """The rules behind ``lines``, else behind the page or question: each once, if the game has a text for it."""
    if lines is None and session.page is not None:
        lines = session.page.lines
    named = [session.scene.prompt.rule or session.table.ask.rule] if lines is None else [line.rule for line in lines]
    return tuple(dict.fromkeys(rule for rule in named if rule and session.table.game.presenter.rule(rule) is not None))


def odds_known(session: Session) -> bool:
    """True if the open ask is chance whose odds everybody may know."""
    return is_chance(session.table.ask) and session.page is None and session.table.ask.only is None
