"""The messages of a table to its club: topics, and their content as JSON; and the discovery message for Home Assistant.

Everything here is public: what a stranger beside the table may see. Unknown fields are ignored, so that later versions
can add some; a change that older readers cannot understand gets another ``version``.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from companion import __version__
from companion.club.settings import PREFIX, Club
from companion.core.refusals import UserFacingError
from companion.core.texts import Say, T
from companion.language import Language, language_of_machine
from companion.table.result import GameResult

VERSION: Final = 1
MOST_BYTES: Final = 65_536
"""The longest message of a table; a longer one is refused unread."""

Id: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]{8,16}$")]
Version: TypeAlias = Annotated[int, Meta(ge=1)]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
MOST_SEQ: Final = 7_258_118_400_000_000
"""The largest sequence number that is read: 1 January 2200 in microseconds. No table gets so far by itself."""
BELIEVED_SEQ: Final = 4_102_444_800_000_000
"""The largest one from which a table goes on: 1 January 2100. So it can count on for ever, whatever stands there."""
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEQ)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Translations: TypeAlias = dict[Annotated[str, Meta(max_length=8)], Annotated[str, Meta(max_length=600)]]
"""A sentence by language (``en``, ``es``)."""
Seats: TypeAlias = Annotated[list[Name], Meta(max_length=32)]
Moment: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")]
"""A time in UTC, ISO 8601 with a Z, by the table's own clock, which may be wrong."""

M = TypeVar("M", bound="ClubMessage")


class UnreadableMessage(UserFacingError):
    """A message that does not fit its topic; ``text`` says so to people."""


class NewerVersion(UnreadableMessage):
    """A message of a later version of this program."""


class ClubMessage(Struct, frozen=True, kw_only=True):
    """The base of all messages."""

    version: Version = VERSION


class Online(ClubMessage, frozen=True, kw_only=True):
    """Whether the table is there; the broker publishes that it is not when the connection is lost.

    ``name`` is its name for people, so that two tables with one name notice each other. ``beat`` is the number of
    seconds between its signs of life; 0: it does not promise any.
    """

    online: bool
    name: Annotated[str, Meta(max_length=80)] = ""
    beat: Annotated[int, Meta(ge=0, le=3600)] = 0


class Alive(ClubMessage, frozen=True, kw_only=True):
    """A sign of life, which is not retained."""


class HelpAnswer(ClubMessage, frozen=True, kw_only=True):
    """The answer to a call for help: somebody is coming."""


class FinishedMessage(ClubMessage, frozen=True, kw_only=True):
    """A finished game. Its ``id`` is that of the topic; ``table`` and ``table_id`` are always given."""

    result: GameResult


class TableName(Struct, frozen=True):
    """``id`` is permanent and unique; ``name`` is for people, and another table may have the same."""

    id: Id
    name: Name


class Person(Struct, frozen=True):
    """A player: the id of the seat, a name (empty if unknown or not published), a colour of the screen.

    ``words`` is the seat in words: "Red", "Rojo".
    """

    seat: Name
    name: Annotated[str, Meta(max_length=80)] = ""
    colour: Annotated[str, Meta(max_length=24)] = ""
    words: Translations = {}


class TrackValue(Struct, frozen=True):
    """A track or counter at ``value`` of ``most`` (None: no end). ``alarm``: it is a danger."""

    id: Name
    words: Translations
    value: int
    most: int | None = None
    alarm: bool = False


class SeatStanding(Struct, frozen=True):
    """The standing of a seat, the best first; ``score`` is None if the game has no public one."""

    seat: Name
    score: int | None = None
    words: Translations = {}


class CurrentTurn(Struct, frozen=True):
    """Whose turn it is (None: everybody's, or nobody's), the open question, and since when it has been open.

    Of a secret question only that there is one.
    """

    seat: Name | None
    words: Translations
    since: Moment


class Ended(Struct, frozen=True):
    """How a game ended: ``won`` for cooperative games (None where players compete), else the winners."""

    won: bool | None
    winners: Seats
    words: Translations
    ended: Moment


class GameSummary(Struct, frozen=True, kw_only=True):
    """The current game. ``answers`` is the number of answers so far, ``progress`` goes from 0 to 1.

    ``started`` is when the first answer was given or, before that, since when the game has been on the table.
    ``played`` are the seconds played so far, without long pauses; None: not told.
    """

    uuid: Annotated[str, Meta(min_length=1, max_length=64)]
    title: Name
    """The id of the rulebook."""
    words: Translations
    scenario: Translations | None = None
    started: Moment
    answers: Count
    played: Count | None = None
    players: Annotated[list[Person], Meta(max_length=32)] = []
    tracks: Annotated[list[TrackValue], Meta(max_length=64)] = []
    standings: Annotated[list[SeatStanding], Meta(max_length=32)] = []
    turn: CurrentTurn | None = None
    """None once the game is over."""
    progress: Annotated[float, Meta(ge=0, le=1)] | None = None
    over: Ended | None = None


class Help(Struct, frozen=True):
    """The table has been calling for help since then; ``coming``: the call was answered."""

    since: Moment
    coming: bool = False


class TableState(ClubMessage, frozen=True, kw_only=True):
    """The public state of a table. ``seq`` increases; a message whose ``seq`` is not greater than the last is ignored.

    ``boot`` is new at each start, so that two tables with one id (copies of one SD card) differ. ``seq`` starts at the
    table's time in microseconds, so that it also increases from one start to the next.
    """

    table: TableName
    at: Moment
    seq: Seq
    boot: Annotated[str, Meta(max_length=32)] = ""
    game: GameSummary | None = None
    help: Help | None = None


class TopicPart(NamedTuple):
    """The parts of a topic: the table's id, which of its topics, and for ``finished`` the uuid of the game."""

    table: str
    topic: str
    """``online``, ``alive``, ``state``, ``finished`` or ``help/answer``."""
    uuid: str = ""


def online(table: str, prefix: str = PREFIX) -> str:
    return f"{prefix}/{table}/online"


def alive(table: str, prefix: str = PREFIX) -> str:
    return f"{prefix}/{table}/alive"


def state(table: str, prefix: str = PREFIX) -> str:
    return f"{prefix}/{table}/state"


def finished(table: str, uuid: str, prefix: str = PREFIX) -> str:
    return f"{prefix}/{table}/finished/{uuid}"


def help_answer(table: str, prefix: str = PREFIX) -> str:
    return f"{prefix}/{table}/help/answer"


TABLE_ID: Final = re.compile("[a-z0-9]{8,16}")
_TOPIC: Final = re.compile(
    rf"({TABLE_ID.pattern})/(?:(online|alive|state|help/answer)|finished/([A-Za-z0-9-]{{1,64}}))"
)


def part_of(topic: str, prefix: str = PREFIX) -> TopicPart | None:
    """The parts of a topic; None if it is not one of ours."""
    start = f"{prefix}/"
    found = _TOPIC.fullmatch(topic[len(start) :]) if topic.startswith(start) else None
    if found is None:
        return None
    table, own, uuid = found.groups()
    return TopicPart(table, own or "finished", uuid or "")


def encode(message: ClubMessage) -> bytes:
    return msgspec.json.encode(message)


class _Start(Struct):
    version: Version


def decode(payload: bytes, kind: type[M], topic: str) -> M:
    """The message that was published on ``topic``.

    Raises ``NewerVersion`` or ``UnreadableMessage``, with a sentence that names the topic.
    """
    if len(payload) > MOST_BYTES:
        raise UnreadableMessage(
            T("What stands on {topic} is far too long for a table, and is passed over.", topic=topic)
        )
    try:
        if msgspec.json.decode(payload, type=_Start).version > VERSION:
            raise NewerVersion(
                T("{topic} was written by a later version of the companion. Update this one to see it.", topic=topic)
            )
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise UnreadableMessage(
            T("What stands on {topic} is not from a table, and is passed over.", topic=topic)
        ) from None


LONGEST = 250
"""The longest state in letters: Home Assistant takes 255."""

USUAL: Final = "homeassistant"
"""The usual prefix of discovery."""
_GAME = "value_json.game"
_ALARM = f"({_GAME}.tracks | selectattr('alarm') | list)"


def discovery(club: Club, table: str, language: str | None = None) -> tuple[str, bytes]:
    """The topic and payload of Home Assistant's device discovery; ``language`` None is that of the machine.

    The entities read the topics that the table has anyway.
    """
    code = language or language_of_machine()
    found = {
        "dev": {"ids": [f"companion_{table}"], "name": club.table_name, "mf": "Companion", "sw": __version__},
        "o": {"name": "Companion", "sw": __version__},
        "avty": [{"t": online(table, club.prefix), "val_tpl": "{{ 'online' if value_json.online else 'offline' }}"}],
        "stat_t": state(table, club.prefix),
        "qos": 1,
        "cmps": _components(table, state(table, club.prefix), code, Language(code).say),
    }
    return f"{club.home_assistant}/device/{table}/config", msgspec.json.encode(found)


def former_discovery(club: Club, table: str) -> list[str]:
    """The topics of discovery that an earlier version of this program may have written for a table."""
    found = [f"{one}/device/companion_{table}/config" for one in {club.home_assistant, USUAL} if one]
    return found if club.home_assistant else [*found, f"{USUAL}/device/{table}/config"]


def _components(table: str, state: str, code: str, say: Say) -> dict[str, Any]:
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
    return "{{ (" + value + ") if " + _GAME + " else 'None' }}"


def _of_turn(value: str) -> str:
    return "{{ (" + value + ") if " + _GAME + " and " + _GAME + ".turn else 'None' }}"


def _is(condition: str) -> str:
    return "{{ 'ON' if " + condition + " else 'OFF' }}"
