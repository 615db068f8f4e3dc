"""The large buttons that say what a card has done: each makes one effect of the game, in one tap or two.

A game declares them once, beside its phrases; the screen, the web pages and the terminal show the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from companion.core.texts import T, Words

HOLE: Final = "…"
"""Stands in the effect of a button for what the second tap says."""
CARD: Final = "…card"
"""Stands for the title of the card inside a text, such as a reminder: the one that it has when its time comes."""
MISSING: Final = object()


class ButtonValue(Struct, frozen=True):
    """What the second tap can say: the ``value`` for the hole, or ``effect``, which takes the place of the whole."""

    words: Words
    value: Any = None
    effect: Mapping[str, Any] | None = None
    icon: str = ""


class CardButton(Struct, frozen=True):
    """A button for one kind of effect.

    Without ``values``, ``sort`` or ``typed`` the effect has no hole, and one tap is enough. ``sort``: what is named in
    the box, such as its squares, can stand there, too. ``typed``: a text is typed instead.
    """

    id: str
    label: Words
    icon: str
    effect: Mapping[str, Any]
    values: tuple[ButtonValue, ...] = ()
    sort: str = ""
    typed: bool = False

    @property
    def whole(self) -> bool:
        """True if one tap is enough."""
        return not (self.values or self.sort or self.typed)

    def made(self, value: Any = None) -> dict[str, Any]:
        """The effect with ``value`` in its hole; a ``ButtonValue`` may bring its own."""
        if isinstance(value, ButtonValue):
            if value.effect is not None:
                return dict(value.effect)
            value = value.value
        filled: dict[str, Any] = _filled(self.effect, value)
        return filled

    def every(self) -> Iterator[dict[str, Any]]:
        """What it can make; without the things that are named in the box, and the typed texts."""
        yield from map(self.made, self.values or (HOLE,))

    def said(self, effect: Mapping[str, Any], names: Mapping[str, Words]) -> Words | None:
        """An effect of this button in words; None if it is another's. ``names`` are those of ``sort``."""
        if self.whole:
            return self.label if _found(self.effect, effect) is None else None
        for value in self.values:
            if _found(self.made(value), effect) is None:
                return T("{what}: {which}", what=self.label, which=value.words)
        found = _found(self.effect, effect)
        if self.typed and found is not MISSING and found is not None:
            return found if isinstance(found, dict) else str(found)
        if self.sort and isinstance(found, str) and found in names:
            return T("{what}: {which}", what=self.label, which=names[found])
        return None


def said_by(buttons: Iterable[CardButton], effect: Mapping[str, Any], names: Mapping[str, Words]) -> Words | None:
    """An effect as the button that makes it says it; None if none does."""
    return next((words for button in buttons if (words := button.said(effect, names)) is not None), None)


def _filled(template: Any, value: Any) -> Any:
    if template == HOLE:
        return value
    if isinstance(template, Mapping):
        return {name: _filled(inner, value) for name, inner in template.items()}
    if isinstance(template, Sequence) and not isinstance(template, str):
        return [_filled(inner, value) for inner in template]
    return template


def _found(template: Any, effect: Any) -> Any:
    """What stands in the hole of ``effect``; None if it is the template itself, ``MISSING`` if it is another effect."""
    if template == HOLE:
        return effect
    if isinstance(template, str) and CARD in template:
        return None if isinstance(effect, str) else MISSING
    if isinstance(template, Mapping) and isinstance(effect, Mapping) and template.keys() == effect.keys():
        return _only([_found(inner, effect[name]) for name, inner in template.items()])
    if isinstance(template, list) and isinstance(effect, list) and len(template) == len(effect):
        return _only([_found(inner, there) for inner, there in zip(template, effect, strict=True)])
    return None if template == effect else MISSING


def _only(found: Sequence[Any]) -> Any:
    """The one part that is no plain equality; None if all are; ``MISSING`` if one differs."""
    if any(one is MISSING for one in found):
        return MISSING
    return next((one for one in found if one is not None), None)
