"""A draw at the table: the list of what it can be, and what to do with a card that is not known yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from msgspec import structs

from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.asks import DrawAsk
from companion.core.texts import T, Words
from companion.packs.pictures import BOARD, photo_name
from companion.scene.scene import Board, Piece, choice_of
from companion.session.session import Session
from ui.base.language import MANY, language, say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Look, Shape, look
from ui.model.explanations import odds_known
from ui.model.history import source
from ui.screens.base import GameScreen, cut_panel
from ui.widgets.board import BoardMap
from ui.widgets.buttons import Heading, IconView, KnownBar, TapButton, TextView
from ui.widgets.cards import Photo
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.drawn import hide
from ui.widgets.frame import WhyMark
from ui.widgets.rows import Initials, ListRow, PagedRows, ReadRows

# The list.

LONG = 40
"""Names longer than this would be small in three columns."""
FEW = 5
"""Up to this many rows have the full width in portrait."""


class ListScreen(GameScreen):
    """A draw, pull or pick made by people. The companion can still do it this once, unless the deck is known only in
    part: then the result may not be in the list."""

    for_one = True
    BESIDE, DEAL, ROW = 74.0, 47.0, 18.0
    """Widths (mm) next to the title in landscape, with and without the odds, and the maximum height of a row."""
    PHOTO, WIDE = 28.0, 24.0
    """Height and width (mm) of a photo in the list."""
    UNSAID = 0.36
    """Share of the button that leaves unsaid which card or piece it is."""
    MAP, MAP_UPRIGHT = 0.55, 0.45
    """Share of the board in the area below the title, in landscape and portrait."""

    def build(self) -> None:
        super().build()
        self.over = self.add(Heading(size_mm=3.8, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=6.4, face="heavy"))
        self.mark = self.add(WhyMark())
        self.odds = self.add(TapButton(size_mm=4.2, role="quiet", action=self.host.slips.odds))
        self.rows = self.add(PagedRows())
        self.letters = self.add(Initials(narrowed=self._narrowed))
        self.map = self.add(BoardMap(tap_spot=self._tap_spot))
        self.at = self.add(TextView(size_mm=4.2, colour=theme.LAMP, lines=2))
        self.deal = self.add(TapButton(size_mm=4.4, action=self._deal))
        self.known = self.add(KnownBar())
        self.other = self.add(TapButton(size_mm=4.4))
        self.unsaid = self.add(TapButton(size_mm=4.4, action=self._leave_unsaid))
        self.none = self.add(TextView(size_mm=4.6, face="plain", colour=theme.MIST, align="center", lines=3))
        self.back = self.add(TapButton(size_mm=4.4, action=lambda: self._turn(False)))
        self._photos = False
        self._spot: str | None = None
        """The space printed on the card."""
        self._rev = -1

    def reset(self) -> None:
        self.letters.chosen, self._spot, self._photos = "", None, False

    def arrange(self, room: Area, shape: Shape) -> None:
        self.rows.most_mm = self.ROW

    def _arrange(self, title: str, *, few: bool, odds: bool) -> None:
        """The header, with a second line for a long title if there are ``few`` rows, and the area below."""
        body, upright = self.room.inset(look.pad, look.gap), self.upright
        beside = look.mm(self.BESIDE if odds else self.DEAL)
        wide = body.w - (0 if upright else beside + look.gap)
        px = look.text(self.title.size_mm)
        lines = min(2, len(type_.wrap(title, px, self.title.face, wide))) if few else 1
        self.title.lines = lines
        high = max(look.mm(8), lines * type_.line_height(px) + 2) if lines > 1 else look.mm(8)
        head = body.cut_top(look.mm(5) + high, look.gap)
        foot = body.cut_bottom(look.touch, look.gap) if upright else head.cut_right(beside, look.gap)
        foot = foot.cut_bottom(look.touch)
        if odds:
            self.odds.place(foot.cut_left(look.mm(self.BESIDE - self.DEAL) - look.gap, look.gap))
        self.deal.place(foot)
        self.known.place(foot)
        self.mark.place(head.copy())
        line = head.cut_top(look.mm(5))
        WhyMark.cut(line)
        self.over.place(line)
        self.title.place(head)
        self._body = body

    def refresh(self) -> None:
        session = self.session
        if session.rev != self._rev:
            self._rev, self.rows.page = session.rev, 0
            self.reset()
        scene = session.scene
        self.over.show(text=say(scene.prompt.over).upper())
        self.title.show(text=say(scene.prompt.title))
        self.ask_why(self.mark)
        known = session.learning.known
        odds = odds_known(session) and known is None
        self.odds.show(text=say(T("Odds")), key=session.rev, enabled=True, shown=odds)
        deck = isinstance(session.table.ask, DrawAsk)
        words = T("Draw it for us") if deck else T("Pick for us")
        deal = known is None or session.learning.can_draw
        self.deal.show(text=say(words), key=session.rev, enabled=True, shown=deal)
        self.known.show(known=known, shown=not deal)
        legal = [*session.table.game.rules.offered(session.table.state), *session.learning.again]
        named = [(_name(session, one), one) for one in legal if not isinstance(one, DrawUnknown | PullUnknown)]
        named.sort(key=lambda pair: pair[0].casefold())
        new = next((one for one in legal if isinstance(one, DrawUnknown | PullUnknown)), None)
        self._arrange(self.title.text, few=len(named) < MANY, odds=odds)
        self._fill(named, new)

    def _nothing(self) -> Words:
        known = self.session.learning.known
        if known is not None and known.known:
            return T("Of those that are known none can come now. Draw one, then tap below.")
        return T("Nothing is in the list yet. Draw one, then tap below.")

    def _fill(self, named: list[tuple[str, Answer]], new: DrawUnknown | PullUnknown | None) -> None:
        self.back.hide()
        common = _common_start([name for name, _ in named])
        named = [(name[common:], answer) for name, answer in named]
        body = self._body.copy()
        photos = self.session.learning.photos.here if new is not None else {}
        if new is not None and photos and (self._photos or not named):
            self._show_photos(body, photos, new, back=bool(named))
            return
        places = self._places([answer for _, answer in named])
        board = self.session.scene.board
        if places and board is not None:
            body = self._show_map(body, board, places)
            if self._spot is not None:
                # The space is known: show what else distinguishes its cards.
                its = f"{self._called(board, self._spot)}, "
                named = [(name.removeprefix(its), answer) for name, answer in named if places.get(answer) == self._spot]
            # Cards without a space come first, since the map does not lead to them.
            named.sort(key=lambda one: one[1] in places)
        else:
            hide(self.map, self.at)
        self.letters.offer([] if places else [name for name, _ in named], body)
        if new is not None:
            # It is on every page of the list.
            place = body.cut_bottom(look.touch if named else look.primary, look.gap)
            unsaid = self.session.learning.does_nothing_yet and self.session.table.ask.only is None
            if unsaid:
                self.unsaid.place(place.cut_right(place.w * self.UNSAID, look.gap))
            self.unsaid.show(text=say(PullUnknown.detail), key=(self._rev, "unsaid"), enabled=True, shown=unsaid)
            self.other.place(place)
            self.other.action = partial(self._turn, True) if photos else self._take(new)
            role = "plain" if named else "primary"
            self.other.show(text=say(type(new).label), icon="plus", role=role, key=(self._rev, "new"), enabled=True)
        else:
            hide(self.other, self.unsaid)
        self.none.show(body, text=say(self._nothing()), shown=not named and not photos)
        self.rows.columns = 1 if places else self._columns([name for name, _ in named], body.h)
        self.rows.row_mm, self.rows.most_mm = Look.TOUCH, self.ROW
        # A space has few cards, so there is room for their icon.
        icon = source(self.session.table.ask) if self._spot is not None else ""
        shown = [
            ListRow(name, icon=icon, action=self._take(answer), key=(self._rev, name))
            for name, answer in named
            if self.letters.keeps(name)
        ]
        self.rows.show(body, rows=tuple(shown))

    def _show_photos(
        self, body: Area, photos: Mapping[str, str], new: DrawUnknown | PullUnknown, *, back: bool
    ) -> None:
        """Cards known only by their photo, instead of the list; ``back``: show a button back to the list."""
        hide(self.map, self.at, self.letters, self.none, self.unsaid)
        foot = body.cut_bottom(look.touch, look.gap)
        self.back.place(foot.cut_left(foot.w * 0.34, look.gap) if back else Area(0, 0, 0, 0))
        self.back.show(text=say(T("Back to the list")), icon="back", key=self._rev, enabled=True, shown=back)
        self.other.place(foot)
        self.other.action = self._take(new)
        self.other.show(text=say(T("None of these")), icon="plus", role="plain", key=(self._rev, "new"), enabled=True)
        self.rows.columns = max(2, int((body.w + look.gap) // (look.mm(self.WIDE) + look.gap)))
        self.rows.row_mm = self.rows.most_mm = self.PHOTO
        # Photos are decoded on access, since there may be hundreds.
        ids = list(photos)
        key = (ids, self._rev, language.code, self.host.small_pictures.arrived)
        rows = ReadRows(len(ids), lambda first, n: list(map(self._photo, ids[first : first + n])), key)
        self.rows.show(body, rows=rows)

    def _photo(self, id_: str) -> ListRow:
        picture = self.host.small_pictures.of(id_)
        return ListRow(
            say(photo_name(id_)) if picture is None else "", action=partial(self._open_photo, id_),
            key=(self._rev, id_), pictured=True, picture=picture,
        )  # fmt: skip

    def _turn(self, photos: bool) -> None:
        self._photos, self.rows.page = photos, 0
        self.host.refresh()

    def _open_photo(self, id_: str) -> None:
        session = self.session
        if self._rev == session.rev and session.learning.open(session.learning.nameless, id_):
            self.host.refresh()

    def _places(self, answers: list[Answer]) -> dict[Answer, str]:
        """The spaces printed on these cards; none if there is no board."""
        session = self.session
        spots = {spot.id for spot in session.scene.board.spots} if session.scene.board is not None else set()
        printed = session.table.game.presenter.printed_at
        found = {answer: printed(session.table.state, answer) for answer in answers}
        return {answer: at for answer, at in found.items() if at in spots}

    def _show_map(self, body: Area, board: Board, places: Mapping[Answer, str]) -> Area:
        """The board with the number of known cards for each space; returns the remaining area."""
        often = Counter(places.values())
        icon = source(self.session.table.ask)
        spots = [
            structs.replace(
                spot, pieces=[Piece(icon, "", often[spot.id])] if often[spot.id] else [], here=False, badge=None
            )
            for spot in board.spots
        ]
        self.map.place(
            body.cut_top(body.h * self.MAP_UPRIGHT, look.gap)
            if self.upright
            else body.cut_left(body.w * self.MAP, look.gap)
        )
        marked = frozenset({self._spot} - {None})
        drawn, ground = structs.replace(board, spots=spots), self.host.pictures.of(BOARD)
        self.map.show(board=drawn, picture=ground, open=frozenset(often), marked=marked, lit=False)
        called = self._called(board, self._spot)
        self.at.place(body.cut_top(look.mm(5 if called else 9), look.gap))
        self.at.show(text=called.upper() or say(T("Tap the square that stands on it, or find it here.")))
        return body

    def _called(self, board: Board, at: str | None) -> str:
        return next((say(spot.name) for spot in board.spots if spot.id == at), "")

    def _tap_spot(self, spot: str) -> None:
        """Show the cards of that space; tapped again, all cards."""
        self._spot, self.rows.page = None if spot == self._spot else spot, 0
        self.host.refresh()

    def _columns(self, names: list[str], high: float) -> int:
        """Fewer columns for few names in portrait, and for long names in landscape, unless that costs a page."""
        if self.upright:
            return 1 if len(names) <= FEW else 2
        long = max(map(len, names), default=0) > LONG
        whole = -(-len(names) // 2) * (look.touch + look.gap) <= high + look.gap
        return 2 if long and whole else 3

    def _narrowed(self) -> None:
        self.rows.page = 0
        self.host.refresh()

    def _take(self, answer: Answer) -> Callable[[], None]:
        rev = self._rev

        def take() -> None:
            learning = self.session.learning
            if rev == self.session.rev and learning.open(answer):
                if isinstance(answer, PullUnknown) and learning.mode == "new":
                    # Of a piece only its kind is asked; leaving that unsaid is beside this button.
                    self.host.box_updates.enter(next(iter(learning.choices())))
                else:
                    self.host.refresh()
            else:
                self.session.answer(answer, rev)

        return take

    def _deal(self) -> None:
        self.session.draw()

    def _leave_unsaid(self) -> None:
        if self._rev == self.session.rev:
            self.session.leave_unsaid()


def _name(session: Session, answer: Answer) -> str:
    """A secret card's public description says nothing about it; its own seat chooses by its content."""
    own = choice_of(session.scene, answer) if session.table.ask.only is not None else None
    return say(own.label if own is not None else session.table.game.presenter.describe(session.table.state, answer))


def _common_start(names: list[str]) -> int:
    """Length of a prefix such as "Card: " that all names share."""
    if len(names) < 2:
        return 0
    first, last = min(names), max(names)
    n = 0
    while n < min(len(first), len(last)) and first[n] == last[n]:
        n += 1
    return first.rfind(": ", 0, n) + 2 if ": " in first[:n] else 0


# After an unknown draw, and once a deck is fully known.

SIGN = 30.0
"""Size (mm) of the icon."""


class LearningScreen(GameScreen):
    """A question with two answers, the more common one on the amber button; next to the photo of what was drawn, if
    there is one."""

    for_one = True
    WORDS = 30.0
    """Width (mm) of the text next to a photo."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=7.0, face="heavy", lines=3))
        self.hint = self.add(TextView(size_mm=4.2, face="plain", colour=theme.MIST, valign="top", lines=5))
        self.bar = self.add(KnownBar())
        self.sign = self.add(IconView())
        self.photo = self.add(Photo())
        self.panel = self.add(ChoicePanel())
        self.primary = self.add(TapButton(role="primary", size_mm=5.4, action=self.act))

    def _arrange(self, *, pictured: bool) -> None:
        """A photo takes all free room; its text is in the panel."""
        body = self.room.inset(look.pad, look.gap)
        foot = cut_panel(body, look.panel.shape)
        self.primary.place(foot.cut_bottom(look.primary, look.gap))
        if self.upright:
            self.panel.place(foot.cut_bottom(look.mm(42), look.gap * 2))
            words = foot.cut_bottom(look.mm(self.WORDS), look.gap) if pictured else foot
            body = foot if pictured else words
            if not pictured:
                self.sign.place(words.cut_top(look.mm(SIGN), look.gap * 2))
        elif pictured:
            words = foot.cut_top(look.mm(self.WORDS), look.gap)
            self.panel.place(foot)
        else:
            words = body
            self.panel.place(foot)
            self.sign.place(body.cut_right(look.mm(SIGN), look.gap * 2))
        self._free = body
        self.over.place(words.cut_top(look.mm(5.4), look.gap))
        self.title.place(words.cut_top(look.mm(9 if pictured else 26), look.gap))
        self._below = words

    def refresh(self) -> None:
        session = self.session
        photo = session.learning.photo if session.mode == "new" else ""
        pictured = self.host.pictures.has(photo)
        self._arrange(pictured=pictured)
        self.photo.action = partial(self.host.slips.card, photo)
        self.photo.fill(self.host.pictures.of(photo), self._free)
        self.sign.show(shown=not pictured)
        below = self._below.copy()
        if session.mode == "new" and session.learning.known is not None:
            self.bar.place(below.cut_top(look.mm(11), look.gap * 2))
        self.hint.show(below, shown=not pictured)
        if session.mode == "offer":
            self._offer(session)
        elif session.mode == "new":
            self._new(session)

    def _new(self, session: Session) -> None:
        learning, whole = session.learning, session.learning.whole_row is not None
        piece = isinstance(learning.nameless, PullUnknown)
        self.over.show(text=say(session.scene.prompt.over).upper())
        title = T("What is it?") if piece else T("A card that is new here")
        self.title.show(text=say(photo_name(learning.photo) if learning.photo else title))
        later = T("Tell it once, and the box knows it from then on.")
        if self.hint.shown:
            self.hint.show(text=say(later if whole else T("Tell it once, and it is in the list from then on.")))
        self.bar.show(known=learning.known, shown=learning.known is not None)
        if self.sign.shown:
            self.sign.show(icon="card:story" if whole else source(session.table.ask))
        paths = learning.choices()
        first = next(iter(paths), None)
        kinds = [
            Option(say(T("Tell it now: {kind}", kind=name)), partial(self.host.box_updates.enter, path), key=path)
            for path, name in paths.items()
            if path != first
        ]
        by_hand, then = learning.by_hand_words
        back = Option(say(T("Back to the list")), self._close, icon="back", key="back")
        options = [
            *kinds,
            Option(say(by_hand), self.session.pass_over, say(then), key="pass"),
            *([] if whole else [back]),
        ]
        self.panel.two_wide = False
        self.panel.show(options=tuple(options))
        tell: Words = T("Tell it now")
        if kinds and first is not None:
            tell = T("Tell it now: {kind}", kind=paths[first])
        self.primary.show(text=say(tell), key=(session.rev, first), enabled=True)

    def _offer(self, session: Session) -> None:
        item = session.learning.offered or ""
        self.over.show(text=say(session.table.game.presenter.chance_name(item)).upper())
        self.title.show(text=say(T("All of it is known now. Shall I draw from now on?")))
        self.hint.show(text=say(T("Then what you drew from is put aside. What lies on the table stays there.")))
        self.bar.hide()
        self.sign.show(icon="screen")
        self.panel.two_wide = False
        no = Option(say(T("No, we go on drawing")), partial(self._decide, "asked"), icon="cross", key=(item, "asked"))
        self.panel.show(options=(no,))
        self.primary.show(text=say(T("Yes, draw for us")), key=(item, "digital"), enabled=True)

    # Taps.

    def act(self) -> None:
        session = self.session
        if session.mode == "offer":
            self._decide("digital")
        elif session.mode == "new":
            self.host.box_updates.enter(next(iter(session.learning.choices())))

    @property
    def takes_back(self) -> bool:
        return self.session.mode == "new" and self.session.learning.whole_row is None

    def take_back(self) -> bool:
        """Return to the list; the offer to draw cannot be undone here."""
        if not self.takes_back:
            return False
        self._close()
        return True

    def _close(self) -> None:
        self.session.learning.close()
        self.host.refresh()

    def _decide(self, mode: str) -> None:
        item = self.session.learning.offered
        if item is not None:
            self.session.decide(item, "digital" if mode == "digital" else "asked")
