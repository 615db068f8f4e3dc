"""The rules of New York Crisis in plain words, by number and chapter, for "why?" on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.texts import Text
from companion.games.newyork.why.collecting import COLLECTING
from companion.games.newyork.why.items import ITEMS
from companion.games.newyork.why.mafia import MAFIA
from companion.games.newyork.why.police import POLICE
from companion.games.newyork.why.setting_up import SETTING_UP
from companion.games.newyork.why.tracks import TRACKS
from companion.games.newyork.why.turns import TURNS

WHY: Mapping[str, Text] = MappingProxyType({**SETTING_UP, **POLICE, **MAFIA, **TURNS, **COLLECTING, **ITEMS, **TRACKS})
"""One to three sentences each. House rules are mentioned, not applied."""
