"""Taking it off again. The last of these tests, because nothing is installed any more after it."""

from __future__ import annotations

from deploy.images.parts import CHECKOUT
from tests.machine.conftest import FILES, KNOWN, list_files
from tests.machine.machine import Machine
from tests.machine.table import Table

STAYS = ("/etc/companion", "/var/lib/companion")
"""Settings and saved games."""
OWN_LIFE = (
    "/var/log", "/var/lib/systemd", "/var/lib/dpkg", "/var/lib/apt", "/var/cache/apt", "/var/cache/ldconfig",
    "/var/cache/debconf", "/var/tmp", "/tmp", "/etc/.pwd.lock", "/etc/ld.so.cache",
    "/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow",
)  # fmt: skip
"""What a machine changes by itself while it runs, and what Debian keeps for itself about packages."""


def test_the_machine_is_as_it_was(installed: Machine) -> None:
    Table(installed).lay_out()
    (installed.folder / KNOWN).unlink()
    installed.ask(f"{CHECKOUT}/deploy/install --uninstall")
    list_files(installed, f"{FILES}-after")
    for line in installed.ask(f"comm -3 {FILES} {FILES}-after").splitlines():
        path = line.split()[0]
        assert path.startswith((*STAYS, *OWN_LIFE)), line
    assert installed.run("getent passwd companion").status != 0
    assert installed.ask("ls /var/lib/companion/journal.db")
