"""The network between a table and a broker is cut and restored, in namespaces of their own.

``python -m tests.club.test_cut FOLDER`` does it as root of its own namespaces (``unshare -rnm``), and prints what
happened as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.club import link, messages
from companion.club.messages import Online, TableState
from companion.club.publishing import Publisher
from companion.club.settings import Club
from companion.core.texts import plain
from tests.club.broker import MOSQUITTO, Ear, MemoryStore, wait_for
from tests.club.test_publishing import TABLE, moments

HERE, THERE = "10.9.0.1", "10.9.0.2"
PORT = 1883


def network() -> None:
    """Two network namespaces joined by a virtual cable: this one, and ``broker``."""
    for line in (
        "ip link set lo up", "mount -t tmpfs none /run", "mkdir -p /run/netns", "ip netns add broker",
        "ip link add here type veth peer name there netns broker", f"ip addr add {HERE}/24 dev here",
        "ip link set here up", f"ip -n broker addr add {THERE}/24 dev there", "ip -n broker link set there up",
        "ip -n broker link set lo up",
    ):  # fmt: skip
        subprocess.run(line.split(), check=True)


def cable(how: str) -> None:
    """Unplug the far end (``down``), or plug it in (``up``)."""
    subprocess.run(["ip", "-n", "broker", "link", "set", "there", how], check=True)


def finished_games(ear: Ear) -> list[str]:
    """The ids of the games that stand on the broker; they come one after the other."""
    return [one.rpartition("/")[2] for one in ear.last if "/finished/" in one]


def main(folder: Path) -> dict[str, object]:
    """Cut, restore, and report."""
    network()
    link.KEEPALIVE, link.PATIENCE = 2, 3.0
    (folder / "conf").write_text(f"listener {PORT} 0.0.0.0\nallow_anonymous true\nuser root\n")
    mosquitto = ["ip", "netns", "exec", "broker", MOSQUITTO, "-c", str(folder / "conf")]
    process = subprocess.Popen(mosquitto, stderr=subprocess.DEVNULL)
    store, course, found = MemoryStore(TABLE), moments(30), {}
    publisher = Publisher(Club(THERE, PORT, name="Table 4"), store)
    try:
        publisher.start()
        publisher.show(course[0], "g")
        wait_for(lambda: publisher.health()[0][0])
        cable("down")
        begun = time.monotonic()
        for n, now in enumerate(course):
            store.finish(f"u{n}")
            publisher.show(now, "g")
        found["seconds at the table"] = time.monotonic() - begun
        wait_for(lambda: not publisher.health()[0][0], 60)
        found["noticed after"] = time.monotonic() - begun
        found["said"] = plain(publisher.health()[0][1])
        time.sleep(1)
        cable("up")
        begun = time.monotonic()
        wait_for(lambda: not store.queue, 60)
        found["mended after"] = time.monotonic() - begun
        subprocess.run(["ip", "-n", "broker", "link", "show"], check=True, capture_output=True)
        with closing(Ear(Club(THERE, PORT))) as ear:
            wait_for(lambda: messages.state(TABLE) in ear.last)
            state = messages.decode(ear.last[messages.state(TABLE)], TableState, "")
            found["answers"] = [state.game.answers if state.game else None, course[-1].answers]
            wait_for(lambda: len(finished_games(ear)) >= len(course))
            found["finished"] = sorted(finished_games(ear))
            cable("down")
            publisher.close()
            time.sleep(0.5)
            cable("up")
            wait_for(lambda: not messages.decode(ear.last[messages.online(TABLE)], Online, "").online, 60)
        found["gone"] = True
    finally:
        process.kill()
    return found


# The network between a table and its broker is cut: in namespaces of their own, with a cable between them.

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_a_network_that_is_cut_delays_nobody_and_loses_nothing() -> None:
    with TemporaryDirectory(prefix="broker-") as folder:
        command = ["unshare", "-rnm", sys.executable, "-m", "tests.club.test_cut", folder]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["seconds at the table"] < 2
    assert found["said"] == "The broker 10.9.0.2 does not answer. Check the network; nothing is lost meanwhile."
    assert found["answers"][0] == found["answers"][1]
    assert found["finished"] == sorted(f"u{n}" for n in range(30))
    assert found["gone"]


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
