"""Every state of the screens of people and results."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from companion.core.texts import Words
from companion.games.registry import game_names, load_game
from companion.journal import Journal
from companion.packs.loader import load_pack
from companion.table.result import GameResult, SeatResult, story_of, translations
from tests.ui.gallery import settle
from tests.ui.hands import Hands
from ui.model.library import Library

CLUB = (
    "Ana", "Bob", "Çağla", "Jean-Luc", "María de los Ángeles", "Wolfeschlegelsteinhausen", "Yuliya", "Zoë", "Ñandú",
    "O'Hara", "Tim", "Eva", "Luz", "Max", "Ida", "Leo", "Ben", "Mia", "Ivo", "Kim",
)  # fmt: skip
"""More people than fit on a page, one with the longest possible name."""


class Club(Library):
    """A club with these people."""

    def people(self) -> list[str]:
        return list(CLUB)


def at_the_names(hands: Hands) -> Iterator[str]:
    """No names, some names; suggestions, a new name, the list, and a choice from it."""
    library = hands.app.library
    hands.app.library = Library(None)
    hands.app.new_game("newyork")
    settle()
    setup, screen = hands.screen, hands.root.screen("people")
    while setup.names.shown is False:
        setup.act()
        settle()
    setup.taken = [seat for seat, _ in setup._seats]
    setup.names.action()
    settle()
    yield "people"
    screen.rows.rows[1].action()
    settle()
    screen.rows.rows[0].action()
    settle()
    yield "people typing"
    screen.people |= {"father": "Ana", "mother": CLUB[5]}
    hands.app.library = Club(None)
    screen._back()
    settle()
    yield "people named"
    screen.rows.rows[1].action()
    settle()
    yield "people known"
    screen.change.action()
    settle()
    yield "people list"
    screen.rows.rows[5].action()
    settle()
    yield "people one"
    screen.rows.rows[0].action()
    settle()
    yield "people renamed"
    screen.page = "seats"
    hands.app.go("setup")
    settle()
    yield "people set up"
    hands.app.library = library


AT_THE_TABLE = ("Anna", "Мария", "Jean-Luc", "Νίκος", "Red", "Zoë")
"""People at the table; one has the name of a colour."""


def with_names(hands: Hands, game: str) -> Iterator[str]:
    """A table with names: a question, the boards, and the change of names."""
    table = hands.session.table
    table.name_people(dict(zip(table.setup.seats, AT_THE_TABLE, strict=False)))
    hands.app.go("game")
    settle()
    yield f"{game} named game"
    if hands.session.scene.boards:
        hands.app.look_at_seat(table.setup.seats[0])
    else:
        hands.app.go("sheet")
    settle()
    yield f"{game} named seats"
    hands.app.go("menu")
    settle()
    hands.tap("Names, companion")
    settle()
    yield f"{game} named again"
    hands.screen.act()
    settle()


def an_evening(n: int, luck: random.Random) -> GameResult:
    """A past game of the club."""
    game = load_game(game_names()[n % len(game_names())])
    pack = load_pack(game, None).pack
    seats: list[tuple[str, Words]] = game.rules.seats(pack)[: luck.randint(2, 4)]
    stories = next((choice.values for choice in game.rules.setup_choices(pack) if choice.key == "story"), ())
    story, story_name = story_of(game, pack, {"story": luck.choice(stories)[0]} if stories else {})
    together, won = bool(stories), luck.random() < 0.6
    winner, names = luck.choice(seats)[0], luck.sample(CLUB, len(seats))
    day = 1 + n % 28
    return GameResult(
        id=f"game-{n:03}", game=game.name, title=translations(game.title), story=story,
        story_name=translations(story_name),
        started=f"2023-{1 + n // 28:02}-{day:02}T19:00:00Z", ended=f"2023-{1 + n // 28:02}-{day:02}T20:25:00Z",
        seconds=luck.randint(1500, 9000), outcome="lost" if together and not won else "won" if together else "decided",
        players=[
            SeatResult(
                seat, translations(name), person if luck.random() < 0.8 else "", won if together else seat == winner,
                None if together else luck.randint(12, 140),
            )
            for (seat, name), person in zip(seats, names, strict=True)
        ],
    )  # fmt: skip


def at_the_results(hands: Hands) -> Iterator[str]:
    """No results; a year of a club: one by one, by people, by games, of one person; nothing this evening."""
    library, luck = hands.app.library, random.Random(7)
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        hands.app.library = Library(journal)
        for state, games in (("results of nothing", 0), ("results", 40)):
            for n in range(games):
                game = an_evening(n, luck)
                journal.results.add(replace(game, table="Table 4" if n % 6 == 5 else ""))
            hands.app.go("home")
            settle()
            hands.app.go("results")
            settle()
            hands.screen._left.result()
            settle()
            yield state
        screen = hands.screen
        for state, button in (("people", screen.what["people"]), ("stories", screen.what["stories"])):
            button.action()
            settle()
            yield f"results by {state}"
        screen.what["people"].action()
        settle()
        screen.rows.rows[0].action()
        settle()
        yield "results of one"
        screen.when["evening"].action()
        settle()
        yield "results this evening"
        hands.app.library = library
