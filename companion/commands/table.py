"""A game without a touchscreen: ``companion play --terminal`` and ``companion table``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import structs
from rich.console import Console

from companion.chance.playing import PLAYER
from companion.club.membership import Membership
from companion.commands.options import (
    BadStart,
    TableOptions,
    good_start,
    language_option,
    new_table,
    open_journal,
    resumed_table,
    table_options,
    warn,
)
from companion.core.texts import Say, T, Words
from companion.games.game import Game
from companion.games.registry import game_names, load_game, playable
from companion.language import Language, language_of_machine, tell
from companion.packs.content import why_not
from companion.packs.loader import installed_packs, load_pack
from companion.table.companions import LEVELS
from companion.table.people import PEOPLE, PeopleAt, with_person
from companion.terminal.boxes import TerminalBoxes
from companion.terminal.terminal import Read, play_terminal
from companion.terminal.view import TerminalView
from companion.wire import serve

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.table.table import Table

TERMINAL_HELP = T(
    "Play in the terminal: the companion draws and tells you what to do on the table; you type numbers.\n\n"
    "Without options it goes on with the last game, or asks what to play and who plays."
)


@click.command("play --terminal", help=tell(TERMINAL_HELP), context_settings={"help_option_names": ["-h", "--help"]})
@table_options
@click.option("--journal", "path", metavar="FILE", help=tell(T("Where games are kept. Default: your own journal.")))
@click.option("--new", is_flag=True, help=tell(T("Set up a new game without asking to go on with the last one.")))
@language_option()
@click.option("--terminal", "_", is_flag=True, help=tell(T("Play in the terminal, without a screen.")))
def terminal(path: str | None, *, new: bool, language: str | None, _: bool, **given: Any) -> None:
    language = language or language_of_machine()
    speaker = Language(language)
    say = speaker.say
    with open_journal(path, must_exist=given["resume"] is not None) as journal, good_start():
        read = typed_lines()
        table, confirmed = asked_table(TableOptions(**given), journal, language, read, new=new)
        speaker.people = PeopleAt(lambda: table.people)
        club = Membership(journal)
        warn(club.problem)
        try:
            play_terminal(table, say=say, read=read, confirmed=confirmed, console=_console(), club=club)
        finally:
            club.close()
        tell_kept(journal, say)


def asked_table(options: TableOptions, journal: Journal, language: str, read: Read, *, new: bool) -> tuple[Table, int]:
    """The table of the options, completed by questions, and the rev up to which instructions are confirmed.

    ``new``: do not offer to resume the last game.
    """
    say = Language(language).say
    if options.resume is None and options.players is None and not new:
        options = _offer_resume(options, journal, say, read)
    if options.resume is None:
        return new_table(_with_seat_settings(_completed(options, say, read, language)), journal, auto=False), 0
    table = resumed_table(options, journal, auto=False)
    return table, journal.saved(table.game_id).confirmed if table.game_id is not None else 0


def tell_kept(journal: Journal, say: Say) -> None:
    """Print that the game is saved, or why not."""
    if journal.flush():
        click.echo(say(T("The game is kept: go on with it at any time.")))
    else:
        click.echo(say(journal.error or T("The journal is slow; nothing is lost yet.")), err=True)


def _console() -> Console:
    return Console(markup=False, highlight=False, emoji=False)


def typed_lines() -> Read:
    """A reader of standard input that echoes piped lines."""
    echo = not sys.stdin.isatty()

    def read(prompt: str) -> str:
        typed = input(prompt)
        if echo:
            click.echo(typed)
        return typed

    return read


def _offer_resume(options: TableOptions, journal: Journal, say: Say, read: Read) -> TableOptions:
    found = journal.last()
    if found is None:
        return options
    last = journal.saved(found)
    game = load_game(last.game)
    names = dict(game.rules.seats(load_pack(game, last.setup.pack).pack))
    people = last.notes.get(PEOPLE, {})
    who = ", ".join(say(with_person(names.get(seat, seat), people.get(seat))) for seat in last.setup.seats)
    question = T("Go on with {game}, {who}?", game=game.title, who=who)
    if _choose_one(question, [("yes", T("Yes")), ("no", T("No, a new game"))], say, read) == "yes":
        return structs.replace(options, resume=last.id)
    return options


def _completed(options: TableOptions, say: Say, read: Read, language: str) -> TableOptions:
    """The options, with questions for what is missing: game, players, and basic setup choices."""
    if options.players is not None:
        return options if options.game is not None else structs.replace(options, game=game_names()[0])
    name = options.game
    if name is None:
        titles = [(name, load_game(name).title) for name in playable()]
        name = titles[0][0] if len(titles) == 1 else _choose_one(T("What are you playing?"), titles, say, read)
    game = load_game(name)
    options = structs.replace(options, game=name)
    options = structs.replace(options, pack=_box(game, options, say, read, language))
    pack = load_pack(game, options.pack).pack
    settings = list(options.settings)
    said = {setting.partition("=")[0] for setting in settings}
    for choice in game.rules.setup_choices(pack):
        if choice.basic and choice.key not in said:
            only = choice.values[0][0] if len(choice.values) == 1 else None
            settings.append(f"{choice.key}={only or _choose_one(choice.name, choice.values, say, read)}")
    first = " ".join(map(str, range(1, game.rules.seat_limits(pack)[0] + 1)))
    question = T("Who is playing? Type the numbers, clockwise from the first player. Enter: {first}.", first=first)
    if game.player.apart is None:
        click.echo(say(T("2=good lets the companion play seat 2: easy, good or strong.")))
    seats, levels = _choose_seats(question, game.rules.seats(pack), game.rules.seat_limits(pack), say, read)
    settings += [f"{PLAYER}{seat}={level}" for seat, level in levels.items()]
    if levels:
        settings += [f"{key}={value}" for key, value in game.player.wants.items() if key not in said]
    return structs.replace(options, game=name, players=",".join(seats), settings=tuple(settings))


def _box(game: Game, options: TableOptions, say: Say, read: Read, language: str) -> str | None:
    """Ask for the box: bundled, the owner's, or a new one; None is the bundled one.

    Piped input is asked only if the owner has a box.
    """
    boxes = {box.id: box for box in installed_packs() if box.game == game.name}
    own = any(not box.bundled for box in boxes.values())
    if options.pack is not None or not boxes or not (own or sys.stdin.isatty()):
        return options.pack
    telling = TerminalBoxes(game, TerminalView(_console(), say), read, language)
    while True:
        offered = [*((box.id, box.name) for box in boxes.values()), (NEW, T("A new box"))]
        chosen = _choose_one(T("Which box?"), offered, say, read)
        try:
            if chosen == NEW:
                found = telling.begin()
            else:
                found = chosen if boxes[chosen].bundled else telling.complete(Path(boxes[chosen].path))
        except EOFError:
            raise BadStart(ENDED) from None
        except OSError as no:
            raise BadStart(T("The box cannot be saved: {why}.", why=why_not(no))) from None
        if found is not None:
            return found
        boxes = {box.id: box for box in installed_packs() if box.game == game.name}


ENDED = T("The input ended before the game began.")
NEW = "+"
"""Stands for a new box; no id looks like this."""


def _with_seat_settings(options: TableOptions) -> TableOptions:
    """The options with the settings that follow from the seats, unless given."""
    if options.game is None or options.players is None:
        return options
    game = load_game(options.game)
    seats = [seat.strip() for seat in options.players.split(",")]
    follows = game.rules.settings_for(load_pack(game, options.pack).pack, seats)
    said = {setting.partition("=")[0] for setting in options.settings}
    settings = [f"{key}={value}" for key, value in follows.items() if key not in said]
    return structs.replace(options, settings=(*options.settings, *settings))


Values = Sequence[tuple[str, Words]]


def _choose_seats(
    question: Words, seats: Values, limits: tuple[int, int], say: Say, read: Read
) -> tuple[list[str], dict[str, str]]:
    """As many distinct seats as ``limits`` allow, in the order typed, the fewest for an empty line; and how well the
    companion plays those that it plays."""
    least, most = limits
    levels: dict[str, str] = {}

    def fits(numbers: list[int]) -> bool:
        return len(set(numbers)) == len(numbers) and least <= len(numbers) <= most

    def parted(line: str) -> str:
        words = [word.partition("=") for word in line.replace(",", " ").split()]
        levels.clear()
        levels.update({number: level for number, equals, level in words if equals})
        return " ".join(number if level in ("", *LEVELS) else "?" for number, _, level in words)

    found = _choose(question, seats, say, lambda prompt: parted(read(prompt)), fits, [str(n + 1) for n in range(least)])
    return found, {seats[int(number) - 1][0]: level for number, level in levels.items() if level}


def _choose_one(question: Words, values: Values, say: Say, read: Read) -> str:
    """One of the values; the first for an empty line."""
    return _choose(question, values, say, read, lambda numbers: len(numbers) == 1, empty=["1"])[0]


def _choose(
    question: Words, values: Values, say: Say, read: Read, fits: Callable[[list[int]], bool], empty: Sequence[str] = ()
) -> list[str]:
    while True:
        click.echo(say(question))
        for number, (_, name) in enumerate(values, 1):
            click.echo(f"{number:>3}  {say(name)}")
        try:
            words = read("> ").replace(",", " ").split() or list(empty)
        except EOFError:
            raise BadStart(ENDED) from None
        numbers = [int(word) for word in words if word.isdecimal()]
        if len(numbers) == len(words) and fits(numbers) and all(1 <= n <= len(values) for n in numbers):
            return [values[n - 1][0] for n in numbers]
        click.echo(say(T("Type numbers from the list.")))


@click.command()
@table_options
@click.option("--journal", "path", metavar="FILE", help=tell(T("Keep the game in this journal. Default: memory only.")))
def table(path: str | None, **given: Any) -> None:
    options = TableOptions(**given)
    journal: Journal | None = None
    with ExitStack() as stack:
        if path is not None:
            must_exist = options.resume is not None
            journal = stack.enter_context(open_journal(path, must_exist=must_exist))
        with good_start():
            running = new_table(options, journal) if options.resume is None else resumed_table(options, journal)
        try:
            serve(running, before_response=lambda: _wait_for(journal))
        except BrokenPipeError:
            # The client has disconnected, which ends the game normally. Without this, Python would report the broken
            # pipe at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _wait_for(journal: Journal | None) -> None:
    # The response acknowledges the entry, so the entry must be on disk before it is sent.
    if journal is not None and not journal.flush():
        why = journal.error or T("The journal is slow; nothing is lost yet.")
        click.echo(f"companion: {tell(why)}", err=True)
