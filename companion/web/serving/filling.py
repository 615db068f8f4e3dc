"""Templates, filled in for whoever reads them: in their language, with everything escaped that is not ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.core.instructions import kind
from companion.core.texts import Say, Words
from companion.language import Language
from companion.scene.scene import Piece
from companion.table.people import isolated
from companion.web.icons import address, icon

COMMON = Path(__file__).parents[1] / "templates"
"""Those of the table on phones, of which others use parts."""


@cache
def say_in(language: str) -> Say:
    """Says words in ``language``."""
    return Language(language).say


_say: ContextVar[Say] = ContextVar("say")
"""Says what stands on the page that is being filled in."""


def _said(words: Words | None) -> str:
    return _say.get()(words)


class Templates:
    """The templates of some pages: those in ``folder``, then the common ones; ``words`` are what they say, by the names
    that they use."""

    def __init__(self, words: Mapping[str, Words], folder: Path = COMMON) -> None:
        self._words = words
        self._folders = list(dict.fromkeys((folder, COMMON)))
        self._made: dict[str, Environment] = {}

    def filled(self, name: str, language: str, /, people: Mapping[str, str] | None = None, **about: Any) -> str:
        """A template of the language, filled in; ``people`` are called by their names, by seat."""
        made = self._made.get(language)
        if made is None:
            made = self._made[language] = self._environment(say_in(language))
        before = _say.set(Language(language, isolated(people or {})).say)
        try:
            return made.get_template(name).render(about, people=people or {})
        finally:
            _say.reset(before)

    def _environment(self, say: Say) -> Environment:
        made = Environment(
            loader=FileSystemLoader(self._folders),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.filters["say"] = _said
        made.filters["counted"] = _counted
        made.globals["w"] = {name: say(words) for name, words in self._words.items()}
        made.globals["icon"] = lambda name, more="": Markup(icon(name or "", more))
        made.globals["file"] = address
        return made


def _counted(one: Piece, all_: Sequence[Piece]) -> bool:
    """Whether one piece is shown with its number: as soon as others of its sort are."""
    return any(other.n != 1 for other in all_ if kind(other.icon) == kind(one.icon))
