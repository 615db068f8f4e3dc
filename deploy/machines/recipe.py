"""What an image is made of. All that is said here counts for its fingerprint: change it, and the image is made anew."""

from __future__ import annotations

import hashlib
import io
import platform
import tarfile
from pathlib import Path
from typing import NamedTuple

GUEST = Path(__file__).parent / "guest"
SIZE, FREE = "4G", "1G"
"""Of the partition with the system, and of the room behind it that belongs to none."""
ROOT_START = 2048
"""The sector at which the system begins."""
KERNEL, INITRD, EARLY_TAR = "kernel", "initrd", "early.tar"

SYSTEM = ["dbus", "init", "initramfs-tools", "libpam-systemd", "python3", "sudo", "systemd-timesyncd", "udev", "zstd"]
"""What Debian's installer leaves on a machine, beside what is marked as important."""
TOOLS = ["evtest", "gpiod", "usbutils"]
"""What tests look into the machine with; nothing that the companion needs."""
DRAWING = ["libdrm2", "libegl1", "libgbm1", "libgl1", "libgl1-mesa-dri", "libgles2", "libmtdev1"]
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
FOREIGN = """
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
cat /usr/lib/binfmt.d/qemu-{processor}.conf >/proc/sys/fs/binfmt_misc/register
"""
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


def mmdebstrap(kind: Kind) -> list[str]:
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
    return debian(kind, "important", [*SYSTEM, *TOOLS, f"linux-image-{kind.arch}"], hooks)


def debian(kind: Kind, variant: str, packages: list[str], more: list[str]) -> list[str]:
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


def system_fingerprint(kind: Kind) -> str:
    """Two systems with the same fingerprint are made of the same packages in the same way."""
    return hashlib.sha256("\0".join(mmdebstrap(kind)).encode() + early()).hexdigest()[:12]


def image_fingerprint(kind: Kind) -> str:
    """The same for disks, which are made of a system and our settings."""
    return hashlib.sha256(f"{system_fingerprint(kind)} {SIZE} {FREE}".encode() + settings()).hexdigest()[:12]
