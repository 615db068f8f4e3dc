"""What commands share: errors, the journal, entry points, and the options that start or resume a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from companion.chance.dealer import CHANCE, Dealer, parted, partial_items
from companion.chance.playing import without_seats
from companion.core.refusals import BadPack, BadSetup, Refused
from companion.core.texts import T, Text
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.language import LANGUAGES, tell
from companion.packs.loader import LoadedPack, load_again, load_pack
from companion.table.companions import checked_levels, settings_with_companions
from companion.table.people import names_by_seat
from companion.table.table import Mode, Table

if TYPE_CHECKING:
    from companion.journal import Journal, ReadOnlyJournal
    from companion.table.log import Entry, Setup


class BadStart(click.ClickException):
    """The command cannot run: one line per problem, exit code 2."""

    exit_code = 2

    def __init__(self, *problems: Text | str) -> None:
        super().__init__("\n".join(" ".join(tell(problem).split()) for problem in problems))


def warn(notice: Text | None) -> None:
    """Print a notice to standard error; None is ignored."""
    if notice is not None:
        click.echo(f"companion: {tell(notice)}", err=True)


@contextmanager
def good_start() -> Iterator[None]:
    """Convert ``BadSetup`` and ``BadPack`` to ``BadStart``."""
    try:
        yield
    except BadSetup as no:
        raise BadStart(no.text) from no
    except BadPack as no:
        raise BadStart(*no.problems) from no


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Convert ``OSError`` for an output file to ``BadStart``."""
    try:
        yield
    except OSError as no:
        why = no.strerror or str(no)
        raise BadStart(T("{path} cannot be written: {why}. Name another file.", path=str(path), why=why)) from no


@contextmanager
def open_journal(path: str | None, *, must_exist: bool = False) -> Iterator[Journal]:
    """Open the journal at ``path``, by default the user's own. Raises ``BadStart``."""
    from companion.journal import Journal, JournalError, default_path  # noqa: PLC0415 - few commands need a database

    where = default_path() if path is None else Path(path)
    if must_exist and not where.exists():
        raise BadStart(T("There is no journal {path}.", path=str(where)))
    try:
        with Journal(where) as journal:
            for notice in journal.notices:
                warn(notice)
            yield journal
    except JournalError as no:
        raise BadStart(no.text) from no


RESUME = T("Go on with a game of that journal; last: the one played last that is not over.")
"""Help of ``--resume``, for screen and terminal."""


def game_to_resume(wanted: str, journal: Journal) -> str:
    """The id of the game that ``--resume`` names. Raises ``BadStart`` if there is none."""
    from companion.journal import JournalError  # noqa: PLC0415 - few commands need a database

    try:
        found = journal.last() if wanted == "last" else journal.saved(wanted).id
    except JournalError as no:
        raise BadStart(no.text) from no
    if found is None:
        path = str(journal.path)
        raise BadStart(T("{path} holds no game to go on with. companion history lists those that are over.", path=path))
    return found


@contextmanager
def read_journal(path: str | None) -> Iterator[ReadOnlyJournal]:
    """Open the journal at ``path`` read-only, even while a screen writes it. Raises ``BadStart``."""
    from companion.journal import JournalError, open_read_only  # noqa: PLC0415 - few commands need a database

    try:
        with open_read_only(path) as found:
            yield found
    except JournalError as no:
        raise BadStart(no.text) from no


def read_game(game_id: str, path: str | None) -> tuple[Setup, dict[str, Any], list[Entry]]:
    """The setup, notes and log of a saved game; ``last`` is the one played last, even if it is over.

    Raises ``BadStart`` if there is no such game.
    """
    with read_journal(path) as journal:
        if game_id == "last":
            games = journal.games()
            if not games:
                raise BadStart(T("There are no saved games yet."))
            game_id = games[0].id
        setup, _, entries = journal.load(game_id)
        notes = journal.saved(game_id).notes
    return setup, notes, entries


def part(group: str, what: Text) -> Callable[..., Any]:
    """The object registered under the entry point ``group`` by another package. Raises ``BadStart`` if there is
    none."""
    found = list(entry_points(group=group))
    if not found:
        raise BadStart(T("{what} is not installed here. Install the whole companion: deploy/play does it.", what=what))
    try:
        loaded: Callable[..., Any] = found[0].load()
    except ImportError as no:
        raise BadStart(T("{what} cannot start: {why}. deploy/play mends it.", what=what, why=str(no))) from no
    return loaded


MACHINE = T("Language. Default: that of the machine.")


def language_option(about: Text = MACHINE) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option ``--language``, with its help."""
    return click.option("--language", type=click.Choice(sorted(LANGUAGES)), help=tell(about))


def server_options(listen: Text, port: Text) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options ``--listen`` and ``--port`` of a server of pages, with their help."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        command = click.option("--port", type=click.IntRange(0, 65535), help=tell(port))(command)
        return click.option("--listen", metavar="ADDRESS", multiple=True, help=tell(listen))(command)

    return add


class TableOptions(Struct, frozen=True):
    """The options of a table; None or empty if not given."""

    game: str | None
    players: str | None
    pack: str | None
    settings: tuple[str, ...]
    chance: Mode | None
    seed: str | None
    resume: str | None


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options whose values are the fields of ``TableOptions``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


SEATS = T("The seats, clockwise from the starting player, with names if you like: red=Ana,blue=Bob.")
SET_OPTION = click.option(
    "--set", "settings", metavar="KEY=VALUE", multiple=True, help=tell(T("A setup choice or house rule; repeatable."))
)
CHANCE_OPTION = click.option(
    "--chance", type=click.Choice(["digital", "asked"]), help=tell(T("Who draws and rolls: the companion, or you."))
)
_OPTIONS = (
    click.option("--game", metavar="GAME", help=tell(T("What is played: {games}.", games=", ".join(game_names())))),
    click.option("--players", metavar="SEAT[=NAME],…", help=tell(SEATS)),
    click.option("--pack", metavar="PATH|ID", help=tell(T("A pack folder, a .json file, or an installed pack's id."))),
    SET_OPTION,
    CHANCE_OPTION,
    click.option("--seed", metavar="TEXT", help=tell(T("Make what the companion draws and rolls repeatable."))),
    click.option("--resume", metavar="GAME_ID|last", help=tell(RESUME)),
)


def new_table(options: TableOptions, journal: Journal | None, *, auto: bool = True) -> Table:
    """Start the game of the options, stored in ``journal`` if given; ``auto`` as in ``Table``."""
    if not options.game:
        raise BadStart(T("Say what is played: --game GAME, one of: {games}.", games=", ".join(game_names())))
    game = load_game(options.game)
    pack = load_pack(game, _absolute(options.pack))
    if not options.players:
        free = ", ".join(seat for seat, _ in game.rules.seats(pack.pack))
        raise BadStart(T("Say who plays: --players SEAT,… out of: {seats}.", seats=free))
    seats, names = _players(options.players)
    settings, chance = settings_of(options.settings, options.chance, game, pack)
    settings, levels = without_seats(settings)
    if checked_levels(game, seats, levels):
        settings = settings_with_companions(game, settings)
        settings, wanted = parted(settings)
        chance = {**wanted, **chance}
    running = Table(game, pack, seats, settings, chance=chance, dealer=Dealer(options.seed), store=journal, auto=auto)
    if names:
        names = names if journal is None else journal.people.called(names)
        running.name_people(names)
        if journal is not None:
            journal.people.meet(names.values())
    if levels:
        running.seat_companions(levels)
    return running


def _players(given: str) -> tuple[list[str], dict[str, str]]:
    """The seats, and names by seat: ``red=Ana,blue`` is Ana in red, and somebody in blue."""
    parts = [part.partition("=") for part in given.split(",")]
    seats = [seat.strip() for seat, _, _ in parts]
    return seats, names_by_seat(
        seats, {seat: name for seat, (_, _, name) in zip(seats, parts, strict=True) if name.strip()}
    )


def resumed_table(options: TableOptions, journal: Journal | None, *, auto: bool = True) -> Table:
    """Resume the game ``options.resume`` of the journal. Raises ``BadStart`` if other options contradict it."""
    if journal is None or options.resume is None:
        raise BadStart(T("--resume needs the journal that holds the game: --journal FILE."))
    game_id = game_to_resume(options.resume, journal)
    setup, chance, entries = journal.load(game_id)
    game = load_game(setup.game)
    pack, notice = load_again(game, _absolute(options.pack) or setup.pack, setup.pack_hash, setup.box)
    settings, changed = settings_of(options.settings, options.chance, game, pack)
    _require_same("--game", options.game, setup.game)
    players = options.players and ",".join(_players(options.players)[0])
    _require_same("--players", players, ",".join(setup.seats))
    _require_same("--seed", options.seed, setup.seed)
    settings, levels = without_seats(settings)
    for key, value in settings.items():
        _require_same(f"--set {key}", value, setup.settings.get(key))
    warn(notice)
    running = Table.resume(
        game, pack, setup, entries, chance=chance, store=journal, game_id=game_id, notes=journal.saved(game_id).notes,
        auto=auto,
    )  # fmt: skip
    try:
        for item, mode in changed.items():
            running.set_chance(item, mode)
        if levels:
            running.seat_companions({**running.companions, **levels})
    except Refused as no:
        raise BadStart(no.text) from no
    return running


def _require_same(option: str, given: str | None, saved: str | None) -> None:
    if given is not None and given != saved:
        text = T("This game was begun with another {option}; leave it out to go on with the game.", option=option)
        raise BadStart(text)


def settings_of(
    pairs: Sequence[str], mode: Mode | None, game: Game, pack: LoadedPack
) -> tuple[dict[str, str], dict[str, Any]]:
    """The game's settings out of ``--set`` pairs, and who answers each chance item. ``--chance`` skips items with only
    one mode."""
    fixed = {*game.rules.hideable, *(partial_items(game, pack) if mode == "digital" else ())}
    chance: dict[str, Any] = (
        {} if mode is None else {item: mode for item in game.rules.chance_items if item not in fixed}
    )
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise BadStart(T("--set takes KEY=VALUE, not {pair}.", pair=pair))
        if key.startswith(CHANCE):
            chance[key.removeprefix(CHANCE)] = value
        else:
            settings[key] = value
    return settings, chance


def _absolute(pack: str | None) -> str | None:
    """A pack's absolute path, so that a resumed game finds it from anywhere; ids are unchanged."""
    if pack is None or not (path := Path(pack).expanduser()).exists():
        return pack
    return str(path.resolve())
