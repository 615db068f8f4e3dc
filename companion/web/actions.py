"""What a tap on a page does to the table: read, checked against what was offered, and done by the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from companion.core.answers import Answer
from companion.core.asks import Over
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.scene.scene import Counter, Filling, SeatBoard, Tap
from companion.session.companions import Hurry
from companion.session.forms import FormDraft, paid
from companion.session.session import Session
from companion.session.telling import IN_LIST
from companion.web.views import Viewer, answers, confirms, may_make, moment, offers, photo_only_cards, seen_by

Fields = Mapping[str, str]
"""What a page sends, by name. Nothing in it is trusted."""
Thing = TypeVar("Thing")

STALE = T("The table has moved on since then; look again.")
NOT_YOURS = T("That is asked of somebody else.")
ODD = T("That is nothing that can be tapped here. Load the page again.")


def act(session: Session, viewer: Viewer, verb: str, fields: Fields) -> None:
    """Do what was tapped on a page of ``viewer``.

    Refused, ``stale``: the page is older than the table; ``unknown``: nothing like it was offered; ``illegal``: it is
    not this page's to say, or the rules say no.
    """
    do = _ANSWERS.get(verb) or _OTHERS.get(verb) or _AT_TABLE.get(verb)
    if do is None:
        raise Refused("unknown", ODD)
    if fields.get("moment") != moment(session, viewer):
        raise Refused("stale", STALE)
    if verb in _ANSWERS:
        session = seen_by(session, viewer)
        _require_asked(session, viewer)
    if verb in _AT_TABLE and not viewer.table:
        raise Refused("illegal", T("That is done at the table."))
    do(session, viewer, fields)


LONGEST = 200
"""Letters of a typed title or text."""

# Answers.


def _choose(session: Session, viewer: Viewer, fields: Fields) -> None:
    offer = _nth(offers(session), fields.get("n"))
    photo = fields.get("photo", "")
    if photo and photo not in photo_only_cards(session):
        raise Refused("unknown", ODD)
    if session.learning.open(offer.choice.answer, photo):
        session.changed()
        return
    choice = offer.choice
    if isinstance(choice.answer, Hurry):
        session.hurry()
        return
    left = session.open_choices.of(choice.answer)
    if left is not None and not may_make(left, viewer):
        raise Refused("illegal", NOT_YOURS)
    if session.open_choices.concerns(choice.answer):
        _done(session, session.answer(choice.answer))
        return
    if choice.counts:
        _tap(session, choice.answer)
        return
    dice = [die.id for die in session.scene.dice if fields.get(f"die.{die.id}")]
    found = [paid(choice, one, dice) for one in offer.answers]
    _answer(session, next((one for one in found if _allowed(session, one)), found[0]))


def _fill(session: Session, viewer: Viewer, fields: Fields) -> None:
    filling = _nth(session.scene.fillings, fields.get("n"))
    paper = FormDraft(filling, session.table.game, session.table.state)
    paper.amounts = {one.id: _amount(fields.get(f"a.{n}"), one.most) for n, one in enumerate(filling.portions)}
    paper.names = _named(filling, fields)
    if paper.lacks_word:
        raise Refused("malformed", T("Choose one of the words."))
    unused = session.forms.doubt(paper, session.rev)
    if unused is not None:
        session.changed()
        raise Refused("illegal", T("{what}. Send it once more if you mean it.", what=unused))
    _answer(session, paper.answer)


def _named(filling: Filling, fields: Fields) -> frozenset[str]:
    found = {one.id for n, one in enumerate(filling.named) if fields.get(f"n.{n}")}
    if filling.most_named is not None and len(found) > filling.most_named:
        raise Refused("malformed", T("That are too many: {n} at most.", n=filling.most_named))
    if filling.one_of and "o" in fields:
        found.add(_nth(filling.one_of, fields["o"]).id)
    return frozenset(found)


def _enter(session: Session, viewer: Viewer, fields: Fields) -> None:
    entry = session.scene.entry
    if entry is None:
        raise Refused("unknown", ODD)
    n = whole_number(fields.get("value"))
    if n is None or not entry.low <= n <= entry.high:
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=entry.low, high=entry.high))
    _answer(session, entry.answers[n - entry.low])


def _tick(session: Session, viewer: Viewer, fields: Fields) -> None:
    """Tick a line of the checklist, or remove the tick; ``on`` is what it shall be, since a form may come twice."""
    cell = _nth(session.scene.checklist, fields.get("n"))
    if cell.on != (fields.get("on") == "1"):
        _tap(session, cell.tap)


def _several(session: Session, viewer: Viewer, fields: Fields) -> None:
    several = session.scene.several
    if several is None:
        raise Refused("unknown", ODD)
    chosen = frozenset(one.seat for n, one in enumerate(several.options) if fields.get(f"n.{n}"))
    if chosen not in several.answers:
        raise Refused("illegal", T("Those cannot be chosen together."))
    _answer(session, several.answers[chosen])


def _answer(session: Session, answer: Answer) -> None:
    """Try on a copy first, so that a screen at the table never shows what a phone was refused."""
    rules, state = session.table.game.rules, session.table.state
    rules.play(state.copy(), answer)
    _done(session, session.answer(answer))


def _allowed(session: Session, answer: Answer) -> bool:
    return session.table.game.rules.allows(session.table.state, answer)


# Chance.


def _deal(session: Session, viewer: Viewer, fields: Fields) -> None:
    if session.mode == "roll":
        _done(session, session.roll_for_us())
    elif session.mode == "deal":
        _done(session, session.draw())
    else:
        raise Refused("unknown", ODD)


def _face(session: Session, viewer: Viewer, fields: Fields) -> None:
    tray, die, face = session.tray, fields.get("die", ""), fields.get("face", "")
    if tray is None or face not in tray.sides.get(die, ()):
        raise Refused("unknown", ODD)
    tray.set_face(die, face)
    session.tray_changed()


# What is counted.


def _count(session: Session, viewer: Viewer, fields: Fields) -> None:
    """Tap a counter, a cell or a card of a board."""
    board = _nth(session.scene.boards, fields.get("board"))
    if not (viewer.table or board.seat in viewer.seats):
        raise Refused("illegal", NOT_YOURS)
    _tap(session, _held(board, fields) if "h" in fields else _counted(board.counters, fields))


def _secret(session: Session, viewer: Viewer, fields: Fields) -> None:
    """The same on a board that only its own seat may see."""
    seat = fields.get("seat", "")
    if seat not in (viewer.seats if not viewer.table else (viewer.alone,)):
        raise Refused("illegal", NOT_YOURS)
    private = session.table.private(seat)
    if private is None:
        raise Refused("unknown", ODD)
    _tap(session, _counted(private.fixes if fields.get("fix") else private.counters, fields))


def _counted(counters: list[Counter], fields: Fields) -> Tap | None:
    counter, which = _nth(counters, fields.get("c")), fields.get("which", "")
    if which in ("more", "less"):
        return counter.more if which == "more" else counter.less
    return _nth(counter.cells, which).tap


def _held(board: SeatBoard, fields: Fields) -> Tap | None:
    return _nth(_nth(board.holdings, fields.get("h")).taps, fields.get("which"))[1]


def _tap(session: Session, tap: Tap | None) -> None:
    if tap is None:
        raise Refused("illegal", T("That cannot be tapped now."))
    if isinstance(session.table.ask, Over):
        raise Refused("over", T("The game has ended."))
    _done(session, session.apply_tap(tap))


# Instructions that were carried out, and boxes that are known in part.


def _confirm(session: Session, viewer: Viewer, fields: Fields) -> None:
    if not confirms(viewer):
        raise Refused("illegal", NOT_YOURS)
    session.done()


def _pass_over(session: Session, viewer: Viewer, fields: Fields) -> None:
    _done(session, session.mode == "new" and session.pass_over())


def _back(session: Session, viewer: Viewer, fields: Fields) -> None:
    session.learning.close()
    session.changed()


def _say(session: Session, viewer: Viewer, fields: Fields) -> None:
    """Say a part of a card that is told by its title, or take back something that it has done."""
    telling = session.learning.telling
    if telling is None:
        raise Refused("unknown", ODD)
    taken = whole_number(fields.get("back"))
    try:
        if taken is not None:
            telling.take_back(taken)
        else:
            telling.say(fields.get("part", ""), fields.get("option", ""), fields.get("text", "")[:LONGEST])
    except KeyError:
        raise Refused("unknown", ODD) from None
    if telling.same:
        _done(session, session.tell())
    session.changed()


def _tell(session: Session, viewer: Viewer, fields: Fields) -> None:
    telling = session.learning.telling
    if telling is not None and telling.lacks is not None:
        raise Refused("malformed", T("{what}.", what=telling.lacks))
    if telling is not None and telling.alike:
        raise Refused("malformed", IN_LIST)
    _done(session, session.tell())


def _nothing_else(session: Session, viewer: Viewer, fields: Fields) -> None:
    _done(session, session.mode == "changes" and session.end_changes())


def _who_draws(session: Session, viewer: Viewer, fields: Fields) -> None:
    item = session.learning.offered
    if session.mode != "offer" or item is None:
        raise Refused("unknown", ODD)
    session.decide(item, "digital" if fields.get("n") == "1" else "asked")


# Checks, and reading what was sent.


def _require_asked(session: Session, viewer: Viewer) -> None:
    if session.page is not None:
        raise Refused("stale", STALE)
    if not answers(session, viewer):
        raise Refused("illegal", NOT_YOURS)


def _done(session: Session, taken: bool) -> None:
    """Raise what the session has refused, so that it is shown on this page only."""
    if taken:
        return
    no = session.refused
    session.dismiss()
    raise no if no is not None else Refused("unknown", ODD)


def whole_number(text: str | None) -> int | None:
    """A number as it was typed, with or without a sign; None for any other text."""
    typed = (text or "").strip().replace("−", "-")
    digits = typed.removeprefix("-").removeprefix("+")
    return int(typed) if digits.isascii() and digits.isdecimal() and len(digits) <= 9 else None


def _amount(text: str | None, most: int) -> int:
    n = 0 if not text else whole_number(text)
    if n is None or not 0 <= n <= most:
        raise Refused("malformed", T("Type a number from {low} to {high}.", low=0, high=most))
    return n


def _nth(things: list[Thing], number: str | None) -> Thing:
    n = whole_number(number)
    if n is None or not 0 <= n < len(things):
        raise Refused("unknown", ODD)
    return things[n]


Action: TypeAlias = Callable[[Session, Viewer, Fields], None]
_ANSWERS: Mapping[str, Action] = {
    "choose": _choose, "fill": _fill, "enter": _enter, "several": _several, "tick": _tick, "deal": _deal, "face": _face,
    "say": _say, "tell": _tell, "pass": _pass_over, "back": _back, "nothing": _nothing_else, "who": _who_draws,
}  # fmt: skip
"""On the page of whoever is asked."""
_OTHERS: Mapping[str, Action] = {"count": _count, "secret": _secret, "done": _confirm}
_AT_TABLE: Mapping[str, Action] = {
    "undo": lambda session, viewer, fields: _done(session, session.undo()),
    "redo": lambda session, viewer, fields: _done(session, session.redo()),
}
ACTIONS = (*_ANSWERS, *_OTHERS, *_AT_TABLE)
"""What a page can ask for."""
