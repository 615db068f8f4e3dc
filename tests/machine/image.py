"""The disk of a test machine: what it is made of, and making it, by mmdebstrap and then mke2fs.

All that the recipe says counts for its fingerprint: change it, and the disk is made anew.
"""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from deploy.images import parts
from deploy.images.parts import DRAWING, EARLY_TAR, IMAGES, SYSTEM_TAR, Kind, call, made_whole, need, say, tar_of

GUEST = Path(__file__).parent / "guest"
SIZE, FREE = "4G", "1G"
"""Of the partition with the system, and of the room behind it that belongs to none."""
ROOT_START = 2048
"""The sector at which the system begins."""
KERNEL, INITRD = "kernel", "initrd"
DISK, SETTINGS_TAR = "disk.img", "settings.tar"

SYSTEM = ["dbus", "init", "initramfs-tools", "libpam-systemd", "python3", "sudo", "systemd-timesyncd", "udev", "zstd"]
"""What Debian's installer leaves on a machine, beside what is marked as important."""
TOOLS = ["evtest", "gpiod", "usbutils"]
"""What tests look into the machine with; nothing that the companion needs."""
DESKTOP = ["cage", "grim", "seatd", "wlr-randr", "xwayland"]
OFFERED = [*DRAWING, *DESKTOP, "kbd", "python3-venv"]
"""What can be installed in the machine, which has no network: the installer fetches what it needs from these."""
OFFERED_SINCE_TRIXIE = ["labwc"]

# What a booted machine is like, beside what Debian's packages set up.
SETTINGS = {
    "etc/hostname": "table\n",
    "etc/hosts": "127.0.0.1 localhost table\n",
    "etc/fstab": "/dev/vda1 / ext4 noatime,errors=remount-ro 0 1\n",
    "etc/apt/sources.list": "",
    "etc/apt/sources.list.d/0000debian.sources": "",
    "etc/apt/sources.list.d/offered.list": "deb [trusted=yes] file:/srv/packages ./\n",
    "etc/resolv.conf": "",
    "etc/pip.conf": "[global]\nno-index = true\nfind-links = /srv/wheels\n",
    "etc/modules-load.d/touch.conf": "uinput\n",
}
# An initrd with what the disk of a machine in QEMU needs, and no more.
EARLY = {
    "etc/initramfs-tools/conf.d/small": "MODULES=list\nCOMPRESS=zstd\n",
    "usr/share/initramfs-tools/modules.d/disk": "virtio_pci\nvirtio_blk\next4\ncrc32c\n",
}
# Services of ours, and when they start.
SERVICES = {"shell.service": "sysinit.target", "touch.service": "sysinit.target"}

# Hooks of mmdebstrap: shell, outside of the new system, which is at $1.
OFFER = """
set -e
mkdir -p "$1/srv/packages/partial"
chroot "$1" apt-get install --yes --quiet --download-only --no-install-recommends \
    -o Dir::Cache::Archives=/srv/packages {packages}
rm -rf "$1/srv/packages/partial" "$1/srv/packages/lock"
chroot "$1" sh -c 'cd /srv/packages && apt-ftparchive packages . >Packages'
"""
FINISH = """
set -e
chroot "$1" passwd --quiet --delete root
mkdir "$1/tmp/boot"
cp "$1"/boot/vmlinuz-* "$1/tmp/boot/kernel"
cp "$1"/boot/initrd.img-* "$1/tmp/boot/initrd"
"""

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
    place = IMAGES / f"{kind}-{image_fingerprint(kind)}"
    if not place.exists():
        need("fakeroot", "mke2fs", "sfdisk", "zstd")
        system = _system(kind)
        started = time.monotonic()
        with made_whole(place) as folder:
            (folder / SETTINGS_TAR).write_bytes(settings())
            for name in (KERNEL, INITRD):
                (folder / name).hardlink_to(system / name)
            fill: list[str | Path] = ["fakeroot", "sh", "-ec", FILL, "sh", system / SYSTEM_TAR]
            call([*fill, SIZE, FREE], IMAGES / f"{place.name}.log", cwd=folder)
        say(f"Made the disk {place / DISK} in {time.monotonic() - started:.0f} s.")
    return place


def _system(kind: Kind) -> Path:
    """The folder with a tar of all files of such a machine, but for our settings."""
    place = IMAGES / f"system-{kind}-{system_fingerprint(kind)}"
    return parts.debian(kind, place, system_command(kind), early())


def system_command(kind: Kind) -> list[str]:
    """How the system is made: a tar on standard output, and in the current folder kernel and initrd."""
    offered = [*OFFERED, *(OFFERED_SINCE_TRIXIE if kind.suite != "bookworm" else [])]
    hooks = [
        f"--extract-hook=tar-in {EARLY_TAR} /",
        f"--customize-hook={OFFER.format(packages=' '.join(offered))}",
        f"--customize-hook={FINISH}",
        f"--customize-hook=download /tmp/boot/kernel {KERNEL}",
        f"--customize-hook=download /tmp/boot/initrd {INITRD}",
        '--customize-hook=rm -r "$1/tmp/boot"',
    ]
    return parts.mmdebstrap(kind, "important", [*SYSTEM, *TOOLS, f"linux-image-{kind.arch}"], hooks)


def early() -> bytes:
    """A tar of the files that have to be there before the packages are set up."""
    return tar_of({name: text.encode() for name, text in EARLY.items()})


def settings() -> bytes:
    """A tar of the files of ours that are laid over Debian's."""
    files = {name: text.encode() for name, text in SETTINGS.items()}
    files["usr/local/lib/machine/touch.py"] = (GUEST / "touch.py").read_bytes()
    links = {}
    for service, target in SERVICES.items():
        files[f"etc/systemd/system/{service}"] = (GUEST / service).read_bytes()
        links[f"etc/systemd/system/{target}.wants/{service}"] = f"/etc/systemd/system/{service}"
    return tar_of(files, links)


def system_fingerprint(kind: Kind) -> str:
    """Two systems with the same fingerprint are made of the same packages in the same way."""
    return hashlib.sha256("\0".join(system_command(kind)).encode() + early()).hexdigest()[:12]


def image_fingerprint(kind: Kind) -> str:
    """The same for disks, which are made of a system and our settings."""
    return hashlib.sha256(f"{system_fingerprint(kind)} {SIZE} {FREE}".encode() + settings()).hexdigest()[:12]
