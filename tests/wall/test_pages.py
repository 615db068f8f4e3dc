"""The wall as HTML: what a stranger says stays a word, both languages, who may answer, and parts that change alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.club.messages import Person
from companion.core.texts import T
from companion.wall.pages import BrowserView
from tests.wall.tables import Seen, game, id_of, moved, seeing, won

EVIL = "<script>alert(1)</script>\"'&{x}"


@pytest.fixture
def seen() -> Iterator[Seen]:
    with seeing() as made:
        yield made


def plain(html: str) -> str:
    """What can be read of a page."""
    return " ".join(re.sub("<[^>]*>", " ", html.partition('id="page"')[2]).split())


def test_a_tile_says_what_matters_in_both_languages(seen: Seen) -> None:
    seen.told.state(1, game())
    assert "Table 1 F Father New York Crisis · The Wrong Suitcase 1 h 0 min Father plays" in plain(seen.get("/"))
    assert "Table 1 F Padre New York Crisis · La maleta equivocada 1 h 0 min Juega Padre" in plain(seen.get("/", "es"))
    assert "Juega Padre" in plain(seen.get("/?language=es"))
    assert 'lang="es"' in seen.get("/?language=es")


TOLD = [
    ({"played": game(), "help": True}, "Help!", "¡Ayuda!"),
    ({"played": game(progress=0.9)}, "Nearly over", "Casi acaba"),
    ({"played": game(over=won())}, "Ana", "Ana"),
    ({"played": game(over=won(won=True))}, "Won", "Ganada"),
    ({"played": game(over=won(won=False))}, "Lost", "Perdida"),
    ({"played": game(over=won(winners=()))}, "Over", "Terminada"),
    ({}, "Free", "Libre"),
]


@pytest.mark.parametrize(("state", "english", "spanish"), TOLD)
def test_each_kind_of_table_says_so(seen: Seen, state: dict[str, object], english: str, spanish: str) -> None:
    seen.told.state(1, **state)  # type: ignore[arg-type]
    assert f"Table 1 {english}" in plain(seen.get("/"))
    assert f"Table 1 {spanish}" in plain(seen.get("/", "es"))


def test_a_table_that_waits_and_one_that_is_away_say_since_when(seen: Seen) -> None:
    seen.told.state(1, game())
    seen.told.state(2, game(2))
    seen.told.pass_(seen.told.wall.stuck)
    seen.told.online(2, online=False)
    shown = plain(seen.get("/"))
    assert "Table 1 Waits 10 min" in shown
    assert re.search(r"Table 2 Away \d\d:\d\d", shown)
    assert "1 table, 1 to look after" in shown


def test_an_empty_wall_says_how_tables_come(seen: Seen) -> None:
    assert "No table speaks yet" in plain(seen.get("/"))


def test_what_a_stranger_says_stays_a_word(seen: Seen) -> None:
    people = [Person(EVIL, EVIL, EVIL, {"en": EVIL})]
    words = {"en": EVIL}
    evil = moved(game(), title=EVIL, words=words, scenario=words, players=people, turn=moved(game().turn, words=words))  # type: ignore[type-var]
    seen.told.state(1, evil, name=EVIL, help=True)
    seen.told.state(2, moved(evil, uuid="two", over=moved(won(), words=words, winners=[EVIL])), name=EVIL)
    seen.told.state(2, moved(evil, uuid="two", answers=41, over=won()), name=EVIL)
    for path in ("/", "/results", f"/table/{id_of(1)}", f"/table/{id_of(2)}", "/table/%3Cscript%3E"):
        page = seen.get(path)
        assert "<script>alert" not in page
        assert page.count("<script") == page.count('<script src="/static/') > 0


def test_a_table_has_a_page_with_its_charts_and_last_games(seen: Seen) -> None:
    seen.told.state(1, game(1))
    seen.told.state(1, game(1, over=won()))
    for n in range(5):
        seen.told.pass_(60)
        seen.told.state(1, moved(game(2), answers=n, tracks=[moved(game().tracks[0], value=n)]))  # type: ignore[type-var]
    page = seen.get(f"/table/{id_of(1)}")
    assert page.count("<polyline") == 3
    assert "Standings A Ana 12 F Father 8" in plain(page)
    assert "Last games here" in plain(page)


def test_a_table_that_is_not_there_has_a_page_that_says_so(seen: Seen) -> None:
    assert "No table has this address any more" in plain(seen.get("/table/nobody"))
    assert "Ninguna mesa tiene ya esta dirección" in plain(seen.get("/table/nobody", "es"))


def test_results_are_listed_and_an_evening_without_says_so(seen: Seen) -> None:
    assert "No game has ended yet this evening." in plain(seen.get("/results"))
    seen.told.state(1, game(1))
    seen.told.state(1, game(1, over=won()))
    seen.told.state(2, game(2, over=won(won=False)))
    shown = plain(seen.get("/results"))
    assert "Table 1 New York Crisis · The Wrong Suitcase Ana" in shown
    assert "Table 2 New York Crisis · The Wrong Suitcase Lost" in shown


def test_the_broker_that_is_away_and_what_is_strange_are_said(seen: Seen) -> None:
    seen.told.state(1, game(), name="Window")
    seen.told.state(2, game(2), name="Window")
    shown = plain(seen.get("/"))
    assert "Several tables are called Window." in shown
    assert "Window tabl F Father" in shown
    seen.pages.broken = T("The broker has not answered yet.")
    assert "The broker has not answered yet." in plain(seen.get("/"))


def test_a_game_that_all_have_lost_has_no_crown(seen: Seen) -> None:
    seen.told.state(1, game(over=won(won=False)))
    seen.told.state(2, game(2, over=won(won=True)))
    lost, crowned = re.findall(r"<article.*?</h2>", seen.get("/"), re.DOTALL)
    assert "beaten" in lost
    assert "<svg" not in lost
    assert "<svg" in crowned


# What a browser is told.


def test_only_the_tile_that_changed_is_another(seen: Seen) -> None:
    view = BrowserView("wall", "", "en", answers=False)
    for n in (1, 2, 3):
        seen.told.state(n, game(n))
    before = seen.frame(view)
    seen.told.state(2, moved(game(2), answers=41, tracks=[moved(game().tracks[0], value=8)]))  # type: ignore[type-var]
    after = seen.frame(view)
    assert after.key == before.key
    assert [name for name in after.parts if after.parts[name] != before.parts[name]] == [id_of(2)]


def test_what_was_made_of_tables_that_are_gone_is_let_go(seen: Seen) -> None:
    view = BrowserView("wall", "", "en", answers=False)
    seen.told.state(1, game())
    seen.frame(view)
    seen.told.say(f"companion/{id_of(1)}/state", b"")
    seen.pages.forget()
    assert seen.pages._tiles == {}


# Who may answer.


def test_anybody_looks_and_only_who_was_let_in_answers(seen: Seen) -> None:
    seen.told.state(1, game(), help=True)
    assert "<form" not in seen.get("/")
    assert seen.post("/come", table=id_of(1)) == 403
    door = f"/{seen.site.door}"
    assert "Answer from this browser" in seen.get(door)
    assert seen.post(door) == 303
    assert seen.get("/").count('<form method="post" action="/come">') == 1
    assert seen.post("/come", table=id_of(1)) == 303
    assert seen.come == [id_of(1)]


def test_an_address_opens_the_door_once(seen: Seen) -> None:
    door = f"/{seen.site.door}"
    assert seen.post(door) == 303
    seen.cookie = ""
    assert seen.post(door) == 404
    assert "This address does not open anything any more" in seen.get(door)
    assert "Esta dirección ya no abre nada" in seen.get(door, "es")
    assert seen.post("/let-in/" + "x" * 32) == 404


def test_a_key_that_nobody_gave_opens_nothing(seen: Seen) -> None:
    seen.told.state(1, game(), help=True)
    for key in ("", "x", "ü".encode().decode("latin-1")):
        seen.cookie = f"wall-{seen.listening.port}={key}"
        assert seen.post("/come", table=id_of(1)) == 403
    assert seen.come == []


@pytest.mark.parametrize("path", ["/nothing", "/events?view=/let-in/x", "/static/icons.json", "/static/..", "/come"])
def test_there_is_nothing_else(seen: Seen, path: str) -> None:
    assert seen.ask("GET", path)[0] == 404
