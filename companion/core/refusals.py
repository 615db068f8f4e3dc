"""How a table says no."""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.core.texts import Text, plain

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


class BadSetup(Exception):
    """A game that cannot be started as it was asked for: one sentence that says what is allowed."""

    def __init__(self, text: Text) -> None:
        super().__init__(plain(text))
        self.text = text


class BadPack(Exception):
    """A pack that breaks its schema or invariants: all of them, each with file and field (R-GEN-07)."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems
