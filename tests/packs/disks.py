"""Full and read-only disks, and an owner's actions on them.

As root, or with user namespaces, it is a file system mounted for one process only. Otherwise the kernel's limits are
used: a limit on file sizes, and another user.
"""

from __future__ import annotations

import errno
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner
from msgspec import structs

from companion.cli import companion
from companion.commands.packs import pack
from companion.core.learning import LearnedRow
from companion.core.texts import Text, plain
from companion.journal import Journal
from companion.packs import versions
from companion.packs.content import Content, why_not
from companion.packs.folder import read_content, write_content
from companion.packs.loader import BUNDLED
from companion.session import lesson_writer
from companion.table.log import Setup
from tests.owner import DECKS, Owner

SIZE = 512 * 1024
NOBODY = 65534
HOW = "COMPANION_TEST_DISKS"
"""The environment variable that selects the method, for child processes."""


@cache
def mounting() -> list[str]:
    """The command prefix that allows mounting; empty if impossible."""
    for flags in ("-m", "-rm"):
        tried = ["unshare", flags, "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"]
        with suppress(OSError):
            if subprocess.run(tried, capture_output=True, check=False).returncode == 0:
                return ["unshare", flags]
    return []


def way() -> str:
    """The method in use, for test names."""
    return " ".join(mounting()) or "limits"


def on_a_disk(kind: str, folder: Path) -> str:
    """Run the function ``kind`` on such a disk at ``folder``; returns its output, empty on success."""
    return _done(["-m", "tests.packs.disks", kind, str(folder), way()])


def what_they_say(file: str, kind: str) -> str:
    """Run the tests of ``file`` where such disks can be mounted; returns their output, empty on success."""
    if way() == "limits" and (kind == "full" or os.getuid() == 0):
        pytest.skip("no disk can be mounted here")
    return _done(["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", kind, file])


def _done(arguments: list[str]) -> str:
    command, environment = [*mounting(), sys.executable, *arguments], {**os.environ, HOW: way()}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, env=environment)
    return done.stdout + done.stderr if done.returncode else ""


def full(folder: Path, how: str) -> None:
    """A change without space leaves the box unchanged, and succeeds once there is space."""
    if how != "limits":
        mounted("-t", "tmpfs", "-o", f"size={SIZE}", "none", str(folder))
    box, old, new = a_box(folder)
    if how == "limits":
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        refused(lambda: write_content(box, new), {errno.EFBIG})
        told("File too large", "new", "crash", folder / "other")
    else:
        for left in (24576, 12288, 8192, 4096, 0):
            fill(folder / "film", left)
            refused(lambda: write_content(box, new), {errno.ENOSPC})
            assert read_content(box) == old
            assert [state for state in (folder / ".ours").iterdir() if not state.name.isdecimal()] == []
        told("the disk is full. Nothing has changed.", "new", "crash", folder / "other")
        told("el disco está lleno. No ha cambiado nada.", "new", "crash", folder / "other", language="es")
        told("the disk is full. Nothing has changed.", "export", box, folder / "copy")
        told("the disk is full. Nothing has changed.", "back", box)
    assert read_content(box) == old
    assert not (folder / "other").exists()
    if how == "limits":
        _as_large_as_it_likes()
    else:
        (folder / "film").unlink()
    write_content(box, new)
    assert read_content(box) == new


def read_only(folder: Path, how: str) -> None:
    """A box on a read-only disk can be read, checked and played; every change is refused."""
    box, old, new = a_box(folder)
    protect(folder, how)
    refused(lambda: write_content(box, new), {errno.EROFS, errno.EACCES})
    refused(lambda: versions.put_away(box), {errno.EROFS, errno.EACCES})
    assert read_content(box) == old
    assert "is in order" in CliRunner().invoke(pack, ["check", str(box)]).output
    told("nothing can be written to its folder. Nothing has changed.", "new", "crash", folder / "other")
    told("no se puede escribir en su carpeta. No ha cambiado nada.", "back", box, language="es")
    told("nothing can be written to its folder. Nothing has changed.", "export", box, folder / "copy.zip")
    assert sorted(one.name for one in folder.iterdir()) == [".ours", "ours"]


def learning_full(folder: Path, how: str) -> None:
    """Lessons for a box without space are saved once there is space."""
    learned_later("full", folder, how)


def learning_read_only(folder: Path, how: str) -> None:
    """Lessons for a read-only box are saved once it is writable."""
    learned_later("read_only", folder, how)


WHY = {"full": ("the disk is full", "File too large"), "read_only": ("nothing can be written to its folder",)}
"""The sentences for each kind; the second one for the file size limit."""


def put_in(kind: str, folder: Path, how: str) -> None:
    """Mount a disk at ``folder``, if it is filled only later."""
    if kind == "full" and how != "limits":
        mounted("-t", "tmpfs", "-o", f"size={SIZE}", "none", str(folder))


def spoil(kind: str, folder: Path, how: str) -> Callable[[], object]:
    """Make the disk at ``folder`` full or read-only; returns a function that repairs it."""
    if kind == "full" and how == "limits":
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        return _as_large_as_it_likes
    if kind == "full":
        fill(folder / "film", 0)
        return (folder / "film").unlink
    if how == "limits":
        if os.getuid() == 0:
            for one in (folder, *folder.rglob("*")):
                os.chown(one, NOBODY, NOBODY)
            os.setuid(NOBODY)
        folder.chmod(0o555)
        return lambda: folder.chmod(0o755)
    mounted("--bind", str(folder), str(folder))
    mounted("-o", "remount,ro,bind", str(folder))
    return lambda: mounted("-o", "remount,rw,bind", str(folder))


def learned_later(kind: str, folder: Path, how: str) -> None:
    """A card entered now is kept by the game with a notice, and saved after the repair."""
    put_in(kind, folder, how)
    owner = Owner(folder / "mine", *DECKS)
    mend = spoil(kind, folder, how)
    said: SimpleQueue[Text | None] = SimpleQueue()
    lesson_writer.RETRY = 0.05
    box = lesson_writer.LessonWriter(owner.game, owner.path, said.put)
    row = owner.held["mafia_cards"][0]
    box.learn(LearnedRow("mafia_cards", owner.game.rules.stocks(owner.box().pack)["mafia_cards"], row), 7)
    sentence = plain(said.get(timeout=30) or "")
    why = tuple(f"What was learned cannot be saved in the box mine: {one}" for one in WHY[kind])
    assert sentence.startswith(why), sentence
    assert box.waiting
    assert owner.rows("mafia_cards") == []
    mend()
    while said.get(timeout=30) is not None:
        pass
    assert not box.waiting
    assert owner.rows("mafia_cards") == [row]
    box.close()


def _as_large_as_it_likes() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def a_box(folder: Path) -> tuple[Path, Content, Content]:
    """A box in ``folder`` that was changed once, its content, and its next content."""
    box = folder / "ours"
    shutil.copytree(BUNDLED / "deepvein", box)
    old = read_content(box)
    write_content(box, old)
    return box, old, structs.replace(old, data={**old.data, "title": "Ours"})


def reading(folder: Path, how: str) -> None:
    """Saved games are read from a read-only disk, also from a journal as a power cut leaves it: with what was written
    last in SQLite's side file."""
    with Journal(folder / "closed.db") as journal:
        journal.create(Setup("thousand", "", "", ["one", "two"], {}, seed="s"), {})
        journal.flush()
        for end in ("", "-wal"):
            shutil.copy(folder / f"closed.db{end}", folder / f"cut.db{end}")
    protect(folder, how)
    for name in ("closed.db", "cut.db"):
        for command in (["history"], ["results"], ["dice"], ["log", "last"]):
            done = CliRunner().invoke(companion, [*command, "--journal", str(folder / name)])
            assert done.exit_code == 0, (name, command, done.output, done.exception)
            assert command != ["history"] or "thousand" in done.output, (name, done.output)
    assert sorted(one.name for one in folder.iterdir()) == ["closed.db", "closed.db.lock", "cut.db", "cut.db-wal"]


def protect(folder: Path, how: str) -> None:
    """Let nothing be written to a folder any more, in this process."""
    if how == "limits":
        folder.chmod(0o555)
        if os.getuid() == 0:
            os.setuid(NOBODY)
    else:
        mounted("--bind", str(folder), str(folder))
        mounted("-o", "remount,ro,bind", str(folder))


def mounted(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def fill(film: Path, left: int) -> None:
    """Fill the disk, leaving some bytes."""
    free = os.statvfs(film.parent)
    here = film.stat().st_size if film.exists() else 0
    with film.open("ab") as file:
        file.truncate(0)
        with suppress(OSError):
            file.write(bytes(max(0, here + free.f_bavail * free.f_frsize - left)))
            file.flush()


def refused(change: Callable[[], None], numbers: set[int]) -> None:
    """Assert that a change fails with one of these errors, which have a sentence."""
    with pytest.raises(OSError) as refusal:  # noqa: PT011 - its number is looked at
        change()
    assert refusal.value.errno in numbers, refusal.value
    assert "[" not in str(why_not(refusal.value)), refusal.value


def told(sentence: str, *words: object, language: str = "en") -> None:
    """Assert that the command fails with this sentence."""
    done = CliRunner().invoke(pack, [str(word) for word in words], env={"LANGUAGE": language})
    assert done.exit_code == 2, done.output
    assert sentence in done.output, done.output


if __name__ == "__main__":
    kinds = {one.__name__: one for one in (full, read_only, learning_full, learning_read_only, reading)}
    kinds[sys.argv[1]](Path(sys.argv[2]), sys.argv[3])
