"""How a table says no."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Literal, TypeAlias

from companion.core.content.faults import Fault
from companion.core.texts import T, Text, plain

Code: TypeAlias = Literal["malformed", "unknown", "illegal", "stale", "nothing", "over"]


class Refused(Exception):
    """An answer that is not taken; nothing has changed.

    ``code`` is one of the codes of WIRE, ``rule`` the number of the rule that says no (None where no rule
    does), ``text`` the sentence for the person at the table.
    """

    def __init__(self, code: Code, text: Text, rule: str | None = None) -> None:
        super().__init__(plain(text))
        self.code: Code = code
        self.text = text
        self.rule = rule


def misfit(what: str) -> Refused:
    """The refusal of fields that are readable each, but do not belong together in ``what``."""
    return Refused("malformed", T("The fields of {what} do not fit together.", what=what))


def not_this(rule: str) -> Refused:
    """The refusal of an answer that does not fit the open ask; ``rule`` is the rule that asks."""
    return Refused("illegal", T("That is not what is being asked now."), rule)


def known(name: str | int, names: Container[str | int]) -> None:
    """Refuse a name, or a number that stands for something, that is not among ``names``."""
    if name not in names:
        raise Refused("unknown", T("There is no {name} at this table.", name=name))


class BadSetup(Exception):
    """A game that cannot be started as it was asked for: one sentence that says what is allowed."""

    def __init__(self, text: Text) -> None:
        super().__init__(plain(text))
        self.text = text


class BadPack(Exception):
    """A pack that breaks its schema or invariants: all of them, each with file and field (R-GEN-07)."""

    def __init__(self, problems: Sequence[Fault]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)
