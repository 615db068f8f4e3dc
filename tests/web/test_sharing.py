"""Which phone holds which seat: asked, let in, taken back; words and keys that nobody can guess."""

from __future__ import annotations

from contextlib import suppress
from itertools import cycle

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.web.phones import (
    LISTS,
    MOST_PHONES,
    MOST_REQUESTS,
    REQUEST_LIFETIME,
    RETRY_AFTER,
    Phone,
    PhoneRegistry,
    two_words,
)
from tests.daily import share

SEATS = ["red", "blue", "green"]


def refused(no: pytest.ExceptionInfo[Refused]) -> tuple[str, str]:
    return no.value.code, plain(no.value.text)


def test_only_a_yes_at_the_table_lets_a_phone_in() -> None:
    registry = PhoneRegistry(SEATS)
    key, phone = registry.request_access("", "red", 0, "en")
    assert (phone.admitted, registry.holder("red"), registry.waiting(1)) == (False, None, [phone])
    assert len(phone.words.split()) == 2
    registry.answer(phone.request_number, yes=True, now=2)
    assert (phone.admitted, registry.holder("red"), registry.waiting(3)) == (True, phone, [])
    assert registry.phone(key) is phone
    assert registry.phone(key[:-1]) is None


def test_a_no_is_told_and_the_same_phone_has_to_wait() -> None:
    registry = PhoneRegistry(SEATS)
    key, phone = registry.request_access("", "red", 0, "en")
    registry.answer(phone.request_number, yes=False, now=1)
    assert phone.message is not None
    assert not phone.admitted
    with pytest.raises(Refused) as no:
        registry.request_access(key, "red", 2, "en")
    assert refused(no) == ("illegal", "The table has just said no. Ask the others, then try again.")
    again, same = registry.request_access(key, "blue", 1 + RETRY_AFTER, "en")
    assert (again, same) == (key, phone)


def test_one_phone_can_hold_two_seats_and_one_seat_has_one_phone() -> None:
    registry = PhoneRegistry(SEATS)
    key, phone = registry.request_access("", "red", 0, "en")
    registry.answer(phone.request_number, yes=True, now=0)
    registry.request_access(key, "blue", 1, "en")
    assert phone.seats == ["red"]
    registry.answer(phone.request_number, yes=True, now=1)
    assert phone.seats == ["red", "blue"]
    with pytest.raises(Refused) as no:
        registry.request_access("", "blue", 2, "en")
    assert no.value.code == "illegal"
    with pytest.raises(Refused) as no:
        registry.request_access("", "purple", 2, "en")
    assert no.value.code == "unknown"


def test_a_yes_for_a_seat_withdraws_what_other_phones_ask_for_it() -> None:
    registry = PhoneRegistry(SEATS)
    phones = [registry.request_access("", "red", n, "en")[1] for n in range(2)]
    first = phones[0].request_number
    registry.answer(phones[1].request_number, yes=True, now=2)
    assert registry.holder("red") is phones[1]
    assert (registry.waiting(2), plain(phones[0].message or "")[:26]) == ([], "Another phone plays there.")
    with pytest.raises(Refused) as no:
        registry.answer(first, yes=True, now=3)
    assert no.value.code == "stale"


def test_consent_is_to_the_request_that_was_shown_and_to_no_later_one() -> None:
    registry = PhoneRegistry(SEATS)
    key, phone = registry.request_access("", None, 0, "en")
    shown = phone.request_number
    registry.request_access(key, "red", 1, "en")
    with pytest.raises(Refused) as no:
        registry.answer(shown, yes=True, now=2)
    assert (no.value.code, phone.admitted, registry.holder("red")) == ("stale", False, None)
    registry.answer(phone.request_number, yes=True, now=2)
    assert (phone.seats, phone.watching) == (["red"], False)


def test_the_same_request_again_is_no_other_question() -> None:
    registry = PhoneRegistry(SEATS)
    key, phone = registry.request_access("", "red", 0, "en")
    shown = phone.request_number
    registry.request_access(key, "red", 1, "en")
    assert phone.request_number == shown


def test_a_seat_is_taken_back_only_from_the_phone_that_was_shown() -> None:
    registry = PhoneRegistry(SEATS)
    phones = []
    for now in range(2):
        phones.append(registry.request_access("", "red", now, "en")[1])
        registry.answer(phones[-1].request_number, yes=True, now=now)
        registry.take_back("red", phones[0])
    assert registry.holder("red") is phones[1]


class Asking(RuleBasedStateMachine):
    """Phones ask, ask for something else, leave, and are answered by what was shown, in any order; the table is
    restarted, and they come back."""

    def __init__(self) -> None:
        super().__init__()
        self.registry = PhoneRegistry(SEATS)
        self.keys = [""] * 4
        self.shown: list[tuple[int, bytes, str | None]] = []
        self.named: list[tuple[int, dict[bytes, set[str | None]]]] = []
        """The questions after restarts, with what each gives to whom."""
        self.granted: dict[bytes, set[str | None]] = {}
        self.now = 0.0

    @rule(who=st.integers(0, 3), seat=st.sampled_from([*SEATS, None]))
    def ask(self, who: int, seat: str | None) -> None:
        with suppress(Refused):
            self.keys[who], _ = self.registry.request_access(self.keys[who], seat, self.now, "en")

    @rule(who=st.integers(0, 3))
    def leave(self, who: int) -> None:
        phone = self.registry.phone(self.keys[who])
        if phone is not None:
            self.registry.leave(phone)

    @rule(seconds=st.sampled_from([1.0, RETRY_AFTER, REQUEST_LIFETIME + 1]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def show(self) -> None:
        for phone in self.registry.waiting(self.now):
            assert phone.request is not None
            self.shown.append((phone.request_number, self._key(phone), phone.request.seat))
        about = {
            self._key(one): {*one.former.seats, *([None] if one.former.watching else [])}
            for one in self.registry.returning
            if one.former is not None
        }
        if about:
            self.named.append((self.registry.returning_number, about))

    def _key(self, phone: Phone) -> bytes:
        return next(key for key, one in self.registry._phones.items() if one is phone)

    @rule()
    def restart(self) -> None:
        pairings = self.registry.pairings
        self.registry = PhoneRegistry(SEATS)
        self.registry.restore(pairings)
        self.granted.clear()

    @rule(at=st.integers(0, 3), yes=st.sampled_from([True, True, False]))
    def readmit(self, at: int, yes: bool) -> None:
        if at >= len(self.named):
            return
        number, about = self.named[-1 - at]
        with suppress(Refused):
            self.registry.readmit(number, yes=yes, now=self.now)
            for key, what in about.items() if yes else ():
                self.granted.setdefault(key, set()).update(what)

    @rule(at=st.integers(0, 5), yes=st.sampled_from([True, True, False]))
    def answer(self, at: int, yes: bool) -> None:
        if at >= len(self.shown):
            return
        number, key, seat = self.shown[-1 - at]
        with suppress(Refused):
            self.registry.answer(number, yes=yes, now=self.now)
            if yes:
                self.granted.setdefault(key, set()).add(seat)

    @rule(seat=st.sampled_from(SEATS))
    def take_back(self, seat: str) -> None:
        self.registry.take_back(seat)

    @invariant()
    def nobody_has_more_than_was_granted(self) -> None:
        for phone in self.registry.phones:
            has: set[str | None] = {*phone.seats, *([None] if phone.watching else [])}
            assert has <= self.granted.get(self._key(phone), set())
            assert not (phone.former is not None and phone.admitted)
        for seat in SEATS:
            assert sum(seat in phone.seats for phone in self.registry.phones) <= 1
        held = {seat for phone in self.registry.phones for seat in phone.seats}
        assert not [one for one in self.registry.waiting(self.now) if one.request and one.request.seat in held]


TestAsking = Asking.TestCase
TestAsking.settings = settings(max_examples=share(400), stateful_step_count=50)


def test_a_seat_is_taken_back_and_given_back() -> None:
    registry = PhoneRegistry(SEATS)
    key, phone = registry.request_access("", "red", 0, "en")
    registry.answer(phone.request_number, yes=True, now=0)
    registry.take_back("red")
    assert (phone.admitted, registry.holder("red")) == (False, None)
    assert plain(phone.message or "") == "Your seat was taken back at the table."
    registry.request_access(key, "red", 1, "en")
    registry.answer(phone.request_number, yes=True, now=1)
    registry.leave(phone, "red")
    assert registry.phone(key) is None


def test_who_looks_on_sees_the_table_until_it_is_sent_away() -> None:
    registry = PhoneRegistry(SEATS)
    _, phone = registry.request_access("", None, 0, "es")
    registry.answer(phone.request_number, yes=True, now=0)
    assert (phone.admitted, phone.seats, phone.watching) == (True, [], True)
    registry.send_away(phone)
    assert not phone.admitted


def test_nobody_can_ask_the_table_to_death() -> None:
    """So many wait at once; who waits too long is forgotten, and makes room."""
    registry = PhoneRegistry(SEATS)
    for n in range(MOST_REQUESTS):
        registry.request_access("", None, n, "en")
    with pytest.raises(Refused):
        registry.request_access("", None, 10, "en")
    registry.request_access("", None, REQUEST_LIFETIME + 1, "en")
    now = REQUEST_LIFETIME + 1.0
    while True:
        now += REQUEST_LIFETIME
        try:
            _, phone = registry.request_access("", None, now, "en")
        except Refused as no:
            assert "room" in plain(no.text)  # noqa: PT017 - what comes before it is no refusal
            break
        registry.answer(phone.request_number, yes=True, now=now)
    assert sum(phone.admitted for phone in registry.phones) == MOST_PHONES


def test_phones_that_were_told_no_make_room() -> None:
    registry = PhoneRegistry(SEATS)
    for n in range(3 * MOST_PHONES):
        _, phone = registry.request_access("", None, n, "en")
        registry.answer(phone.request_number, yes=False, now=n)
    assert len(registry.phones) <= MOST_PHONES


@pytest.mark.parametrize("language", ["en", "es"])
def test_words_are_those_of_the_language_and_no_two_phones_have_the_same(language: str) -> None:
    like, creatures = LISTS[language]
    assert len(set(like)) == len(like) >= 45
    assert len(set(creatures)) == len(creatures) >= 50
    turns = cycle([0, 0, 1, 0])
    words = two_words(language, [], lambda of: of[0])
    assert two_words(language, [words], lambda of: of[next(turns)]) != words
    assert words == ("amber badger" if language == "en" else "abeja alegre")


def test_the_master_address_makes_one_browser_the_table_and_works_once() -> None:
    registry = PhoneRegistry(SEATS)
    first = registry.master
    _, table = registry.become_table("", first, "en")
    assert table.table
    with pytest.raises(Refused) as no:
        registry.become_table("", first, "en")
    assert no.value.code == "unknown"
    _, other = registry.become_table("", registry.master, "en")
    assert (table.table, other.table) == (False, True)
