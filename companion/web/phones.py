"""The phones of a table: the two words by which people know each, what it asks for, and which seats it has."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from msgspec import structs

from companion.core.refusals import Refused
from companion.core.texts import P, T, Text, Words, listed
from companion.web.pairings import Pairing

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
"""Adjectives and animals by language. The Spanish adjectives go with animals of either gender."""


def two_words(language: str, taken: Collection[str], choose: Callable[[Sequence[str]], str]) -> str:
    """An adjective and an animal that are not ``taken``, in the order of ``language``; ``choose`` picks from a list."""
    adjectives, animals = LISTS.get(language, LISTS["en"])
    while True:
        adjective, animal = choose(adjectives), choose(animals)
        words = f"{animal} {adjective}" if language == "es" else f"{adjective} {animal}"
        if words not in taken:
            return words


def question(words: str, seat: Words | None) -> Words:
    """What the table is asked about the phone called ``words``: whether it plays ``seat``, or (None) may look on."""
    if seat is None:
        return T("May {phone} look on?", phone=words)
    return T("Does {phone} play {seat}?", phone=words, seat=seat)


def returning_question(n: int) -> Words:
    """What the table is asked about so many phones that had access before a restart."""
    return P(
        "The table has started again. May this phone come back?",
        "The table has started again. May these {n} phones come back?",
        n,
    )


def returning_names(phones: Sequence[Phone], names: Mapping[str, Words]) -> list[tuple[str, Words]]:
    """The words of each of these phones, and what it had; ``names`` are those of the seats."""
    found: list[tuple[str, Words]] = []
    for phone in phones:
        seats = [] if phone.former is None else [names[seat] for seat in phone.former.seats]
        found.append((phone.words, listed(seats) if seats else ""))
    return found


MOST_PHONES = 64
"""Most phones of one table, including spectators and those that wait."""
MOST_REQUESTS = 6
"""Most requests that wait at once. People who are asked again and again stop reading the question."""
REQUEST_LIFETIME = 180.0
"""Seconds after which an unanswered request is withdrawn."""
MOST_OF_AN_ADDRESS = 3
"""Of these, most from one address, of phones that have no access yet: one machine must not take all the places."""
RETRY_AFTER = 15.0
"""Seconds after a refusal in which the same phone cannot ask again, and no other one without access from its address;
twice as many after each further refusal."""
LONGEST_REST = 240.0
MOST_RESTING = 256
"""Most addresses that are remembered after a refusal."""
WATCHING_ENDED = T("The table has ended your looking on.")
NOT_WAITING = T("That phone does not wait for an answer any more.")
OTHERS_RETURN = T("The question has changed meanwhile: look again which phones want to come back.")
OTHERS_WAIT = T("Others are waiting for an answer at the table. Try again in a moment.")
JUST_REFUSED = T("The table has just said no. Ask the others, then try again.")
OTHER_PHONE = T("Another phone plays there. It can be taken back at the table.")
KEY_BYTES = 32
"""Random bytes of a key."""


@dataclass(frozen=True)
class AccessRequest:
    """What a phone asks for. Consent names the ``number``, so that it never goes to another request of the phone."""

    number: int
    """Counted in each registry, and unlike those from before a restart."""
    seat: str | None
    """None: to look on."""
    since: float
    """When it asked."""


@dataclass(eq=False)
class Phone:
    """A browser that has access, or has asked for it."""

    id: int
    """Names it on pages and on the table's screen. It is no secret and gives no access."""
    language: str
    """The language of its pages: ``en`` or ``es``."""
    words: str = ""
    """The two words by which people know it."""
    theme: str = ""
    """The colour scheme of its pages; empty for that of the browser."""
    seats: list[str] = field(default_factory=list)
    """Its seats, in the order in which it got them."""
    watching: bool = False
    """True if it may look on: it sees what the shared screen shows, and nothing else."""
    table: bool = False
    """True if it stands for the table itself."""
    request: AccessRequest | None = None
    message: Text | None = None
    """What became of its request, or of a seat that it had; shown until it does something else."""
    refused: float | None = None
    """When its last request was refused."""
    address: str = ""
    """Where its last request came from; empty if that is not known."""
    former: Pairing | None = None
    """What it had before the table was restarted, until the table says whether it may come back."""
    forms: int = 0
    """The number of forms that it has sent, without answers in the game. It is on its page, and a form with it counts
    once."""
    cards: frozenset[str] = frozenset()
    """The cards whose pictures are on its page. It gets no others."""

    @property
    def admitted(self) -> bool:
        return self.table or self.watching or bool(self.seats)

    @property
    def request_number(self) -> int:
        """The number of its request; 0 without one."""
        return 0 if self.request is None else self.request.number


class PhoneRegistry:
    """The phones of one table: who asks for what, and which phone plays which seat.

    The table's screen, the pages and the server all ask this one object. It belongs to the table's thread, uses no
    network and reads no clock: times are seconds of any monotonic clock. ``changed`` is called after every change that
    somebody sees.
    """

    def __init__(
        self,
        seats: Sequence[str],
        *,
        changed: Callable[[], None] = lambda: None,
        choose: Callable[[Sequence[str]], str] = secrets.choice,
        beside: PhoneRegistry | None = None,
    ) -> None:
        """``beside`` are the phones of the same people for something else: only the same phone has the same words in
        both."""
        self.seats = list(seats)
        self.beside = beside
        self.asked_here: str | None = None
        """The seat whose secret question is asked on the table's screen, although it is played on a phone."""
        self._changed = changed
        self._choose = choose
        self._phones: dict[bytes, Phone] = {}
        self._resting: dict[str, tuple[float, int]] = {}
        """By address, when a phone without access was refused last, and how often it was in a row."""
        self._count = self._requests = 0
        self._master = _new_key()

    @property
    def phones(self) -> list[Phone]:
        """All phones, in the order in which they came."""
        return list(self._phones.values())

    def phone(self, key: str) -> Phone | None:
        """The phone with this key; None if it is unknown or was forgotten."""
        return self._phones.get(_digest(key)) if key else None

    def by_id(self, id_: str) -> Phone | None:
        """The phone with this id, as a page sends it."""
        return next((phone for phone in self._phones.values() if str(phone.id) == id_), None)

    def holder(self, seat: str) -> Phone | None:
        """The phone that plays this seat; None if it is played at the table."""
        return next((phone for phone in self._phones.values() if seat in phone.seats), None)

    def waiting(self, now: float) -> list[Phone]:
        """The phones whose requests wait for an answer, oldest first. Requests that are too old are withdrawn."""
        self._withdraw_old(now)
        found = [(phone.request.since, phone) for phone in self._phones.values() if phone.request is not None]
        return [phone for _, phone in sorted(found, key=lambda one: one[0])]

    def expire(self, now: float) -> None:
        """Withdraw requests that are too old, also from what is shown of them."""
        if self._withdraw_old(now):
            self._changed()

    def _withdraw_old(self, now: float) -> bool:
        old = [
            one
            for one in self._phones.values()
            if one.request is not None and now - one.request.since > REQUEST_LIFETIME
        ]
        for phone in old:
            phone.request, phone.message = None, T("Nobody at the table has answered. You can ask again.")
        return bool(old)

    # Restarts of the table.

    @property
    def pairings(self) -> list[Pairing]:
        """What is to be known of the phones after a restart: those with access, and those that may get it back."""
        found = []
        for key, one in self._phones.items():
            if one.admitted:
                seats = list(one.seats)
                found.append(Pairing(key.hex(), one.words, one.language, one.theme, seats, one.watching, one.table))
            elif one.former is not None:
                found.append(one.former)
        return found

    @property
    def returning(self) -> list[Phone]:
        """The phones that had access before a restart and wait to get it back."""
        return [one for one in self._phones.values() if one.former is not None]

    @property
    def returning_number(self) -> int:
        """The number of the question whether they may come back: another one as soon as that is about other phones, or
        about other seats."""
        asked = [(one.id, one.former.seats, one.former.watching) for one in self.returning if one.former is not None]
        return 1 + int.from_bytes(hashlib.sha256(repr(asked).encode()).digest()) % 10**8 if asked else 0

    def restore(self, pairings: Sequence[Pairing]) -> None:
        """Know these phones again. The browser that was the table is it again; all others have no access until
        ``readmit``."""
        # The numbers of before must name nothing now: pages of before are still open.
        self._count = self._requests = secrets.randbelow(10**8)
        for one in pairings[:MOST_PHONES]:
            seats = [seat for seat in one.seats if seat in self.seats]
            self._count += 1
            phone = Phone(self._count, one.language, one.words, one.theme, table=one.table)
            if not one.table and (seats or one.watching):
                phone.former = structs.replace(one, seats=seats)
            if phone.table or phone.former is not None:
                self._phones[bytes.fromhex(one.key)] = phone

    def readmit(self, number: int, *, yes: bool, now: float) -> None:
        """Give all phones that wait for it what they had before the restart; or refuse that. Refused, ``stale``: the
        question of this number is not asked any more, because other phones wait now, or for other seats."""
        if not number or number != self.returning_number:
            raise Refused("stale", OTHERS_RETURN if self.returning else NOT_WAITING)
        for phone in self.returning:
            former, phone.former = phone.former, None
            if not yes:
                phone.refused, phone.message = now, T("The table has said no.")
            elif former is not None:
                phone.watching = phone.watching or former.watching
                for seat in former.seats:
                    self._give(phone, seat)
        self._changed()

    # Called for a phone.

    def request_access(
        self, key: str, seat: str | None, now: float, language: str, like: Phone | None = None, address: str = ""
    ) -> tuple[str, Phone]:
        """Ask for a seat, or (None) to look on; returns the phone and its key, which is new if it had none.

        The same request again changes nothing; another one takes the place of the one before. For what the phone has
        already nothing is asked.
        ``like`` is the same phone ``beside``, whose words and looks a new one takes over. ``address`` is where the
        request comes from, if that is known.

        Refused, ``unknown``: no such seat; ``illegal``: another phone plays the seat, too many requests wait, or the
        phone, or another one at its address, was refused just now.
        """
        phone = self.phone(key)
        if phone is not None and (seat in phone.seats or (seat is None and phone.watching)):
            return key, phone
        self._require_free(seat)
        if len([one for one in self.waiting(now) if one is not phone]) >= MOST_REQUESTS:
            raise Refused("illegal", OTHERS_WAIT)
        if phone is None or not phone.admitted:
            self._require_room(phone, address, now)
        if phone is not None and phone.refused is not None and now - phone.refused < RETRY_AFTER:
            raise Refused("illegal", JUST_REFUSED)
        if phone is None:
            key, phone = self._add(language)
            if like is not None:
                phone.words, phone.language, phone.theme = like.words, like.language, like.theme
        if phone.request is not None and phone.request.seat == seat:
            return key, phone
        if not phone.words:
            others = [*self.phones, *(self.beside.phones if self.beside is not None else ())]
            phone.words = two_words(phone.language, [one.words for one in others], self._choose)
        self._requests += 1
        phone.address, phone.former = address, None
        phone.request, phone.message = AccessRequest(self._requests, seat, now), None
        self._changed()
        return key, phone

    def _require_room(self, phone: Phone | None, address: str, now: float) -> None:
        """Refused, ``illegal``: too many phones without access ask from the same address, or one was refused there."""
        if not address:
            return
        at, times = self._resting.get(address, (now, 0))
        if times and now - at < min(LONGEST_REST, RETRY_AFTER * 2.0 ** (times - 1)):
            raise Refused("illegal", JUST_REFUSED)
        same = [one for one in self.waiting(now) if one.address == address and not one.admitted and one is not phone]
        if len(same) >= MOST_OF_AN_ADDRESS:
            raise Refused("illegal", OTHERS_WAIT)

    def _let_rest(self, address: str, now: float) -> None:
        """Have an address wait before it asks again; longer if it was refused not long before."""
        at, times = self._resting.pop(address, (now, 0))
        self._resting[address] = now, times + 1 if now - at < 2 * LONGEST_REST else 1
        for old in list(self._resting)[: max(0, len(self._resting) - MOST_RESTING)]:
            del self._resting[old]

    def _require_free(self, seat: str | None) -> None:
        if seat is None:
            return
        if seat not in self.seats:
            raise Refused("unknown", T("{seat} is not at this table.", seat=seat))
        if self.holder(seat) is not None:
            raise Refused("illegal", OTHER_PHONE)

    def _add(self, language: str) -> tuple[str, Phone]:
        if len(self._phones) >= MOST_PHONES:
            self._phones = {key: one for key, one in self._phones.items() if one.admitted or one.request or one.former}
        if len(self._phones) >= MOST_PHONES:
            raise Refused("illegal", P("There is no room for more than one phone here.",
                                       "There is no room for more than {n} phones here.", MOST_PHONES))  # fmt: skip
        key = _new_key()
        self._count += 1
        phone = Phone(self._count, language)
        self._phones[_digest(key)] = phone
        return key, phone

    def leave(self, phone: Phone, seat: str | None = None) -> None:
        """Give a seat back. With the last seat, or with None, the phone is forgotten."""
        if seat is not None and phone.seats != [seat]:
            phone.seats = [one for one in phone.seats if one != seat]
        else:
            self._phones = {key: one for key, one in self._phones.items() if one is not phone}
        self._changed()

    # Called for the table.

    def answer(self, number: int, *, yes: bool, now: float) -> None:
        """Grant or refuse the request with this number. Refused, ``stale``: it does not wait any more."""
        phone = next((one for one in self.waiting(now) if one.request_number == number), None)
        if phone is None or phone.request is None:
            raise Refused("stale", NOT_WAITING)
        seat, phone.request = phone.request.seat, None
        if yes:
            self._resting.pop(phone.address, None)
            self._give(phone, seat)
        else:
            phone.refused, phone.message = now, T("The table has said no.")
            if phone.address and not phone.admitted:
                self._let_rest(phone.address, now)
        self._changed()

    def _give(self, phone: Phone, seat: str | None) -> None:
        """Give a phone a seat, or (None) let it look on."""
        if seat is None:
            phone.watching = True
        elif self.holder(seat) is None:
            phone.seats.append(seat)
            self._withdraw_others(seat)

    def _withdraw_others(self, seat: str) -> None:
        """Withdraw what others ask for a seat that was given just now, also those that had it before a restart."""
        for phone in self._phones.values():
            if phone.request is not None and phone.request.seat == seat:
                phone.request, phone.message = None, OTHER_PHONE
            if phone.former is not None and seat in phone.former.seats:
                left = [one for one in phone.former.seats if one != seat]
                phone.former = structs.replace(phone.former, seats=left) if left or phone.former.watching else None
                phone.message = OTHER_PHONE if phone.former is None else phone.message

    def take_back(self, seat: str, from_: Phone | None = None) -> None:
        """Play a seat at the table again; its phone gets a message. With ``from_``, only if that phone plays it."""
        phone = self.holder(seat)
        if phone is not None and from_ in (None, phone):
            phone.seats.remove(seat)
            phone.message = T("Your seat was taken back at the table.")
            self._changed()

    def send_away(self, phone: Phone, message: Text = WATCHING_ENDED) -> None:
        """End the looking on of a phone, which gets a message."""
        phone.watching = False
        phone.message = message
        self._changed()

    def ask_here(self, seat: str | None) -> None:
        """Ask the secret question of this seat on the table's screen, although it has a phone; None: on its phone."""
        if self.asked_here != seat:
            self.asked_here = seat
            self._changed()

    # The browser that stands for the table if there is no touchscreen.

    @property
    def master(self) -> str:
        """The secret in the address by which one browser becomes the table. It changes when it is used."""
        return self._master

    def is_master(self, secret: str) -> bool:
        return secrets.compare_digest(_digest(secret), _digest(self._master))

    def become_table(self, key: str, master: str, language: str) -> tuple[str, Phone]:
        """Make the browser that knows the secret the table, in place of the one before; returns it with its key.

        Refused, ``unknown``: ``master`` is wrong, or was used before.
        """
        if not self.is_master(master):
            raise Refused("unknown", T("This address is not the table's any more. The terminal shows the one of now."))
        phone = self.phone(key)
        if phone is None:
            key, phone = self._add(language)
        for one in self._phones.values():
            one.table = False
        phone.table = True
        self._master = _new_key()
        self._changed()
        return key, phone


def _new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def _digest(key: str) -> bytes:
    """Only digests of keys are kept: one who reads them gets no access, and the time of a look-up reveals nothing."""
    return hashlib.sha256(key.encode()).digest()
