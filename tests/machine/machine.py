"""One machine: a folder with its disk and sockets, and the QEMU that runs it.

What the machine writes goes to a layer of its own over the image, so every machine begins like the image was built.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from deploy.images import parts
from deploy.images.parts import CHECKOUT, ROOT, WHEELS, Kind, Trouble, call, need
from tests.machine import qemu
from tests.machine.channels import PATIENCE, Done, Qmp, Screen, Shell, Touch, qmp
from tests.machine.image import DISK, image
from tests.machine.qemu import PLAIN, Parts

RUNNING = ROOT / ".machine"
"""Where the machines of the command line stand, one of each kind."""
READER = "reader"
BOOT_TIMEOUT, INSTALL_TIMEOUT = 1800, 3600


class Machine:
    """A machine in ``folder``, whether it runs or not; by its folder it is found again by another process.

    ``made`` is a folder with another disk, kernel and initrd than those of ``image``.
    """

    def __init__(self, kind: Kind, folder: Path | None = None, made: Path | None = None) -> None:
        self.kind = kind
        self.folder = folder or RUNNING / str(kind)
        self._made = made
        self._shell: Shell | None = None
        self._touch: Touch | None = None

    # Power

    @property
    def pid(self) -> int | None:
        """The process of QEMU, None while the machine is off."""
        try:
            pid = int((self.folder / qemu.PID).read_text())
            running = Path(f"/proc/{pid}/cwd").readlink() == self.folder.resolve()
        except (OSError, ValueError):
            return None
        return pid if running else None

    def boot(self, parts: Parts = PLAIN, *, fresh: bool = False) -> float:
        """Switch it on and wait until everything in it has started; gives how many seconds that took.

        ``fresh`` forgets all that was ever written to its disk, as does an image that has been made anew.
        """
        if self.pid:
            raise Trouble(f"The machine {self.kind} is running already. End it: deploy/machine stop")
        need(qemu.program(self.kind), "qemu-img")
        made = self._made or image(self.kind)
        self._prepare(made, parts, fresh=fresh)
        started = time.monotonic()
        self._start(qemu.command(self.kind, parts, made))
        self.plug_in_reader()
        self.shell.wait_until_up(BOOT_TIMEOUT)
        while self.run("systemctl is-system-running").said.strip() in ("initializing", "starting"):
            time.sleep(1)
        return time.monotonic() - started

    def _start(self, command: list[str]) -> None:
        for name in (qemu.QMP, qemu.SHELL, qemu.TOUCH, qemu.DICE, qemu.QTEST, qemu.PID):
            (self.folder / name).unlink(missing_ok=True)
        with (self.folder / qemu.QEMU_LOG).open("w") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        while not (self.folder / qemu.PID).exists() or not (self.folder / qemu.QMP).exists():
            if process.poll() is not None:
                raise Trouble(f"QEMU ended at once: {(self.folder / qemu.QEMU_LOG).read_text().strip()}")
            time.sleep(0.05)

    def _prepare(self, made: Path, parts: Parts, *, fresh: bool) -> None:
        disk, base = self.folder / qemu.OVERLAY, self.folder / "base"
        if fresh or not disk.exists() or not base.exists() or base.read_text() != str(made):
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            create: list[str | Path] = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", made / DISK, disk]
            call(create, self.folder / qemu.QEMU_LOG)
            base.write_text(str(made))
        if self.kind.arch == "arm64":
            qemu.make_tree(self.kind, parts, self.folder)

    def pull_plug(self) -> None:
        """Cut the power: QEMU is killed, and what it had not written is lost."""
        if pid := self.pid:
            os.kill(pid, signal.SIGKILL)
            # Until the last of its threads has let go of the disk.
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
        self._wait_until_off(10)

    def power_off(self, timeout: float = PATIENCE) -> None:
        """Shut it down from inside."""
        if self.pid:
            # It may be off before it has answered.
            with contextlib.suppress(Trouble):
                self.shell.run("systemctl poweroff --no-block")
            self._wait_until_off(timeout)

    def _wait_until_off(self, timeout: float) -> None:
        for used in (self._shell, self._touch):
            if used:
                used.close()
        self._shell = self._touch = None
        end = time.monotonic() + timeout
        while pid := self.pid:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
            if time.monotonic() > end:
                raise Trouble(f"The machine is not off after {timeout:.0f} s.")
            time.sleep(0.05)

    def freeze(self) -> None:
        """Keep this moment, memory and disk, and switch off; ``go_on`` begins with it, as often as wanted.

        The reader has to be unplugged: what QEMU knows of it cannot be kept.
        """
        with self.qmp() as control:
            control.do("stop")
            control.do("migrate", uri=f"exec:cat >{qemu.MEMORY}")
            while (status := control.do("query-migrate").get("status")) != "completed":
                if status == "failed":
                    raise Trouble("QEMU cannot keep this moment; what it said is in its qemu.log.")
                time.sleep(0.1)
        self.pull_plug()
        (self.folder / qemu.OVERLAY).rename(self.folder / qemu.FROZEN)

    def go_on(self, parts: Parts = PLAIN) -> None:
        """Go on from the moment that ``freeze`` has kept; what came after it is forgotten."""
        create = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b", qemu.FROZEN, qemu.OVERLAY]
        call(create, self.folder / qemu.QEMU_LOG, cwd=self.folder)
        incoming = ["-incoming", f"exec:cat {qemu.MEMORY}"]
        self._start([*qemu.command(self.kind, parts, image(self.kind)), *incoming])
        with self.qmp() as control:
            while control.do("query-status")["status"] == "inmigrate":
                time.sleep(0.05)
            control.do("cont")
        self.shell.wait_until_up(BOOT_TIMEOUT)

    def copy_pulled(self, to: Path) -> None:
        """Copy the layer of its disk as it would be if its power were cut now; after a moment it goes on."""
        if not (pid := self.pid):
            raise Trouble("The machine is not running. Start it: deploy/machine boot")
        os.kill(pid, signal.SIGSTOP)
        try:
            # What a thread has begun to write it writes, as it does when QEMU is killed.
            while any(_state(task) not in "TX" for task in Path(f"/proc/{pid}/task").iterdir()):
                time.sleep(0.001)
            shutil.copyfile(self.folder / qemu.OVERLAY, to)
        finally:
            os.kill(pid, signal.SIGCONT)

    # What people at the table have

    def screen(self) -> Screen:
        """What stands on its screen now."""
        with self.qmp() as control:
            control.do("screendump", filename="screen.ppm")
        return Screen.of_ppm((self.folder / "screen.ppm").read_bytes())

    @property
    def touch(self) -> Touch:
        """A finger on its screen."""
        self._touch = self._touch or Touch(self.folder / qemu.TOUCH)
        return self._touch

    def plug_in_reader(self, *, serial: str | None = "SIM1", port: int | None = None) -> None:
        """Plug in the USB serial adapter at whose other end readers.Reader is.

        Without a ``serial`` number its name in /dev/serial/by-id says at which ``port`` of USB it is.
        """
        where: dict[str, Any] = {"serial": serial} if serial else {}
        if port:
            where["port"] = str(port)
        with self.qmp() as control:
            adapter = {"driver": "usb-serial", "id": READER, "bus": "usb.0", "chardev": qemu.DICE}
            control.do("device_add", **adapter, always_plugged=True, **where)

    def unplug_reader(self) -> None:
        with self.qmp() as control:
            control.do("device_del", id=READER)
            control.wait_for("DEVICE_DELETED", device=READER)

    # What a tester has

    def qmp(self) -> contextlib.AbstractContextManager[Qmp]:
        """QEMU's own socket, for a moment."""
        return qmp(self.folder / qemu.QMP)

    @property
    def shell(self) -> Shell:
        self._shell = self._shell or Shell(self.folder / qemu.SHELL)
        return self._shell

    def stopwatch(self) -> Stopwatch:
        """Begin to measure how long something takes in it."""
        if not (pid := self.pid):
            raise Trouble("The machine is not running. Start it: deploy/machine boot")
        return Stopwatch(Path(f"/proc/{pid}/task"))

    def run(self, command: str, timeout: float = PATIENCE) -> Done:
        """Run a command as root, whatever comes of it."""
        return self.shell.run(command, timeout)

    def ask(self, command: str, timeout: float = PATIENCE) -> str:
        """What a command says; Trouble if it fails."""
        done = self.run(command, timeout)
        if done.status:
            raise Trouble(f"In the machine, `{command}` ended with {done.status}: {done.said.strip()}")
        return done.said.strip()

    def unpack(self, packed: Path, to: str) -> None:
        """Unpack a tar of the host in a folder of the machine; it is a disk there for a moment."""
        with self.qmp() as control:
            file = {"driver": "file", "filename": str(packed.resolve())}
            control.do("blockdev-add", driver="raw", node_name="cargo", read_only=True, file=file)
            disk = {"driver": "virtio-blk-pci", "id": "cargo", "drive": "cargo", "serial": "cargo"}
            control.do("device_add", **disk, bus=qemu.SLOT)
        path = "/dev/disk/by-id/virtio-cargo"
        self.ask(f"until [ -b {path} ]; do sleep 0.2; done; mkdir -p {to} && tar -xf {path} -C {to}")
        with self.qmp() as control:
            control.do("device_del", id="cargo")
            control.wait_for("DEVICE_DELETED", device="cargo")
            control.do("blockdev-del", node_name="cargo")

    def put_checkout(self) -> None:
        """Put the checkout as it is now, changes and all, and the wheels into the machine."""
        packed = self.folder / "cargo.tar"
        parts.pack(packed, self.kind, parts.checkout())
        self.run(f"rm -rf {CHECKOUT} {WHEELS}")
        self.unpack(packed, "/")
        packed.unlink()

    def install(self, *options: str) -> str:
        """Put the checkout into the machine and run its installer, without a network; gives what it said."""
        self.put_checkout()
        return self.ask(" ".join([f"{CHECKOUT}/deploy/install", *options]), INSTALL_TIMEOUT)

    def forget(self) -> None:
        """Cut its power and throw all of it away."""
        self.pull_plug()
        shutil.rmtree(self.folder, ignore_errors=True)


def _state(task: Path) -> str:
    """What a thread does, as Linux says it: T when it was stopped, X when it has ended."""
    try:
        return (task / "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


class Stopwatch:
    """Seconds as a machine has them, since it was made,
    without those in which the host had no time for a process.

    ``threads`` is the folder of the process in which Linux says for each thread how long it could have run and did not,
    ``/proc/PID/task``. The thread that waited longest counts.
    """

    def __init__(self, threads: Path) -> None:
        self._threads = threads
        self._started, self._waited = time.monotonic(), self._waits()

    def passed(self) -> float:
        waited = (now - self._waited.get(thread, now) for thread, now in self._waits().items())
        return time.monotonic() - self._started - max(waited, default=0.0)

    def _waits(self) -> dict[str, float]:
        """For how many seconds each thread has waited."""
        found = {}
        for thread in self._threads.glob("*"):
            try:
                found[thread.name] = int((thread / "schedstat").read_text().split()[1]) / 1e9
            except (ProcessLookupError, FileNotFoundError):
                continue  # It has ended.
        if not found:
            raise Trouble("The machine has gone; what QEMU said is in its qemu.log.")
        return found
