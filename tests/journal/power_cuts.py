"""Simulates power failures from the real system calls of a process.

A disk guarantees only flushed data. Of later writes, each sector of 512 bytes may or may not have arrived, in any
order; the one being written may be torn or garbage. Created and removed names count only after the folder was
flushed. ``python -m tests.journal.power_cuts --states 20000`` tries that many states.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.journal import Journal
from tests.journal.playing import SETUP, entry

STRACE = "strace is missing: sudo apt-get install strace"
CALLS = "openat,open,pwrite64,write,fsync,fdatasync,ftruncate,unlink,unlinkat,rename,renameat,renameat2,link,linkat"


@dataclass(frozen=True)
class Write:
    name: str
    offset: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    name: str
    size: int


@dataclass(frozen=True)
class Sync:
    """A flush of one file; the folder itself has the name ``.``."""

    name: str


@dataclass(frozen=True)
class Create:
    name: str


@dataclass(frozen=True)
class Unlink:
    name: str


@dataclass(frozen=True)
class Rename:
    name: str
    to: str


@dataclass(frozen=True)
class Said:
    """A line of standard output."""

    line: str


Op = Write | Truncate | Sync | Create | Unlink | Rename | Said

_PIECE = re.compile(r"^(?P<pid>\d+)\s+(?P<text>.*)$")
_CALL = re.compile(r"^(?P<name>\w+)\((?P<args>.*)\)\s+= (?P<result>-?\d+)")
_FD = re.compile(r"^(\d+|AT_FDCWD)<(?P<path>[^>]*)>")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


def record(folder: Path, count: int, *how: str) -> list[Op]:
    """Trace a process that appends ``count`` entries to ``folder/journal.db``.

    ``how`` are further arguments (``tests.journal.playing``).
    """
    strace = shutil.which("strace")
    assert strace, STRACE
    log = folder.with_name(folder.name + ".trace")
    play = [sys.executable, "-m", "tests.journal.playing", str(folder / "journal.db"), str(count), *how]
    watch = [strace, "-f", "-y", "-xx", "-s", "70000", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", str(log)]
    subprocess.run([*watch, *play], check=True, stdout=subprocess.DEVNULL)
    try:
        return list(_ops(log, str(folder)))
    finally:
        log.unlink()


def _ops(log: Path, folder: str) -> Iterator[Op]:
    unfinished: dict[str, str] = {}
    with log.open() as lines:
        for line in lines:
            found = _PIECE.match(line)
            if found is None:
                continue
            pid, text = found["pid"], found["text"]
            if text.endswith("<unfinished ...>"):
                unfinished[pid] = text.removesuffix("<unfinished ...>").rstrip()
                continue
            if text.startswith("<... "):
                text = unfinished.pop(pid) + text[text.index("resumed>") + len("resumed>") :]
            call = _CALL.match(text)
            if call is not None and int(call["result"]) >= 0:
                yield from _op(call["name"], call["args"], int(call["result"]), folder)


def _op(call: str, args: str, result: int, folder: str) -> Iterator[Op]:
    strings = [bytes.fromhex(text.replace("\\x", "")) for text in _STRING.findall(args)]
    fd = _FD.match(args)
    path = _plain(fd["path"]) if fd else ""
    if call in ("open", "openat"):
        target = strings[0].decode() if strings else ""
        if "O_CREAT" in args and (name := _inside(target, folder)):
            yield Create(name)
    elif call == "unlink":
        if name := _inside(strings[0].decode(), folder):
            yield Unlink(name)
    elif call == "rename":
        name, to = (_inside(string.decode(), folder) for string in strings)
        if name and to:
            yield Rename(name, to)
    elif call == "write" and args.startswith("1<"):
        yield from (Said(line) for line in strings[0].decode().splitlines())
    elif name := _inside(path, folder):
        if call == "pwrite64":
            yield Write(name, int(args.rsplit(",", 1)[1]), strings[0][:result])
        elif call in ("fsync", "fdatasync"):
            yield Sync(name)
        elif call == "ftruncate":
            yield Truncate(name, int(args.rsplit(",", 1)[1]))
        else:
            raise AssertionError(f"{call} on {name} is not understood: these crash states would be wrong")


def _plain(path: str) -> str:
    return bytes.fromhex(path.replace("\\x", "")).decode() if path.startswith("\\x") else path


def _inside(path: str, folder: str) -> str | None:
    if path == folder:
        return "."
    if path.startswith(folder + "/"):
        name = path[len(folder) + 1 :]
        # The lock file has no content, and shared memory is rebuilt after a crash.
        return None if name.endswith((".lock", "-shm")) else name
    return None


# Power failures.


SECTOR = 512
ENTRIES = 300
MEMORY = Path("/dev/shm")


@dataclass
class File:
    """The flushed content, and the writes since."""

    flushed: bytearray = field(default_factory=bytearray)
    pending: list[Write | Truncate] = field(default_factory=list)

    def flush(self) -> None:
        for op in self.pending:
            _do(self.flushed, op)
        self.pending.clear()

    def after_cut(self, chance: random.Random) -> bytes:
        content = bytearray(self.flushed)
        pieces = [piece for op in self.pending for piece in _sectors(op)]
        kept = _some(pieces, chance)
        for op in kept:
            _do(content, op)
        if kept and isinstance(last := kept[-1], Write):
            _tear(content, last, chance)
        return bytes(content)


def _sectors(op: Write | Truncate) -> Iterator[Write | Truncate]:
    if isinstance(op, Truncate):
        yield op
        return
    start, end = op.offset, op.offset + len(op.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        yield Write(op.name, start, op.data[start - op.offset : stop - op.offset])
        start = stop


def _some(things: Sequence[Any], chance: random.Random) -> list[Any]:
    """A possible subset of unflushed writes: none, all, a prefix, or any."""
    way = chance.randrange(6)
    if way < 2:
        return list(things) if way else []
    if way == 2:
        return list(things[: chance.randint(0, len(things))])
    likely = chance.random()
    return [thing for thing in things if chance.random() < likely]


def _tear(content: bytearray, last: Write, chance: random.Random) -> None:
    """The sector being written: usually whole, sometimes half new, sometimes garbage."""
    way = chance.randrange(8)
    if way == 0:
        half = last.offset + chance.randrange(len(last.data))
        content[half : last.offset + len(last.data)] = chance.randbytes(last.offset + len(last.data) - half)
    elif way == 1:
        start = last.offset // SECTOR * SECTOR
        end = min(start + SECTOR, len(content))
        content[start:end] = chance.randbytes(end - start)


def _do(content: bytearray, op: Write | Truncate) -> None:
    if isinstance(op, Truncate):
        del content[op.size :]
        content.extend(bytes(op.size - len(content)))
        return
    end = op.offset + len(op.data)
    content.extend(bytes(max(0, end - len(content))))
    content[op.offset : end] = op.data


class Disk:
    """A folder with its durable names, and the changes since."""

    def __init__(self) -> None:
        self.names: dict[str, File] = {}
        self.certain: dict[str, File] = {}
        self.pending: list[tuple[str, File | None]] = []

    def do(self, op: Op) -> None:
        """Apply an operation."""
        if isinstance(op, Create):
            if op.name not in self.names:
                self._name(op.name, File())
        elif isinstance(op, Unlink):
            del self.names[op.name]
            self.pending.append((op.name, None))
        elif isinstance(op, Rename):
            file = self.names.pop(op.name)
            self.pending.append((op.name, None))
            self._name(op.to, file)
        elif isinstance(op, Sync) and op.name == ".":
            for name, file in self.pending:
                _set(self.certain, name, file)
            self.pending.clear()
        elif isinstance(op, Sync):
            self.names[op.name].flush()
        elif isinstance(op, Write | Truncate):
            self.names[op.name].pending.append(op)

    def _name(self, name: str, file: File) -> None:
        self.names[name] = file
        self.pending.append((name, file))

    def after_cut(self, chance: random.Random) -> dict[str, bytes]:
        """The files after a power failure."""
        names = dict(self.certain)
        for name, file in _some(self.pending, chance):
            _set(names, name, file)
        return {name: file.after_cut(chance) for name, file in names.items()}


def _set(names: dict[str, File], name: str, file: File | None) -> None:
    if file is None:
        names.pop(name, None)
    else:
        names[name] = file


def cuts(ops: list[Op], states: int, seed: int) -> Iterator[tuple[dict[str, bytes], int]]:
    """Power failures spread over all operations: the files, and the number of acknowledged entries."""
    chance = random.Random(seed)
    moments = sorted(chance.randrange(len(ops) + 1) for _ in range(states))
    disk, done, saved = Disk(), 0, 0
    for moment in moments:
        for op in ops[done:moment]:
            disk.do(op)
            if isinstance(op, Said) and op.line.startswith("saved "):
                saved = int(op.line.split()[1])
        done = moment
        yield disk.after_cut(chance), saved


def entries_after(files: dict[str, bytes], folder: Path) -> int:
    """Restart after a power failure: the number of entries, which must be intact and equal to those written."""
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    with Journal(folder / "journal.db") as journal:
        game_id = journal.last()
        if game_id is None:
            return 0
        setup, _, entries = journal.load(game_id)
        assert setup == SETUP
        assert entries == [entry(rev) for rev in range(1, len(entries) + 1)]
        assert not journal.notices
        return len(entries)


def played() -> list[Op]:
    """The system calls of a process that appends ``ENTRIES`` entries."""
    with in_memory() as folder:
        return record(folder, ENTRIES)


@contextmanager
def in_memory() -> Iterator[Path]:
    """A temporary folder, in memory if possible, because the real disk is not under test."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        inside = Path(folder) / "folder"
        inside.mkdir()
        yield inside


def try_out(states: int, seed: int) -> int:
    """Simulate ``states`` power failures; returns the number of lost acknowledged entries."""
    with in_memory() as folder:
        return sum(max(0, saved - entries_after(files, folder)) for files, saved in cuts(played(), states, seed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Acknowledged entries lost in simulated power cuts")
    parser.add_argument("--states", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(f"{try_out(chosen.states, chosen.seed)} acknowledged entries lost in {chosen.states} power cuts")
