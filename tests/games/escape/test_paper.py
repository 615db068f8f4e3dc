"""Eight contacts and four escape plans that somebody invented on paper: each is said in a sentence in both languages,
and then done."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.escape.content import SHEETS
from tests.games.escape.box import CONTACTS, PLANS
from tests.games.escape.helpers import EscapeTable, announcements, line
from tests.games.sentences import assert_said_in_both

CARDS = {
    "night_nurse": (
        "use",
        'if "you are at the hospital" then (wounds -2) else (wounds -1); notoriety -1',
        'si "you are at the hospital" entonces (heridas -2) si no (heridas -1); notoriedad -1',
    ),
    "taxi_dispatcher": (
        "daily",
        'pay $2k; note "Move up to 2 city tiles further."; if "you end on a tile with an officer" then (notoriety +1)',
        'pagar $2k; nota "Move up to 2 city tiles further."; '
        'si "you end on a tile with an officer" entonces (notoriedad +1)',
    ),
    "desk_sergeant": (
        "use",
        "move 1 officer to fewer; for each everybody (if notoriety of them at least 3 then (wounds +1, them))",
        "mover 1 policía adonde haya menos; "
        "por cada jugador (si notoriedad de cada uno al menos 3 entonces (heridas +1, cada uno))",
    ),
    "street_barber": (
        "hired",
        'add 2 gang members; choose (gangs +1) or "No marker" (note "No marker is placed.")',
        'añadir 2 miembros de la banda; elegir (marcadores de banda +1) o "No marker" (nota "No marker is placed.")',
    ),
    "loan_shark": (
        "hired",
        "cash +6; in the income phase every time this game (choose (pay $2k) or (wounds +1))",
        "dinero +6; en la fase de ingresos cada vez hasta el final (elegir (pagar $2k) o (heridas +1))",
    ),
    "double_shift": (
        "hired",
        'note "You have one extra action at dawn."; at the start of the day every time this card '
        '(if most notoriety of me at least 1 then (note "You have one extra action at dawn."))',
        'nota "You have one extra action at dawn."; al empezar el día cada vez mientras tengas la carta '
        '(si jugadores con más notoriedad de tú al menos 1 entonces (nota "You have one extra action at dawn."))',
    ),
    "gossip_columnist": (
        "use",
        'note "Turn over $1k from behind your screen."; '
        "for each somebody (choose by them (notoriety +1, them) or (notoriety -1, them; notoriety -1))",
        'nota "Turn over $1k from behind your screen."; '
        "por cada rival a elegir (elegir cada uno (notoriedad +1, cada uno) o "
        "(notoriedad -1, cada uno; notoriedad -1))",
    ),
    "locksmiths_widow": (
        "use",
        'note "Look at the top tile of two locker stacks."; locker +1; '
        "if fewest keys of me at least 1 at most 1 then (key +1)",
        'nota "Look at the top tile of two locker stacks."; taquilla +1; '
        "si jugadores con menos llaves de tú al menos 1 como mucho 1 entonces (llave +1)",
    ),
}
ENDS = {
    "clean_hands": (
        "if handcuffs at most 0 then (if wounds at most 0 then (score +10k) else "
        "(if wounds at most 1 then (score +4k)))",
        "si esposas como mucho 0 entonces (si heridas como mucho 0 entonces (puntuar +10k) si no "
        "(si heridas como mucho 1 entonces (puntuar +4k)))",
    ),
    "friends": (
        "score +2k for each contacts; score +3k for each gangs",
        "puntuar +2k por contactos; puntuar +3k por marcadores de banda",
    ),
    "last_through": (
        "if escaped after at most 0 then (score +1k for each exit cost) else (score +1k for each exit officers)",
        "si escapados después como mucho 0 entonces (puntuar +1k por precio de la salida) si no "
        "(puntuar +1k por policías en la salida)",
    ),
    "famous": (
        "notoriety not counted; if most notoriety of me at least 1 then (score +2k for each notoriety at most 12k) "
        "else (score +1k for each notoriety at most 6k)",
        "no cuenta la notoriedad; si jugadores con más notoriedad de tú al menos 1 entonces "
        "(puntuar +2k por notoriedad como mucho 12k) si no (puntuar +1k por notoriedad como mucho 6k)",
    ),
}
SENTENCES = {name: said[-2:] for name, said in (CARDS | ENDS).items()}


def paper() -> dict[str, Any]:
    """The contacts and plans of a box; the first ones are those of the paper."""
    read = SHEETS.phrases.read_list
    contacts = [
        {"id": new, "name": new.title(), "text": None, "when": CARDS[new][0], "effects": read(CARDS[new][1])}
        for new in CARDS
    ]
    plans = [{"id": new, "text": None, "effects": read(ENDS[new][0])} for new in ENDS]
    return {
        "contacts": contacts + [{"id": card, "name": None, "text": None} for card in CONTACTS[len(contacts) :]],
        "escape_plans": plans + [{"id": card, "text": None} for card in PLANS[len(plans) :]],
    }


@pytest.mark.parametrize("name", SENTENCES)
def test_each_card_is_one_sentence_in_both_languages(name: str) -> None:
    english, spanish = SENTENCES[name]
    assert_said_in_both(SHEETS, english, spanish)


def game(card: str | None = None, seat: str = "vinnie", **settings: str) -> EscapeTable:
    """Vinnie's first turn; a seat has this contact."""
    table = EscapeTable(settings=settings, **paper()).until("turn")
    while table.ask.who != "vinnie":
        table.dull()
    if card is not None:
        table.set("contact", f"player:{seat}", card=card)
    return table


@pytest.mark.parametrize(("there", "left"), [(True, 1), (False, 2)])
def test_night_nurse_heals_two_in_the_hospital(there: bool, left: int):
    table = game("night_nurse")
    table.set("wounds", 3, seat="vinnie")
    table.say("use", card="night_nurse")
    assert (table.at, table.ask.rule) == ("condition", "R-EP-84")
    table.say("holds", holds=there)
    assert (table.player("vinnie")["wounds"], table.player("vinnie")["notoriety"]) == (left, 0)
    assert (table.at, table.facts["contacts"]["discard"]) == ("turn", ["night_nurse"])


def test_taxi_dispatcher_can_be_called_once_a_day():
    table = game("taxi_dispatcher", **{"ep.cash_ledger": "private"})
    played = table.say("use", card="taxi_dispatcher")
    assert "Vinnie: Move up to 2 city tiles further." in announcements(played)
    table.say("holds", holds=True)
    assert (table.player("vinnie")["notoriety"], table.facts["secret"]["vinnie"]["cash"]) == (1, 7)
    assert table.player("vinnie")["contacts"] == ["taxi_dispatcher"]
    table.refuses("illegal", "R-EP-84", "use", card="taxi_dispatcher")
    table.until("turn", day=2)
    while table.ask.who != "vinnie":
        table.dull()
    assert table.legal("use")


def test_desk_sergeant_moves_an_officer_and_wounds_the_notorious():
    table = game("desk_sergeant")
    table.notoriety(vinnie=3, scar=4, claws=2)
    table.say("use", card="desk_sergeant")
    assert table.at == "officer_from"
    table.say(**table.legal("officer")[0])
    if table.at == "officer_to":
        table.say(**table.legal("officer")[0])
    assert [table.player(seat)["wounds"] for seat in ("vinnie", "scar", "claws")] == [1, 1, 0]


def test_street_barber_comes_with_the_gang():
    table = game()
    table.set("contact", "display", card="street_barber")
    table.say("take", card="street_barber")
    for _ in range(2):
        assert table.at == "gang_to"
        table.say("gang", tile="hospital", by=1)
    assert table.facts["gang"]["tiles"]["hospital"] == 2
    table.say("option", n=1)
    assert (table.player("vinnie")["gangs"], table.at) == (1, "turn")


def test_loan_shark_comes_back_every_day():
    table = game(**{"ep.cash_ledger": "private"})
    table.set("contact", "display", card="loan_shark")
    table.say("take", card="loan_shark")
    assert table.facts["secret"]["vinnie"]["cash"] == 15
    table.until("effect", day=2)
    assert (table.ask.who, table.facts["phase"], table.facts["secret"]["vinnie"]["cash"]) == ("vinnie", "income", 24)
    table.say("option", n=2)
    assert table.player("vinnie")["wounds"] == 1
    table.until("effect", day=3)
    table.say("option", n=1)
    assert table.facts["secret"]["vinnie"]["cash"] == 31


@pytest.mark.parametrize(("notoriety", "told"), [(2, True), (1, False)])
def test_double_shift_says_so_on_each_day(notoriety: int, told: bool):
    table = game()
    table.set("contact", "display", card="double_shift")
    assert "Vinnie: You have one extra action at dawn." in announcements(table.say("take", card="double_shift"))
    table.until("day_change")
    table.notoriety(vinnie=notoriety, scar=2)
    said: list[str] = []
    while table.at != "turn":
        answer = table.legal()[0] if table.at in ("tile", "asset") else None
        before = table.table.rev
        table.dull() if answer is None else table.say(**answer)
        said += announcements(table.table.since(before))
    assert ("Vinnie: You have one extra action at dawn." in said) is told


def test_gossip_columnist_lets_the_rival_decide():
    table = game("gossip_columnist")
    table.notoriety(vinnie=2, scar=2)
    table.say("use", card="gossip_columnist")
    assert [answer["seat"] for answer in table.legal("person")] == ["claws", "scar"]
    table.say("person", seat="scar")
    assert (table.at, table.ask.who) == ("effect", "scar")
    table.say("option", n=2)
    assert [table.player(seat)["notoriety"] for seat in ("vinnie", "scar")] == [1, 1]


def test_locksmiths_widow_opens_a_locker_and_finds_a_key():
    table = game("locksmiths_widow")
    table.correct(*[{"fact": "key:black", "seat": seat, "value": 1} for seat in ("scar", "claws")])
    table.say("use", card="locksmiths_widow")
    assert table.at == "kind"
    table.say("adjust", seat="vinnie", what="locker:tall", by=1)
    assert [answer["what"] for answer in table.legal("adjust")] == ["key:black", "key:gold", "key:white"]
    table.say("adjust", seat="vinnie", what="key:gold", by=1)
    assert (table.player("vinnie")["locker:tall"], table.player("vinnie")["key:gold"]) == (1, 1)


SHEET = [line("sum", "free"), line("notoriety", "notoriety", -1, per_unit=1)]


def ended(plan: str, **counters: int) -> int:
    """The total of vinnie, who has escaped with this plan, before scar."""
    table = EscapeTable("vinnie scar", {"plans": "hand"}, scoring=SHEET, exit_cost={"2": [3, 5]}, **paper())
    table.until("turn", day=3)
    after = counters.pop("escape", 0)
    for what, n in counters.items():
        table.set(what, n, seat="vinnie")
    for seat in ("vinnie", "scar") if after == 0 else ("scar", "vinnie"):
        table.say("escape", seat=seat)
    while table.at != "over":
        if table.at == "plan":
            mine = table.ask.who == "vinnie"
            table.say("plan", card=plan if mine else "?")
        else:
            table.dull()
    return next(entry["total"] for entry in table.facts["result"]["ranking"] if entry["seat"] == "vinnie")


@pytest.mark.parametrize(("wounds", "handcuffs", "worth"), [(0, 0, 10), (1, 0, 4), (2, 0, 0), (0, 1, 0)])
def test_clean_hands(wounds: int, handcuffs: int, worth: int):
    assert ended("clean_hands", wounds=wounds, handcuffs=handcuffs) == worth


def test_friends_in_every_district():
    assert ended("friends", gangs=2) == 6


def test_last_through_the_door():
    assert ended("last_through", escape=1) == 5


@pytest.mark.parametrize(("notoriety", "worth"), [(3, 6), (9, 12)])
def test_famous_on_the_front_page(notoriety: int, worth: int):
    assert ended("famous", notoriety=notoriety) == worth


def test_a_plan_stays_secret_until_the_end():
    """What it does is not to be seen either, in a game in which the companion deals it."""
    table = EscapeTable("vinnie scar", {"plans": "private"}, scoring=SHEET, **paper())
    while table.at != "turn":
        if table.at == "plans":
            table.draw("famous" if table.ask.who == "vinnie" else "friends")
        else:
            table.dull()
    shown = str(table.table.view(None)) + str(table.table.view("scar"))
    assert "famous" not in shown
    assert "bonus" not in shown
