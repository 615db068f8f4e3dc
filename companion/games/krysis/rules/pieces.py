"""All changes to pieces, each made and instructed at once (R-GEN-10; WIRE.md 8)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.core.todo import move, place, remove
from companion.games.krysis.content import COLOURS
from companion.games.krysis.state import Stash, State, active, camp_at, home_at, home_of

BANK_VP = 2
"""For each good that is brought to the bank (R-KR-48)."""


def check_company(s: State, seat: str, agent: str) -> None:
    """R-KR-06: refuse an agent of another company."""
    if agent != UNKNOWN and s.world.company_of_agent[agent] != s.world.companies[seat]:
        raise Refused("illegal", T("That agent belongs to another company."), "R-KR-06")


def from_bank(s: State, store: Stash, at: str, crystals: Mapping[str, int], rule: str) -> None:
    """Crystals from the bank, as many of each colour as it has (G-KR-13)."""
    bank = s.now.bank
    for colour, wanted in crystals.items():
        n = wanted if bank is None else min(wanted, bank[colour])
        if n:
            if bank is not None:
                bank[colour] -= n
            store.crystals[colour] += n
            place(s, f"crystal:{colour}", at, n, rule)


def to_bank(s: State, store: Stash, at: str, crystals: Mapping[str, int], rule: str) -> None:
    """Crystals into the bank."""
    bank = s.now.bank
    for colour, n in crystals.items():
        if n:
            store.crystals[colour] -= n
            remove(s, f"crystal:{colour}", at, n, rule)
            if bank is not None:
                bank[colour] += n


def carry(s: State, source: Stash, frm: str, target: Stash, to: str, crystals: Mapping[str, int], rule: str) -> None:
    """Crystals from one place to another."""
    for colour in COLOURS:
        n = crystals[colour]
        source.crystals[colour] -= n
        target.crystals[colour] += n
        move(s, f"crystal:{colour}", frm, to, n, rule)


def put_relic(pile: list[str], relic: str) -> None:
    """Add a relic to a pile, which stays sorted."""
    pile.append(relic)
    pile.sort()


def move_relic(s: State, pile: list[str], frm: str, target: list[str], to: str, relic: str, rule: str) -> None:
    """A relic from one pile to another."""
    pile.remove(relic)
    put_relic(target, relic)
    move(s, "relic", frm, to, rule=rule)


def discard_relic(s: State, pile: list[str], at: str, relic: str, rule: str) -> None:
    """Discard a relic; its name is kept only if relics are tracked."""
    pile.remove(relic)
    put_relic(s.now.relic_discard, relic if s.world.options.knows_relics else UNKNOWN)
    move(s, "relic", at, "discard:relics", rule=rule)


def refill_deck(s: State) -> None:
    """R-KR-27: an empty relic deck is refilled from the discard when a card is needed."""
    if s.now.relic_deck or not s.now.relic_discard:
        return
    move(s, "relic", "discard:relics", "deck:relics", len(s.now.relic_discard), "R-KR-27")
    s.now.relic_deck, s.now.relic_discard = s.now.relic_discard, []


def score(s: State, seat: str, vp: int, rule: str) -> None:
    """Advance the score cube."""
    player = s.now.players[seat]
    move(s, f"cube:{seat}", f"score:{player.vp}", f"score:{player.vp + vp}", rule=rule)
    player.vp += vp


def bank_goods(s: State, seat: str, n: int, rule: str) -> None:
    """R-KR-48: 2 VP for each good at the bank."""
    score(s, seat, BANK_VP * n, rule)


def leave_camp(s: State, seat: str, rule: str) -> None:
    """R-KR-49, R-KR-76: the team and the face-up relics are discarded."""
    player = s.now.players[seat]
    for relic in list(player.up):
        discard_relic(s, player.up, camp_at(seat), relic, rule)
    move(s, "agent", f"team:{seat}", f"discard:{seat}", len(player.team), rule)
    player.discard = sorted([*player.discard, *player.team])
    player.team = []


def move_miner(s: State, seat: str, space: str, rule: str) -> None:
    """A miner onto a space."""
    player = s.now.players[seat]
    if player.miner is None:
        place(s, f"miner:{seat}", f"space:{space}", rule=rule)
    else:
        move(s, f"miner:{seat}", f"space:{player.miner}", f"space:{space}", rule=rule)
    player.miner = space


def send_relic(s: State, camp: str, relic: str, to: str, rule: str) -> None:
    """Move a face-down relic of a camp to the active player's destination."""
    seat, source = active(s), s.now.players[camp].camp.relics
    if to == "bank":
        discard_relic(s, source, camp_at(camp), relic, rule)
        bank_goods(s, seat, 1, "R-KR-48")
    elif to == "home":
        move_relic(s, source, camp_at(camp), home_of(s, seat).relics, home_at(s, seat), relic, rule)
    else:
        move_relic(s, source, camp_at(camp), s.now.players[seat].camp.relics, camp_at(seat), relic, rule)
