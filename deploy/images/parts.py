"""What disk images are made from: programs of this host, Debian by mmdebstrap, the checkout and its Python packages.

Nothing is mounted on the host. mmdebstrap works in a user namespace, so an ordinary user will do who has a range of
user numbers in /etc/subuid. Programs of another architecture run by QEMU's user emulation, registered in that namespace
only.
"""

from __future__ import annotations

import getpass
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
"""The checkout."""
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "table-companion"
"""Where images and wheels are kept; all of it can be deleted at any time."""
PACKAGES = {
    "mmdebstrap": "mmdebstrap",
    "newuidmap": "uidmap",
    "fakeroot": "fakeroot",
    "mke2fs": "e2fsprogs",
    "debugfs": "e2fsprogs",
    "sfdisk": "fdisk",
    "mkfs.fat": "dosfstools",
    "mcopy": "mtools",
    "xz": "xz-utils",
    "qemu-img": "qemu-utils",
    "qemu-storage-daemon": "qemu-system-common",
    "fusermount3": "fuse3",
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "qemu-x86_64-static": "qemu-user-static",
    "fdtput": "device-tree-compiler",
    "git": "git",
    "zstd": "zstd",
}
"""The Debian package of each program."""
IMAGES = CACHE / "images"
SYSTEM_TAR, EARLY_TAR = "system.tar.zst", "early.tar"
DRAWING = ["libdrm2", "libegl1", "libgbm1", "libgl1", "libgl1-mesa-dri", "libgles2", "libmtdev1"]
"""What a program needs to draw."""
# A hook of mmdebstrap: shell, outside of the new system, which is at $1.
FOREIGN = """
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
cat /usr/lib/binfmt.d/qemu-{processor}.conf >/proc/sys/fs/binfmt_misc/register
"""

CHECKOUT = "/srv/checkout"
WHEELS = "/srv/wheels"
GLIBC = {"bookworm": 36, "trixie": 41}
_MARKER = re.compile(r"platform_machine == '(\w+)'")


class Trouble(Exception):
    """Something that a person has to put right; the message says what and how."""


def need(*programs: str) -> None:
    """Trouble unless all of these are here."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
    missing = {PACKAGES[program] for program in programs if not shutil.which(program, path=path)}
    if missing:
        raise Trouble(f"Missing on this machine. Install it: sudo apt-get install {' '.join(sorted(missing))}")


def say(line: str) -> None:
    """A line for the person who waits."""
    print(line, file=sys.stderr, flush=True)


def call(command: Sequence[str | Path], log: Path, cwd: Path | None = None) -> None:
    """Run a program to its end; what it says goes to ``log``, and its last lines into the trouble if it fails."""
    log.parent.mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
    with log.open("w") as file:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            env={**os.environ, "PATH": path},
            cwd=cwd,
            check=False,
        )
    if done.returncode:
        last = "\n".join(log.read_text(errors="replace").splitlines()[-8:])
        raise Trouble(f"{command[0]} failed; all it said is in {log}. Its last lines:\n{last}")


@contextmanager
def made_whole(place: Path) -> Iterator[Path]:
    """A folder to fill that becomes ``place`` only when nothing went wrong; half of one is never found there."""
    unfinished = place.with_name(f"{place.name}.{os.getpid()}")
    unfinished.mkdir(parents=True)
    try:
        yield unfinished
        if not place.exists():
            unfinished.rename(place)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


# Debian


class Kind(NamedTuple):
    """A machine's architecture and Debian, as Debian calls them."""

    arch: str
    suite: str

    @property
    def processor(self) -> str:
        """The architecture as Linux, QEMU and wheels call it."""
        return {"amd64": "x86_64", "arm64": "aarch64"}[self.arch]

    @property
    def python(self) -> str:
        return {"bookworm": "3.11", "trixie": "3.13"}[self.suite]

    @property
    def foreign(self) -> bool:
        """True if this host cannot run the machine's programs as they are."""
        return platform.machine() != self.processor

    def __str__(self) -> str:
        return f"{self.suite}-{self.arch}"


ARCHES = ("amd64", "arm64")
SUITES = ("bookworm", "trixie")


def mmdebstrap(kind: Kind, variant: str, packages: list[str], more: list[str]) -> list[str]:
    """mmdebstrap's command line for a tar of a system with such packages; ``more`` are options and hooks."""
    return [
        *("mmdebstrap", "--mode=unshare", f"--variant={variant}", f"--architectures={kind.arch}"),
        *("--skip=check/qemu", "--aptopt=APT::Install-Recommends false"),
        *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "locale", "man")),
        f"--include={','.join(packages)}",
        *([f"--setup-hook={FOREIGN.format(processor=kind.processor)}"] if kind.foreign else []),
        *more,
        *("--format=tar", kind.suite, "-"),
    ]


def debian(kind: Kind, place: Path, by: list[str], early: bytes, epoch: int | None = None) -> Path:
    """``place`` with ``SYSTEM_TAR``, what mmdebstrap gives when called ``by``; made now if it is not there.

    ``early`` is the content of ``EARLY_TAR``; files made on the way are of the time ``epoch``.
    """
    if not place.exists():
        need("mmdebstrap", "newuidmap", "zstd", *([f"qemu-{kind.processor}-static"] if kind.foreign else []))
        say(f"Setting up Debian ({kind}), once. This takes {'half an hour' if kind.foreign else 'a few minutes'}.")
        started = time.monotonic()
        with made_whole(place) as folder:
            (folder / EARLY_TAR).write_bytes(early)
            pipe = f'set -o pipefail; "$@" | zstd -q -T0 >{SYSTEM_TAR}'
            call(["bash", "-c", pipe, "bash", *apart(epoch), *by], IMAGES / f"{place.name}.log", cwd=folder)
        say(f"Set up in {time.monotonic() - started:.0f} s.")
    return place


def apart(epoch: int | None = None) -> list[str]:
    """What comes before mmdebstrap: the time that its files are of, and for root a namespace of users of its own."""
    dated = [] if epoch is None else ["env", f"SOURCE_DATE_EPOCH={epoch}"]
    users, groups = _range_of_numbers(Path("/etc/subuid")), _range_of_numbers(Path("/etc/subgid"))
    maps = [f"--map-users={users},1,65535", f"--map-groups={groups},1,65535"]
    return [*dated, *(["unshare", "--user", "--map-root-user", *maps] if os.geteuid() == 0 else [])]


def _range_of_numbers(file: Path) -> int:
    """The first of the numbers that this user may give to others; trouble if there are none."""
    user = getpass.getuser()
    lines = [line.split(":") for line in file.read_text().splitlines()] if file.exists() else []
    for name, first, _ in lines:
        if name == user:
            return int(first)
    free = max([100000, *(int(first) + int(count) for _, first, count in lines)])
    numbers = f"{free}-{free + 65535}"
    raise Trouble(
        f"{user} has no range of user numbers, which mmdebstrap needs. Give it one: "
        f"sudo usermod --add-subuids {numbers} --add-subgids {numbers} {user}"
    )


def tar_of(files: dict[str, bytes], links: dict[str, str] | None = None) -> bytes:
    """A tar of these files and links, the same for the same content."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o644
            tar.addfile(entry, io.BytesIO(content))
        for name, target in sorted((links or {}).items()):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = tarfile.SYMTYPE, target
            tar.addfile(entry)
    return packed.getvalue()


# The checkout and its packages


def wheels(kind: Kind) -> Path:
    """A folder with the packages of deploy/requirements.lock for such a machine, fetched now if there is none."""
    lock = (ROOT / "deploy/requirements.lock").read_bytes()
    place = CACHE / "wheels" / f"{kind}-{hashlib.sha256(lock).hexdigest()[:12]}"
    if not place.exists():
        say(f"Fetching the Python packages for {kind}, once.")
        with made_whole(place) as folder:
            wanted = folder / "wanted.txt"
            wanted.write_text("\n".join(requirements(kind, lock.decode())))
            platforms = [f"manylinux_2_{minor}" for minor in range(17, GLIBC[kind.suite] + 1)]
            tags = [f"--platform={name}_{kind.processor}" for name in ("manylinux2014", *platforms)]
            options = ["--no-deps", "--only-binary=:all:", f"--python-version={kind.python}", *tags]
            download: list[str | Path] = [
                *_pip(),
                "download",
                "--quiet",
                *options,
                "--dest",
                folder,
                "--requirement",
                wanted,
            ]
            call(download, place.with_name(f"{place.name}.log"))
            wanted.unlink()
    return place


def _pip() -> list[str]:
    """A pip of this machine, that of the checkout before Debian's."""
    for python in (str(ROOT / ".venv/bin/python"), sys.executable):
        pip = [python, "-m", "pip"]
        if Path(python).exists() and subprocess.run([*pip, "-V"], capture_output=True, check=False).returncode == 0:
            return pip
    raise Trouble("Missing on this machine. Install it: sudo apt-get install python3-pip")


def requirements(kind: Kind, lock: str) -> list[str]:
    """The lines of the lock that hold for such a machine. pip itself would ask about the host."""
    found = []
    for line in lock.splitlines():
        package, _, condition = line.partition(";")
        if condition:
            machine = _MARKER.fullmatch(condition.strip())
            if not machine:
                raise Trouble(f"deploy/requirements.lock has a condition that deploy/machine cannot read: {line}")
            if machine[1] != kind.processor:
                continue
        found.append(package.strip())
    return found


def pack(to: Path, kind: Kind, names: list[str]) -> None:
    """A tar of these files of the checkout, and the wheels for such a machine."""
    with tarfile.open(to, "w") as tar:
        for name in names:
            tar.add(ROOT / name, f"{CHECKOUT}/{name}", recursive=False, filter=_of_root)
        tar.add(wheels(kind), WHEELS, filter=_of_root)


def played() -> list[str]:
    """The files of the checkout that are there to play: no tests, no making of images."""
    return [name for name in checkout() if not name.startswith(("tests/", "deploy/images/"))]


def fingerprint() -> str:
    """The same for checkouts that play alike."""
    found = hashlib.sha256()
    for name in played():
        found.update(f"{name}\0".encode() + (ROOT / name).read_bytes())
    return found.hexdigest()


def checkout() -> list[str]:
    """The files of the checkout as it is now, with changes that are not committed."""
    need("git")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(name for name in names if name and (ROOT / name).is_file())


def _of_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry
