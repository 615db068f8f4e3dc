"""The configuration file ``companion.toml``: location, reading, validation.

Each part of the product has its own sections. Errors are one sentence with the file and the line or field.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from platformdirs import site_config_dir, user_config_dir

from companion.core.refusals import UserFacingError
from companion.core.texts import T, Text

S = TypeVar("S", bound=Struct)


class ConfigError(UserFacingError):
    """Invalid configuration; ``text`` is a sentence with the file and the line or field."""


def default_path() -> Path:
    """``companion.toml`` in the user's configuration folder, else in that of the machine (``XDG_CONFIG_DIRS``)."""
    own, all_users = (Path(folder("companion")) / "companion.toml" for folder in (user_config_dir, site_config_dir))
    return all_users if all_users.exists() and not own.exists() else own


def text_of(path: Path | None = None) -> tuple[str, str]:
    """The content of the file, and its name for messages; by default the default file, which need not exist. Raises
    ``ConfigError``."""
    file = path or default_path()
    try:
        # Some editors write a byte order mark.
        return file.read_bytes().decode("utf-8-sig"), str(file)
    except FileNotFoundError:
        if path is None:
            return "", str(file)
        raise ConfigError(T("There is no configuration file {file}.", file=str(file))) from None
    except UnicodeDecodeError as problem:
        line = problem.object[: problem.start].count(b"\n") + 1
        raise ConfigError(
            T(
                "{file}, line {line}: this is not text in UTF-8. Correct the line, or delete the file.",
                file=str(file),
                line=line,
            )
        ) from None
    except OSError as problem:
        raise ConfigError(
            T("{file} cannot be read: {problem}.", file=str(file), problem=str(problem.strerror))
        ) from None


def sections_of(text: str, file: str) -> dict[str, Any]:
    """Parse the sections of a file; ``file`` is its name for messages. Raises ``ConfigError``."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        found = re.search(r"line (\d+)", str(problem))
        line = int(found[1]) if found else text.count("\n") + 1
        raise ConfigError(
            T(
                "{file}, line {line}: this is not TOML, or the file is half-written. Correct it, or delete the file.",
                file=file,
                line=line,
            )
        ) from None


def as_record(
    raw: Mapping[str, Any], kind: type[S], file: str, sections: Mapping[str, type[Struct]], allowed: Mapping[str, Text]
) -> S:
    """Convert sections to the struct ``kind``; raises ``ConfigError``.

    For its message, ``sections`` maps dotted section names (``""``: the whole file) to structs, and ``allowed`` maps
    fields to descriptions of their values.
    """
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as problem:
        raise ConfigError(_explain(file, str(problem), sections, allowed)) from None


def _explain(file: str, problem: str, sections: Mapping[str, type[Struct]], allowed: Mapping[str, Text]) -> Text:
    """Turn msgspec's message into one for people: the field comes from msgspec, the description from ``allowed``."""
    found = re.search(r"`\$\.?([^`]*)`", problem)
    where = re.sub(r"\[[^]]*\]", "", found[1]) if found else ""
    unknown = re.search(r"unknown field `([^`]*)`", problem)
    if unknown:
        return T(
            "{file}: there is no {field}; allowed here are {names}.",
            file=file,
            field=f"{where}.{unknown[1]}".lstrip("."),
            names=", ".join(sections[where].__struct_fields__),
        )
    return T("{file}, field {field}: this must be {allowed}.", file=file, field=where, allowed=allowed[where])
