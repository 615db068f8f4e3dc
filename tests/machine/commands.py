"""The command line of deploy/machine."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from deploy.images import card
from deploy.images.parts import ARCHES, ROOT, SUITES, Kind, Trouble, say
from tests.machine import devices
from tests.machine.image import image
from tests.machine.machine import Machine
from tests.machine.qemu import Parts, accelerator

CARD = "make what is written on the card of a Raspberry Pi 3 or 4, if there is none of this commit"


def main() -> int:
    options = _parser().parse_args()
    try:
        status = options.does(options)
    except Trouble as trouble:
        say(str(trouble))
        return 1
    return int(status or 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="deploy/machine", description="A whole machine to test on, in QEMU.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    kind = argparse.ArgumentParser(add_help=False)
    kind.add_argument("--arch", choices=ARCHES, default="amd64")
    kind.add_argument("--suite", choices=SUITES, default="bookworm")

    def command(name: str, does: Callable[[argparse.Namespace], int | None], tells: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=tells, description=tells, parents=[kind])
        found.set_defaults(does=does)
        return found

    command("build", _build, "make the disk, if there is none that is made of the same things")
    commands.add_parser("card", help=CARD, description=CARD).set_defaults(does=_card)
    boot = command("boot", _boot, "switch it on, and wait until everything has started")
    boot.add_argument("--fresh", action="store_true", help="with a disk as it was built")
    boot.add_argument("--tcg", action="store_true", help="without hardware virtualisation")
    boot.add_argument("--size", default="800x480", metavar="WxH", help="of its screen (800x480)")
    run = command("run", _run, "run a command in it, as root")
    run.add_argument("--timeout", type=float, default=600, metavar="SECONDS")
    run.add_argument("command")
    install = command("install", _install, "put this checkout into it and run deploy/install there")
    install.add_argument("options", nargs="*", metavar="OPTION", help="after --: options of deploy/install")
    screen = command("screen", _screen, "keep a picture of its screen")
    screen.add_argument("file", type=Path)
    touch = command("touch", _touch, "tap X Y ..., press SECONDS X Y ..., or swipe SECONDS X Y X Y; X and Y are 0 to 1")
    touch.add_argument("gesture", choices=("tap", "press", "swipe"))
    touch.add_argument("numbers", nargs="+", type=float)
    dice = command("reader", _reader, "a simulated dice reader that obeys what is typed, such as: roll red1=? blue1=?")
    dice.add_argument("--game", default="newyork")
    command("plug", lambda options: _machine(options).plug_in_reader(), "plug the dice reader in")
    command("unplug", lambda options: _machine(options).unplug_reader(), "unplug it")
    stop = command("stop", _stop, "shut it down")
    stop.add_argument("--pull", action="store_true", help="by pulling the plug")
    test = command("test", _test, "run tests/machine, as deploy/test --machine does")
    test.add_argument("options", nargs="*", metavar="OPTION", help="after --: options of pytest")
    return parser


def _kind(options: argparse.Namespace) -> Kind:
    return Kind(options.arch, options.suite)


def _machine(options: argparse.Namespace) -> Machine:
    """The machine that is on. Raises ``Trouble`` if it is off, or was never made."""
    machine = Machine(_kind(options))
    if machine.pid is None:
        raise Trouble(f"The machine {machine.kind} is off. Switch it on: deploy/machine boot{_chosen(options)}")
    return machine


def _chosen(options: argparse.Namespace) -> str:
    """The options that name a machine other than the usual one."""
    wanted = {"arch": ARCHES[0], "suite": SUITES[0]}
    return "".join(f" --{name} {value}" for name in wanted if (value := getattr(options, name)) != wanted[name])


def _build(options: argparse.Namespace) -> None:
    print(image(_kind(options)))


def _card(_options: argparse.Namespace) -> None:
    print(card.card() / card.PACKED)


def _boot(options: argparse.Namespace) -> None:
    width, _, height = options.size.partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise Trouble(f"A size is like 800x480, not {options.size}.")
    kind, parts = _kind(options), Parts(int(width), int(height), options.tcg)
    machine = Machine(kind)
    seconds = machine.boot(parts, fresh=options.fresh)
    say(f"{kind} is up after {seconds:.0f} s, by {accelerator(kind, parts, image(kind))}, in {machine.folder}.")


def _run(options: argparse.Namespace) -> int:
    done = _machine(options).run(options.command, options.timeout)
    sys.stdout.write(done.said)
    return done.status


def _install(options: argparse.Namespace) -> None:
    print(_machine(options).install(*options.options))


def _screen(options: argparse.Namespace) -> None:
    _machine(options).screen().save(options.file)


def _touch(options: argparse.Namespace) -> None:
    _machine(options).touch.do(options.gesture, *options.numbers)


def _reader(options: argparse.Namespace) -> None:
    devices.talk(_machine(options), options.game)


def _stop(options: argparse.Namespace) -> None:
    machine = _machine(options)
    if options.pull:
        machine.pull_plug()
    else:
        machine.power_off()


def _test(options: argparse.Namespace) -> None:
    chosen = ["--machine", f"--arch={options.arch}", f"--suite={options.suite}"]
    os.execv(ROOT / "deploy/test", ["deploy/test", *chosen, *options.options])
