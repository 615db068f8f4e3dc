"""Test helpers for the club: a real mosquitto with certificates, a store in memory, and waiting for conditions."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.club.publishing import Waiting
from companion.club.settings import Club
from companion.table.result import GameResult, SeatResult

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin") or "mosquitto"

HEARS_CTRL_C = ("env", "--default-signal=INT")
"""A command prefix that restores Ctrl+C for programs started by a test run in the background."""


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Broker:
    """A mosquitto on its own port and folder; ``extra`` are lines of its configuration."""

    def __init__(self, folder: Path, extra: Sequence[str] = ("allow_anonymous true",), listener: str = "") -> None:
        self.port = free_port()
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.file = folder / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1", listener, "persistence true", f"persistence_location {folder}/",
            "autosave_interval 1", "autosave_on_changes true", "max_queued_messages 100000",
            f"log_dest file {folder}/log", "user root", *extra,
        ]  # fmt: skip
        self.file.write_text("\n".join(lines) + "\n")
        self.start()

    @property
    def club(self) -> Club:
        """The club settings of a table for this broker."""
        return Club("127.0.0.1", self.port, name="Table 4")

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text() if (self.folder / "log").exists() else ""

    def start(self) -> None:
        with (self.folder / "out").open("ab") as out:
            self._process = subprocess.Popen([MOSQUITTO, "-c", str(self.file)], stdout=out, stderr=out)
        wait_for(self._answers)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "out").read_text() + self.log
        return answers(self.port)

    def stop(self) -> None:
        """Shut down cleanly."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None

    def kill(self) -> None:
        """Simulate a power failure."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None


def answers(port: int) -> bool:
    """True once something listens on the port."""
    try:
        socket.create_connection(("127.0.0.1", port), 0.5).close()
    except OSError:
        return False
    return True


@contextmanager
def broker(folder: Path, *extra: str) -> Iterator[Broker]:
    made = Broker(folder, extra or ("allow_anonymous true",))
    try:
        yield made
    finally:
        made.kill()


class Ear:
    """A client that records every message, and can publish: the last one by topic, and all of them."""

    def __init__(self, club: Club, *topics: str) -> None:
        self.last: dict[str, bytes] = {}
        self.all: list[tuple[str, bytes]] = []
        self._ready = False
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self._client.on_message = self._hear
        self._client.on_connect = lambda client, *_: client.subscribe([(one, 1) for one in topics or ("#",)])
        self._client.on_subscribe = self._subscribed
        if club.user:
            self._client.username_pw_set(club.user, club.password)
        if club.tls:
            self._client.tls_set(club.ca)
        self._client.connect(*club.address)
        self._client.loop_start()
        wait_for(lambda: self._ready)

    def _subscribed(self, *_: Any) -> None:
        self._ready = True

    def _hear(self, _client: Client, _data: Any, message: Any) -> None:
        self.last[message.topic] = message.payload
        self.all.append((message.topic, message.payload))

    def say(self, topic: str, payload: bytes, *, retain: bool = True) -> None:
        self._client.publish(topic, payload, 1, retain).wait_for_publish(5)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class MemoryStore:
    """Finished games in memory, for ``Publisher``."""

    def __init__(self, table: str = "abcdefgh12") -> None:
        self.table = table
        self.boots: list[str] = []
        self.queue: list[Waiting] = []
        self.done: list[str] = []
        self.gone: list[str] = []
        self._sent: list[Waiting] = []
        self.full = False
        self.topics: list[str] | None = []

    def announced(self, broker: str) -> list[str] | None:
        return self.topics

    def announce(self, broker: str, topics: Sequence[str]) -> None:
        self.topics = list(topics)

    def renumber(self, table: str) -> None:
        self.table, self.topics = table, []

    def started(self, boot: str) -> None:
        self.boots = [*self.boots, boot]

    def waiting(self, most: int) -> list[Waiting]:
        return self.queue[:most]

    def latest(self, most: int) -> list[Waiting]:
        return self._sent[::-1][:most]

    def sending(self, games: Sequence[Waiting]) -> bool:
        return not self.full

    def sent(self, one: Waiting) -> None:
        if one in self.queue:
            self.queue.remove(one)
            self._sent.append(one)
            self.done.append(one.result.id)

    def withdrawn(self, most: int) -> list[str]:
        return self.gone[:most]

    def forgotten(self, game_id: str) -> None:
        self.gone.remove(game_id)

    def finish(self, *uuids: str) -> None:
        """Add finished games with these ids."""
        self.queue += [Waiting(finished(one), one.encode()) for one in uuids]


def finished(uuid: str, **more: Any) -> GameResult:
    """A finished game."""
    players = [
        SeatResult("red", {"en": "Red", "es": "Rojo"}, "Ana", True, 12),
        SeatResult("blue", {"en": "Blue"}, "Luis"),
    ]
    fields: dict[str, Any] = {
        "game": "escape", "title": {"en": "Escape Plan", "es": "Escape Plan"}, "seconds": 5400, "outcome": "decided",
        "started": "2026-11-25T18:00:00Z", "ended": "2026-11-25T19:30:00Z", "players": players,
    }  # fmt: skip
    return GameResult(id=uuid, **{**fields, **more})


def wait_for(holds: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait for a condition; fails the test on timeout."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "this did not come"
        time.sleep(0.02)


# Certificates for a broker: valid, expired, not yet valid, for another name, untrusted.


def _openssl(folder: Path, *arguments: str, said: str = "") -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True, input=said.encode())


@cache
def authority() -> Path:
    """A folder with a certificate authority, ``ca.pem``."""
    folder = Path(mkdtemp(prefix="certificates-"))
    _openssl(folder, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=Club")  # fmt: skip
    return folder


@cache
def certificate(name: str = "IP:127.0.0.1", when: str = "now") -> Sequence[str]:
    """Lines of mosquitto's configuration with a certificate for ``name``, valid ``now``, ``past`` or ``future``."""
    folder = authority()
    stem = f"{name}-{when}".replace(":", "-").replace(".", "-")
    _openssl(folder, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
             f"{stem}.key", "-out", f"{stem}.csr", "-subj", "/CN=broker")  # fmt: skip
    times = {
        "now": [],
        "past": ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"],
        "future": ["-startdate", "20990101000000Z", "-enddate", "20990201000000Z"],
    }[when]
    (folder / "names").write_text(f"subjectAltName={name}\n")
    (folder / "index.txt").touch()
    (folder / "serial").write_text(f"{len(list(folder.glob('*.csr'))) + 10:04d}\n")
    (folder / "ca.conf").write_text(
        "[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\n"
        "policy=any\nunique_subject=no\ndefault_days=30\n[any]\ncommonName=supplied\n"
    )
    _openssl(folder, "ca", "-batch", "-config", "ca.conf", "-cert", "ca.pem", "-keyfile", "ca.key", "-in",
             f"{stem}.csr", "-out", f"{stem}.pem", "-extfile", "names", "-notext", *times)  # fmt: skip
    return f"certfile {folder}/{stem}.pem", f"keyfile {folder}/{stem}.key", "allow_anonymous true"
