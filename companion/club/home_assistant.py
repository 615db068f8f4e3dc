"""Home Assistant finds a table by itself: one message by which it knows the device and what to read of it.

It is the discovery of a whole device, as their documentation of MQTT describes it; what it reads is the topic that the
table has anyway. Names are in the language of the machine, since nobody chooses another one there.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion import __version__
from companion.club import topics
from companion.club.settings import Club
from companion.core.texts import Say, T
from companion.language import Language, language_of_machine

LONGEST = 250
"""Letters of a state at most: Home Assistant takes 255."""

_GAME = "value_json.game"
_ALARM = f"({_GAME}.tracks | selectattr('alarm') | list)"


def discovery(club: Club, table: str, language: str | None = None) -> tuple[str, bytes]:
    """The topic and the message by which the table with this id is found; ``language`` None is that of the machine."""
    code = language or language_of_machine()
    found = {
        "dev": {"ids": [f"companion_{table}"], "name": club.table_name, "mf": "Companion", "sw": __version__},
        "o": {"name": "Companion", "sw": __version__},
        "avty": [
            {
                "t": topics.online(table, club.prefix),
                "val_tpl": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "stat_t": topics.state(table, club.prefix),
        "qos": 1,
        "cmps": _components(table, topics.state(table, club.prefix), code, Language(code).say),
    }
    return f"{club.home_assistant}/device/companion_{table}/config", msgspec.json.encode(found)


def _components(table: str, state: str, code: str, say: Say) -> dict[str, Any]:
    """What can be seen of a table: sensors, by a part of their id."""
    words = {
        "game": ("sensor", T("Game"), "mdi:dice-multiple", _of_game(f"{_GAME}.words.{code}[:{LONGEST}]")),
        "turn": ("sensor", T("Turn"), "mdi:account-clock", _of_turn(f"{_GAME}.turn.words.{code}[:{LONGEST}]")),
        "over": ("binary_sensor", T("Finished"), "mdi:flag-checkered", _is(f"{_GAME} and {_GAME}.over")),
        "help": ("binary_sensor", T("Help is wanted"), "mdi:hand-wave", _is("value_json.help")),
        "progress": ("sensor", T("Progress"), "mdi:progress-clock", _of_game(
            f"(({_GAME}.progress * 100) | round | int) if {_GAME}.progress is not none else 'None'")),
        "alert": ("sensor", T("Alert"), "mdi:alarm-light", _of_game(
            f"{_ALARM}[0].value if {_ALARM} else 'None'")),
    }  # fmt: skip
    found: dict[str, Any] = {
        name: {"p": kind, "uniq_id": f"companion_{table}_{name}", "name": say(called), "ic": icon, "val_tpl": template}
        for name, (kind, called, icon, template) in words.items()
    }
    found["progress"]["unit_of_meas"] = "%"
    for name in ("progress", "alert"):
        found[name]["stat_cla"] = "measurement"
    # All tracks, so that a lamp can follow any of them.
    found["alert"] |= {
        "json_attr_t": state,
        "json_attr_tpl": "{{ {'tracks': " + _GAME + ".tracks if " + _GAME + " else []} | tojson }}",
    }
    return found


def _of_game(value: str) -> str:
    """A template: the value while there is a game, else nothing that is known."""
    return "{{ (" + value + ") if " + _GAME + " else 'None' }}"


def _of_turn(value: str) -> str:
    """A template: the value while it is somebody's turn, else nothing that is known."""
    return "{{ (" + value + ") if " + _GAME + " and " + _GAME + ".turn else 'None' }}"


def _is(condition: str) -> str:
    """A template: whether something holds."""
    return "{{ 'ON' if " + condition + " else 'OFF' }}"
