"""``companion play``: from the command line to the first frame."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click
from msgspec import structs

from companion.chance.dealer import CHANCE
from companion.club.membership import Membership
from companion.commands.options import (
    CHANCE_OPTION,
    RESUME,
    SET_OPTION,
    BadStart,
    game_to_resume,
    good_start,
    settings_of,
)
from companion.configuration import ConfigError
from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import T, Text
from companion.games.registry import game_names, load_game
from companion.journal import Journal, JournalError, default_path
from companion.language import tell
from companion.packs.loader import load_pack, named_game
from companion.table.table import Mode
from hardware.config import Config
from hardware.config import load as load_config
from ui.base import environment
from ui.base import settings as settings_
from ui.base.environment import alone, on_desktop, prepare
from ui.base.language import LANGUAGES
from ui.device import kernel

if TYPE_CHECKING:
    from ui.app.app import CompanionApp

SIZE = (800, 480)
NO_SCREEN = T("There is no screen here. Play in the terminal with --terminal, or start this on the desktop.")
NO_X11 = T("This desktop cannot show the companion yet. Install the package xwayland and restart the desktop.")
DEMO_SEATS = 3
"""Players in a demo, within the game's limits."""


class Size(click.ParamType[tuple[int, int]]):
    """``WIDTHxHEIGHT`` in pixels, each from 320 to 7680."""

    name = "WxH"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        try:
            w, h = (int(part) for part in str(value).lower().split("x"))
        except ValueError:
            self.fail(tell(T("{size} is not a size; write it like 1280x720.", size=str(value))), param, ctx)
        if not (320 <= w <= 7680 and 320 <= h <= 7680):
            self.fail(tell(T("{size}: each side must be 320 to 7680 pixels.", size=str(value))), param, ctx)
        return w, h


class Options(TypedDict):
    """Command line options."""

    terminal: bool
    demo: bool
    game: str | None
    new: bool
    resume: str | None
    size: tuple[int, int] | None
    inches: float | None
    fullscreen: bool | None
    two_hands: bool | None
    language: str | None
    journal: Path | None
    pack: str | None
    seed: str | None
    port: str | None
    config: Path | None
    pause: float
    settings: tuple[str, ...]
    chance: Mode | None


@click.command(
    name="companion play",
    help=tell(T("Play on the touchscreen.")),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--terminal", is_flag=True, help=tell(T("Play in the terminal, without a screen.")))
@click.option("--demo", is_flag=True, help=tell(T("Let a sensible player play a whole game, with simulated dice.")))
@click.option("--game", help=tell(T("Which game --demo and --new begin: {games}.", games=", ".join(game_names()))))
@click.option("--new", is_flag=True, help=tell(T("Set up a new game at once.")))
@click.option("--resume", metavar="GAME_ID|last", help=tell(RESUME))
@click.option("--size", type=Size(), help=tell(T("Size of the window, for example 800x480, 1280x720, 720x1280.")))
@click.option(
    "--inches",
    type=click.FloatRange(3, 100),
    help=tell(T("Diagonal of the panel. Default: what it says itself, or 7.")),
)
@click.option("--fullscreen/--windowed", default=None, help=tell(T("Fill the screen. Default: a window.")))
@click.option(
    "--two-hands/--one-hand",
    default=None,
    help=tell(T("Read the panel's multitouch, so that two people can tap at once.")),
)
@click.option("--language", type=click.Choice(sorted(LANGUAGES)), help=tell(T("Language of the screen.")))
@click.option(
    "--journal", type=click.Path(path_type=Path), help=tell(T("Where games are kept. Default: your own journal."))
)
@click.option("--pack", help=tell(T("A pack folder, a .json file, or an installed pack's id.")))
@SET_OPTION
@CHANCE_OPTION
@click.option("--seed", help=tell(T("Make what the companion draws and rolls repeatable.")))
@click.option("--port", help=tell(T("Dice reader: a device, a pyserial URL, auto, simulated or none.")))
@click.option("--config", type=click.Path(path_type=Path), help=tell(T("Another companion.toml.")))
@click.option(
    "--pause",
    type=click.FloatRange(0.01, 60),
    default=1.2,
    show_default=True,
    help=tell(T("Seconds between the steps of the demonstration.")),
)
def command(**options: Unpack[Options]) -> None:
    config, problem = configuration(options)
    speak(config)
    try:
        journal = _journal(options)
    except JournalError as no:
        raise BadStart(no.text) from no
    no_screen = _no_screen()
    if no_screen is not None:
        journal.close()
        raise BadStart(no_screen)
    try:
        resumed, name = _resumed(options, journal), _game(options)
    except BadStart:
        journal.close()
        raise
    fullscreen = bool(options["fullscreen"])
    prepare(fullscreen=fullscreen, size=_size(options), two_hands=_two_hands(options, config))
    _run(options, config, journal, resumed, name, problem)


def play(arguments: list[str]) -> int:
    """Entry point ``companion.play``: runs until the window is closed; returns the exit code."""
    if alone():
        # Without a desktop, the language is set only on the screen.
        os.environ["LANGUAGE"] = settings_.load().language
    try:
        ended = command.main(args=arguments, prog_name="companion play", standalone_mode=False)
    except BadStart as no:
        if alone():
            kernel.show_on_console(no.message)
        raise
    return int(ended or 0)


def configuration(options: Options) -> tuple[Config, Text | None]:
    """The hardware configuration, and what is wrong with its file. On a machine with a desktop, a bad file stops the
    start; elsewhere nobody could correct it, so defaults are used."""
    problem = None
    try:
        config = load_config(options["config"])
    except ConfigError as no:
        if not alone():
            raise BadStart(no.text) from no
        config, problem = Config(), no.text
    port = options["port"] or ("simulated" if options["demo"] else None)
    if port is not None:
        config = structs.replace(config, reader=structs.replace(config.reader, port=port))
    return config, problem


def speak(config: Config) -> None:
    """Use the language of ``config`` until somebody chooses one on the screen."""
    if config.screen.language and not settings_.path().exists():
        os.environ["LANGUAGE"] = config.screen.language


def _journal(options: Options) -> Journal:
    where = options["journal"]
    if where is None and options["demo"]:
        where = default_path().with_name("demo.db")
    return Journal(where)


def _resumed(options: Options, journal: Journal) -> str | None:
    wanted = options["resume"]
    return None if wanted is None else game_to_resume(wanted, journal)


def _game(options: Options) -> str:
    """The game to start: the one named, else the pack's game, else the first."""
    with good_start():
        if options["game"] is not None:
            name = load_game(options["game"]).name
        elif options["pack"] is not None:
            name = named_game(options["pack"])
        else:
            name = game_names()[0]
        return name


def _two_hands(options: Options, config: Config) -> bool:
    given = options["two_hands"]
    return config.screen.two_hands if given is None else given


def _size(options: Options) -> tuple[int, int] | None:
    """Size of the window in pixels; None for the panel's size. A smaller screen is filled."""
    if options["size"]:
        return options["size"]
    there = environment.desktop_size() if on_desktop() else None
    if options["fullscreen"] or (there is not None and (there[0] < SIZE[0] or there[1] < SIZE[1])):
        return there
    return SIZE


def _inches(options: Options, config: Config) -> float:
    """Diagonal of the panel; a window on a desktop uses the common panel's density."""
    given = options["inches"] or config.screen.inches
    if given is None and options["fullscreen"]:
        given = kernel.panel_inches()
    return given or kernel.COMMON_INCHES


def _no_screen() -> Text | None:
    """Why nothing can be drawn here, or None."""
    if os.environ.get("DISPLAY") or not on_desktop():
        return None
    return NO_X11 if os.environ.get("WAYLAND_DISPLAY") else NO_SCREEN


def _open_window() -> None:
    """Open the window; raises ``BadStart`` if that fails."""
    log = logging.getLogger("kivy")
    log.disabled = True  # It would log a page about what failed.
    import kivy.core.window  # noqa: F401, PLC0415 - kivy is imported only after it is prepared; this opens the window
    from kivy.base import EventLoop  # noqa: PLC0415

    log.disabled = False
    if EventLoop.window is None:
        raise BadStart(kernel.no_picture() if alone() else NO_SCREEN)
    if alone():
        from ui.device.window import set_up  # noqa: PLC0415

        set_up()


def with_message(app: CompanionApp, problem: Text, first: Callable[[], object] | None) -> Callable[[], None]:
    """Do ``first``, then show the problem."""

    def begin() -> None:
        if first is not None:
            first()
        app.show_message(problem)

    return begin


def _first(app: CompanionApp, options: Options, resumed: str | None, name: str) -> Callable[[], object] | None:
    """What ``app`` starts with: the ``resumed`` game, a new game ``name``, or the last one on the table; None: the home
    screen. Raises ``BadPack`` if the game cannot be played."""
    if options["demo"]:
        return _demonstration(app, resumed, name, options)
    if resumed is not None:
        return lambda: app.open_game(resumed)
    if options["new"]:
        settings = _chosen(name, options)
        return lambda: app.new_game(name, settings)
    return app.go_on if options["fullscreen"] else None


def _chosen(name: str, options: Options) -> dict[str, str]:
    """What ``--set`` and ``--chance`` say of a new game."""
    game = load_game(name)
    settings, chance = settings_of(options["settings"], options["chance"], game, load_pack(game, options["pack"]))
    return {**settings, **{CHANCE + item: mode for item, mode in chance.items()}}


def _demonstration(app: CompanionApp, resumed: str | None, name: str, options: Options) -> Callable[[], None]:
    from ui.app.app import Demo  # noqa: PLC0415 - kivy is imported only after it is prepared

    least, most = app.library.seat_limits(name)
    seats = [seat for seat, _ in app.library.seats(name)][: max(least, min(DEMO_SEATS, most))]
    settings = _chosen(name, options)

    def begin() -> None:
        if resumed is not None:
            app.open_game(resumed)
        else:
            app.start_game(name, seats, settings)
        Demo(app, pause=options["pause"])

    return begin


def _run(
    options: Options, config: Config, journal: Journal, resumed: str | None, name: str, problem: Text | None
) -> None:
    """Open the window and run until it is closed; ``problem`` is shown first."""
    from ui.device import sounds  # noqa: PLC0415 - kivy is imported only after it is prepared

    sounds.load()
    _open_window()
    if options["fullscreen"] and on_desktop():
        environment.force_compositing()
    from ui.app.app import CompanionApp, KeepGoing  # noqa: PLC0415 - importing it opens the window
    from ui.device.display import freeze  # noqa: PLC0415
    from ui.device.inputs import Inputs  # noqa: PLC0415
    from ui.model.library import Library  # noqa: PLC0415

    settings = settings_.load()
    if settings.sounds is None:
        settings.sounds = config.screen.sounds
    if options["language"]:
        settings.language = options["language"]
    settings.hints = settings.hints and not options["demo"]
    library = Library(journal, pack=options["pack"], seed=options["seed"])
    inputs = Inputs(config, journal, options["config"])
    club = Membership(journal, options["config"])
    app = CompanionApp(library, settings, inputs=inputs, inches=_inches(options, config), club=club)
    KeepGoing(app).install()
    freeze()
    try:
        app.first = _first(app, options, resumed, name)
        if problem is not None:
            app.first = with_message(app, problem, app.first)
        app.run()
    except (BadSetup, JournalError) as no:
        raise BadStart(no.text) from no
    except BadPack as no:
        raise BadStart(*no.problems) from no
