"""The rules of Escape Plan in plain words, by number and chapter, for "why?" on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.texts import Text
from companion.games.escape.why.city import CITY
from companion.games.escape.why.days import DAYS
from companion.games.escape.why.ending import ENDING
from companion.games.escape.why.morning import MORNING
from companion.games.escape.why.setting_up import SETTING_UP

WHY: Mapping[str, Text] = MappingProxyType({**SETTING_UP, **MORNING, **CITY, **DAYS, **ENDING})
"""One to three sentences each. House rules are mentioned, not applied."""
