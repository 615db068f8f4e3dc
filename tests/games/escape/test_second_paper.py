"""A second eight contacts and four escape plans, invented by somebody who had not seen what can be said.

``BY_HAND`` is the contact that only moves a pawn, which nobody follows; ``IN_PART`` the one with a clause for hands.
Each contact has a value at the end, besides.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.refusals import BadPack
from companion.games.escape.content import SHEETS
from tests.games.escape.box import CONTACTS, PLANS, box, loaded
from tests.games.escape.helpers import EscapeTable, announcements, line
from tests.games.sentences import assert_said_in_both

CONTACT = {
    "ambulance_driver": (
        "turn",
        'wounds -1; note "Turn this card over until you rest."; score +2k',
        'heridas -1; nota "Turn this card over until you rest."; puntuar +2k',
    ),
    "desk_sergeant": (
        "turn",
        'remove 1 officer; if "Was it the only one there?" then (notoriety +1); score +1k',
        'retirar 1 policía; si "Was it the only one there?" entonces (notoriedad +1); puntuar +1k',
    ),
    "fence": (
        "turn",
        "if equipment at least 1 then (equipment -1; cash +3); score +3k",
        "si equipo al menos 1 entonces (equipo -1; dinero +3); puntuar +3k",
    ),
    "water_taxi": (
        "daily",
        'note "Cross connected water for 1 movement point."; score +2k',
        'nota "Cross connected water for 1 movement point."; puntuar +2k',
    ),
    "columnist": (
        "hired",
        "for each somebody (choose (notoriety +1, them) or (notoriety -1, them) or ()); "
        "score +1k for each more notoriety",
        "por cada rival a elegir (elegir (notoriedad +1, cada uno) o (notoriedad -1, cada uno) o ()); "
        "puntuar +1k por rivales con más notoriedad que tú",
    ),
    "locksmiths_niece": ("use", "locker +1; score +1k", "taquilla +1; puntuar +1k"),
    "gang_cousin": (
        "turn",
        "choose (cash +1) or (move 1 gang member); score +2k",
        "elegir (dinero +1) o (mover 1 miembro de la banda); puntuar +2k",
    ),
    "night_clerk": (
        "turn",
        "if part at least 3 then (wounds -1); score +2k",
        "si parte del día al menos 3 entonces (heridas -1); puntuar +2k",
    ),
}
PLAN = {
    "travel_light": (
        "if equipment at most 0 then (if gas at most 0 then (score +8k))",
        "si equipo como mucho 0 entonces (si latas de gasolina como mucho 0 entonces (puntuar +8k))",
    ),
    "whole_crew": (
        "score +2k for each contacts at most 10k",
        "puntuar +2k por contactos como mucho 10k",
    ),
    "nobody_knew": (
        'if "Is your notoriety the lowest of the escaped?" then (if "Is anybody tied?" then (score +5k) '
        "else (score +9k))",
        'si "Is your notoriety the lowest of the escaped?" entonces (si "Is anybody tied?" entonces (puntuar +5k) '
        "si no (puntuar +9k))",
    ),
    "key_collector": (
        "score +3k for each key colours; score +1k for each lockers; score -1k for each wounds",
        "puntuar +3k por colores de llave; puntuar +1k por taquillas; puntuar -1k por heridas",
    ),
}
BY_HAND, IN_PART = {"water_taxi"}, {"ambulance_driver"}
SENTENCES = {name: said[-2:] for name, said in (CONTACT | PLAN).items()}


def paper() -> dict[str, Any]:
    """The contacts and plans of a box; the first ones are those of the paper."""
    read = SHEETS.phrases.read_list
    contacts = [
        {"id": new, "name": new.title(), "text": None, "when": when, "effects": read(english)}
        for new, (when, english, _) in CONTACT.items()
    ]
    plans = [{"id": new, "text": None, "effects": read(english)} for new, (english, _) in PLAN.items()]
    return {
        "contacts": contacts + [{"id": card, "name": None, "text": None} for card in CONTACTS[len(contacts) :]],
        "escape_plans": plans + [{"id": card, "text": None} for card in PLANS[len(plans) :]],
    }


@pytest.mark.parametrize("name", SENTENCES)
def test_each_card_is_one_sentence_in_both_languages(name: str) -> None:
    english, spanish = SENTENCES[name]
    assert_said_in_both(SHEETS, english, spanish)
    assert SHEETS.spoken("es").phrases.write_list(SHEETS.phrases.read_list(english)) == spanish
    assert ("note" in english) is (name in BY_HAND | IN_PART)


def game(card: str, **counters: int) -> EscapeTable:
    """Vinnie's first turn, with this contact."""
    table = EscapeTable(**paper()).until("turn")
    while table.ask.who != "vinnie":
        table.dull()
    table.set("contact", "player:vinnie", card=card)
    for what, n in counters.items():
        table.set(what, n, seat="vinnie")
    return table


def used(table: EscapeTable) -> set[str]:
    """The contacts that can be used now."""
    return {answer["card"] for answer in table.legal("use")}


def test_the_ambulance_driver_is_used_again_and_again():
    table = game("ambulance_driver", wounds=3)
    for left in (2, 1):
        played = table.say("use", card="ambulance_driver")
        assert any("until you rest" in told for told in announcements(played))
        assert (table.player("vinnie")["wounds"], used(table)) == (left, {"ambulance_driver"})
    assert "ambulance_driver" in table.player("vinnie")["contacts"]


@pytest.mark.parametrize(("only", "notoriety"), [(True, 1), (False, 0)])
def test_the_desk_sergeant_takes_an_officer(only: bool, notoriety: int):
    table = game("desk_sergeant")
    before = sum(table.facts["bag"].values())
    table.say("use", card="desk_sergeant")
    table.say(**table.legal("officer")[0])
    table.say("holds", holds=only)
    assert (table.player("vinnie")["notoriety"], sum(table.facts["bag"].values())) == (notoriety, before + 1)


def test_the_fence_pays_as_often_as_there_is_equipment():
    table = game("fence", equipment=2)
    for left in (1, 0):
        assert any("$3k" in told for told in announcements(table.say("use", card="fence")))
        assert table.player("vinnie")["equipment"] == left
    assert not table.legal("use"), "without equipment it does nothing"


def test_the_water_taxi_is_there_once_a_day():
    table = game("water_taxi")
    table.say("use", card="water_taxi")
    assert used(table) == set()


@pytest.mark.parametrize(("n", "notoriety"), [(1, 3), (2, 1), (3, 2)])
def test_the_columnist_writes_when_hired(n: int, notoriety: int):
    table = EscapeTable(**paper()).until("turn")
    seat = table.ask.who
    rivals = [one for one in ("vinnie", "scar", "claws") if one != seat]
    table.notoriety(**dict.fromkeys(rivals, 2))
    table.set("contact", "display", card="columnist")
    table.say("take", card="columnist")
    table.say("person", seat=rivals[0])
    table.say("option", n=n)
    assert [table.player(rival)["notoriety"] for rival in rivals] == [notoriety, 2]
    assert (used(table), table.player(seat)["contacts"]) == (set(), ["columnist"])


def test_the_locksmiths_niece_opens_one_locker_and_leaves():
    table = game("locksmiths_niece")
    table.say("use", card="locksmiths_niece")
    table.say("adjust", seat="vinnie", what="locker:tall", by=1)
    assert (table.player("vinnie")["locker:tall"], table.player("vinnie")["contacts"]) == (1, [])


def test_the_gang_cousin_pays_or_moves_the_gang():
    table = game("gang_cousin")
    table.say("use", card="gang_cousin")
    assert any("$1k" in told for told in announcements(table.say("option", n=1)))
    table.say("use", card="gang_cousin")
    table.say("option", n=2)
    table.say("gang", tile="a1", by=1)
    assert table.facts["gang"]["tiles"] == {"a1": 1, "headquarters": 1}


def test_the_night_clerk_heals_late():
    table = game("night_clerk", wounds=2)
    while table.facts["part"] < 3 or table.ask.who != "vinnie":
        assert not table.legal("use")
        table.dull()
    table.say("use", card="night_clerk")
    assert table.player("vinnie")["wounds"] == 1


def doing(said: str, when: str = "turn", **counters: int) -> EscapeTable:
    """Vinnie's first turn, with a contact that does this, and another that makes famous when it is hired."""
    made = [("does", when, said), ("star", "hired", "notoriety +3")]
    read = SHEETS.phrases.read_list
    contacts: list[dict[str, Any]] = [
        {"id": card, "name": card.title(), "text": None, "when": time, "effects": read(effects)}
        for card, time, effects in made
    ]
    contacts += [{"id": card, "name": None, "text": None} for card in CONTACTS[len(made) :]]
    table = EscapeTable(contacts=contacts, escape_plans=paper()["escape_plans"]).until("turn")
    while table.ask.who != "vinnie":
        table.dull()
    table.set("contact", "player:vinnie", card="does")
    for what, n in counters.items():
        seat, _, counter = what.rpartition("_")
        table.set(counter, n, seat=seat or "vinnie")
    return table


@pytest.mark.parametrize("who", ["somebody", "most notoriety"])
@pytest.mark.parametrize(("seat", "pays"), [("scar", True), ("claws", False)])
def test_what_one_of_several_has_is_counted_of_that_one(who: str, seat: str, pays: bool):
    table = doing(f"if wounds of {who} at least 2 then (cash +5)", scar_notoriety=3, claws_notoriety=3, scar_wounds=2)
    table.set("wounds", 1, seat="claws")
    table.say("use", card="does")
    assert {answer["seat"] for answer in table.legal("person")} == {"scar", "claws"}
    assert any("$5k" in told for told in announcements(table.say("person", seat=seat))) is pays


def test_for_each_of_what_one_of_several_has():
    table = doing("for each wounds of somebody (notoriety +1)", scar_wounds=2, claws_wounds=1)
    table.say("use", card="does")
    table.say("person", seat="scar")
    assert table.player("vinnie")["notoriety"] == 2


@pytest.mark.parametrize(("wounds", "at"), [(1, "turn"), (2, "effect")])
def test_for_every_second_one_there_must_be_two(wounds: int, at: str):
    """What does nothing is no choice, and a single one is not asked for."""
    table = doing('choose (for each 2 wounds (notoriety +1)) or (note "Wait.")', wounds=wounds)
    table.say("use", card="does")
    assert table.at == at


@pytest.mark.parametrize(
    ("price", "there", "possible"),
    [
        ("equipment -2", {"equipment": 1}, False),
        ("equipment -2", {"equipment": 2}, True),
        ("equipment -1; gas +1; equipment -1", {"equipment": 1}, False),
        ("discard 2 contacts", {}, False),
        ("discard 1 contact", {}, True),
        ("if notoriety at most 9 then (key -1)", {}, False),
        ("choose (locker -1) or (gas -1)", {}, False),
        ("choose (locker -1) or (gas -1)", {"gas": 1}, True),
        ("equipment -1, somebody", {"scar_equipment": 1}, True),
        ("equipment -1, somebody", {}, False),
        ("wounds -2", {"wounds": 1}, True),
    ],
)
def test_what_nobody_can_pay_is_no_choice(price: str, there: dict[str, int], possible: bool):
    table = doing(f'choose ({price}; cash +4) or (note "Wait.")', **there)
    played = table.say("use", card="does")
    assert (table.at, bool(announcements(played))) == (("effect", False) if possible else ("turn", True))


@pytest.mark.parametrize(
    ("said", "there", "offered"),
    [
        ("wounds -1", {}, False),
        ("wounds -1", {"wounds": 1}, True),
        ("wounds -1; gas +1", {}, True),
        ("equipment -1; cash +3", {}, False),
        ("equipment -1; cash +3", {"equipment": 1}, True),
        ("discard 2 contacts", {}, False),
        ("move 1 gang member", {}, True),
        ("wounds -1, somebody", {}, False),
        ("wounds -1, somebody", {"scar_wounds": 1}, True),
        ("for each wounds (cash +1)", {}, False),
        ("choose (wounds -1) or (key -1)", {}, False),
        ('if "It rains." then (wounds -1)', {}, True),
        ("at the end of the day (wounds -1)", {}, True),
        ('note "Wait."', {}, True),
    ],
)
def test_a_contact_that_does_nothing_now_is_not_offered(said: str, there: dict[str, int], offered: bool):
    table = doing(said, **there)
    assert bool(table.legal("use")) is offered
    if not offered:
        table.refuses("illegal", "R-EP-84", "use", card="does")


@pytest.mark.parametrize(
    "price",
    ["equipment -1, somebody", "wounds -1, somebody", "for each somebody (wounds -1, them)"],
)
def test_only_those_who_have_it_are_asked_for_something(price: str):
    table = doing(price, scar_wounds=1, scar_equipment=1)
    table.say("use", card="does")
    assert table.at == "turn", "a single one is not asked for"
    assert table.player("scar")["wounds"] + table.player("scar")["equipment"] == 1


def test_an_own_contact_to_discard_is_a_button():
    """It lies before its owner, not in the open row."""
    table = doing("discard 1 contact")
    for card in ("star", CONTACTS[-1]):
        table.set("contact", "player:vinnie", card=card)
    table.say("use", card="does")
    spots = {choice.spot for choice in table.table.scene().choices}
    assert (table.at, spots) == ("discard_contact", {None})


def test_a_contact_that_is_taken_is_hired():
    table = doing("take 1 open contact")
    table.set("contact", "display", card="star")
    table.say("use", card="does")
    table.say("take", card="star")
    assert (table.player("vinnie")["notoriety"], table.at) == (3, "turn")


# At the end.


def ended(plan: str | None = None, *cards: str, holds: tuple[bool, ...] = (), **counters: int) -> int:
    """The total of vinnie, who has escaped with this plan and these contacts, before scar."""
    sheet = [line("sum", "free")]
    table = EscapeTable("vinnie scar", {"plans": "hand"}, scoring=sheet, exit_cost={"2": [3, 5]}, **paper())
    table.until("turn", day=3)
    for card in cards:
        table.set("contact", "player:vinnie", card=card)
    for what, n in counters.items():
        seat, _, counter = what.partition("_") if what.startswith("scar_") else ("vinnie", "", what)
        table.set(counter.replace("__", ":"), n, seat=seat)
    for seat in ("vinnie", "scar"):
        table.say("escape", seat=seat)
    answers = list(holds)
    while table.at != "over":
        if table.at == "plan":
            mine = table.ask.who == "vinnie" and plan is not None
            table.say("plan", card=plan if mine else "?")
        elif table.at == "condition":
            table.say("holds", holds=answers.pop(0))
        else:
            table.dull()
    assert not answers
    return next(entry["total"] for entry in table.facts["result"]["ranking"] if entry["seat"] == "vinnie")


@pytest.mark.parametrize(("equipment", "gas", "worth"), [(0, 0, 8), (1, 0, 0), (0, 1, 0)])
def test_travel_light(equipment: int, gas: int, worth: int):
    assert ended("travel_light", equipment=equipment, gas=gas) == worth


@pytest.mark.parametrize(("n", "worth"), [(0, 0), (3, 6), (6, 10)])
def test_bring_the_whole_crew(n: int, worth: int):
    """Contacts of which nothing is known."""
    assert ended("whole_crew", *CONTACTS[20 : 20 + n]) == worth


@pytest.mark.parametrize(("holds", "worth"), [((False,), 0), ((True, True), 5), ((True, False), 9)])
def test_nobody_knew_my_name(holds: tuple[bool, ...], worth: int):
    assert ended("nobody_knew", holds=holds) == worth


def test_the_key_collector_counts_colours():
    assert ended("key_collector", key__gold=2, key__white=1, locker__flat=2, wounds=1) == 7


@pytest.mark.parametrize(("cards", "worth"), [(("fence", "night_clerk"), 5), (("locksmiths_niece",), 1)])
def test_contacts_are_worth_something_at_the_end_whenever_they_are_used(cards: tuple[str, ...], worth: int):
    assert ended(None, *cards) == worth


@pytest.mark.parametrize(("scar", "worth"), [(3, 1), (2, 0), (1, 0)])
def test_the_columnist_counts_rivals_who_are_better_known(scar: int, worth: int):
    assert ended(None, "columnist", notoriety=2, scar_notoriety=scar) == worth


def test_what_counts_at_the_end_cannot_wait_for_something():
    late = SHEETS.phrases.read_list("at the end of the day (score +1k)")
    contacts = [{"id": card, "name": None, "text": None} for card in CONTACTS]
    contacts[0]["effects"] = late  # type: ignore[assignment]
    with pytest.raises(BadPack, match="too late at the end"):
        loaded(box(contacts=contacts))


@pytest.mark.parametrize(
    ("said", "fault"),
    [("score +1k for each cash", "of: cannot be counted"), ('note "  "', "text: is missing; write what people do")],
)
def test_what_can_do_nothing_is_refused(said: str, fault: str):
    """Nobody knows how much money somebody has; a note of blanks says nothing."""
    contacts: list[dict[str, Any]] = [{"id": card, "name": None, "text": None} for card in CONTACTS]
    contacts[0]["effects"] = SHEETS.phrases.read_list(said)
    with pytest.raises(BadPack, match=rf"contacts\[0\].effects\[0\].{fault}"):
        loaded(box(contacts=contacts))
