"""The broker of a table: the section ``club`` of ``companion.toml``.

Without a broker nothing is published. See ``deploy/companion.toml`` for an example with comments.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, field

from companion.configuration import ConfigError, as_record, sections_of, text_of
from companion.core.texts import T, Text

PREFIX: Final = "companion"
"""The first part of every topic, unless the settings name another one."""
_TOPIC = "[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*"
Prefix: TypeAlias = Annotated[str, Meta(pattern=f"^{_TOPIC}$", max_length=80)]
MaybePrefix: TypeAlias = Annotated[str, Meta(pattern=f"^({_TOPIC})?$", max_length=80)]

PLAIN, ENCRYPTED = 1883, 8883
"""The registered ports of MQTT."""


class Club(Struct, frozen=True, forbid_unknown_fields=True):
    """``broker`` is a name or an address; empty: there is none. ``port`` None is the usual one, with or without TLS.

    ``ca`` is a file with the certificate that signs the broker's, where that is one's own; empty: those of the system.
    ``name`` is what people call this table; empty: the name of the machine. ``names`` lets the names of players be
    read by everybody. ``home_assistant`` is its prefix for discovery; empty: Home Assistant finds nothing.
    """

    broker: Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:-]*$")] = ""
    port: Annotated[int, Meta(ge=1, le=65535)] | None = None
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""
    name: Annotated[str, Meta(max_length=60)] = ""
    names: bool = False
    prefix: Prefix = PREFIX
    home_assistant: MaybePrefix = "homeassistant"

    @property
    def address(self) -> tuple[str, int]:
        return self.broker, self.port or (ENCRYPTED if self.tls else PLAIN)

    @property
    def table_name(self) -> str:
        """What people call this table."""
        return self.name.strip() or socket.gethostname() or "companion"


class _File(Struct, frozen=True):
    club: Club = field(default_factory=Club)


class BadSection(ConfigError):
    """What is wrong stands in the section ``club``, and not elsewhere in the file."""


def load(path: Path | None = None) -> Club:
    """Read the section; without ``path`` the default file, which need not exist. Raises ``ConfigError``."""
    return parse(*text_of(path))


def parse(text: str, file: str) -> Club:
    """The section in ``text``; ``file`` is its name for sentences. Raises ``ConfigError``."""
    sections = sections_of(text, file)
    try:
        club = as_record(sections, _File, file, _SECTIONS, _ALLOWED).club
    except ConfigError as no:
        raise BadSection(no.text) from None
    if club.password and not club.user:
        raise BadSection(T("{file}, field {field}: a password needs a user, too.", file=file, field="club.password"))
    if club.ca and not club.tls:
        raise BadSection(
            T("{file}, field {field}: a certificate is used with tls = true only.", file=file, field="club.ca")
        )
    return club


_TEXT = T("a text in quotes")
_ALLOWED: dict[str, Text] = {
    "club": T("a section [club]"),
    "club.broker": T("the name or address of a machine, in quotes"),
    "club.port": T("a whole number from 1 to 65535"),
    "club.user": _TEXT,
    "club.password": _TEXT,
    "club.tls": T("true or false"),
    "club.ca": T("the path of a file, in quotes"),
    "club.name": T("a name of at most 60 letters, in quotes"),
    "club.names": T("true or false"),
    "club.prefix": T("letters, digits, - and _, with / between them, in quotes"),
    "club.home_assistant": T("letters, digits, - and _, with / between them, in quotes"),
}
_SECTIONS: dict[str, type[Struct]] = {"": _File, "club": Club}
