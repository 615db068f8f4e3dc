"""The phones of a table: the two words by which people know each, what it asks for, and which seats it has."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.core.refusals import Refused
from companion.core.texts import P, T, Text, Words

_ENGLISH = (
    "amber brave calm clever copper coral crimson dusty early eager fuzzy gentle golden happy hazel humble indigo "
    "ivory jolly lazy lilac lucky mellow mighty misty noble olive patient polite proud purple quick quiet rusty "
    "scarlet shiny silver sleepy snowy sunny swift tidy tiny turquoise velvet violet wild wise",
    "badger bear beaver bee bison camel cat cobra crab crane crow deer dolphin dove dragon eagle falcon fox frog "
    "gecko goat goose hare hawk hedgehog heron horse koala lion lizard llama lynx magpie mole moose mouse newt "
    "otter owl panda parrot penguin puffin rabbit raven robin salmon seal shark sparrow squirrel swan tiger toad "
    "turtle weasel whale wolf wombat wren yak zebra",
)
_SPANISH = (
    "alegre amable azul audaz azabache brillante bronce café canela capaz caoba celeste coral crema cortés "
    "especial esmeralda feliz fiel fuerte fugaz genial gentil grande gris humilde índigo jovial lavanda libre "
    "lila marfil menta miel naranja noble ocre paciente púrpura rosa salmón silvestre sonriente turquesa valiente "
    "verde veloz",
    "abeja águila alce ardilla ballena búho burro caballo cabra camello cangrejo caracol castor cebra ciervo "
    "cisne cobra colibrí conejo cuervo delfín dragón erizo foca gallo gamo ganso garza gato halcón jabalí jaguar "
    "jirafa koala lagarto lechuza león liebre lince llama lobo loro marmota mono nutria oso oveja paloma panda "
    "pato pingüino puma rana ratón sapo tigre topo tortuga tucán vaca yak zorro",
)
LISTS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = MappingProxyType(
    {
        "en": (tuple(_ENGLISH[0].split()), tuple(_ENGLISH[1].split())),
        "es": (tuple(_SPANISH[0].split()), tuple(_SPANISH[1].split())),
    }
)
"""By language: what a creature is like, and creatures. Spanish ones go with creatures of either gender."""


def two_words(language: str, taken: Collection[str], choose: Callable[[Sequence[str]], str]) -> str:
    """Two words that are not ``taken`` yet, as people of ``language`` put them; ``choose`` picks one of several."""
    like, creatures = LISTS.get(language, LISTS["en"])
    while True:
        first, second = choose(like), choose(creatures)
        words = f"{second} {first}" if language == "es" else f"{first} {second}"
        if words not in taken:
            return words


def question(words: str, seat: Words | None) -> Words:
    """What the table is asked about the phone with these words: whether it plays there, or (None) may look on."""
    if seat is None:
        return T("May {phone} look on?", phone=words)
    return T("Does {phone} play {seat}?", phone=words, seat=seat)


# Which phone holds which seat: the one object that pages, the table's screen and the server ask.
#
# It belongs to the thread of the table, knows no network and reads no clock: time comes as seconds of any clock that
# only runs forward.
#

MOST_PHONES = 64
"""So many phones at one table, those that only look on and those that still wait included."""
MOST_REQUESTS = 6
"""So many can wait for an answer at once: a table that is asked again and again taps without looking."""
REQUEST_LIFETIME = 180.0
"""Seconds after which a wish that nobody has answered is gone."""
RETRY_AFTER = 15.0
"""Seconds after a no in which the same phone cannot ask again."""
WATCHING_ENDED = T("The table has ended your looking on.")
KEY = 32
"""Bytes of chance in a key: nobody guesses one."""


@dataclass
class Phone:
    """A browser that has asked for something, or been let in."""

    id: int
    """By which pages and the table's screen name it; it opens nothing."""
    language: str
    """Of its pages: ``en`` or ``es``."""
    words: str = ""
    """By which people know it."""
    theme: str = ""
    """Empty: as the browser likes it."""
    seats: list[str] = field(default_factory=list)
    """Those that it holds, in the order in which it came to them."""
    looking: bool = False
    """It may look on: what the shared screen shows, and nothing else."""
    table: bool = False
    """It stands for the table itself."""
    wish: AccessRequest | None = None
    told: Text | None = None
    """What has become of its wish, or of a seat that it had, until it does something else."""
    refused: float | None = None
    """When it was last told no."""
    cards: frozenset[str] = frozenset()
    """The cards whose pictures stand on its page: it gets no others."""

    @property
    def inside(self) -> bool:
        """True when it may see the table."""
        return self.table or self.looking or bool(self.seats)


@dataclass(frozen=True)
class AccessRequest:
    """What a phone waits for: a seat, or None for looking on."""

    seat: str | None
    since: float


class PhoneRegistry:
    """The phones of one table. ``changed`` is called after everything that changes what anybody sees."""

    def __init__(
        self,
        seats: Sequence[str],
        *,
        changed: Callable[[], None] = lambda: None,
        choose: Callable[[Sequence[str]], str] = secrets.choice,
        beside: PhoneRegistry | None = None,
    ) -> None:
        """``beside`` are the phones of the same people for something else: nobody here is called as one of them is,
        unless it is the same phone."""
        self.seats = list(seats)
        self.beside = beside
        self.here: str | None = None
        """The seat whose secret question is asked on the table's screen, although it has a phone."""
        self._changed = changed
        self._choose = choose
        self._phones: dict[bytes, Phone] = {}
        self._count = 0
        self._master = _key()

    # Who is there.

    @property
    def phones(self) -> list[Phone]:
        """All of them, in the order in which they came."""
        return list(self._phones.values())

    def phone(self, key: str) -> Phone | None:
        """The phone with this key; None if there is none, or none any more."""
        return self._phones.get(_digest(key)) if key else None

    def by_id(self, id_: int) -> Phone | None:
        """The phone with this number."""
        return next((phone for phone in self._phones.values() if phone.id == id_), None)

    def holder(self, seat: str) -> Phone | None:
        """The phone that plays this seat; None where it plays at the table."""
        return next((phone for phone in self._phones.values() if seat in phone.seats), None)

    def wishes(self, now: float) -> list[Phone]:
        """The phones that wait for an answer, the first one first; those that have waited too long do so no more."""
        for key, phone in list(self._phones.items()):
            if phone.wish is not None and now - phone.wish.since > REQUEST_LIFETIME:
                phone.wish, phone.told = None, T("Nobody at the table has answered. You can ask again.")
                if not phone.inside:
                    del self._phones[key]
        waiting = [phone for phone in self._phones.values() if phone.wish is not None]
        return sorted(waiting, key=lambda phone: phone.wish.since if phone.wish is not None else 0)

    # What a phone does.

    def wish(
        self, key: str, seat: str | None, now: float, language: str, like: Phone | None = None
    ) -> tuple[str, Phone]:
        """A phone wants to play a seat, or (None) to look on: its key, a new one where it has none yet, and the phone.
        ``like`` is the same one ``beside``: a new phone is called and looks as there.

        Refused, ``unknown``: no such seat; ``illegal``: the seat is on a phone already, too many wait, or it was told
        no just now.
        """
        phone = self.phone(key)
        self._require_free(seat, phone)
        waiting = [one for one in self.wishes(now) if one is not phone]
        if len(waiting) >= MOST_REQUESTS:
            raise Refused("illegal", T("Others are waiting for an answer at the table. Try again in a moment."))
        if phone is not None and phone.refused is not None and now - phone.refused < RETRY_AFTER:
            raise Refused("illegal", T("The table has just said no. Ask the others, then try again."))
        if phone is None:
            key, phone = self._arrive(language)
            if like is not None:
                phone.words, phone.language, phone.theme = like.words, like.language, like.theme
        if not phone.words:
            others = [*self.phones, *(self.beside.phones if self.beside is not None else ())]
            phone.words = two_words(phone.language, [one.words for one in others], self._choose)
        phone.wish, phone.told = AccessRequest(seat, now), None
        self._changed()
        return key, phone

    def _require_free(self, seat: str | None, phone: Phone | None) -> None:
        if seat is None:
            return
        if seat not in self.seats:
            raise Refused("unknown", T("{seat} is not at this table.", seat=seat))
        holder = self.holder(seat)
        if holder is not None and holder is not phone:
            raise Refused("illegal", T("Another phone plays there. It can be taken back at the table."))

    def _arrive(self, language: str) -> tuple[str, Phone]:
        if len(self._phones) >= MOST_PHONES:
            self._phones = {key: one for key, one in self._phones.items() if one.inside or one.wish is not None}
        if len(self._phones) >= MOST_PHONES:
            raise Refused("illegal", P("There is no room for more than one phone here.",
                                       "There is no room for more than {n} phones here.", MOST_PHONES))  # fmt: skip
        key = _key()
        self._count += 1
        phone = Phone(self._count, language)
        self._phones[_digest(key)] = phone
        return key, phone

    def leave(self, phone: Phone, seat: str | None = None) -> None:
        """The phone gives a seat back; None: everything, and it is forgotten."""
        if seat is not None and phone.seats != [seat]:
            phone.seats = [one for one in phone.seats if one != seat]
        else:
            self._phones = {key: one for key, one in self._phones.items() if one is not phone}
        self._changed()

    # What the table does.

    def answer(self, phone: Phone, *, yes: bool, now: float) -> None:
        """The table says yes or no to what a phone waits for. Refused, ``stale``: it waits for nothing any more."""
        if phone not in self.wishes(now) or phone.wish is None:
            raise Refused("stale", T("That phone does not wait for an answer any more."))
        seat = phone.wish.seat
        if yes:
            self._require_free(seat, phone)
        phone.wish = None
        if not yes:
            phone.refused, phone.told = now, T("The table has said no.")
        elif seat is None:
            phone.looking = True
        elif seat not in phone.seats:
            phone.seats.append(seat)
        self._changed()

    def take_back(self, seat: str) -> None:
        """The seat plays at the table again. Its phone is told."""
        phone = self.holder(seat)
        if phone is not None:
            phone.seats.remove(seat)
            phone.told = T("Your seat was taken back at the table.")
            self._changed()

    def send_away(self, phone: Phone, told: Text = WATCHING_ENDED) -> None:
        """A phone that looks on does so no more; it is ``told`` why."""
        phone.looking = False
        phone.told = told
        self._changed()

    def ask_here(self, seat: str | None) -> None:
        """Ask the secret question of this seat on the table's screen, although it has a phone; None: on its phone."""
        if self.here != seat:
            self.here = seat
            self._changed()

    # The browser that stands for the table, where there is no touchscreen.

    @property
    def master(self) -> str:
        """What the address holds by which one browser becomes the table; once it is used, there is another."""
        return self._master

    def is_master(self, address: str) -> bool:
        """True of what the master address holds now."""
        return secrets.compare_digest(_digest(address), _digest(self._master))

    def become_table(self, key: str, master: str, language: str) -> tuple[str, Phone]:
        """The browser that knows the master address is the table from now on, and whoever was it is so no more.

        Refused, ``unknown``: that is not the address, or it was used already.
        """
        if not self.is_master(master):
            raise Refused("unknown", T("This address is not the table's any more. The terminal shows the one of now."))
        phone = self.phone(key)
        if phone is None:
            key, phone = self._arrive(language)
        for one in self._phones.values():
            one.table = False
        phone.table = True
        self._master = _key()
        self._changed()
        return key, phone


def _key() -> str:
    return secrets.token_urlsafe(KEY)


def _digest(key: str) -> bytes:
    """What is kept of a key: nobody who sees it can come in with it, and how long a look-up takes tells nothing."""
    return hashlib.sha256(key.encode()).digest()
