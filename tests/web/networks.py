"""``python -m tests.web.networks NAME`` makes a network and serves a table in it, as root of its own namespaces
(``unshare -rn``); prints as JSON which addresses are given, which are answered, and which rejected.

``... CHANGE`` does the same while a phone is there and the network changes.
"""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence

from companion.web.addresses import own_addresses
from companion.web.app import WebServer
from companion.web.server import HttpServer
from companion.web.service import TableService
from companion.web.site import application
from tests.web.tables import Served, at_work, key_of, session_of

NETWORKS: dict[str, list[str]] = {
    "a hotspot without a default route": ["veth wlan0", "addr 10.42.0.1/24 wlan0"],
    "IPv6 alone": ["veth wlan0", "addr fd00:1::5/64 wlan0"],
    "a VPN with the default route": [
        "veth wlan0", "addr 192.168.178.20/24 wlan0", "tun tun0", "addr 10.8.0.2/24 tun0", "route default dev tun0",
    ],
    "containers": ["bridge docker0", "addr 172.17.0.1/16 docker0", "veth eth0", "addr 192.168.1.9/24 eth0"],
    "wired and wireless": [
        "veth eth0", "addr 192.168.1.9/24 eth0", "veth wlan0", "addr 192.168.4.1/24 wlan0",
        "route default via 192.168.1.1",
    ],
    "no network": [],
    "only a tunnel": ["tun wg0", "addr 10.66.0.3/32 wg0", "route default dev wg0"],
    "a cable between two machines": ["veth eth0", "addr 169.254.7.9/16 eth0"],
}  # fmt: skip


CHANGES: dict[str, tuple[list[str], list[list[str]]]] = {
    "wireless comes late": (
        ["veth eth0", "addr 192.168.1.9/24 eth0"], [["veth wlan0", "addr 192.168.4.1/24 wlan0"]],
    ),
    "no network at first": ([], [["veth eth0", "addr 192.168.1.9/24 eth0"]]),
    "a hotspot is switched on and off": (
        ["veth eth0", "addr 192.168.1.9/24 eth0"],
        [["veth wlan0", "addr 10.42.0.1/24 wlan0"], ["gone 10.42.0.1/24 wlan0"], ["addr 10.42.0.1/24 wlan0"]],
    ),
    "a router gives another address": (
        ["veth wlan0", "addr 192.168.1.9/24 wlan0"], [["gone 192.168.1.9/24 wlan0", "addr 192.168.1.30/24 wlan0"]],
    ),
}  # fmt: skip
"""Networks at first, and what changes in them, step by step."""


def seen(line: str, joins: Sequence[str]) -> bool:
    """True if an address that came or went with this line of a network is in the joins, or not in them any more."""
    what, address = line.split()[:2]
    return what == "veth" or (what == "addr") == any(address.partition("/")[0] in join for join in joins)


def make(line: str) -> None:
    """Do one line of a network."""
    what, *about = line.split()
    match what:
        case "veth":
            ip("link", "add", about[0], "type", "veth", "peer", "name", f"p-{about[0]}")
            ip("link", "set", f"p-{about[0]}", "up")
            up(about[0])
        case "bridge":
            ip("link", "add", about[0], "type", "bridge")
            up(about[0])
        case "tun":
            ip("tuntap", "add", about[0], "mode", "tun")
            up(about[0])
        case "addr":
            ip("addr", "add", about[0], "dev", about[1], *(["nodad"] if ":" in about[0] else []))
        case "gone":
            ip("addr", "del", about[0], "dev", about[1])
        case "route":
            ip("route", "add", *about)


def up(name: str) -> None:
    ip("link", "set", name, "up")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def status(home: str, host: str) -> int:
    address, _, port = home.removeprefix("http://").strip("/").rpartition(":")
    wire = http.client.HTTPConnection(address.strip("[]"), int(port), timeout=60)
    wire.request("GET", "/nothing", headers={"Host": f"{host}:{port}"})
    return wire.getresponse().status


def change(name: str) -> dict[str, object]:
    """Which addresses are given at first and after each step, on the page of the table, and at which of them the table
    is found; and what becomes of a phone that came in at the first."""
    before, steps = CHANGES[name]
    up("lo")
    for line in before:
        make(line)
    service = TableService(session_of("thousand", 2), ["player1", "player2"])
    server = WebServer(service, [], 0, limited=False)
    with at_work(service, server):
        served = Served(service, server)
        table = served.do(lambda: key_of(service, table=True)[0])
        phone = served.do(lambda: key_of(service, "player1")[0])
        told = [given(server, table)]
        wire = connection(server.join, phone, "/events")
        stream = wire.getresponse()  # Before its address goes: what is on its way to that one is lost.
        for step in steps:
            for line in step:
                make(line)
            until = time.monotonic() + 10
            while not all(seen(line, server.joins) for line in step) and time.monotonic() < until:
                time.sleep(0.05)
            told.append(given(server, table))
        alone = f"http://127.0.0.1:{server.port}/"
        seats = served.do(lambda: [one.seats for one in service.registry.phones])
        return {
            "told": told, "seats": seats, "still there": b"of-seat" in page(alone, phone),
            "sockets": len(server._http._sockets), "stream": stream.status,
        }  # fmt: skip


def given(server: WebServer, key: str) -> list[str]:
    """The addresses on the page of the table, if it is found at each of them."""
    shown = re.findall(r'class="address">http://([^<]*?):\d+/<', page(f"http://127.0.0.1:{server.port}/", key).decode())
    assert [f"http://{one}:{server.port}/" for one in shown] == list(server.joins)
    assert all(b"of-table" in page(one, key) for one in server.joins)
    return shown


def page(home: str, key: str) -> bytes:
    return connection(home, key, "/").getresponse().read()


def connection(home: str, key: str, path: str) -> http.client.HTTPConnection:
    """A browser that knows its key at every address; a real one keeps it for the address at which it got it."""
    address, _, port = home.removeprefix("http://").strip("/").rpartition(":")
    wire = http.client.HTTPConnection(address.strip("[]"), int(port), timeout=60)
    wire.request("GET", path, headers={"Host": f"{address}:{port}", "Cookie": f"key-{port}={key}"})
    return wire


def main(name: str) -> dict[str, object]:
    if name in CHANGES:
        return change(name)
    up("lo")
    for line in NETWORKS[name]:
        make(line)
    server = HttpServer([], 0, 0)
    server.open(application([]), "test", limited=False)
    try:
        return {
            "given": [one.address for one in own_addresses()],
            "homes": [home.removeprefix("http://").rpartition(":")[0] for home in server.homes],
            "answered": [status(home, home.removeprefix("http://").rpartition(":")[0]) for home in server.homes],
            "localhost": status(f"http://127.0.0.1:{server.port}/", "localhost"),
            "foreign": status(server.homes[0], "evil.example"),
        }
    finally:
        server.close()


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
