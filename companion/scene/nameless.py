"""How an unknown card or token is shown (WIRE, Boxes known in part)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.piles import NOT_KNOWN
from companion.core.texts import Words
from companion.scene.scene import Card, Choice

Nameless: TypeAlias = DrawUnknown | PullUnknown


def nameless_card(deck: str, icon: str, heading: Words | None = None) -> Card:
    """An unknown card."""
    return Card(deck, icon, NOT_KNOWN, heading, DrawUnknown.detail)


def nameless_choice(s: object, answer: Nameless) -> Choice:
    """The last choice of a list: a card or token that is not in it."""
    kind = type(answer)
    return Choice(answer, kind.label, kind.detail, [kind.icon])


def nameless_words(w: object, answer: Nameless) -> Words:
    """The log line for it."""
    return type(answer).logged


CHOICES: Mapping[type[Answer], Callable[[Any, Any], Choice]] = MappingProxyType(
    {DrawUnknown: nameless_choice, PullUnknown: nameless_choice}
)
WORDS: Mapping[type[Answer], Callable[[Any, Any], Words]] = MappingProxyType(
    {DrawUnknown: nameless_words, PullUnknown: nameless_words}
)
