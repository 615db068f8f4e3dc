"""The public stakes of a camp or a space of the mine."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.instructions import split
from companion.core.piles import UNKNOWN
from companion.core.steps.chance import at_least_one
from companion.core.texts import T, Words, listed
from companion.games.krysis.content.pack_data import Weapon
from companion.games.krysis.presenter.words.labels import goods_of, goods_words, seat_name, space_name
from companion.games.krysis.rules.capacity import most, slots_of
from companion.games.krysis.rules.fighting import combat, defence
from companion.games.krysis.state import State, deserted, worth
from companion.games.krysis.words import COLOURS, RELICS
from companion.scene.stakes import Stake, Stakes

DRAWN = 2
"""Number of relics drawn per symbol, of which one is kept (R-KR-26)."""


def stakes(s: State, spot: str) -> Stakes | None:
    """The stakes of a place for the active player; None for other places and at other times."""
    kind, which = split(spot)
    now = s.now
    if now.active is None:
        return None
    if kind == "camp" and now.phase == "action" and now.acted is None and which in now.players:
        return _own(s, which) if which == now.active else _raid(s, now.active, which)
    if kind == "space" and now.phase == "mining" and s.world.level_of.get(which) == now.round:
        return _space(s, now.active, which)
    return None


def _own(s: State, seat: str) -> Stakes:
    """R-KR-46 to R-KR-50: the player's camp is loaded, and the team leaves it."""
    there = s.now.players[seat].camp.count()
    carried = most(slots_of(s, seat), there)
    cost = [Stake(T("The team leaves, home or to the bank."))]
    chance = [Stake(T("Of each at most: {goods}", goods=goods_words(carried)), 1.0)] if any(carried.values()) else []
    return Stakes(_camp(s, seat), cost, list(_behind(s, seat, leaves=True)), chance)


def _raid(s: State, seat: str, camp: str) -> Stakes:
    """R-KR-51 to R-KR-54: another camp is raided, if it is weaker or deserted."""
    own, there = combat(s, seat), s.now.players[camp].camp.count()
    gone = deserted(s, camp)
    carried = most(slots_of(s, seat), there)
    goods = goods_words(carried)
    cost = [
        Stake(T("Your action. The team leaves, unless the goods come into your camp.")),
        Stake(T("Nobody defends it.") if gone else T("Combat {own} against {other}", own=own, other=defence(s, camp))),
    ]
    risk = list(_behind(s, seat, leaves=True))
    if not any(carried.values()):
        return Stakes(_camp(s, camp), cost, risk, [Stake(T("There is nothing there that the team can carry."))])
    if gone or own > defence(s, camp):
        return Stakes(_camp(s, camp), cost, risk, [Stake(T("Of each at most: {goods}", goods=goods), 1.0)])
    return Stakes(_camp(s, camp), cost, risk, list(_with_weapon(s, seat, defence(s, camp) - own + 1)))


def _with_weapon(s: State, seat: str, lacks: int) -> Iterator[Stake]:
    """R-KR-36: too weak without a weapon; the probability that one is among the face-down relics, from public
    information."""
    player = s.now.players[seat]
    hidden, unseen = len(player.camp.relics), _unseen(s)
    armed = any(isinstance(s.world.relics.get(relic), Weapon) for relic in player.up)
    good = [one for one in unseen if isinstance(weapon := s.world.relics[one], Weapon) and weapon.combat >= lacks]
    share = 0.0 if armed else at_least_one(len(good), len(unseen), hidden)
    if share:
        yield Stake(T("Too weak by {n}: only a weapon among your face-down relics would help.", n=lacks), share)
    else:
        yield Stake(T("Too weak by {n}.", n=lacks), 0.0)


def _unseen(s: State) -> list[str]:
    """The unseen relics, face down or in the deck."""
    seen = {relic for player in s.now.players.values() for relic in player.up} | set(s.now.relic_discard)
    return [relic for relic in s.world.relics if relic not in seen and relic != UNKNOWN]


def _behind(s: State, seat: str, *, leaves: bool) -> Iterator[Stake]:
    """The seats that can raid what stays in the player's camp: those still to play."""
    stays = s.now.players[seat].camp.count()
    later = [other for other in s.now.order or () if other not in s.now.done and other != seat]
    if leaves and later and any(stays.values()):
        who = listed([seat_name(s.world, other) for other in later])
        yield Stake(T("Alone, your camp ({goods}) can be raided by {who}.", goods=goods_words(stays), who=who))


def _camp(s: State, seat: str) -> Words:
    return T("The camp of {seat}", seat=seat_name(s.world, seat))


def _space(s: State, seat: str, space: str) -> Stakes:
    """R-KR-21 to R-KR-26: the gain of a space; a relic is the better of two."""
    name = space_name(s.world, space)
    taken = next((one for one, player in s.now.players.items() if player.miner == space), None)
    if taken is not None:
        return Stakes(name, [Stake(T("The miner of {seat} stands there.", seat=seat_name(s.world, taken)))])
    options = [goods_of(option) for option in s.world.spaces[space].options]
    chance = [Stake(T("Into your camp: {goods}", goods=goods_words(goods)), 1.0) for goods in options]
    relics = max(goods[RELICS] for goods in options)
    unseen = _unseen(s)
    if relics and unseen:
        weapons = sum(isinstance(s.world.relics[one], Weapon) for one in unseen)
        chance.append(Stake(T("A weapon to choose"), at_least_one(weapons, len(unseen), DRAWN * relics)))
        chance.append(
            Stake(T("A transport to choose"), at_least_one(len(unseen) - weapons, len(unseen), DRAWN * relics))
        )
    camp = s.now.players[seat].camp
    lies = worth(camp.crystals) + max(worth({colour: goods[colour] for colour in COLOURS}) for goods in options)
    risk = [Stake(T("Then crystals worth {n} lie in your camp, until they are carried away.", n=lies))] if lies else []
    return Stakes(name, [Stake(T("Your bid is paid already."))], risk, chance)
