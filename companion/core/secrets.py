"""Secrets: what only one seat may know (R-GEN-06), declared once; every view, log, page and file follows from it.

A game says it in four places, and hides nothing by hand:

* a field of the state is ``Secret[...]``: ``cup: Secret[dict[str, dict[str, Face]]]`` is a dict by seat, of which each
  seat knows its own entry. In a record of a seat (``players: dict[str, Player]``) it belongs to that seat; anywhere
  else nobody may know it;
* a fact is declared with ``secret=True``: its selector ``seat`` says whose it is;
* an ask says ``only=seat``: question and answer are for that seat alone;
* an answer that is seen in part names its secret fields in ``secret``; without it, all of them are secret, and so is
  its verb, unless it has fields and says in ``logged`` what everybody may read.

What is revealed is moved to a field that is not secret. At the end of a game everything is open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Final, TypeVar, get_args, get_origin

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from companion.core.answers import Answer, Draw, DrawUnknown, Pull, PullUnknown
from companion.core.asks import Ask
from companion.core.texts import T

V = TypeVar("V")
Secret = Annotated[V, Meta(extra={"secret": True})]
"""The type of a secret field of the state."""
HIDDEN = T("What would follow depends on what only one player may know: it shows when it is played.")


# Answers.


class InSecret(Answer, frozen=True, tag="secret"):
    """Stands for an answer of which others know nothing."""

    label: ClassVar = T("Chosen in secret")


VERB: Final = "do"
"""Stands among the secret fields if the verb is secret too."""


def secret_fields(answer: Answer, asked: Ask | None) -> tuple[str, ...]:
    """The fields of an answer to ``asked`` that only one seat may know; ``goods.relics`` is a field of a field."""
    kind, fields = type(answer), answer.__struct_fields__
    if not kind.whose and (asked is None or asked.only is None):
        return ()
    if kind.secret is not None:
        return kind.secret
    return fields if fields and kind.logged else (VERB, *fields)


def public_answer(answer: Answer, asked: Ask | None) -> Answer:
    """The answer as everybody may know it: with None for its secret fields. Nor is it told that a card is unknown."""
    secret = secret_fields(answer, asked)
    if VERB in secret:
        return InSecret()
    if secret and isinstance(answer, DrawUnknown):
        return Draw(answer.deck, answer.card)  # type: ignore[arg-type]
    if secret and isinstance(answer, PullUnknown):
        return Pull(answer.bag, answer.token)  # type: ignore[arg-type]
    for field in secret:
        answer = _without(answer, field)
    return answer


def _without(record: Any, path: str) -> Any:
    name, _, rest = path.partition(".")
    inside = getattr(record, name)
    if inside is None or inside is UNSET:
        return record
    return structs.replace(record, **{name: _without(inside, rest) if rest else None})


# The state.


@cache
def marked(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """The secret fields of a record, and their names in JSON."""
    return tuple((field.name, field.encode_name) for field in structs.fields(kind) if _is_secret(field.type))


def _is_secret(kind: Any) -> bool:
    return get_origin(kind) is Annotated and any(
        (getattr(one, "extra", None) or {}).get("secret") for one in kind.__metadata__
    )


def keeps_secrets(now: Struct) -> bool:
    """True if a state like this has secret fields."""
    return _keeps(type(now))


@cache
def _keeps(kind: type[Struct]) -> bool:
    """True if a record of this kind, or one that may be in it, has secret fields."""
    met: set[Any] = set()
    ahead: list[Any] = [kind]
    while ahead:
        one = ahead.pop()
        if one in met:
            continue
        met.add(one)
        if isinstance(one, type) and issubclass(one, Struct):
            if marked(one):
                return True
            ahead += (field.type for field in structs.fields(one))
        else:
            ahead += (inside for inside in get_args(one) if isinstance(inside, type) or get_args(inside))
    return False


def own(raw: Any, seat: str | None, owner: str | None) -> Any:
    """What ``seat`` may know of a secret in JSON, which is that of ``owner``, or a dict by seat."""
    if owner is not None:
        return raw if owner == seat else None
    return {seat: raw[seat]} if isinstance(raw, dict) and seat in raw else {} if isinstance(raw, dict) else None


def hide(raw: Any, value: Any, seats: Collection[str], seat: str | None, owner: str | None = None) -> None:
    """Take out of ``raw``, the JSON of ``value``, what ``seat`` may not know; None: the shared screen."""
    if isinstance(value, Struct):
        hidden = dict(marked(type(value)))
        for field in structs.fields(type(value)):
            if field.encode_name not in raw:
                continue
            if field.name in hidden:
                raw[field.encode_name] = own(raw[field.encode_name], seat, owner)
            else:
                hide(raw[field.encode_name], getattr(value, field.name), seats, seat, owner)
    elif isinstance(value, Mapping):
        for key, inside in value.items():
            hide(raw[str(key)], inside, seats, seat, key if key in seats else owner)
    elif isinstance(value, list | tuple):
        for there, inside in zip(raw, value, strict=True):
            hide(there, inside, seats, seat, owner)


def held(raw: Any) -> bool:
    """True if there is anything in this JSON: neither null nor empty."""
    return any(map(held, raw.values())) if isinstance(raw, dict) else raw is not None and raw != []


def secrets_of(value: Any, seats: Collection[str], seat: str, owner: str | None = None) -> dict[str, Any]:
    """The secret fields that ``seat`` may know, by name."""
    found: dict[str, Any] = {}
    if isinstance(value, Struct):
        if not keeps_secrets(value):
            return {}
        hidden = dict(marked(type(value)))
        for name in value.__struct_fields__:
            inside = getattr(value, name)
            if name not in hidden:
                found |= secrets_of(inside, seats, seat, owner)
            elif owner == seat:
                found[name] = inside
            elif owner is None and isinstance(inside, Mapping) and seat in inside:
                found[name] = inside[seat]
    elif isinstance(value, Mapping):
        for key, inside in value.items():
            found |= secrets_of(inside, seats, seat, key if key in seats else owner)
    elif isinstance(value, list | tuple):
        for inside in value:
            found |= secrets_of(inside, seats, seat, owner)
    return found


def names_in(value: Any) -> set[str]:
    """All names among the values of some JSON."""
    if isinstance(value, str):
        return {value}
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return set[str]().union(*map(names_in, inside))


# What depends on a secret.


class DependsOnSecret(Exception):
    """A sealed secret was looked at."""


def _refuse(name: str) -> Callable[..., Any]:
    def look(self: object, *args: object) -> Any:
        raise DependsOnSecret(name)

    return look


def _still(self: Any, *_: object) -> Any:
    return self


class Sealed(dict[Any, Any]):
    """Stands for a secret while it is tried out what follows from an answer: whoever looks at it is stopped, and so is
    who asks of what kind it is (``isinstance``). What is added to it, taken from it or put into it stays as secret."""

    __class__ = property(_refuse("__class__"))


for _name in (
    "__bool__", "__contains__", "__eq__", "__getitem__", "__hash__", "__iter__", "__len__", "__lt__", "__le__",
    "__gt__", "__ge__", "__ne__", "__or__", "__int__", "__index__", "__str__", "__repr__", "__format__", "get",
    "items", "keys", "values", "copy", "pop", "popitem", "setdefault", "__getattr__", "count", "index",
):  # fmt: skip
    setattr(Sealed, _name, _refuse(_name))
for _name in ("__add__", "__radd__", "__sub__", "__rsub__", "__neg__"):
    setattr(Sealed, _name, _still)


@cache
def _none_yet(kind: type[Struct]) -> Mapping[str, Any]:
    """The secret fields of a record that may be None or ``UNSET``, and which of the two."""
    inside = {field.name: get_args(get_args(field.type)[0]) for field in structs.fields(kind) if _is_secret(field.type)}
    return {
        name: None if type(None) in kinds else UNSET
        for name, kinds in inside.items()
        if type(None) in kinds or UnsetType in kinds
    }


def seal(value: Any, unused: Collection[str] = (), *, none_yet: bool = False) -> bool:
    """Put a ``Sealed`` in place of every secret in a state's ``now``, a copy; True if there was one that may be None.

    A secret that is None is sealed as well. Since ``is None`` cannot be stopped, what follows is tried out a second
    time with ``none_yet``: with None in place of every secret that may be None, whatever it is. Fields that are
    ``unused`` stay as they are.
    """
    found = False
    if isinstance(value, Struct):
        kind = type(value)
        if not keeps_secrets(value):
            return False
        hidden, may_be_none = dict(marked(kind)), _none_yet(kind)
        for name in value.__struct_fields__:
            if name not in hidden:
                found |= seal(getattr(value, name), unused, none_yet=none_yet)
            elif name not in unused:
                found |= name in may_be_none
                absent = none_yet and name in may_be_none
                structs.force_setattr(value, name, may_be_none[name] if absent else Sealed())
    elif isinstance(value, Mapping):
        for inside in value.values():
            found |= seal(inside, unused, none_yet=none_yet)
    elif isinstance(value, list | tuple):
        for inside in value:
            found |= seal(inside, unused, none_yet=none_yet)
    return found


def without_secrets(value: Any) -> Any:
    """What everybody may know of a state's ``now``, to be compared: records as dicts, without their secret fields."""
    if isinstance(value, Struct):
        if not keeps_secrets(value):
            return value
        hidden = dict(marked(type(value)))
        return {name: without_secrets(getattr(value, name)) for name in value.__struct_fields__ if name not in hidden}
    if isinstance(value, Mapping):
        return {key: without_secrets(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [without_secrets(inside) for inside in value]
    return value
