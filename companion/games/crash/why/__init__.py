"""The rules of Crash & Grab in plain words, by number and chapter, for "why?" on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.texts import Text
from companion.games.crash.why.clean_up import CLEAN_UP
from companion.games.crash.why.ending import ENDING
from companion.games.crash.why.moving import MOVING
from companion.games.crash.why.planning import PLANNING
from companion.games.crash.why.setting_up import SETTING_UP
from companion.games.crash.why.turn import TURN

WHY: Mapping[str, Text] = MappingProxyType({**SETTING_UP, **PLANNING, **TURN, **MOVING, **CLEAN_UP, **ENDING})
"""One to three sentences each. House rules are mentioned, not applied."""
