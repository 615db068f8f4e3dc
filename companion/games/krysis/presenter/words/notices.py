"""Notices: departing teams, the bank, relics, declared homes."""

from __future__ import annotations

from companion.core.texts import T, Words
from companion.games.krysis.presenter.words.labels import goods_words, seat_name, seats_listed
from companion.games.krysis.state import State, all_homes, deserted


def notices(s: State) -> list[Words]:
    """Most urgent first."""
    now, w = s.now, s.world
    if now.result is not None:
        return []
    found: list[Words] = []
    if now.leaving and now.active is not None:
        found.append(T("The team of {seat} leaves at the end of the turn", seat=seat_name(w, now.active)))
    gone = [seat for seat in w.seats if deserted(s, seat)]
    if gone:
        found.append(T("Deserted camps: {seats}", seats=seats_listed(w, gone)))
    if now.bank is not None:
        found.append(T("Bank: {goods}", goods=goods_words(now.bank)))
    found.append(
        T("Relics: {deck} in the deck, {discard} discarded", deck=len(now.relic_deck), discard=len(now.relic_discard))
    )
    found.append(T("At home, all together: {goods}", goods=goods_words(all_homes(s))))
    return found
