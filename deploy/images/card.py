"""Makes what is written on a memory card: a Raspberry Pi 3 or 4 that is switched on with it is a companion.

Debian's packages, the checkout put into them by deploy/install, and two partitions: one for the firmware, kernel and
settings, which any computer can read, and one for the system. Nothing is mounted on the host, and the same commit and
packages give the same bytes. The third partition is made by the card itself, see deploy/data.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import time
import uuid
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from deploy.images import parts
from deploy.images.parts import (
    CACHE,
    DRAWING,
    EARLY_TAR,
    FOREIGN,
    IMAGES,
    ROOT,
    SYSTEM_TAR,
    Kind,
    apart,
    call,
    debian,
    made_whole,
    need,
    say,
    tar_of,
)

KIND = Kind("arm64", "bookworm")
EPOCH = 1686355200
"""The day of Debian 12: files that come to be while packages are set up are of that day, whenever that is."""

PACKAGES = [
    *("dbus", "e2fsprogs", "fdisk", "init", "initramfs-tools", "kbd", "kmod", "libasound2", "libpam-systemd"),
    *("linux-image-arm64", "python3", "python3-venv", "raspi-firmware", "systemd-timesyncd", "udev", "zstd"),
    *DRAWING,
]
OF_PI = ["bcm2835", "sdhci_iproc", "fixed", "gpio_regulator"]
"""What the kernel has as modules of all that the device trees of a Raspberry Pi 3 and 4 name on the way to the card:
both controllers, and the regulators behind them. Clocks, pins, mailbox, firmware and DMA are built in."""
OF_QEMU = ["virtio_pci", "virtio_blk"]
ROOT_LABEL = "companion-root"
EARLY = {
    "etc/initramfs-tools/conf.d/small": "MODULES=list\nCOMPRESS=zstd\n",
    "usr/share/initramfs-tools/modules.d/disk": "\n".join([*OF_PI, *OF_QEMU, "ext4", "crc32c", ""]),
    # Made once, with the kernel: with programs of another architecture it takes long.
    "etc/initramfs-tools/update-initramfs.conf": "update_initramfs=no\nbackup_initramfs=no\n",
    # What raspi-firmware writes into config.txt and cmdline.txt, also for kernels that come later.
    "etc/default/raspi-firmware": dedent(f"""\
        ROOTPART=LABEL={ROOT_LABEL}
        CONSOLES="ttyS1,115200 tty0"
        CMA=0
        """),
    # The last word counts: it says rw before.
    "etc/default/raspi-extra-cmdline": "ro quiet vt.global_cursor_default=0\n",
    "etc/default/raspi-firmware-custom": "disable_overscan=1\n",
}
CARDS = CACHE / "cards"
CARD, PACKED, CONTENTS = "companion.img", "companion.img.xz", "contents.txt"
BOOT_START, BOOT_SIZE = 4, 256
"""Of the first partition, in MB."""
SYSTEM_END = 4096
"""Where the second one ends and games begin, in MB: the same in all versions, so that games outlive a new one."""

# Whatever is wrong with it, the companion starts; but it waits for its settings.
SETTINGS_MOUNT = "LABEL=COMPANION /boot/firmware vfat noatime,umask=022,nofail,x-systemd.before=companion.service 0 0"
SETTINGS = {
    "etc/hostname": "companion\n",
    "etc/hosts": "127.0.0.1 localhost companion\n",
    "etc/fstab": f"LABEL={ROOT_LABEL} / ext4 noatime 0 0\n{SETTINGS_MOUNT}\n",
    "etc/resolv.conf": "",
    # A clock that nobody has set begins at the time of this file.
    "usr/lib/clock-epoch": "",
}
LINKS = {"etc/companion/companion.toml": "/boot/firmware/companion.toml"}

# In the new system, which is at $1, with programs of another architecture. pip compiles nothing: what it would write
# holds only as long as files keep their times.
INSTALL = f"""
set -e
export PIP_NO_INDEX=1 PIP_FIND_LINKS={parts.WHEELS} PIP_COMPILE=0
chroot "$1" {parts.CHECKOUT}/deploy/install --image --read-only
chroot "$1" /opt/companion/current/.venv/bin/python -m compileall -q -f --invalidation-mode unchecked-hash \\
    /opt/companion/versions
rm -rf "$1{parts.CHECKOUT}" "$1{parts.WHEELS}" "$1"/opt/companion/versions/*/.venv/pip.log "$1/root/.cache"
chroot "$1" passwd --quiet --lock root
rm -f "$1"/boot/vmlinuz-* "$1"/boot/initrd.img-* "$1/var/lib/systemd/random-seed"
find "$1/var/log" -type f -delete
chroot "$1" dpkg-query -W >"$1/packages"
"""

# As fakeroot, so that mke2fs believes what the tar says about owners.
FILL = f"""
mkdir root
tar --extract --numeric-owner --file root.tar --directory root
mv root/packages packages.txt
mv root/boot/firmware boot
mkdir root/boot/firmware
blocks=$(du --summarize --apparent-size --block-size 4096 root | cut -f 1)
blocks=$((blocks + $(find root | wc -l) + 32768))
mke2fs -q -t ext4 -b 4096 -L {ROOT_LABEL} -U "$ID" -E "hash_seed=$ID" -d root root.img $blocks
chmod -R u+w root
rm -rf root root.tar
"""

# The table says how large the second partition is to be; the file ends with what is in it.
JOIN = f"""
mkfs.fat -F 32 -s 1 -n COMPANION --invariant -C boot.img $(({BOOT_SIZE} * 1024)) >/dev/null
find boot -exec touch --date "@$EPOCH" {{}} +
for file in boot/*; do mcopy -s -m -i boot.img "$file" ::; done
truncate --size {SYSTEM_END}M {CARD}
printf '%s\\n' "label-id: 0x$(echo "$ID" | cut -c 1-8)" \\
    "start={BOOT_START}M, size={BOOT_SIZE}M, type=c, bootable" \\
    "start={BOOT_START + BOOT_SIZE}M, size={SYSTEM_END - BOOT_START - BOOT_SIZE}M, type=83" |
    sfdisk --quiet --label dos {CARD}
truncate --size {BOOT_START + BOOT_SIZE}M {CARD}
dd if=boot.img of={CARD} bs=1M seek={BOOT_START} conv=notrunc,sparse status=none
dd if=root.img of={CARD} bs=1M seek={BOOT_START + BOOT_SIZE} conv=notrunc,sparse status=none
truncate --size $((({BOOT_START + BOOT_SIZE} << 20) + $(stat -c %s root.img))) {CARD}
xz --keep --threads=0 --block-size=24MiB -3 {CARD}
rm -r boot boot.img root.img
"""


# The system, with nothing of ours yet


def system_command() -> list[str]:
    """How the system is made: a tar on standard output."""
    # What stands in EARLY is kept without asking.
    kept = "--dpkgopt=force-confold"
    more = [kept, "--components=main,non-free-firmware", f"--extract-hook=tar-in {EARLY_TAR} /"]
    return parts.mmdebstrap(KIND, "minbase", PACKAGES, more)


def early() -> bytes:
    """A tar of the files that have to be there before the packages are set up."""
    return tar_of({name: text.encode() for name, text in EARLY.items()})


def system_fingerprint() -> str:
    """Two systems with the same fingerprint are made of the same packages in the same way."""
    return hashlib.sha256("\0".join(system_command()).encode() + early()).hexdigest()[:12]


# The card


class Commit(NamedTuple):
    """What a card is made from: two cards of the same ``id`` are alike."""

    id: uuid.UUID
    epoch: int
    """When what is on it was last committed, in seconds since 1970."""


def commit() -> Commit:
    need("git")
    asked = ["git", "log", "-1", "--format=%ct", "--", ".", ":!tests", ":!deploy/images"]
    epoch = int(subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    made_of = [system_fingerprint(), parts.fingerprint(), INSTALL, FILL, JOIN, str(_laid()), str(epoch)]
    return Commit(uuid.UUID(hashlib.sha256("\0".join(made_of).encode()).hexdigest()[:32]), epoch)


def card() -> Path:
    """The folder with ``CARD``, ``PACKED`` and ``CONTENTS`` of this checkout, made now if there is none."""
    made_of = commit()
    place = CARDS / f"{KIND}-{made_of.id.hex[:12]}"
    if not place.exists():
        need("fakeroot", "mke2fs", "debugfs", "mkfs.fat", "mcopy", "sfdisk", "xz", "zstd")
        by = system_command()
        system = debian(KIND, IMAGES / f"card-system-{system_fingerprint()}", by, early(), EPOCH)
        started = time.monotonic()
        say("Installing the companion on the card.")
        with made_whole(place) as folder:
            _install(folder, system, made_of, CARDS / f"{place.name}.install.log")
            log = CARDS / f"{place.name}.log"
            times = [f"{name}={made_of.epoch}" for name in ("EPOCH", "E2FSPROGS_FAKE_TIME")]
            known = ["env", *times, f"ID={made_of.id}", "TZ=UTC"]
            call([*known, "fakeroot", "sh", "-ec", FILL], log, cwd=folder)
            _date(folder / "root.img", made_of.epoch, [*known, "debugfs", "-w", "-f"], log)
            (folder / "boot" / "companion.toml").write_bytes(_settings())
            call([*known, "sh", "-ec", JOIN], log, cwd=folder)
            _tell(folder)
        say(f"Made the card {place / PACKED} in {time.monotonic() - started:.0f} s.")
    return place


def _laid() -> bytes:
    return tar_of({name: text.encode() for name, text in SETTINGS.items()}, LINKS)


def _install(folder: Path, system: Path, made_of: Commit, log: Path) -> None:
    """``root.tar`` in ``folder``: the system with the companion in it."""
    (folder / "settings.tar").write_bytes(_laid())
    parts.pack(folder / "cargo.tar", KIND, parts.played())
    hooks = [
        *([f"--setup-hook={FOREIGN.format(processor=KIND.processor)}"] if KIND.foreign else []),
        f'--setup-hook=zstd -dcq {system / SYSTEM_TAR} | tar -x --numeric-owner --exclude="./dev/*" -C "$1"',
        *(f"--customize-hook=tar-in {name}.tar /" for name in ("settings", "cargo")),
        f"--customize-hook={INSTALL}",
    ]
    debian_again = ["mmdebstrap", "--mode=unshare", "--variant=custom", f"--architectures={KIND.arch}"]
    command = [*debian_again, "--skip=check/qemu,update", *hooks, "--format=tar", KIND.suite, "root.tar"]
    call([*apart(made_of.epoch), *command], log, cwd=folder)
    for name in ("settings.tar", "cargo.tar"):
        (folder / name).unlink()


def _date(system: Path, epoch: int, debugfs: list[str], log: Path) -> None:
    """Let all files of a file system be of one time: mke2fs takes over when they were made on this host."""
    said = subprocess.run(["/sbin/dumpe2fs", system], capture_output=True, text=True, check=True).stdout
    count = re.search(r"^Inode count: +(\d+)", said, re.MULTILINE)
    assert count
    used = set(range(1, int(count[1]) + 1))
    for ranges in re.findall(r"^  Free inodes: (.+)$", said, re.MULTILINE):
        for free in ranges.split(", "):
            first, _, last = free.partition("-")
            used -= set(range(int(first), int(last or first) + 1))
    lines = [f"sif <{inode}> {field} @{epoch}\n" for inode in sorted(used) for field in ("atime", "ctime", "mtime")]
    orders = system.with_name("dates")
    orders.write_text("".join(lines))
    call([*debugfs, orders, system], log)
    orders.unlink()


def _settings() -> bytes:
    """The settings as an editor of any computer shows them."""
    return (ROOT / "deploy/companion.toml").read_text().replace("\n", "\r\n").encode()


def _tell(folder: Path) -> None:
    """What is on the card, beside it."""
    packages = (folder / "packages.txt").read_text()
    (folder / "packages.txt").unlink()
    sums = subprocess.run(["sha256sum", CARD, PACKED], cwd=folder, capture_output=True, text=True, check=True).stdout
    (folder / CONTENTS).write_text(f"{sums}\n{packages}")
