"""Makes the disk of a machine: Debian by mmdebstrap, put into a file system by mke2fs. Nothing is mounted on the host.

mmdebstrap works in a user namespace, so an ordinary user will do who has a range of user numbers in /etc/subuid.
Programs of another architecture run by QEMU's user emulation, registered in that namespace only.
"""

from __future__ import annotations

import getpass
import os
import time
from pathlib import Path

from deploy.machines import recipe
from deploy.machines.recipe import EARLY_TAR, INITRD, KERNEL, ROOT_START, Kind
from deploy.machines.tools import CACHE, Trouble, call, made_whole, need, say

DISK, SYSTEM_TAR, SETTINGS_TAR = "disk.img", "system.tar.zst", "settings.tar"
IMAGES = CACHE / "images"

# What a tar says about owners holds only inside of fakeroot, where mke2fs believes it.
FILL = f"""
mkdir root
tar --extract --zstd --file "$1" --directory root
tar --extract --no-overwrite-dir --file {SETTINGS_TAR} --directory root
truncate --size "$2" {DISK}
truncate --size "+$3" {DISK}
echo "start={ROOT_START}, size=$2, type=L" | sfdisk --quiet --label gpt {DISK}
mke2fs -q -t ext4 -L root -E offset={ROOT_START * 512} -d root {DISK} "$2"
chmod -R u+w root
rm -rf root {SETTINGS_TAR}
"""


def image(kind: Kind) -> Path:
    """The folder with the disk, kernel and initrd of such a machine, made now if there is none."""
    place = IMAGES / f"{kind}-{recipe.image_fingerprint(kind)}"
    if not place.exists():
        need("fakeroot", "mke2fs", "sfdisk", "zstd")
        system = _system(kind)
        started = time.monotonic()
        with made_whole(place) as folder:
            (folder / SETTINGS_TAR).write_bytes(recipe.settings())
            for name in (KERNEL, INITRD):
                (folder / name).hardlink_to(system / name)
            fill: list[str | Path] = ["fakeroot", "sh", "-ec", FILL, "sh", system / SYSTEM_TAR]
            call([*fill, recipe.SIZE, recipe.FREE], IMAGES / f"{place.name}.log", cwd=folder)
        say(f"Made the disk {place / DISK} in {time.monotonic() - started:.0f} s.")
    return place


def _system(kind: Kind) -> Path:
    """The folder with a tar of all files of such a machine, but for our settings."""
    place = IMAGES / f"system-{kind}-{recipe.system_fingerprint(kind)}"
    return debian(kind, place, recipe.mmdebstrap(kind), recipe.early())


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
