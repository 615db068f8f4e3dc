"""What the system of a card is made of: Debian's packages for a Raspberry Pi 3 or 4, and nothing of ours yet."""

from __future__ import annotations

import hashlib
from textwrap import dedent

from deploy.machines.recipe import DRAWING, EARLY_TAR, Kind, debian, tar_of

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


def mmdebstrap() -> list[str]:
    """How the system is made: a tar on standard output."""
    # What stands in EARLY is kept without asking.
    kept = "--dpkgopt=force-confold"
    more = [kept, "--components=main,non-free-firmware", f"--extract-hook=tar-in {EARLY_TAR} /"]
    return debian(KIND, "minbase", PACKAGES, more)


def early() -> bytes:
    """A tar of the files that have to be there before the packages are set up."""
    return tar_of({name: text.encode() for name, text in EARLY.items()})


def fingerprint() -> str:
    """Two systems with the same fingerprint are made of the same packages in the same way."""
    return hashlib.sha256("\0".join(mmdebstrap()).encode() + early()).hexdigest()[:12]
