"""The addresses that people are given: those of real networks, the likeliest for phones first."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.configuration import ConfigError
from companion.web import addresses
from companion.web.addresses import DeviceAddress, NetworkDevice, own_addresses, resolved
from companion.web.server import HttpServer, NoServer
from companion.web.site import application
from tests.web.networks import CHANGES, NETWORKS, status

UP = ["UP", "LOWER_UP"]


def device(
    name: str, *local: str | DeviceAddress, kind: str = "", flags: Sequence[str] = UP, **more: str
) -> NetworkDevice:
    found = [one if isinstance(one, DeviceAddress) else DeviceAddress(one) for one in local]
    about = {"info_kind": kind} if kind else {}
    return NetworkDevice(name, list(flags), more.pop("link_type", "ether"), about, more.pop("master", ""), found)


LO = device("lo", "127.0.0.1", "::1", flags=[*UP, "LOOPBACK"])
KINDS: dict[str, tuple[list[NetworkDevice], list[str]]] = {
    "nothing but itself": ([LO], []),
    "wireless before wired": ([LO, device("eth0", "192.168.1.5"), device("wlan0", "192.168.4.1")],
                              ["192.168.4.1", "192.168.1.5"]),
    "wireless by its other name": ([device("enp3s0", "10.0.0.5"), device("wlp2s0", "10.0.1.5")],
                                   ["10.0.1.5", "10.0.0.5"]),
    "a tunnel last": ([device("tun0", "10.8.0.2", kind="tun", link_type="none"), device("eth0", "192.168.1.5")],
                      ["192.168.1.5", "10.8.0.2"]),
    "a tunnel whose kind nobody tells": ([device("tailscale0", "100.101.1.2"), device("eth0", "192.168.1.5")],
                                         ["192.168.1.5", "100.101.1.2"]),
    "containers behind": ([device("docker0", "172.17.0.1", kind="bridge"),
                           device("veth1", kind="veth", master="docker0"), device("eth0", "10.0.0.5")],
                          ["10.0.0.5", "172.17.0.1"]),
    "a bridge to a real network": ([device("br0", "192.168.1.2", kind="bridge"), device("eth0", master="br0"),
                                    device("virbr0", "192.168.122.1", kind="bridge")],
                                   ["192.168.1.2", "192.168.122.1"]),
    "private before public": ([device("eth0", "203.0.113.9"), device("eth1", "192.168.1.5")],
                              ["192.168.1.5", "203.0.113.9"]),
    "without a cable": ([device("eth0", "192.168.1.5", flags=["UP"]), device("wlan0", "192.168.4.1")],
                        ["192.168.4.1", "192.168.1.5"]),
    "off": ([device("eth0", "192.168.1.5", flags=[])], []),
    "IPv6 where there is nothing else": ([device("wlan0", "2001:db8:1::7", "fd00::7", "fe80::7")],
                                         ["fd00::7", "2001:db8:1::7"]),
    "IPv6 beside IPv4": ([device("wlan0", "fd00::7", "192.168.4.1", "fe80::7")], ["192.168.4.1"]),
    "the address that lasts": ([device("wlan0", DeviceAddress("fd00::aa", temporary=True), "fd00::7",
                                       DeviceAddress("fd00::bb", deprecated=True))], ["fd00::7"]),
    "an address that is not ready": ([device("wlan0", DeviceAddress("fd00::7", tentative=True),
                                             DeviceAddress("fd00::8", dadfailed=True))], []),
    "no zone in a URL": ([device("wlan0", "fe80::7")], []),
    "without a router last": ([device("eth0", "169.254.3.4"), device("tun0", "10.8.0.2", kind="tun")],
                              ["10.8.0.2", "169.254.3.4"]),
    "several of one device": ([device("eth0", "192.168.1.5", "10.1.1.1")], ["192.168.1.5", "10.1.1.1"]),
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_the_likeliest_address_comes_first(name: str) -> None:
    found, given = KINDS[name]
    assert [one.address for one in own_addresses(lambda: found)] == given


GIVEN = {
    "a hotspot without a default route": ["10.42.0.1"],
    "IPv6 alone": ["fd00:1::5"],
    "a VPN with the default route": ["192.168.178.20", "10.8.0.2"],
    "containers": ["192.168.1.9", "172.17.0.1"],
    "wired and wireless": ["192.168.4.1", "192.168.1.9"],
    "no network": [],
    "only a tunnel": ["10.66.0.3"],
    "a cable between two machines": ["169.254.7.9"],
}


def in_namespaces(name: str) -> dict[str, Any]:
    """What is told of a network in namespaces of its own. Where those cannot be made, the test fails: nothing else
    tries real devices."""
    program = ["unshare", "-rn", sys.executable, "-m", "tests.web.networks", name]
    done = subprocess.run(
        program, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("name", NETWORKS)
def test_in_a_real_network_the_given_addresses_are_answered(name: str) -> None:
    told = in_namespaces(name)
    assert told["given"] == GIVEN[name]
    homes = [f"[{one}]" if ":" in one else one for one in GIVEN[name]] or ["127.0.0.1"]
    assert told["homes"] == homes
    assert told["answered"] == [404] * len(homes)
    assert (told["localhost"], told["foreign"]) == (404, 421)


LATER = {
    "wireless comes late": [["192.168.1.9"], ["192.168.4.1", "192.168.1.9"]],
    "no network at first": [["127.0.0.1"], ["192.168.1.9"]],
    "a hotspot is switched on and off": [
        ["192.168.1.9"], ["10.42.0.1", "192.168.1.9"], ["192.168.1.9"], ["10.42.0.1", "192.168.1.9"],
    ],
    "a router gives another address": [["192.168.1.9"], ["192.168.1.30"]],
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_addresses_that_come_and_go_are_followed_and_no_phone_is_dropped(name: str) -> None:
    """In namespaces of its own, with real devices."""
    told = in_namespaces(name)
    assert told["told"] == LATER[name]
    assert told["still there"]
    assert told["stream"] == 200
    assert sorted(told["seats"]) == [[], ["player1"]]
    assert told["sockets"] == len([one for one in LATER[name][-1] if one != "127.0.0.1"]) + 1, "and none is left over"


def test_without_news_of_the_system_addresses_are_looked_at_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """The addresses are made up here: any machine has 127.0.0.3."""
    there = [addresses.OwnAddress("127.0.0.2", "")]
    monkeypatch.setattr("companion.web.server.own_addresses", lambda: list(there))
    monkeypatch.setattr(addresses, "LOOK", 0.05)
    monkeypatch.delattr("socket.AF_NETLINK")
    server, moved = HttpServer([], 0, 0), threading.Event()
    server.changed = moved.set
    server.open(application([]), "test", limited=False)
    try:
        there[:] = [addresses.OwnAddress("127.0.0.3", "")]
        assert moved.wait(10)
        assert server.homes == [f"http://127.0.0.3:{server.port}/"]
        assert status(server.home, "127.0.0.3") == 404
        with pytest.raises(ConnectionRefusedError):
            status(f"http://127.0.0.2:{server.port}/", "127.0.0.2")
    finally:
        server.close()


def test_an_address_whose_port_is_taken_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is tried again, and said in one line."""
    there = [addresses.OwnAddress("127.0.0.2", "")]
    monkeypatch.setattr("companion.web.server.own_addresses", lambda: list(there))
    monkeypatch.setattr(addresses, "LOOK", 0.05)
    server, moved = HttpServer([], 0, 0), threading.Event()
    server.changed = moved.set
    with socket.create_server(("127.0.0.3", server.port)):
        server.open(application([]), "test", limited=False)
        there.insert(0, addresses.OwnAddress("127.0.0.3", ""))
        assert not moved.wait(0.5)
        assert status(server.home, "127.0.0.2") == 404
    try:
        assert moved.wait(10)
        assert status(server.home, "127.0.0.3") == 404
        assert len({one.getMessage() for one in caplog.records}) == 1
    finally:
        server.close()


@pytest.mark.parametrize("without", ["no ip", "an ip that fails", "an ip that says something else"])
def test_where_nothing_tells_of_devices_the_route_does(
    without: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if without != "no ip":
        program = tmp_path / "ip"
        program.write_text("#!/bin/sh\nexit 1\n" if "fails" in without else "#!/bin/sh\necho eth0 192.168.1.1\n")
        program.chmod(0o755)
    monkeypatch.setattr(addresses, "_PLACES", str(tmp_path))
    monkeypatch.setattr(addresses, "_routed", lambda: ["192.168.9.9"])
    assert [one.address for one in own_addresses()] == ["192.168.9.9"]


def test_a_device_may_be_named_in_place_of_its_address() -> None:
    found = [device("eth0", "192.168.1.5"), device("wlan0", "192.168.4.1", "10.0.0.1")]
    assert resolved(["wlan0", "192.168.1.5", "192.168.4.1"], lambda: found) == [
        "192.168.4.1",
        "10.0.0.1",
        "192.168.1.5",
    ]
    assert resolved(["wlan2", "localhost"], lambda: [*found, device("wlan2")]) == ["127.0.0.1"]
    assert resolved(["lo"], lambda: [LO]) == ["127.0.0.1", "::1"]


WRONG = {
    "eth9": "This machine has no network device eth9. It has: lo, wlan0.",
    "wlan0": "The network device wlan0 has no address yet. Connect it to the network that the phones are in.",
    "192.0.2.77": "192.0.2.77 is no address of this machine. It has: 192.168.4.1.",
    "nobody.example": "This machine has no network device nobody.example. It has: lo, wlan0.",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_address_of_this_machine_is_said_with_those_that_are(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.addresses.devices", lambda: [LO, device("wlan0")])
    own = [addresses.OwnAddress("192.168.4.1", "wlan0")]
    monkeypatch.setattr("companion.web.server.own_addresses", lambda: own)
    with pytest.raises(NoServer) as no:
        HttpServer([wrong], 0, 0)
    assert str(no.value) == WRONG[wrong]


def test_an_address_that_goes_meanwhile_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "companion.web.server.own_addresses",
        lambda: [addresses.OwnAddress(one, "") for one in ("192.0.2.77", "127.0.0.3")],
    )
    server = HttpServer([], 0, 0)
    assert server.homes == [f"http://127.0.0.3:{server.port}/"]
    server.close()


@pytest.mark.parametrize(
    ("text", "given"),
    [("", []), ("[phones]", []), ('[phones]\nlisten = "wlan0"', ["wlan0"]),
     ('[phones]\nlisten = ["192.168.4.1", "fd00::7"]', ["192.168.4.1", "fd00::7"])],
)  # fmt: skip
def test_the_settings_name_where_phones_come_in(
    text: str, given: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "companion.toml").write_text(text)
    assert addresses.settings().addresses == given


@pytest.mark.parametrize(
    "text", ["[phones]\nlisten = 7", '[phones]\nlisten = "a b"', "[phones]\nport = 1", "phones = 1"]
)
def test_wrong_settings_are_one_sentence(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "companion.toml").write_text(text)
    with pytest.raises(ConfigError, match="phones"):
        addresses.settings()
