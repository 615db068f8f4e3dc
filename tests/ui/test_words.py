"""What is written: real Spanish on the smallest screen, dates, and names in all letters."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from fontTools.ttLib import TTFont

from companion import bench
from companion.chance.dealer import Dealer
from companion.core.asks import Over
from companion.core.texts import P, T, Text
from companion.games.newyork.game import GAME
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.test_texts import catalogue, forms
from tests.ui import moments
from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG, longest, longest_word, width
from tests.ui.states import put, settle
from ui.base.language import DAYS, MONTHS, moment, say
from ui.look import text
from ui.look.text import FACES, FONTS, MISSING_GLYPH, UNSUPPORTED, renderable_names, resolve

# Spanish, whose words are the longest: nothing is cut off in a real game.

SEATS = ["father", "mother", "daughter", "son"]
ANSWERS = 120
"""More than a round of four."""


def go_on(session: Session, luck: Random) -> None:
    """The next thing that people could do: whatever is possible, but a turn is not ended early."""
    if session.mode in ("lines", "card", "check"):
        session.done()
    elif session.mode == "roll":
        session.roll_for_us()
    elif session.mode == "choose":
        legal = session.table.legal() or []
        session.answer(luck.choice([answer for answer in legal if not ends_turn(answer)] or legal))
    else:
        session.draw()


def ends_turn(answer: object) -> bool:
    return type(answer).__name__ in ("End", "EndedTurn")


@pytest.mark.parametrize(("story", "follow"), [("masked_ball", "light"), ("high_water", "full")])
def test_a_spanish_game_fits_the_smallest_screen(hands: Hands, story: str, follow: str) -> None:
    hands.speak("es")
    settings = {"story": story, "nyc.follow": follow}
    table = Table(GAME, load_pack(GAME), SEATS, settings, dealer=Dealer(story), auto=False)
    hands.app.play(Session(table))
    luck = Random(4)
    for count in range(ANSWERS):
        if isinstance(table.ask, Over):
            break
        hands.app.go("game")
        hands.look(1)
        if hands.session.mode == "choose" and count % 10 == 0:
            for screen in ("sheet", "story", "log", "menu"):
                hands.app.go(screen)
                hands.look(1)
        assert clipped == set(), f"{hands.root.name} after {table.rev} answers"
        go_on(hands.session, luck)


@pytest.mark.long
@pytest.mark.parametrize(("size", "players"), [((800, 480), 5), ((720, 1280), 3)], ids=str)
def test_a_spanish_game_with_days_fits_the_screen(hands: Hands, size: tuple[int, int], players: int) -> None:
    hands.resize(*size)
    hands.speak("es")
    game = load_game("escape")
    pack = load_pack(game)
    settings = {"plans": "private", "ep.cash_ledger": "private"}
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:players]
    table = Table(game, pack, seats, settings, dealer=Dealer("es"), auto=False)
    hands.app.play(Session(table))
    luck, asked = Random(4), 0
    while not isinstance(table.ask, Over):
        hands.app.go("game")
        hands.look()
        assert clipped == set(), f"{hands.root.name} after {table.rev} answers"
        if hands.session.mode == "choose":
            asked += 1
            if asked % 12 == 0:
                look_everywhere(hands, seats[asked % players])
        bench.go_on(hands.session, luck)
    hands.look()
    assert clipped == set()


def look_everywhere(hands: Hands, seat: str) -> None:
    """All that can be looked at beside the question of a game with days."""
    for screen in ("city", "log", "menu"):
        hands.app.go(screen)
        hands.look()
        assert clipped == set(), screen
    for board in (seat, None):
        hands.app.look_at_seat(board)
        hands.look()
        assert clipped == set(), board
    hands.app.go("game")
    hands.app.look_alone(seat)
    hands.look()
    assert clipped == set(), "private"


def test_no_translation_is_wider_than_the_pseudo_language(hands: Hands) -> None:
    assert [*LANGUAGES] == ["en", "es"]
    both = [pair for message in catalogue() if message.id for pair in forms(message)]
    assert len(both) > 3000
    for pair in both:
        said = longest(pair)
        assert width(said) >= max(map(width, pair)), pair
        assert longest_word(said) >= max(map(longest_word, pair)), pair
    hands.speak(LONG)
    long = Language(LONG)
    assert long.say(T("Done")) == longest(("Done", Language("es").say(T("Done"))))
    assert long.say(P("{n} wound", "{n} wounds", 2)).startswith("2 ")
    assert long.say({"en": "Harlem", "es": "El Harlem"}) == "Él Hárlëm"


# Dates are short, clear, and in the language of the table, whatever the machine speaks.

NOW = datetime(2026, 3, 4, 21, 30).timestamp()


def said(at: datetime, language: str) -> str:
    return Language(language).say(moment(at.timestamp(), NOW))


@pytest.mark.parametrize(
    ("at", "english", "spanish"),
    [
        (datetime(2026, 3, 4, 9, 5), "today 09:05", "hoy 09:05"),
        (datetime(2026, 3, 3, 23, 59), "yesterday 23:59", "ayer 23:59"),
        (datetime(2026, 2, 28, 20, 0), "Sat 20:00", "sáb 20:00"),
        (datetime(2026, 2, 25, 20, 0), "25 Feb 20:00", "25 feb 20:00"),
        (datetime(2026, 1, 2, 20, 0), "2 Jan 20:00", "2 ene 20:00"),
        (datetime(2025, 8, 31, 20, 0), "31 Aug 2025", "31 ago 2025"),
    ],
)
def test_older_dates_are_written_with_less_detail(at: datetime, english: str, spanish: str) -> None:
    assert said(at, "en") == english
    assert said(at, "es") == spanish


def test_a_date_in_the_future_is_written_in_full() -> None:
    assert said(datetime(2026, 3, 5, 9, 0), "en") == "5 Mar 2026"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [DAYS, MONTHS], ids=["days", "months"])
def test_names_of_days_and_months_are_unique(names: tuple[Text, ...], language: str) -> None:
    assert len({Language(language).say(name) for name in names}) == len(names)


# Which letters the screen can write, and what it does with the others: never a blank.


@pytest.fixture
def no_other_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has no font of its own."""
    monkeypatch.setenv("PATH", "")
    for kept in (resolve, text._system_font, text.wrap, text.extents):
        kept.cache_clear()


@pytest.mark.parametrize("face", FACES)
def test_the_fonts_cover_exactly_the_declared_letters(face: str) -> None:
    there = TTFont(FONTS / FACES[face]).getBestCmap()
    said = {code for code in range(0x20, 0x10000) if UNSUPPORTED.search(chr(code)) is None}
    assert said == set(there)
    assert ord(MISSING_GLYPH) in there


@pytest.mark.parametrize("name", ["Мария", "Νίκος", "Łucja", "Nguyễn", "Ștefan", "Ґалина", "Zoë"])
def test_european_and_vietnamese_names_use_the_bundled_fonts(name: str) -> None:
    for face, file in FACES.items():
        assert resolve(name, face) == (str(FONTS / file), name)
        pixels = text.texture(name, 24, face).pixels
        assert len({pixels[n : n + 4] for n in range(0, len(pixels), 4)}) > 2, "it is no blank"


@pytest.mark.usefixtures("no_other_fonts")
@pytest.mark.parametrize(("name", "drawn"), [("陳大文", "□□□"), ("🙂", "□"), ("אנה", "□□□"), ("Ni\u200cma", "Nima")])
def test_an_unknown_letter_is_drawn_as_a_box(name: str, drawn: str) -> None:
    assert resolve(name, "bold")[1] == drawn
    assert text.extents(name, 24, "bold") == text.extents(drawn, 24, "bold")


@pytest.mark.usefixtures("no_other_fonts")
@pytest.mark.parametrize(
    ("name", "drawn"), [("Ana🙂", "Ana"), ("Grand 🎉️ opening", "Grand opening"), ("❤️ 陳 👍🏽 Ω", "□ Ω")]
)
def test_a_picture_beside_letters_is_left_out(name: str, drawn: str) -> None:
    assert resolve(name, "bold")[1] == drawn
    lines = text.wrap(name, 24, "bold", 1000.0)
    assert [resolve(line, "bold")[1] for line in lines] == [drawn]


@pytest.mark.usefixtures("no_other_fonts")
def test_a_name_without_glyphs_is_replaced_by_the_seat(hands: Hands) -> None:
    session = put(hands, moments.busiest("thousand"))
    first, second = session.table.setup.seats[:2]
    session.table.name_people({first: "陳大文", second: "Мария"})
    assert renderable_names({first: "陳大文", second: "Мария"}) == {second: "Мария"}
    hands.app.refresh()
    settle()
    word, state = session.table.game.presenter.word, session.table.state
    assert [say(word(state, f"seat:{seat}")) for seat in (first, second)] == [first.title(), "Мария"]


@pytest.mark.skipif(shutil.which("fc-list") is None, reason="nobody knows of the fonts of this machine")
def test_other_letters_use_a_system_font_that_covers_them() -> None:
    text._system_font.cache_clear()
    resolve.cache_clear()
    font, drawn = resolve("אנה כהן: 5", "plain")
    if drawn.startswith(MISSING_GLYPH):
        pytest.skip("no font here has Hebrew")
    assert Path(font).exists()
    assert drawn == "ןהכ הנא: 5", "it is read from right to left"


@pytest.mark.parametrize(
    ("said", "room", "lines", "smaller"),
    [
        ("Jugador 1", 0.87, ["Jugador 1"], True),
        ("¿Y ahora?", 0.95, ["¿Y ahora?"], True),
        ("Más (1 de 2)", 0.95, ["Más (1 de 2)"], True),
        ("Fábrica de Gas", 0.9, ["Fábrica", "de Gas"], False),
        ("La Cordelería", 0.95, ["La", "Cordelería"], False),
        ("Quedan 15 minutos", 0.8, ["Quedan 15", "minutos"], False),
    ],
)
def test_no_number_or_short_word_stands_alone_on_a_line(
    said: str, room: float, lines: list[str], smaller: bool
) -> None:
    """One line of letters that are a little smaller, or a break one word before; else the letters keep their size."""
    width = text.extents(said, 40, "bold")[0] * room
    px, broken, whole = text.fit(said, "bold", 40, 20, width, 100, 2)
    assert (list(broken), px < 40, whole) == (lines, smaller, True)
    assert text.fit(said, "bold", 40, 40, width, 100, 2)[2], "its size alone decides whether it fits"
