"""What the viewer of a page may see: the public picture, the secrets of its seats, the possible answers. No HTML."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from msgspec import Struct, structs
from msgspec.structs import astuple

from companion.core.answers import Answer, Draw, DrawUnknown, Pick, PullUnknown
from companion.core.asks import DrawAsk, Over, PickAsk
from companion.core.texts import Say, T, Words, as_printed
from companion.packs.photos.keeping import can_straighten
from companion.packs.pictures import photo_name
from companion.scene.menu import BOARD, Menu
from companion.scene.scene import (
    Choice,
    DieView,
    Filling,
    Line,
    Named,
    NumberEntry,
    Portion,
    Private,
    Scene,
    SeatBoard,
    Several,
    form_of,
    only_form,
    people,
)
from companion.session.forms import Entered, FormDraft
from companion.session.odds import OutcomeOdds, likely
from companion.session.open_choices import OpenChoice
from companion.session.pages import Page
from companion.session.session import LeftSession, Mode, Session
from companion.session.telling import SAME, CardTelling, TellingOption
from companion.table.learned import printed
from companion.table.people import with_person

FEWEST = 2
"""Least number of cards with pictures for which a photo is offered."""


class Offer(Struct, frozen=True):
    """A choice, and the answers that it stands for: several if people cannot tell them apart."""

    choice: Choice
    answers: list[Answer]


class FieldState(Struct, frozen=True):
    """A field of a form, with its present amount, or 1 if it is chosen."""

    about: Portion | Named
    now: int


class CardOption(Struct, frozen=True):
    """A card that can be the drawn one: its id, name and text, and the number of its choice. ``photo`` is the same id
    if there is only a photo of the card."""

    card: str
    name: Words
    detail: Words | None
    n: int
    photo: str = ""


class FormState(Struct, frozen=True):
    """A form before anything is entered; ``n`` is its number among the forms of the scene."""

    n: int
    filling: Filling
    portions: list[FieldState]
    named: list[FieldState]
    one_of: list[FieldState]


class PageItem(Struct, frozen=True):
    """A line of the menu: a choice with the number ``n``, or a group with more lines inside."""

    label: Words
    detail: Words | None = None
    icons: list[str] = []
    n: int | None = None
    primary: bool = False
    unused: Words | None = None
    form: FormState | None = None
    dice: list[DieView] = []
    """The dice that can pay for it, instead of those that the companion would take."""
    inside: list[PageItem] = []
    lying: bool = False
    """It is the card that lies there, with what it can do inside."""
    card: str = ""
    """The id of its card, if there is a picture of it."""
    counts: bool = False
    """It records on a counter what hands have done, as often as it is tapped."""


def offers(session: Session) -> list[Offer]:
    """The choices of the open question, in the order of their numbers.

    A page sends back such a number, never an answer: only what was offered can be answered.
    """
    everything = _everything(session)
    if everything is not None:
        return everything
    return [Offer(choice, [choice.answer]) for choice in session.scene.choices]


def _everything(session: Session) -> list[Offer] | None:
    """All printed cards, for a card that people draw themselves and that only one seat sees: a shorter list would
    reveal what others hold. None for any other question."""
    table = session.table
    ask = table.ask
    if session.only is None or not isinstance(ask, DrawAsk | PickAsk):
        return None
    place = ask.deck if isinstance(ask, DrawAsk) else ask.what
    told, by_name = table.told_to_others(), dict[str, Offer]()
    for one in printed(table, place):
        answer: Answer = Draw(place, one) if isinstance(ask, DrawAsk) else Pick(place, one)
        if answer in told:
            continue
        name = table.game.presenter.outcome(table.state, answer)
        same = by_name.setdefault(repr(name), Offer(Choice(answer, name), []))
        same.answers.append(answer)
    if not by_name:
        return None
    other = [choice for choice in session.scene.choices if isinstance(choice.answer, DrawUnknown | PullUnknown)]
    return [*by_name.values(), *(Offer(choice, [choice.answer]) for choice in other)]


def items(session: Session, hidden: Sequence[Answer] = ()) -> list[PageItem]:
    """The choices as lines of a menu, with groups, but those ``hidden`` from this page."""
    found = offers(session)
    shown = [offer.choice for offer in found if offer.choice.answer not in hidden]
    scene = structs.replace(session.scene, choices=shown)
    if found and found[0].answers[0] is not session.scene.choices[0].answer:
        scene = structs.replace(scene, groups=[])
    numbers = {id(offer.choice): n for n, offer in enumerate(found)}
    lying, groups = scene.card, {group.id for group in scene.groups if group.by_card}
    does = [choice for choice in shown if choice.group in groups]
    if lying is None or not does:
        return list(_items(session, scene, numbers, None))
    others = structs.replace(scene, choices=[choice for choice in shown if choice.group not in groups])
    inside = _items(session, structs.replace(scene, choices=does, otherwise=None), numbers, None)
    card = PageItem(lying.title, lying.heading or None, [lying.icon], inside=list(inside), lying=True)
    return [*_items(session, others, numbers, None), card]


def _items(session: Session, scene: Scene, numbers: dict[int, int], group: str | None) -> Iterator[PageItem]:
    for line in Menu(scene).lines(group):
        if line.choice is not None:
            yield _item(session, scene, line.choice, line.detail, numbers[id(line.choice)])
        elif line.group == BOARD:
            yield PageItem(line.label, T("Say it on your board, below."))
        elif line.group is not None:
            inside = list(_items(session, scene, numbers, line.group))
            icons = next((one.icons for one in scene.groups if one.id == line.group and one.by_card), [])
            yield PageItem(line.label, line.detail, icons, inside=inside)


def _item(session: Session, scene: Scene, choice: Choice, detail: Words | None, n: int) -> PageItem:
    filling = form_of(scene, choice.answer)
    return PageItem(
        choice.label, detail, choice.icons, n, choice.primary, choice.unused,
        None if filling is None else form(session, filling),
        [die for die in scene.dice if not die.spent and die.face is not None] if choice.pays else [],
        card=_card_of(session, choice.answer),
        counts=choice.counts,
    )  # fmt: skip


def _card_of(session: Session, answer: Answer) -> str:
    """The card with a picture that an answer names; empty if there is none, or in a list of all cards."""
    files = session.learning.photos.pictures if session.mode == "choose" else {}
    return next((one for one in astuple(answer) if isinstance(one, str) and one in files), "") if files else ""


def pictured(lines: Sequence[PageItem]) -> Iterator[str]:
    """The cards of these lines, including those in groups."""
    for line in lines:
        if line.card:
            yield line.card
        yield from pictured(line.inside)


def form(session: Session, filling: Filling) -> FormState:
    """A form before anything is entered."""
    table = session.table
    # What was sent empty is still empty when it is asked once more.
    empty: Entered | None = ({}, ()) if session.forms.doubted(filling, session.rev) else None
    paper = FormDraft(filling, table.game, table.state, empty)

    def named(fields: Sequence[Named]) -> list[FieldState]:
        return [FieldState(one, int(one.id in paper.names)) for one in fields]

    return FormState(
        session.scene.fillings.index(filling),
        filling,
        [FieldState(one, paper.amounts[one.id]) for one in filling.portions],
        named(filling.named),
        named(filling.one_of),
    )


def photo_only_cards(session: Session) -> Mapping[str, str]:
    """The cards of which there is only a photo and that can have been drawn, with the paths of their tables; all such
    cards if a shorter list would reveal what others hold."""
    photos = session.learning.photos
    return photos.here if session.only is None else photos.printed


def photo_only_options(session: Session) -> list[CardOption]:
    """The same as options at the open question."""
    photos = photo_only_cards(session)
    if not photos:
        return []
    n = next((n for n, one in enumerate(offers(session)) if isinstance(one.choice.answer, DrawUnknown)), None)
    return [] if n is None else [CardOption(card, photo_name(card), None, n, card) for card in photos]


def recognisable(session: Session) -> tuple[dict[str, CardOption], dict[str, Path]]:
    """The cards among which a photo can decide at the open question, and the pictures of their deck; both empty if a
    photo is no answer."""
    ask = session.table.ask
    pictures = session.learning.photos.pictures if isinstance(ask, DrawAsk | PickAsk) else {}
    if len(pictures) < FEWEST or session.mode not in ("list", "choose") or not can_straighten():
        return {}, {}
    found: dict[str, CardOption] = {}
    for n, offer in enumerate(offers(session)):
        for answer in offer.answers:
            card = answer.card if isinstance(answer, Draw) else answer.one if isinstance(answer, Pick) else None
            if isinstance(card, str) and card in pictures:
                found.setdefault(card, CardOption(card, offer.choice.label, offer.choice.detail, n))
    found |= {one.card: one for one in photo_only_options(session)}
    if len(found) < FEWEST:
        return {}, {}
    place = ask.deck if isinstance(ask, DrawAsk) else ask.what if isinstance(ask, PickAsk) else ""
    told = {str(one.card) for one in session.table.told_to_others() if isinstance(one, Draw)}
    cards = {*printed(session.table, place), *found} - told
    return found, {id_: file for id_, file in pictures.items() if id_ in cards}


# Pictures of the owner's own cards.

SIDES: Mapping[str, int] = MappingProxyType({"large": 800, "small": 260})
"""The longer side in pixels of a picture to read, and of one among many."""


def addresses(cards: Collection[str], files: Mapping[str, Path], size: str) -> dict[str, str]:
    """The addresses of the pictures of these cards, by card id, as far as there are ``files``. An address changes with
    the picture, so that browsers may keep it."""
    found = {}
    for card in cards:
        file = files.get(card)
        stamp = None if file is None else modified(file)
        if stamp is not None:
            found[card] = f"/card/{size}/{quote(card, safe='')}?{stamp:x}"
    return found


def modified(file: Path) -> int | None:
    """When a file was changed, in nanoseconds; None if it cannot be read."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None


# Whose page it is, and what is on it.

LATEST = 12
"""Lines of the log on a page."""


class Viewer(Struct, frozen=True):
    """Whose page it is: a phone with these seats (none for one that looks on), or the table itself.

    ``alone`` is the seat that is looking at the table's page alone.
    """

    seats: tuple[str, ...] = ()
    table: bool = False
    alone: str | None = None


class SeatLabel(Struct, frozen=True):
    """A seat with its name and icon; ``printed`` is its name without that of a person. ``phone``: it is played on
    one."""

    seat: str
    name: Words
    icon: str
    phone: bool = False
    printed: Words = ""


class DieChoice(Struct, frozen=True):
    """A die to enter: its name, the face entered so far, and all faces with their names."""

    id: str
    name: Words
    face: str | None
    faces: list[tuple[str, Words]]
    n: int = 0
    """Its number among dice of the same name; 0 if there is only one."""


class ToldPart(Struct, frozen=True):
    """A part of a card that is told: a square, or what it has changed, and what can be said there."""

    id: str
    name: Words
    icon: str
    said: Words
    options: list[TellingOption]
    typed: bool = False


class ToldCard(Struct, frozen=True):
    """A card as it has been told so far; ``title`` None: cards of this deck have none."""

    title: str | None
    slots: list[ToldPart]
    buttons: list[ToldPart]
    did: list[Words]
    hint: Words
    known: bool
    same: list[TellingOption] = []
    """Whether it is a card of the list with the same title, as long as that is not said."""


class AnswerOptions(Struct, frozen=True):
    """What can be answered on a page."""

    items: list[PageItem] = []
    squares: dict[str, list[PageItem]] = {}
    """The same choices once more by the place of the board that they lead to."""
    form: FormState | None = None
    entry: NumberEntry | None = None
    several: Several | None = None
    dice: list[DieChoice] = []
    deal: bool = False
    photo: bool = False
    photo_only: list[CardOption] = []
    learning: str = ""
    """``new``, ``changes`` or ``offer`` if the question is about a box that is known in part."""
    drawn: str = ""
    """The id of the drawn card, if there is only a photo of it."""
    by_hand: Words = ""
    """How people call it to leave untold what was drawn."""
    telling: ToldCard | None = None
    """The drawn card, if it is told by its title."""


class PageContent(Struct, frozen=True):
    """Everything on a page. ``moment`` is sent back with every tap."""

    moment: str
    mode: Mode
    title: Words
    scene: Scene
    """The public picture, without choices."""
    asked: SeatLabel | None
    """Who is asked; None: everybody, or nobody."""
    secret: bool
    """True if only that seat may see the question."""
    question: AnswerOptions | None
    """None if it is not asked on this page."""
    page: Page | None
    waiting: int
    """Number of instruction pages that wait, including ``page``."""
    rule: str | None
    """The rule of the question, or of the instructions on ``page``; ``why`` and ``where`` tell it."""
    why: Words | None
    where: Words | None
    boards: list[tuple[int, SeatBoard]]
    """The boards that are shown, with their numbers among all boards."""
    own: list[Private]
    todo: list[Line]
    latest: list[Words]
    odds: list[OutcomeOdds]
    pictures: dict[str, str] = {}
    """The addresses of the pictures on the page, by card id."""
    can_undo: bool = False
    can_redo: bool = False
    answered: bool = False
    """True if the viewer has answered what others are still asked."""


TOLD: Final = "~"
"""In a moment, what stands after it counts what was said of a card that is being told: the question is the same."""


def moment(session: Session, viewer: Viewer | None = None) -> str:
    """A word that changes as soon as a tap on a page of ``viewer`` could mean something else.

    A question that is asked of several at the same time stays the same while others answer it. Without a viewer: of
    somebody who is not asked.
    """
    seen = session if viewer is None else seen_by(session, viewer)
    if isinstance(seen, LeftSession):
        return f"{session.token}-left-{seen.left.rev}-{len(session.pages)}"
    if (
        viewer is not None
        and not viewer.table
        and not session.pages
        and (seen is not session or answers(session, viewer))
    ):
        left = session.table.game.rules.together(session.table.state)
        if left:
            return f"{session.token}-{session.rev + len(left)}-{seen.table.ask.who}"
    left = "".join(f"-{one.rev}" for one in session.open_choices.now)
    telling = session.learning.telling
    left += "" if telling is None else f"{TOLD}{telling.changes}"
    return f"{session.token}-{session.rev}-{len(session.pages)}-{session.mode}{left}"


def seen_by(session: Session, viewer: Viewer) -> Session:
    """The session that a page shows: with the viewer's own question if it is asked at the same time as another's."""
    due = session.open_choices.due
    if due is not None and not session.pages:
        return LeftSession(session, due)
    if viewer.table or answers(session, viewer):
        return session
    ahead = (session.ahead(seat) for seat in viewer.seats)
    return next((one for one in ahead if one is not None), session)


def may_make(left: OpenChoice, viewer: Viewer) -> bool:
    """True if a choice that was left open can be made on this page."""
    return viewer.table or left.seat in viewer.seats


def players(session: Session, phones: Sequence[str] = (), *, named: bool = True) -> list[SeatLabel]:
    """All seats; ``phones`` are those that are played on one. Not ``named``: without the names of people, which
    strangers do not see."""
    table = session.table
    names = table.people if named else {}
    presenter, state = table.game.presenter, table.state
    shown = people(session.scene)
    found = []
    for n, seat in enumerate(table.setup.seats):
        icon, name = shown.get(seat) or (f"seat:{n}:{seat[0]}", presenter.word(state, f"seat:{seat}"))
        found.append(SeatLabel(seat, with_person(name, names.get(seat)), icon, seat in phones, as_printed(name)))
    return found


def answers(session: Session, viewer: Viewer) -> bool:
    """True if the open question can be answered on this page."""
    ask = session.table.ask
    if isinstance(ask, Over):
        return False
    if session.companions.due is not None:
        return viewer.table
    if viewer.table:
        return ask.only is None or session.table.can_deal or viewer.alone == ask.only
    return (ask.only or ask.who) in viewer.seats


def confirms(viewer: Viewer) -> bool:
    return viewer.table or bool(viewer.seats)


def page_content(session: Session, viewer: Viewer, say: Say) -> PageContent:
    """The page of ``viewer``; ``say`` is the language by which names are sorted."""
    now = moment(session, viewer)
    session = seen_by(session, viewer)
    table = session.table
    scene, ask, presenter = session.scene, table.ask, table.game.presenter
    whose = ask.only or ask.who
    rule = scene.prompt.rule if session.page is None else session.page.rule
    asked_here = session.page is None and answers(session, viewer)
    question = _question(session, viewer) if asked_here else None
    boards, own = _boards(scene, viewer), _own(session, viewer)
    return PageContent(
        now, session.mode, table.game.title, _public(scene),
        # While the companion thinks, nobody is asked.
        next((one for one in players(session) if one.seat == whose and session.companions.due is None), None),
        session.only is not None and not table.can_deal, question, session.page, len(session.pages), rule,
        None if rule is None else presenter.rule(rule), None if rule is None else presenter.heading(rule), boards, own,
        [*session.in_hand, *session.todo],
        [session.timeline.label(played) for played in session.timeline.latest(LATEST)], likely(table, say),
        _pictures(session, question, boards, own), viewer.table and session.can_undo, viewer.table and session.can_redo,
        not viewer.table and any(seat in session.given for seat in viewer.seats),
    )  # fmt: skip


def _public(scene: Scene) -> Scene:
    """The picture without the choices: they may reveal a secret, and have their own place on a page."""
    return structs.replace(
        scene, choices=[], groups=[], fillings=[], several=None, entry=None, pad=None, tips=[], otherwise=None
    )


def _boards(scene: Scene, viewer: Viewer) -> list[tuple[int, SeatBoard]]:
    """All boards on the table's page; elsewhere those of the viewer's own seats, and those that belong to everybody."""
    return [
        (n, board)
        for n, board in enumerate(scene.boards)
        if viewer.table or board.seat is None or board.seat in viewer.seats
    ]


def _own(session: Session, viewer: Viewer) -> list[Private]:
    """The secrets of the seats that look at the page."""
    table = session.table
    eyes = viewer.seats if not viewer.table else () if viewer.alone is None else (viewer.alone,)
    found = (table.private(seat) for seat in eyes if seat in session.scene.secrets)
    return [private for private in found if private is not None]


def _question(session: Session, viewer: Viewer) -> AnswerOptions:
    scene, mode = session.scene, session.mode
    match mode:
        case "new" | "changes" | "offer":
            learning = session.learning
            told, by_hand = _told(learning.telling), learning.by_hand_words[0]
            return AnswerOptions(learning=mode, drawn=learning.photo, by_hand=by_hand, telling=told)
        case "roll":
            # Who types the dice of one seat is alone with the page.
            only = session.only
            seen = only is None or not viewer.table or viewer.alone == only
            return AnswerOptions(dice=_dice(session), deal=True) if seen else AnswerOptions(deal=True)
        case "deal":
            return AnswerOptions(deal=True)
    alone = only_form(scene)
    others = [left for left in session.open_choices.now if not may_make(left, viewer)]
    return AnswerOptions(
        items(session, [answer for left in others for answer in left.answers]),
        _squares(session),
        None if alone is None else form(session, alone),
        scene.entry,
        scene.several,
        photo=bool(recognisable(session)[0]),
        photo_only=photo_only_options(session),
    )


def _told(telling: CardTelling | None) -> ToldCard | None:
    if telling is None:
        return None
    slots = [ToldPart(one.id, one.name, "tile", one.said, telling.options(one.id)) for one in telling.slots()]
    buttons = [ToldPart(one.id, one.label, one.icon, "", telling.options(one.id), one.typed) for one in telling.buttons]
    title = telling.title if telling.has_title else None
    same = telling.options(SAME) if telling.alike else []
    return ToldCard(title, slots, buttons, telling.did, telling.hint, telling.known, same)


def _squares(session: Session) -> dict[str, list[PageItem]]:
    """The choices at each place of a board, as the log tells them."""
    scene, table = session.scene, session.table
    found: dict[str, list[PageItem]] = {}
    places = (scene.board.spots if scene.board is not None else []) if scene.grid is None else scene.grid.squares
    on_board = {place.id for place in places}
    for n, offer in enumerate(offers(session)):
        spot, answer = offer.choice.spot, offer.choice.answer
        # What is paid for has more to choose than the place.
        if spot is not None and spot in on_board and not offer.choice.pays:
            words = table.game.presenter.describe(table.state, answer)
            found.setdefault(spot, []).append(PageItem(words, icons=offer.choice.icons, n=n))
    return found


def _pictures(
    session: Session, question: AnswerOptions | None, boards: list[tuple[int, SeatBoard]], own: list[Private]
) -> dict[str, str]:
    files, page, scene = session.learning.photos.pictures, session.page, session.scene
    if not files:
        return {}
    large = [card.id for private in own for card in private.cards]
    large += [] if page is None else [page.shows]
    large += [] if scene.card is None else [scene.card.id]
    large += [one.id for one in scene.lasting]
    large += [] if question is None else [question.drawn]
    small = [one.card.id for _, board in boards for one in board.holdings if one.card is not None]
    if question is not None:
        small += [*(one.card for one in question.photo_only), *pictured(question.items)]
    return addresses(small, files, "small") | addresses(large, files, "large")


def _dice(session: Session) -> list[DieChoice]:
    tray, scene = session.tray, session.scene
    if tray is None:
        return []
    views: dict[str, DieView] = {die.id: die for die in scene.dice}
    names = {die: views[die].name if die in views else T("Die") for die in tray.slots}
    alike = [repr(name) for name in names.values()]
    found: list[DieChoice] = []
    for place, (die, slot) in enumerate(tray.slots.items()):
        same = alike.count(alike[place])
        faces = [(face, scene.face_names.get(face, face)) for face in dict.fromkeys(tray.sides[die])]
        n = alike[: place + 1].count(alike[place]) if same > 1 else 0
        found.append(DieChoice(die, names[die], slot.face, faces, n))
    return found
