"""What can be chosen on a page: the choices of the open question with a number each, gathered as people look for them.

A page sends back a number and the moment it was made at, never an answer: nothing can be answered that was not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, structs
from msgspec.structs import astuple

from companion.core.answers import Answer, Draw, DrawUnknown, Pick, PullUnknown
from companion.core.asks import DrawAsk, PickAsk
from companion.core.texts import T, Words
from companion.packs.photos.keeping import can_straighten
from companion.packs.pictures import photo_name
from companion.scene.menu import BOARD, menu
from companion.scene.scene import Choice, DieView, Filling, Named, Portion, Scene, form_of
from companion.session.forms import FormDraft
from companion.session.session import Session
from companion.table.learned import printed

FEWEST = 2
"""Cards with a picture from which on a photo is worth it."""


class Offer(Struct, frozen=True):
    """A choice, and the answers that it stands for: several where people cannot tell them apart."""

    choice: Choice
    answers: list[Answer]


class Field(Struct, frozen=True):
    """Something of a form that is entered: how many there are of it now, or whether it is chosen."""

    about: Portion | Named
    now: int


class Offered(Struct, frozen=True):
    """A card that can be the one: its id, what it is called and says, and its number among the choices; one of which
    nobody has told yet is called by its ``photo``, the same id."""

    card: str
    name: Words
    detail: Words | None
    n: int
    photo: str = ""


class Form(Struct, frozen=True):
    """An answer to fill in, by its number among the forms of the scene."""

    n: int
    filling: Filling
    portions: list[Field]
    named: list[Field]
    one_of: list[Field]


class Item(Struct, frozen=True):
    """A line: a choice, or something to open with more lines inside."""

    label: Words
    detail: Words | None = None
    icons: list[str] = []
    n: int | None = None
    primary: bool = False
    unused: Words | None = None
    form: Form | None = None
    dice: list[DieView] = []
    """Those that it can be paid with instead of the ones that the companion would take."""
    inside: list[Item] = []
    card: str = ""
    """The id of the card that it is about, if there is a picture of it."""


def offers(session: Session) -> list[Offer]:
    """The choices of the open question, in the order of their numbers."""
    everything = _everything(session)
    if everything is not None:
        return everything
    return [Offer(choice, [choice.answer]) for choice in session.scene.choices]


def _everything(session: Session) -> list[Offer] | None:
    """For a card that only one seat sees and that people draw themselves: all that there are, whoever has them; a
    shorter list would say what others hold. None for any other question."""
    table = session.table
    ask = table.ask
    if ask.only is None or not isinstance(ask, DrawAsk | PickAsk):
        return None
    place = ask.deck if isinstance(ask, DrawAsk) else ask.what
    by_name: dict[str, Offer] = {}
    for one in printed(table, place):
        answer: Answer = Draw(place, one) if isinstance(ask, DrawAsk) else Pick(place, one)
        name = table.game.presenter.outcome(table.state, answer)
        same = by_name.setdefault(repr(name), Offer(Choice(answer, name), []))
        same.answers.append(answer)
    if not by_name:
        return None
    other = [choice for choice in session.scene.choices if isinstance(choice.answer, DrawUnknown | PullUnknown)]
    return [*by_name.values(), *(Offer(choice, [choice.answer]) for choice in other)]


def items(session: Session) -> list[Item]:
    """The choices as lines, what belongs together inside one line."""
    found = offers(session)
    scene = structs.replace(session.scene, choices=[offer.choice for offer in found])
    if found and found[0].answers[0] is not session.scene.choices[0].answer:
        scene = structs.replace(scene, groups=[])
    numbers = {id(offer.choice): n for n, offer in enumerate(found)}
    return list(_items(session, scene, numbers, None))


def _items(session: Session, scene: Scene, numbers: dict[int, int], group: str | None) -> Iterator[Item]:
    for line in menu(scene, group):
        if line.choice is not None:
            yield _item(session, scene, line.choice, line.detail, numbers[id(line.choice)])
        elif line.group == BOARD:
            yield Item(line.label, T("Say it on your board, below."))
        elif line.group is not None:
            inside = list(_items(session, scene, numbers, line.group))
            yield Item(line.label, line.detail, inside=inside)


def _item(session: Session, scene: Scene, choice: Choice, detail: Words | None, n: int) -> Item:
    filling = form_of(scene, choice.answer)
    return Item(
        choice.label,
        detail,
        choice.icons,
        n,
        choice.primary,
        choice.unused,
        None if filling is None else form(session, filling),
        [die for die in scene.dice if not die.spent and die.face is not None] if choice.pays else [],
        card=_card_of(session, choice.answer),
    )


def _card_of(session: Session, answer: Answer) -> str:
    """The card that an answer names and of which there is a picture; empty if it names none, or where it is one of a
    whole list."""
    files = session.learning.photos.pictures if session.mode == "choose" else {}
    return next((one for one in astuple(answer) if isinstance(one, str) and one in files), "") if files else ""


def pictured(lines: Sequence[Item]) -> Iterator[str]:
    """The cards that these lines are about, those inside of others, too."""
    for line in lines:
        if line.card:
            yield line.card
        yield from pictured(line.inside)


def form(session: Session, filling: Filling) -> Form:
    """A form as it is before anything is entered."""
    table = session.table
    paper = FormDraft(filling, table.game, table.state)

    def named(fields: Sequence[Named]) -> list[Field]:
        return [Field(one, int(one.id in paper.names)) for one in fields]

    return Form(
        session.scene.fillings.index(filling),
        filling,
        [Field(one, paper.amounts[one.id]) for one in filling.portions],
        named(filling.named),
        named(filling.one_of),
    )


def untold_photos(session: Session) -> Mapping[str, str]:
    """The cards that can have come and of which there is but a photo, with the paths of their tables; all that there
    are where a shorter list would say what others hold."""
    photos = session.learning.photos
    return photos.here if session.table.ask.only is None else photos.printed


def untold(session: Session) -> list[Offered]:
    """The same, to be chosen at the open question."""
    photos = untold_photos(session)
    if not photos:
        return []
    n = next((n for n, one in enumerate(offers(session)) if isinstance(one.choice.answer, DrawUnknown)), None)
    return [] if n is None else [Offered(card, photo_name(card), None, n, card) for card in photos]


def recognisable(session: Session) -> tuple[dict[str, Offered], dict[str, Path]]:
    """The cards that a photo can name at the open question, and the pictures of their deck; both empty where it cannot
    name any."""
    ask = session.table.ask
    pictures = session.learning.photos.pictures if isinstance(ask, DrawAsk | PickAsk) else {}
    if len(pictures) < FEWEST or session.mode not in ("list", "choose") or not can_straighten():
        return {}, {}
    found: dict[str, Offered] = {}
    for n, offer in enumerate(offers(session)):
        for answer in offer.answers:
            card = answer.card if isinstance(answer, Draw) else answer.one if isinstance(answer, Pick) else None
            if isinstance(card, str) and card in pictures:
                found.setdefault(card, Offered(card, offer.choice.label, offer.choice.detail, n))
    found |= {one.card: one for one in untold(session)}
    if len(found) < FEWEST:
        return {}, {}
    place = ask.deck if isinstance(ask, DrawAsk) else ask.what if isinstance(ask, PickAsk) else ""
    cards = {*printed(session.table, place), *found}
    return found, {id_: file for id_, file in pictures.items() if id_ in cards}
