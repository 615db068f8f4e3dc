"""Corrections of the places of relics (wire/krysis.md, section 10)."""

from __future__ import annotations

from companion.core.facts import limit
from companion.core.instructions import split
from companion.core.piles import UNKNOWN, lay
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.krysis.content.pack_data import Weapon
from companion.games.krysis.rules.abilities import StealRelic
from companion.games.krysis.rules.carrying import TakeRelic
from companion.games.krysis.rules.hands import put_relic
from companion.games.krysis.rules.relics import DrawRelic, KeepRelic
from companion.games.krysis.state import State, deserted

NOT_SO_MANY = T("There are not that many relics.")


def looked_at(s: State) -> bool:
    """True if relics can be corrected: after setup, none in transit, homes not declared yet."""
    on_its_way = bool(s.agenda) and isinstance(s.agenda[-1], DrawRelic | KeepRelic | TakeRelic | StealRelic)
    declared = any(player.declared for player in s.now.players.values())
    return s.now.phase != "setup" and not on_its_way and not declared


def pile_of(s: State, at: str) -> list[str]:
    """The mutable list of relics at a place."""
    kind, seat = split(at)
    if kind == "camp":
        return s.now.players[seat].camp.relics
    if kind == "up":
        return s.now.players[seat].up
    if kind == "deck":
        return s.now.relic_deck
    if kind == "discard":
        return s.now.relic_discard
    home = s.now.players[seat].home if seat else s.now.homes
    assert home is not None
    return home.relics


def set_relic(s: State, relic: str, value: str) -> None:
    """Move a relic. Unknown ones come face up from the deck, or were face up."""
    now, is_known = s.now, s.world.options.knows_relics
    ups = [player.up for player in now.players.values()]
    was_up = next((up for up in ups if relic in up), None)
    if not is_known and was_up is None:
        limit(value.startswith("up:"), T("Nobody has named that relic yet: it can only be turned up."))
    piles = {"deck": now.relic_deck, "discard": now.relic_discard}
    for seat, player in now.players.items():
        piles |= {f"camp:{seat}": player.camp.relics, f"up:{seat}": player.up}
        piles |= {f"home:{seat}": player.home.relics} if player.home is not None else {}
    if is_known:
        lay(piles, relic, value)
        for pile in piles.values():
            pile.sort()
        return
    for pile in piles.values():
        if relic in pile:
            pile.remove(relic)
    put_relic(pile_of(s, value), relic if value.startswith("up:") else UNKNOWN)


def count_relics(s: State) -> None:
    """After the last change: the deck holds the remaining relics, and face-up ones must be allowed."""
    now, relics = s.now, s.world.relics
    if not s.world.options.knows_relics:
        stores = [player.home for player in now.players.values()] if now.homes is None else [now.homes]
        out = len(now.relic_discard) + sum(len(store.relics) for store in stores if store is not None)
        out += sum(len(player.camp.relics) + len(player.up) + len(player.drawn) for player in now.players.values())
        limit(out <= s.world.all_relics, NOT_SO_MANY)
        now.relic_deck = [UNKNOWN] * (s.world.all_relics - out)
    for seat, player in now.players.items():
        weapons = sum(isinstance(relics[relic], Weapon) for relic in player.up)
        if max(weapons, len(player.up) - weapons) > 1:
            raise Refused("illegal", T("At most one weapon and one transport are turned up."), "R-KR-35")
        turned = seat == now.active or (seat in now.done and not deserted(s, seat))
        if player.up and not (now.phase == "action" and turned):
            raise Refused("illegal", T("Relics are turned up only in your own turn."), "R-KR-34")
