"""Errors for refused answers, setups and packs."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Literal, TypeAlias

from companion.core.content.faults import Fault
from companion.core.texts import T, Text, plain

Code: TypeAlias = Literal["malformed", "unknown", "illegal", "stale", "nothing", "over"]


class Refused(Exception):
    """A refused answer; nothing has changed.

    ``code`` is one of the codes of WIRE, ``rule`` the number of the violated rule, if any, ``text`` a sentence for
    people.
    """

    def __init__(self, code: Code, text: Text, rule: str | None = None) -> None:
        super().__init__(plain(text))
        self.code: Code = code
        self.text = text
        self.rule = rule


def inconsistent(what: str) -> Refused:
    """The error for ``what`` with a wrong combination of fields."""
    return Refused("malformed", T("The fields of {what} do not fit together.", what=what))


def not_this(rule: str) -> Refused:
    """The error for an answer that does not fit the open ask; ``rule`` is the rule that asks."""
    return Refused("illegal", T("That is not what is being asked now."), rule)


def known(name: str | int, names: Container[str | int]) -> None:
    """Refuse as ``unknown`` a name (or number) that is not in ``names``."""
    if name not in names:
        raise Refused("unknown", T("There is no {name} at this table.", name=name))


class UserFacingError(Exception):
    """An error with a sentence for people, ``text``, that says what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(plain(text))
        self.text = text


class BadSetup(UserFacingError):
    """A game cannot be started with these seats or settings; ``text`` says what is allowed."""


class BadPack(Exception):
    """A pack violates its schema or invariants; ``problems`` are all violations with file and field (R-GEN-07)."""

    def __init__(self, problems: Sequence[Fault]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)
