"""``python -m tests.web.networks NAME`` makes a network and serves a table in it, as root of its own namespaces
(``unshare -rn``); prints as JSON which addresses are given, which are answered, and which rejected."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys

from companion.web.addresses import own_addresses
from companion.web.server import HttpServer
from companion.web.site import application

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
        case "route":
            ip("route", "add", *about)


def up(name: str) -> None:
    ip("link", "set", name, "up")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def status(home: str, host: str) -> int:
    address, _, port = home.removeprefix("http://").strip("/").rpartition(":")
    wire = http.client.HTTPConnection(address.strip("[]"), int(port), timeout=5)
    wire.request("GET", "/nothing", headers={"Host": f"{host}:{port}"})
    return wire.getresponse().status


def main(name: str) -> dict[str, object]:
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
