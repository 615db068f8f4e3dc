"""The players side by side: initiative, combat with its terms, slots, goods in front of the screens."""

from __future__ import annotations

from companion.core.texts import T, Words
from companion.games.krysis.content.pack_data import Defence, Weapon
from companion.games.krysis.presenter.words.labels import (
    INITIATIVE,
    goods_words,
    seat_icon,
    seat_name,
    slot_icons,
    store_pieces,
)
from companion.games.krysis.rules.capacity import slots_of
from companion.games.krysis.rules.fighting import combat, defence, targets
from companion.games.krysis.state import State, camp_at, deserted
from companion.scene.scene import Side

SHOWN = ("team", "action")
"""The phases that show the sides."""


def sides(s: State) -> list[Side]:
    """All seats, in order of initiative once there is one."""
    if s.now.phase not in SHOWN:
        return []
    return [_side(s, seat) for seat in s.now.order or s.world.seats]


def _side(s: State, seat: str) -> Side:
    w, now = s.world, s.now
    gone, slots = deserted(s, seat), slots_of(s, seat)
    attacked = now.active not in (None, seat) and now.acted is None
    value = combat(s, seat) if seat == now.active else defence(s, seat)
    return Side(
        camp_at(seat),
        seat,
        seat_name(w, seat),
        seat_icon(w, seat),
        "" if now.initiative is None else str(now.initiative[seat]),
        INITIATIVE,
        "" if gone else str(value),
        None if gone else made_of(s, seat, value),
        slot_icons(slots),
        store_pieces(now.players[seat].camp),
        _note(s, seat, gone=gone),
        against_words(s, seat) if attacked else None,
        seat in targets(s, now.active) if attacked and now.active is not None else None,
        active=seat == now.active,
        done=seat in now.done,
        room=goods_words(slots) if any(slots.values()) else "",
    )


def made_of(s: State, seat: str, value: int) -> Words | None:
    """The terms of combat: team, weapon, and Defence where it counts: "7 = 3 + 2 + 2"."""
    player, w = s.now.players[seat], s.world
    parts = [w.agents[agent].combat for agent in player.team]
    parts += [relic.combat for relic in map(w.relics.__getitem__, player.up) if isinstance(relic, Weapon)]
    if sum(parts) != value:
        abilities = [w.agents[agent].ability for agent in player.team]
        parts += [ability.n for ability in abilities if isinstance(ability, Defence) and ability.n]
    return f"{value} = {' + '.join(map(str, parts))}" if parts else None


def against_words(s: State, seat: str) -> Words | None:
    """The combat of the active player against the defence of ``seat`` (R-KR-51, R-KR-52)."""
    active = s.now.active
    if active is None:
        return None
    own = combat(s, active)
    if deserted(s, seat):
        return T("deserted")
    other = defence(s, seat)
    sign = ">" if own > other else "=" if own == other else "<"
    return f"{own} {sign} {other}"


def _note(s: State, seat: str, *, gone: bool) -> Words | None:
    if gone:
        return T("gone")
    if s.now.players[seat].given is not None:
        return T("agent face down")
    return None
