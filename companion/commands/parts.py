"""Commands whose work other packages do, found by their entry points: play, reader, games, doctor, simulate."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import click

from companion.commands.options import part
from companion.core.refusals import BadSetup
from companion.core.texts import T
from companion.doctor import GROUP, look, parts
from companion.games.registry import game_names, load_game
from companion.language import language_of_machine, tell
from companion.packs.content import why_not
from companion.scene import html, palette
from companion.scene.icons import gallery


@click.command(
    add_help_option=False, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def play(arguments: tuple[str, ...]) -> int | None:
    if "--terminal" in arguments:
        from companion.commands.table import terminal  # noqa: PLC0415 - the screen needs none of it

        return int(terminal.main(list(arguments), "companion play --terminal", standalone_mode=False) or 0)
    ended: int | None = part("companion.play", T("The screen"))(list(arguments))
    return ended


@click.command(
    add_help_option=False, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def reader(arguments: tuple[str, ...]) -> int | None:
    ended: int | None = part("companion.reader", T("The camera reader"))(list(arguments))
    return ended


ICONS_STYLE = (
    "<style>.icons { display: flex; flex-wrap: wrap; gap: .5rem } figure { width: 6rem; margin: 0; text-align: center }"
    " figure svg { width: 4rem; min-width: 0; height: 4rem; margin: auto } figcaption { overflow-wrap: anywhere }"
    " .icons { padding: 1rem; background: #10151f; color: #f4efe4 }</style>"
)


@click.command()
@click.option(
    "--icons",
    metavar="PATH",
    type=click.Path(dir_okay=False, path_type=Path),
    help=tell(T("Write a page with every icon and its name to this file, for those who write a game.")),
)
def games(icons: Path | None) -> None:
    if icons is not None:
        title = tell(T("Icons"))
        style = f"{ICONS_STYLE}<style>{palette.css()}</style>"
        page = html.document(title, language_of_machine(), [style, f"<h1>{title}</h1>", gallery()])
        try:
            html.save(page, icons)
        except OSError as no:
            why = T("{path} cannot be written: {why}. Name another file.", path=str(icons), why=why_not(no))
            raise click.ClickException(tell(why)) from no
        return
    for name in game_names():
        try:
            click.echo(f"{name:<10} {tell(load_game(name).title)}")
        except BadSetup as no:
            click.echo(f"companion: {tell(no.text)}", err=True)


@click.command()
def doctor() -> int:
    part(GROUP, T("The check of this machine"))
    well = True
    for name, looks in parts().items():
        for check in look(name, looks):
            found = T("ok") if check.well else T("bad")
            click.echo(f"{tell(found):<4} {tell(check.name)}: {tell(check.text)}")
            well = well and check.well
    return 0 if well else 1


class _Simulators(click.Group):
    """The commands registered as entry points ``companion.simulate``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(one.name for one in entry_points(group=SIMULATE))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for one in entry_points(group=SIMULATE, name=cmd_name):
            command: click.Command = one.load()
            return command
        return None


SIMULATE = "companion.simulate"


@click.group(cls=_Simulators, invoke_without_command=True)
@click.pass_context
def simulate(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
