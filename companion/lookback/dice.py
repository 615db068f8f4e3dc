"""Statistics of the real dice of all saved games, and whether they are fair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import digits
from typing import Any

from msgspec import Struct, structs

from companion.chance.fairness import DieTest, Verdict
from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import P, T, Words
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.journal import ReadOnlyJournal
from companion.packs.loader import load_again, load_pack
from companion.scene.charts import FaceCount
from companion.session.tray import colour_name, coloured
from companion.table.history import hidden
from companion.table.log import Entry, Setup, UndoList, is_decision
from companion.table.table import Table


class DieRecord(Struct, frozen=True):
    """The statistics of one die."""

    die: str
    name: Words
    rolls: int
    reads: int
    """Number of rolls seen by a reader."""
    faces: list[FaceCount]
    verdict: Verdict
    words: Words
    """The verdict in a sentence."""


class GameDice(Struct, frozen=True):
    """The dice of one game that were rolled at least once."""

    game: str
    title: Words
    dice: list[DieRecord]


def dice_records(logs: Iterable[tuple[str, Sequence[Entry]]]) -> list[GameDice]:
    """The dice in the logs of games, each given with the name of its rulebook, oldest log first (``public_logs``).

    Digital and undone rolls do not count. Games that are not installed are skipped.
    """
    installed = set(game_names())
    tests: dict[str, dict[str, DieTest]] = {}
    for name, log in logs:
        if name in installed:
            _add_rolls(tests.setdefault(name, _tests(load_game(name))), log)
    found = (_game_dice(load_game(name), dice) for name, dice in sorted(tests.items()))
    return [one for one in found if one.dice]


def public_logs(journal: ReadOnlyJournal) -> Iterator[tuple[str, Sequence[Entry]]]:
    """The rulebook and the log of each game, oldest first; of a game that still goes on without the rolls that only
    one seat may see."""
    installed = set(game_names())
    for setup, finished, log in journal.logs():
        rolled = any((entry.answer or {}).get("do") == "roll" for entry in log)
        yield setup.game, _seen(setup, log) if rolled and not finished and setup.game in installed else log


def _seen(setup: Setup, log: Sequence[Entry]) -> Sequence[Entry]:
    """The log of a running game without secret rolls; without any roll, if it cannot be played again."""
    game = load_game(setup.game)
    try:
        pack, _ = load_again(game, setup.pack, setup.pack_hash, setup.box)
        table = Table.resume(game, pack, setup, log, auto=False)
        secret = [hidden(played) and not table.over for played in table.history.entries]
    except (BadSetup, BadPack):
        secret = [(entry.answer or {}).get("do") == "roll" for entry in log]
    return [structs.replace(entry, answer=None) if away else entry for entry, away in zip(log, secret, strict=True)]


def _tests(game: Game) -> dict[str, DieTest]:
    return {die: DieTest([str(side) for side in sides]) for die, sides in game.rules.dice.items()}


def _add_rolls(tests: Mapping[str, DieTest], log: Iterable[Entry]) -> None:
    for entry in _in_effect(log):
        for die, face in _faces(entry):
            test = tests.get(die)
            if test is not None and str(face) in test.shares:
                test.add(str(face), read=entry.source == "serial")


def _in_effect(log: Iterable[Entry]) -> list[Entry]:
    line: UndoList[Entry] = UndoList()
    for entry in log:
        if entry.kind in ("undo", "redo"):
            mark = line.target(entry.n if entry.kind == "redo" else -entry.n)
            line.mark = line.mark if mark is None else mark
        elif entry.kind != "learn":
            line.append(entry, decided=is_decision(entry))
    return line.in_effect


def _faces(entry: Entry) -> Iterator[tuple[str, Any]]:
    answer = entry.answer or {}
    if entry.source != "dealer" and answer.get("do") == "roll" and isinstance(answer.get("faces"), dict):
        yield from answer["faces"].items()


def _game_dice(game: Game, tests: Mapping[str, DieTest]) -> GameDice:
    rolled = {die: test for die, test in tests.items() if test.n}
    names = face_names(game) if rolled else {}
    return GameDice(game.name, game.title, [_record(game, die, test, names) for die, test in rolled.items()])


def face_names(game: Game) -> Mapping[str, Words]:
    """The names of a game's dice faces, from a newly started game."""
    pack = load_pack(game).pack
    seats = [seat for seat, _ in game.rules.seats(pack)][: game.rules.seat_limits(pack)[0]]
    state = game.rules.begin(pack, seats, {})
    faces = dict.fromkeys(str(face) for sides in game.rules.dice.values() for face in sides)
    named = {face: game.presenter.word(state, f"face:{face}") for face in faces}
    return named | game.presenter.scene(state).face_names


def _record(game: Game, die: str, test: DieTest, names: Mapping[str, Words]) -> DieRecord:
    faces = [
        FaceCount(face, names.get(face, face), f"face:{face}", test.rolled[face], share * test.n)
        for face, share in test.shares.items()
    ]
    name = _die_name(game, die)
    return DieRecord(die, name, test.n, test.reads, faces, test.verdict, _verdict_words(test, names))


def _die_name(game: Game, die: str) -> Words:
    """The name of a die: its colour or purpose, with a number if there are several."""
    stem = die.rstrip(digits)
    number = die[len(stem) :]
    if stem in game.rules.chance_items:
        return game.presenter.chance_name(stem)
    colour: Words = colour_name(stem) if coloured(stem) else T("die")
    return T("{what} {n}", what=colour, n=int(number)) if number else colour


def _verdict_words(test: DieTest, names: Mapping[str, Words]) -> Words:
    if test.verdict == "few":
        return P("Too few to say: {n} roll of about {all}.", "Too few to say: {n} rolls of about {all}.",
                 test.n, all=test.enough)  # fmt: skip
    if test.found is None:
        return P("As far as {n} roll can tell, it is fair.", "As far as {n} rolls can tell, it is fair.", test.n)
    face = names.get(test.found.face, test.found.face)
    return _unfair_words(test.verdict, face, test.rolled[test.found.face], round(test.shares[test.found.face] * test.n))


def _unfair_words(verdict: Verdict, face: Words, n: int, fair: int) -> Words:
    """The sentence for an unfair die: a face came ``n`` times, ``fair`` were expected."""
    match verdict:
        case "often":
            return T(
                "{face} too often: {n} times, {fair} would be fair. Hardly 1 in 200 fair dice ever does that.",
                face=face, n=n, fair=fair,
            )  # fmt: skip
        case "rare":
            return T(
                "{face} too seldom: {n} times, {fair} would be fair. Hardly 1 in 200 fair dice ever does that.",
                face=face, n=n, fair=fair,
            )  # fmt: skip
        case "reader":
            return T(
                "{face}: {n} times where {fair} would be fair, but only with the reader. It may misread the die.",
                face=face, n=n, fair=fair,
            )  # fmt: skip
    return T(
        "{face}: {n} times where {fair} would be fair. The die or the reader? Tap the next rolls yourselves.",
        face=face, n=n, fair=fair,
    )  # fmt: skip
