"""What is put into a machine: the checkout, and the Python packages that it installs, fetched by the host."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tarfile
from pathlib import Path

from deploy.machines.machine import Machine
from deploy.machines.recipe import Kind
from deploy.machines.tools import CACHE, ROOT, Trouble, call, made_whole, need, say

CHECKOUT = "/srv/checkout"
WHEELS = "/srv/wheels"
INSTALL_TIMEOUT = 3600
GLIBC = {"bookworm": 36, "trixie": 41}
_MARKER = re.compile(r"platform_machine == '(\w+)'")


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


def put(machine: Machine) -> None:
    """Put the checkout as it is now, changes and all, and the wheels into the machine."""
    packed = machine.folder / "cargo.tar"
    pack(packed, machine.kind, _checkout())
    machine.run(f"rm -rf {CHECKOUT} {WHEELS}")
    machine.unpack(packed, "/")
    packed.unlink()


def pack(to: Path, kind: Kind, names: list[str]) -> None:
    """A tar of these files of the checkout, and the wheels for such a machine."""
    with tarfile.open(to, "w") as tar:
        for name in names:
            tar.add(ROOT / name, f"{CHECKOUT}/{name}", recursive=False, filter=_of_root)
        tar.add(wheels(kind), WHEELS, filter=_of_root)


def played() -> list[str]:
    """The files of the checkout that are there to play: no tests, no machines."""
    return [name for name in _checkout() if not name.startswith(("tests/", "deploy/machines/"))]


def fingerprint() -> str:
    """The same for checkouts that play alike."""
    found = hashlib.sha256()
    for name in played():
        found.update(f"{name}\0".encode() + (ROOT / name).read_bytes())
    return found.hexdigest()


def _checkout() -> list[str]:
    """The files of the checkout as it is now, with changes that are not committed."""
    need("git")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted(name for name in names if name and (ROOT / name).is_file())


def _of_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def install(machine: Machine, *options: str) -> str:
    """Put the checkout into the machine and run its installer, without a network; gives what it said."""
    put(machine)
    return machine.ask(" ".join([f"{CHECKOUT}/deploy/install", *options]), INSTALL_TIMEOUT)
