"""What whoever looks at a page may see: the public picture, its own secrets, and what is asked of it. No HTML here."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from companion.core.asks import Over
from companion.core.texts import Say, T, Words, as_printed
from companion.scene.scene import DieView, Entry, Private, Scene, SeatBoard, Several, only_form, people
from companion.session.odds import Likely, likely
from companion.session.pages import Page
from companion.session.session import Mode, Session
from companion.table.people import called
from companion.web.card_pictures import addresses
from companion.web.choosing import Form, Item, Offered, form, items, pictured, recognisable, untold

LATEST = 12
"""So many of the last lines of the log stand on a page."""


class Viewer(Struct, frozen=True):
    """Whose page it is: the seats of a phone, none for one that looks on; or the table itself.

    ``alone`` is the seat that alone looks at the table's page now.
    """

    seats: tuple[str, ...] = ()
    table: bool = False
    alone: str | None = None


class Player(Struct, frozen=True):
    """A seat as it is called and pictured; ``phone`` says that one plays it. ``printed`` is what it is called whoever
    sits there."""

    seat: str
    name: Words
    icon: str
    phone: bool = False
    printed: Words = ""


class Die(Struct, frozen=True):
    """A die to be entered: what it is called, what it shows so far, and its faces with their names."""

    id: str
    name: Words
    face: str | None
    faces: list[tuple[str, Words]]
    n: int = 0
    """Its number among those that are called the same; 0 for the only one."""


class Question(Struct, frozen=True):
    """What may be answered here. Only one of its parts is there at a time, but for ``items`` and ``dice``."""

    items: list[Item] = []
    form: Form | None = None
    entry: Entry | None = None
    several: Several | None = None
    dice: list[Die] = []
    deal: bool = False
    photo: bool = False
    """A photo of the card can answer it."""
    untold: list[Offered] = []
    """Cards that can have come and of which there is but a photo."""
    learning: str = ""
    """``new``, ``changes`` or ``offer``: what a box that is known in part wants to know."""
    drawn: str = ""
    """The id of the card that was drawn and is known by its photo alone."""


class Seen(Struct, frozen=True):
    """Everything on a page. ``moment`` comes back with every tap."""

    moment: str
    mode: Mode
    title: Words
    scene: Scene
    """Without what can be chosen, which is in ``question``."""
    asked: Player | None
    """Whom the question is put to; None: everybody, or nobody."""
    secret: bool
    """It is for the eyes of that seat only."""
    question: Question | None
    """None: it is not asked here."""
    page: Page | None
    waiting: int
    """How many pages wait to be done, this one included."""
    why: Words | None
    where: Words | None
    boards: list[tuple[int, SeatBoard]]
    """Those that are shown, with their place among all; counters of others do nothing when tapped."""
    own: list[Private]
    todo: list[Words]
    latest: list[Words]
    odds: list[Likely]
    pictures: dict[str, str] = {}
    """Where the pictures of the cards are that stand here, by their ids."""
    can_undo: bool = False
    can_redo: bool = False


def moment(session: Session) -> str:
    """What tells whether a page is of now: another one as soon as a tap on it could mean something else."""
    return f"{session.rev}-{len(session.pages)}-{session.mode}"


def players(session: Session, phones: Sequence[str] = (), *, named: bool = True) -> list[Player]:
    """Everybody at the table; ``phones`` are the seats that are played on one. Not ``named``: without the names of
    people, which strangers do not see."""
    table = session.table
    names = table.people if named else {}
    presenter, state = table.game.presenter, table.state
    shown = people(session.scene)
    found = []
    for n, seat in enumerate(table.setup.seats):
        icon, name = shown.get(seat) or (f"seat:{n}:{seat[0]}", presenter.word(state, f"seat:{seat}"))
        found.append(Player(seat, called(name, names.get(seat)), icon, seat in phones, as_printed(name)))
    return found


def answers(session: Session, viewer: Viewer) -> bool:
    """True when the open question can be answered on this page."""
    ask = session.table.ask
    if isinstance(ask, Over):
        return False
    if viewer.table:
        return ask.only is None or session.table.can_deal or viewer.alone == ask.only
    return (ask.only or ask.who) in viewer.seats


def confirms(viewer: Viewer) -> bool:
    """True when this page may say that hands have done what they were told."""
    return viewer.table or bool(viewer.seats)


def seen(session: Session, viewer: Viewer, say: Say) -> Seen:
    """The page of ``viewer``; ``say`` gives the language in which names are put in order."""
    table = session.table
    scene, ask, presenter = session.scene, table.ask, table.game.presenter
    whose = ask.only or ask.who
    rule = scene.prompt.rule
    asked_here = session.page is None and answers(session, viewer)
    question = _question(session) if asked_here else None
    boards, own = _boards(scene, viewer), _own(session, viewer)
    return Seen(
        moment(session),
        session.mode,
        table.game.title,
        _public(scene),
        next((one for one in players(session) if one.seat == whose), None),
        ask.only is not None and not table.can_deal,
        question,
        session.page,
        len(session.pages),
        None if rule is None else presenter.rule(rule),
        None if rule is None else presenter.heading(rule),
        boards,
        own,
        [line.words for line in session.todo],
        [session.timeline.label(played) for played in session.timeline.latest(LATEST)],
        likely(table, say),
        _pictures(session, question, boards, own),
        viewer.table and table.begun,
        viewer.table and session.can_redo,
    )


def _public(scene: Scene) -> Scene:
    """The picture without what can be chosen: that may tell a secret, and has its own place on a page."""
    return structs.replace(
        scene, choices=[], groups=[], fillings=[], several=None, entry=None, pad=None, tips=[], otherwise=None
    )


def _boards(scene: Scene, viewer: Viewer) -> list[tuple[int, SeatBoard]]:
    """All boards on the table's page, elsewhere those of one's own seats and what belongs to everybody."""
    return [
        (n, board)
        for n, board in enumerate(scene.boards)
        if viewer.table or board.seat is None or board.seat in viewer.seats
    ]


def _own(session: Session, viewer: Viewer) -> list[Private]:
    """What only the eyes that look at this page may see."""
    table = session.table
    eyes = viewer.seats if not viewer.table else () if viewer.alone is None else (viewer.alone,)
    found = (table.game.presenter.private(table.state, seat) for seat in eyes if seat in session.scene.secrets)
    return [private for private in found if private is not None]


def _question(session: Session) -> Question:
    scene, mode = session.scene, session.mode
    match mode:
        case "new" | "changes" | "offer":
            return Question(learning=mode, drawn=session.learning.photo)
        case "roll":
            return Question(dice=_dice(session), deal=True)
        case "deal":
            return Question(deal=True)
    alone = only_form(scene)
    return Question(
        items(session),
        None if alone is None else form(session, alone),
        scene.entry,
        scene.several,
        photo=bool(recognisable(session)[0]),
        untold=untold(session),
    )


def _pictures(
    session: Session, question: Question | None, boards: list[tuple[int, SeatBoard]], own: list[Private]
) -> dict[str, str]:
    """Where the pictures of the cards are that this page shows."""
    files, page, scene = session.learning.photos.pictures, session.page, session.scene
    if not files:
        return {}
    large = [card.id for private in own for card in private.cards]
    large += [] if page is None else [page.shows]
    large += [] if scene.card is None else [scene.card.id]
    large += [] if question is None else [question.drawn]
    small = [one.card.id for _, board in boards for one in board.holdings if one.card is not None]
    if question is not None:
        small += [*(one.card for one in question.untold), *pictured(question.items)]
    return addresses(small, files, "small") | addresses(large, files, "large")


def _dice(session: Session) -> list[Die]:
    tray, scene = session.tray, session.scene
    if tray is None:
        return []
    views: dict[str, DieView] = {die.id: die for die in scene.dice}
    names = {die: views[die].name if die in views else T("Die") for die in tray.slots}
    alike = [repr(name) for name in names.values()]
    found: list[Die] = []
    for place, (die, slot) in enumerate(tray.slots.items()):
        same = alike.count(alike[place])
        faces = [(face, scene.face_names.get(face, face)) for face in dict.fromkeys(tray.sides[die])]
        n = alike[: place + 1].count(alike[place]) if same > 1 else 0
        found.append(Die(die, names[die], slot.face, faces, n))
    return found
