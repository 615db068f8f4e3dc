"""The configuration of mosquitto that is proposed: a real one takes it, tables and wall come in, nobody else does."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec import structs
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.club import messages, publishing
from companion.club.collecting import Collector
from companion.club.settings import Club
from companion.journal import Journal
from tests.club.broker import MOSQUITTO, Ear, MemoryStore, answers, authority, certificate, free_port, wait_for
from tests.club.test_publishing import STATE, TABLE, health_of, moments, publishing_to, shows

OTHER = "zzzzzzzz99"
DEPLOY = Path(__file__).parents[2] / "deploy" / "club"


def served(folder: Path, *, tls: bool) -> tuple[subprocess.Popen[bytes], int]:
    """Mosquitto with the proposal, its files in a folder of ours, and with a port of ours."""
    port, text = free_port(), (DEPLOY / "mosquitto.conf").read_text().replace("/etc/mosquitto/companion", f"{folder}/c")
    if tls:
        text = text.replace("listener 1883\n", "")
        text = re.sub(r"^# (?=listener|certfile|keyfile)", "", text, flags=re.MULTILINE)
        for line in certificate()[:2]:
            kind, _, path = line.partition(" ")
            text = re.sub(rf"^{kind} .*$", f"{kind} {path}", text, flags=re.MULTILINE)
    text = re.sub("^listener [0-9]+", f"listener {port} 127.0.0.1", text, flags=re.MULTILINE)
    (folder / "conf").write_text(f"user root\n{text}")
    (folder / "c.access").write_text((DEPLOY / "mosquitto.access").read_text())
    for more, user in (("-c",), TABLE), ((), OTHER), ((), "wall"):
        subprocess.run(["mosquitto_passwd", "-b", *more, str(folder / "c.users"), user, f"of {user}"], check=True)
    process = subprocess.Popen([MOSQUITTO, "-c", str(folder / "conf")], stderr=(folder / "log").open("wb"))
    return process, port


@pytest.fixture(params=[False, True], ids=["plain", "TLS"])
def club(request: pytest.FixtureRequest) -> Iterator[Club]:
    with TemporaryDirectory(prefix="broker-") as name:
        process, port = served(Path(name), tls=request.param)
        wait_for(lambda: answers(port))
        ca = str(authority() / "ca.pem") if request.param else ""
        yield Club("127.0.0.1", port, TABLE, f"of {TABLE}", tls=request.param, ca=ca, name="Table 4")
        assert process.poll() is None, (Path(name) / "log").read_text()
        process.kill()
        process.wait()


def test_a_table_publishes_and_what_it_finished_is_collected(club: Club, tmp_path: Path) -> None:
    store = MemoryStore(TABLE)
    store.finish("u1")
    with publishing_to(club, store) as table, Journal(tmp_path / "j.db") as journal:
        table.show(moments(2)[-1], "game-1")
        shows(table, "127.0.0.1 hears of this table", 10)
        wait_for(lambda: store.done == ["u1"])
        assert len(health_of(table)) == 1
        wall = structs.replace(club, user="wall", password="of wall")
        collector = Collector(wall, journal, lambda words: None)
        collector.start()
        wait_for(lambda: collector.counted["new"] == 1)
        collector.close()


def test_its_signs_of_life_are_let_through(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "BEAT", 1)
    wall = structs.replace(club, user="wall", password="of wall")
    with closing(listening(wall)) as ear, publishing_to(club):
        wait_for(lambda: b'"beat":1' in ear.last.get(messages.online(TABLE), b""))
        wait_for(lambda: [topic for topic, _ in ear.all].count(messages.alive(TABLE)) > 2)
    with closing(listening(wall)) as late:
        wait_for(lambda: messages.online(TABLE) in late.last)
        assert messages.alive(TABLE) not in late.last, "they are not kept"


def test_an_unknown_user_receives_nothing_and_a_wall_writes_no_states(club: Club) -> None:
    with publishing_to(structs.replace(club, password="guessed")) as stranger:
        shows(stranger, f"127.0.0.1 does not know user {TABLE}", 10)
    with publishing_to(structs.replace(club, user="wall", password="of wall")) as wall:
        shows(wall, "The broker does not let this table write on companion/", 10)


def test_a_table_writes_under_its_own_number_alone(club: Club) -> None:
    other = structs.replace(club, user=OTHER, password=f"of {OTHER}", name="Table 5")
    wall = structs.replace(club, user="wall", password="of wall")
    with closing(listening(wall)) as ear, publishing_to(club) as table:
        table.show(moments(2)[-1], "game-1")
        wait_for(lambda: b"game-1" in ear.last.get(STATE, b""))
        intruder = writer(other)
        for topic in (STATE, messages.online(TABLE), messages.finished(TABLE, "u9"), messages.help_answer(TABLE),
                      f"homeassistant/device/{TABLE}/config", f"companion/{OTHER}x/state", "companion/x"):  # fmt: skip
            intruder.publish(topic, b"HIJACKED", 1, True).wait_for_publish(5)
        intruder.publish(messages.state(OTHER), b"its own", 1, True).wait_for_publish(5)
        intruder.disconnect()
        intruder.loop_stop()
        wait_for(lambda: messages.state(OTHER) in ear.last)
        assert not [topic for topic, payload in ear.all if payload == b"HIJACKED"]
    store = MemoryStore(OTHER)
    with publishing_to(club, store) as table:
        # The wrong user for its number: it says what is refused, and its number.
        shows(table, f"The broker does not let this table write on companion/{OTHER}/", 10)
        shows(table, f"The number of this table, its user at the broker, is {OTHER}.", 10)


def writer(club: Club) -> Client:
    made = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    connect(made, club)
    return made


def connect(client: Client, club: Club) -> None:
    client.username_pw_set(club.user, club.password)
    if club.tls:
        client.tls_set(club.ca)
    client.connect(*club.address)
    client.loop_start()


def listening(club: Club) -> Ear:
    return Ear(club, "companion/#", "homeassistant/#")


def test_help_is_answered_by_the_wall(club: Club) -> None:
    if club.tls:
        return
    wall = structs.replace(club, user="wall", password="of wall")
    with publishing_to(club) as table, closing(Ear(wall, "companion/#")) as ear:
        table.call(wanted=True)
        wait_for(lambda: b'"help":{' in ear.last.get(STATE, b""))
        ear.say(messages.help_answer(TABLE), b'{"version":1}', retain=False)
        wait_for(lambda: table.help is not None and table.help.coming)
