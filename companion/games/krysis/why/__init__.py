"""The rules of Krysis in plain words, by number and chapter, for "why?" on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.texts import Text
from companion.games.krysis.why.abilities import ABILITIES
from companion.games.krysis.why.carrying import CARRYING
from companion.games.krysis.why.ending import ENDING
from companion.games.krysis.why.mining import MINING
from companion.games.krysis.why.setting_up import SETTING_UP
from companion.games.krysis.why.team import TEAM
from companion.games.krysis.why.turn import TURN

WHY: Mapping[str, Text] = MappingProxyType({**SETTING_UP, **MINING, **TEAM, **TURN, **CARRYING, **ABILITIES, **ENDING})
"""One to three sentences each. House rules are mentioned, not applied."""
