"""The file operations of a process, traced with strace."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

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
