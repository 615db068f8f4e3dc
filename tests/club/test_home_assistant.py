"""What Home Assistant is told, read as it reads: the keys of its documentation, its templates on real states."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import jinja2
import msgspec
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from companion.club import messages
from companion.club.messages import Help, TableName, TableState, discovery
from companion.club.settings import Club
from companion.club.snapshot import as_message, snapshot_of
from tests.club.test_messages import CHAOS
from tests.games.chaos import new_game
from tests.games.newyork.chaos import NewYorkChaos

TABLE, NOW = "abcdefgh12", "2026-11-25T20:00:00Z"
CLUB = Club("broker", name="Table 4")
SHORT = {
    "dev": "device", "ids": "identifiers", "mf": "manufacturer", "sw": "sw_version", "o": "origin",
    "avty": "availability", "t": "topic", "val_tpl": "value_template", "stat_t": "state_topic", "cmps": "components",
    "p": "platform", "uniq_id": "unique_id", "ic": "icon", "unit_of_meas": "unit_of_measurement",
    "stat_cla": "state_class", "json_attr_t": "json_attributes_topic", "json_attr_tpl": "json_attributes_template",
}  # fmt: skip
"""The abbreviations of their documentation that are used here."""
WHOLE = {"name", "qos"}
ENTITY = {"platform", "unique_id", "name", "icon", "value_template"}
SENSOR = ENTITY | {"unit_of_measurement", "state_class", "json_attributes_topic", "json_attributes_template"}
"""What a sensor may have in a discovery of a whole device; a binary sensor has what ``ENTITY`` says."""


def long(found: Any, *, names: bool = False) -> Any:
    """The message with whole words; the keys of components are names of our own."""
    if isinstance(found, dict):
        whole = {}
        for key, value in found.items():
            word = key if names else SHORT.get(key, key)
            assert names or key in SHORT or key in WHOLE, key
            whole[word] = long(value, names=word == "components" and not names)
        return whole
    return [long(one) for one in found] if isinstance(found, list) else found


def message(language: str = "en") -> dict[str, Any]:
    _, raw = discovery(CLUB, TABLE, language)
    return long(msgspec.json.decode(raw))  # type: ignore[no-any-return]


@cache
def understood(template: str) -> jinja2.Template:
    """As in Home Assistant: the environment of its templates is a sandbox."""
    return ImmutableSandboxedEnvironment(undefined=jinja2.StrictUndefined).from_string(template)


def reads(template: str, payload: bytes) -> str:
    """What a template makes of a message."""
    return understood(template).render(value_json=msgspec.json.decode(payload))


def published(table: Any, help_: Help | None = None) -> bytes:
    game = None if table is None else as_message(snapshot_of(table), "g", NOW, NOW, NOW, names=False)
    return messages.encode(TableState(table=TableName(TABLE, "Table 4"), at=NOW, seq=1, game=game, help=help_))


def test_it_is_the_discovery_of_a_device_as_their_documentation_says() -> None:
    topic, _ = discovery(CLUB, TABLE)
    assert topic == "homeassistant/device/abcdefgh12/config"
    found = message()
    assert found["device"]["identifiers"]
    assert found["origin"]["name"]
    assert found["state_topic"] == messages.state(TABLE)
    assert found["availability"][0]["topic"] == messages.online(TABLE)
    ids = set()
    for name, one in found["components"].items():
        assert one["platform"] in ("sensor", "binary_sensor")
        allowed = SENSOR if one["platform"] == "sensor" else ENTITY
        assert one.keys() <= allowed, (name, one.keys() - allowed)
        ids.add(one["unique_id"])
    assert len(ids) == len(found["components"])


def test_whether_the_table_is_there_is_read() -> None:
    template = message()["availability"][0]["value_template"]
    for there, said in ((True, "online"), (False, "offline")):
        assert reads(template, messages.encode(messages.Online(online=there))) == said


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("kind", CHAOS, ids=lambda one: one.__name__)
def test_every_state_of_every_game_is_read(kind: Any, language: str) -> None:
    chaos, r = kind(), Random(3)
    table, _ = new_game(chaos, r, digital=True)
    parts = message(language)["components"]
    for _ in range(40):
        raw = published(table)
        game = messages.decode(raw, TableState, "").game
        assert game is not None
        found = {name: reads(one["value_template"], raw) for name, one in parts.items()}
        assert found["game"] == game.words[language]
        assert found["turn"] == (game.turn.words[language][:250] if game.turn else "None")
        assert found["over"] == ("ON" if game.over else "OFF")
        assert found["help"] == "OFF"
        assert found["progress"] == ("None" if game.progress is None else str(round(game.progress * 100)))
        alarms = [track.value for track in game.tracks if track.alarm]
        assert found["alert"] == (str(alarms[0]) if alarms else "None")
        tracks = msgspec.json.decode(reads(parts["alert"]["json_attributes_template"], raw))
        assert [one["value"] for one in tracks["tracks"]] == [one.value for one in game.tracks]
        if table.over:
            break
        table.answer(chaos.random_answer(r, table))


def test_an_empty_table_is_read_and_help() -> None:
    parts = message()["components"]
    raw = published(None, Help(NOW))
    found = {name: reads(one["value_template"], raw) for name, one in parts.items()}
    assert found == {
        "game": "None", "turn": "None", "over": "OFF", "help": "ON", "progress": "None", "alert": "None"
    }  # fmt: skip
    assert reads(parts["alert"]["json_attributes_template"], raw) == '{"tracks": []}'


def test_a_lamp_can_follow_the_alert() -> None:
    chaos, r = NewYorkChaos(), Random(3)
    table, _ = new_game(chaos, r, digital=True)
    seen = set()
    while not table.over:
        table.answer(chaos.random_answer(r, table))
        seen.add(reads(message()["components"]["alert"]["value_template"], published(table)))
    assert len(seen) > 2
