"""The addresses of this machine that phones can open, the likeliest first.

The default route does not tell: a hotspot has none, and with a VPN it leads away from the phones. So ``ip`` of iproute2
is asked for all network devices and their kinds.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Annotated, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from companion.configuration import as_record, sections_of, text_of
from companion.core.refusals import UserFacingError
from companion.core.texts import T, Text, Words, listed

ALONE = "127.0.0.1"
"""The address of the machine itself."""
PATIENCE = 3.0
"""Seconds for which ``ip`` is awaited."""
_PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
_TUNNELS = frozenset({"tun", "wireguard", "ppp", "gre", "gretap", "sit", "ipip", "ip6tnl", "vti", "xfrm", "vxlan"})
_TUNNEL_NAMES = ("tun", "tap", "wg", "ppp", "vpn", "ipsec", "tailscale", "zt", "nordlynx", "proton")
_VIRTUAL = frozenset({"dummy", "ifb", "nlmon", "vcan"})
_PRIVATE = [ipaddress.ip_network(one) for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]


class DeviceAddress(Struct, frozen=True):
    """An address of a device, as ``ip`` writes it."""

    local: str = ""
    deprecated: bool = False
    tentative: bool = False
    dadfailed: bool = False
    temporary: bool = False


class NetworkDevice(Struct, frozen=True):
    """A network device, as ``ip`` writes it."""

    ifname: str = ""
    flags: list[str] = []
    link_type: str = ""
    linkinfo: dict[str, object] = {}
    master: str = ""
    addr_info: list[DeviceAddress] = []

    @property
    def kind(self) -> str:
        """The kind of a device that is no hardware, such as ``bridge``; empty for others."""
        return str(self.linkinfo.get("info_kind", ""))


class OwnAddress(NamedTuple):
    """An address of this machine, and the name of its network device."""

    address: str
    device: str


Devices: TypeAlias = Callable[[], Sequence[NetworkDevice] | None]


def devices() -> Sequence[NetworkDevice] | None:
    """All network devices; None if this system does not tell."""
    program = shutil.which("ip", path=_PLACES)
    if program is None:
        return None
    try:
        listed = subprocess.run(
            [program, "-json", "-details", "address"], capture_output=True, timeout=PATIENCE, check=True
        )
        return msgspec.json.decode(listed.stdout, type=list[NetworkDevice])
    except (OSError, subprocess.SubprocessError, msgspec.MsgspecError):
        return None


def own_addresses(found: Devices | None = None) -> list[OwnAddress]:
    """The addresses of this machine in its networks, the likeliest for phones first; none without a network.

    Networks of hardware come before those of containers, and these before tunnels; a device without a signal comes
    behind. In each, wireless comes before wired, and private addresses of IPv4 before others. An address of IPv6 counts
    only if its device has none of IPv4. What works only between two machines, without a router, comes last, and is left
    out for IPv6: it cannot be written in a URL.
    """
    everything = (found or devices)()
    if everything is None:
        return [OwnAddress(one, "") for one in _routed()]
    ports = {one.master for one in everything if one.master and not one.kind}
    ranked = [
        (_rank(one, address, hardware=not one.kind or one.ifname in ports), OwnAddress(address.local, one.ifname))
        for one in everything
        if "LOOPBACK" not in one.flags and "UP" in one.flags and not one.master
        for address in _usable(one.addr_info)
    ]
    return [one for _, one in sorted(ranked, key=lambda pair: pair[0])]


def _usable(addresses: Iterable[DeviceAddress]) -> list[DeviceAddress]:
    """Those that can be given to people: of IPv6 only if there is none of IPv4, and the one that lasts."""
    here = [one for one in addresses if one.local and not (one.deprecated or one.tentative or one.dadfailed)]
    four = [one for one in here if _ip(one).version == 4]
    six = [one for one in here if _ip(one).version == 6 and not _ip(one).is_link_local]
    if any(not _ip(one).is_link_local for one in four):
        return four
    return [*([one for one in six if not one.temporary] or six), *four]


def _rank(device: NetworkDevice, address: DeviceAddress, *, hardware: bool) -> tuple[object, ...]:
    ip = _ip(address)
    tunnel = device.kind in _TUNNELS or device.link_type in ("none", "ppp") or device.ifname.startswith(_TUNNEL_NAMES)
    behind = device.kind in _VIRTUAL or (device.kind == "bridge" and not hardware)
    private = ip.version == 4 and any(ip in one for one in _PRIVATE)
    local = ip in ipaddress.ip_network("fc00::/7") if ip.version == 6 else private
    return (
        ip.is_link_local, 2 if tunnel else 1 if behind else 0, "LOWER_UP" not in device.flags and not tunnel,
        ip.version, not local, not device.ifname.startswith("wl"),
    )  # fmt: skip


def _ip(one: DeviceAddress) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    return ipaddress.ip_address(one.local)


def _routed() -> list[str]:
    """The addresses from which this machine would reach the world."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                # Nothing is sent: this only finds the route.
                probe.connect((far, 9))
                address = str(probe.getsockname()[0])
        except OSError:
            continue
        if not ipaddress.ip_address(address).is_loopback and not ipaddress.ip_address(address).is_link_local:
            found.append(address)
    return found[:1]


class UnknownDevice(UserFacingError):
    """A name is that of no network device; the text says which there are."""


def resolved(wanted: Sequence[str], found: Devices | None = None) -> list[str]:
    """Addresses as they were given, with those that a device has now in the place of its name. Raises
    ``UnknownDevice``."""
    made: list[str] = []
    for one in wanted:
        if is_address(one):
            made.append(one)
        elif one == "localhost":
            made.append(ALONE)
        else:
            made += _of_device(one, (found or devices)() or [])
    return list(dict.fromkeys(made))


def _of_device(name: str, everything: Sequence[NetworkDevice]) -> list[str]:
    device = next((one for one in everything if one.ifname == name), None)
    if device is None:
        names: list[Words] = [one.ifname for one in everything]
        if not names:
            raise UnknownDevice(T("{name} is no address of this machine. Give one in numbers.", name=name))
        raise UnknownDevice(
            T("This machine has no network device {name}. It has: {names}.", name=name, names=listed(names))
        )
    if "LOOPBACK" in device.flags:
        return [one.local for one in device.addr_info]
    return [own.address for own in own_addresses(lambda: everything) if own.device == name]


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


# What changes while phones are there.

_NEWS = 0x1 | 0x10 | 0x100
"""The groups of Linux that tell of network devices, and of their addresses of IPv4 and IPv6."""
LOOK = 30.0
"""Seconds after which the addresses are looked at again, also where no system tells that they have changed."""
SETTLE = 0.3
"""Seconds in which a network that comes or goes changes more than once."""


class NetworkNews:
    """Tells that the network devices of this machine, or their addresses, may have changed."""

    def __init__(self) -> None:
        self._wire: socket.socket | None = None
        try:
            self._wire = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_NONBLOCK, 0)
            self._wire.bind((0, _NEWS))
        except (AttributeError, OSError):
            self.close()

    async def wait(self) -> None:
        """Wait until there is news, for ``LOOK`` seconds at most."""
        try:
            await asyncio.wait_for(self._told(), LOOK)
        except TimeoutError:
            return
        await asyncio.sleep(SETTLE)

    async def _told(self) -> None:
        if self._wire is None:
            await asyncio.sleep(LOOK)
            return
        # With more news than there is room for, this is an error, and news as well.
        with suppress(OSError):
            await asyncio.get_running_loop().sock_recv(self._wire, 65536)

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()
            self._wire = None


# The settings.

Listen: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9A-Za-z.:_-]+$", max_length=60)]


class PhoneSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The section ``phones`` of companion.toml: addresses of this machine, or names of its network devices, at which
    phones come in, the one to be shown first; none: all of them."""

    listen: Listen | list[Listen] = []

    @property
    def addresses(self) -> list[str]:
        """``listen`` as a list."""
        return [self.listen] if isinstance(self.listen, str) else self.listen


class _File(Struct, frozen=True):
    phones: PhoneSettings = field(default_factory=PhoneSettings)


_ALLOWED: dict[str, Text] = {
    "phones": T("a section [phones]"),
    "phones.listen": T("an address of this machine or the name of a network device, or a list of them, in quotes"),
}
_SECTIONS: dict[str, type[Struct]] = {"": _File, "phones": PhoneSettings}


def settings() -> PhoneSettings:
    """Read the section of the default companion.toml, which need not exist. Raises ``ConfigError``."""
    text, file = text_of()
    return as_record(sections_of(text, file), _File, file, _SECTIONS, _ALLOWED).phones
