"""What a table tells the others through a broker: the topics, and what stands in each, as JSON.

Everything here is public: what a stranger beside the table may see. Fields that are not known are passed over, so that
later versions can add some; what a reader could not understand any more has another ``version``.
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
"""No message of a table is longer; a longer one is refused before it is read."""

Id: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]{8,16}$")]
Version: TypeAlias = Annotated[int, Meta(ge=1)]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
MOST_SEQ: Final = 2**53 - 1
"""What every reader of JSON can count to."""
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEQ)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Said: TypeAlias = dict[Annotated[str, Meta(max_length=8)], Annotated[str, Meta(max_length=600)]]
"""A sentence by language (``en``, ``es``)."""
Seats: TypeAlias = Annotated[list[Name], Meta(max_length=32)]
Moment: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")]
"""A time in UTC, as ISO 8601 with a Z: of the table's own clock, which may be wrong."""

M = TypeVar("M", bound="ClubMessage")


class UnreadableMessage(UserFacingError):
    """A message that is not what its topic holds: ``text`` says so in a sentence for people."""


class NewerVersion(UnreadableMessage):
    """A message of a later version of this program."""


class ClubMessage(Struct, frozen=True, kw_only=True):
    """What every message begins with."""

    version: Version = VERSION


class Online(ClubMessage, frozen=True, kw_only=True):
    """Whether the table is there; the broker says that it is not when it does not hear of it any more.

    ``name`` is what people call it, so that two tables of one name hear of each other.
    """

    online: bool
    name: Annotated[str, Meta(max_length=80)] = ""


class HelpAnswer(ClubMessage, frozen=True, kw_only=True):
    """Somebody has seen that a table calls for help, and comes."""


class FinishedMessage(ClubMessage, frozen=True, kw_only=True):
    """A game that is over. ``id`` is that of the topic, ``table`` and ``table_id`` are always given."""

    result: GameResult


class TableName(Struct, frozen=True):
    """``id`` stays as long as the table's settings; ``name`` is what people call it, and another table's may be too."""

    id: Id
    name: Name


class Person(Struct, frozen=True):
    """A player: the seat as the code calls it, a name (empty where none is known, or told), a colour of the screen.

    ``words`` is what people call the seat: "Red", "Rojo".
    """

    seat: Name
    name: Annotated[str, Meta(max_length=80)] = ""
    colour: Annotated[str, Meta(max_length=24)] = ""
    words: Said = {}


class TrackValue(Struct, frozen=True):
    """Something that is followed, ``value`` of ``most`` (None: nothing ends it). ``alarm``: it is a matter of alarm."""

    id: Name
    words: Said
    value: int
    most: int | None = None
    alarm: bool = False


class SeatStanding(Struct, frozen=True):
    """How a seat stands, the best one first; ``score`` None where the game counts none that everybody may know."""

    seat: Name
    score: int | None = None
    words: Said = {}


class CurrentTurn(Struct, frozen=True):
    """Whose turn it is (None: everybody's, or nobody's), what is asked, and since when the same thing is asked.

    Of a question for one player's eyes it says only that it is asked.
    """

    seat: Name | None
    words: Said
    since: Moment


class Ended(Struct, frozen=True):
    """How a game has ended: ``won`` together (None where players play against each other), or who won."""

    won: bool | None
    winners: Seats
    words: Said
    ended: Moment


class GameSummary(Struct, frozen=True, kw_only=True):
    """The game on the table. ``answers`` counts what was answered so far, ``progress`` runs from 0 to 1."""

    uuid: Annotated[str, Meta(min_length=1, max_length=64)]
    title: Name
    """The name of the rulebook, as the code calls it."""
    words: Said
    """What people call it."""
    scenario: Said | None = None
    started: Moment
    answers: Count
    players: Annotated[list[Person], Meta(max_length=32)] = []
    tracks: Annotated[list[TrackValue], Meta(max_length=64)] = []
    standings: Annotated[list[SeatStanding], Meta(max_length=32)] = []
    turn: CurrentTurn | None = None
    """None once the game is over."""
    progress: Annotated[float, Meta(ge=0, le=1)] | None = None
    over: Ended | None = None


class Help(Struct, frozen=True):
    """The table calls for help, since then; ``coming``: it has heard that somebody comes."""

    since: Moment
    coming: bool = False


class TableState(ClubMessage, frozen=True, kw_only=True):
    """All that a table shows. ``seq`` grows with each; one that is not greater than the last is old, and passed over.

    ``boot`` is another each time the table begins to tell: two tables with one id, copies of one card, have different
    ones. ``seq`` starts at the table's time in microseconds, so that it also grows from one start to the next.
    """

    table: TableName
    at: Moment
    seq: Seq
    boot: Annotated[str, Meta(max_length=32)] = ""
    game: GameSummary | None = None
    help: Help | None = None


class TopicPart(NamedTuple):
    """What a topic is about: the table's id, which of its topics, and for ``finished`` the uuid of the game."""

    table: str
    topic: str
    """``online``, ``state``, ``finished`` or ``help/answer``."""
    uuid: str = ""


def online(table: str, prefix: str = PREFIX) -> str:
    """Where it stands whether a table is there; also its last will."""
    return f"{prefix}/{table}/online"


def state(table: str, prefix: str = PREFIX) -> str:
    """Where it stands what a table shows."""
    return f"{prefix}/{table}/state"


def finished(table: str, uuid: str, prefix: str = PREFIX) -> str:
    """Where one finished game of a table stands."""
    return f"{prefix}/{table}/finished/{uuid}"


def help_answer(table: str, prefix: str = PREFIX) -> str:
    """Where a table hears that somebody comes."""
    return f"{prefix}/{table}/help/answer"


_TOPIC: Final = re.compile(r"([a-z0-9]{8,16})/(?:(online|state|help/answer)|finished/([A-Za-z0-9-]{1,64}))")


def part_of(topic: str, prefix: str = PREFIX) -> TopicPart | None:
    """What a topic is about; None for one that is not ours."""
    start = f"{prefix}/"
    found = _TOPIC.fullmatch(topic[len(start) :]) if topic.startswith(start) else None
    if found is None:
        return None
    table, own, uuid = found.groups()
    return TopicPart(table, own or "finished", uuid or "")


def encode(message: ClubMessage) -> bytes:
    """A message as it is published."""
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


# Home Assistant finds a table by itself: one message by which it knows the device and what to read of it.
#
# It is the discovery of a whole device, as their documentation of MQTT describes it; what it reads is the topic that
# the table has anyway. Names are in the language of the machine, since nobody chooses another one there.

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
                "t": online(table, club.prefix),
                "val_tpl": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "stat_t": state(table, club.prefix),
        "qos": 1,
        "cmps": _components(table, state(table, club.prefix), code, Language(code).say),
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
