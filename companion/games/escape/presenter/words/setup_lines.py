"""The setup as a short check-list in the order of RULES 2.2, including parts the companion never asks about.

What all players do alike is one line.
"""

from __future__ import annotations

from companion.core.instructions import Instruction
from companion.core.texts import T, Text, Words, listed
from companion.games.escape.presenter.words.labels import seats_listed, tile_name
from companion.games.escape.words import CASH, CUBES, GANG, GANG_AT_HQ, GANG_MARKERS, GAS, HANDCUFFS, LETTERS, WOUNDS
from companion.games.escape.world import World
from companion.scene.scene import Line


def is_set_up(todo: Instruction) -> bool:
    """True for an instruction that occurs only in setup: the time marker comes out of the box."""
    return todo.verb == "place" and todo.piece == "time:marker"


def set_up(w: World) -> list[Line]:
    """The check-list for this pack and these seats."""
    return [*_board(w), *_supplies(w), *_players(w)]


def _line(icon: str, words: Words, rule: str, sign: str = "+", deck: str | None = None) -> Line:
    return Line(sign, icon, words, None, rule, deck=deck)


def _board(w: World) -> list[Line]:
    start = listed([tile_name(w, tile) for tile in w.start_tiles])
    return [
        _line("tile", T("the board in the middle, the side for {n} players", n=len(w.seats)), "R-EP-11"),
        _line("tile", T("{tiles} on the two marked places, arrows the same way", tiles=start), "R-EP-12"),
        _line("tile", T("city tiles by letter, shuffled: stacks {letters}", letters=listed(list(LETTERS))), "R-EP-13"),
        _line("patrol", T("shuffle the patrol cards; one goes back into the box unseen"), "R-EP-15", deck="patrol"),
        _line("bag", T("all {n} officers into the bag", n=sum(w.officers.values()) + w.unknown["officers"]), "R-EP-16"),
        _line("business", T("{n} business tiles face up on the board", n=len(w.business)), "R-EP-19"),
        _line("safe_house", T("{n} safe house tiles face up on the board", n=len(w.safe_houses)), "R-EP-19"),
    ]


def _supplies(w: World) -> list[Line]:
    keys = sum(n for what, n in w.printed.items() if what.startswith("key:"))
    lockers = sum(n for what, n in w.printed.items() if what.startswith("locker:"))
    backs = listed([w.word(back) for back in w.backs])
    hq = tile_name(w, w.headquarters)
    return [
        _line(f"key:{w.keys[0]}", T("{n} keys at random, face up at the safe houses", n=keys), "R-EP-20"),
        _line("fixer", T("{n} fixer tiles in one stack", n=w.printed["fixers"]), "R-EP-21"),
        _line(f"locker:{w.lockers[0]}", T("{n} lockers by colour, shuffled, face down", n=lockers), "R-EP-22"),
        _line("equipment", T("{n} equipment tiles by type, face up", n=w.printed["equipment"]), "R-EP-23"),
        _line("gas", T("{n} gas cans beside them", n=GAS), "R-EP-23"),
        _line(
            "exit_stack", T("exit tiles shuffled face down, one stack for each back: {backs}", backs=backs), "R-EP-24"
        ),
        _line("contacts", T("shuffle the contact cards"), "R-EP-25", "", "contacts"),
        _line("gang:member", T("{n} gang members on the board", n=GANG - GANG_AT_HQ), "R-EP-26"),
        _line("gang:member", T("{n} gang members on {tile}", n=GANG_AT_HQ, tile=hq), "R-EP-26"),
        _line("time:marker", T("the time marker on the first space"), "R-EP-27"),
        _line("handcuffs", T("{n} handcuffs cards, money and action discs beside the board", n=HANDCUFFS), "R-EP-27"),
    ]


def _players(w: World) -> list[Line]:
    hospital = next(tile_name(w, tile) for tile in w.start_tiles if w.tiles[tile].hospital)
    plan: Text = T("one escape plan each, face down; the rest go back into the box unseen")
    dealt = [] if w.options.private_plans else [_line("plan", plan, "R-EP-37")]
    return [
        _line("players", T("each player: a colour, its board, screen and pieces"), "R-EP-28"),
        _line("hospital", T("all pawns on {tile}", tile=hospital), "R-EP-29"),
        _line("cube", T("each: {n} income cubes on 0 to {last}", n=CUBES, last=CUBES - 1), "R-EP-30"),
        _line("asset", T("each: 3 badge assets on the item spaces"), "R-EP-31"),
        _line("asset:open", T("each: the extra action asset, unlocked, at $5k"), "R-EP-32"),
        _line("asset", T("each: 3 more assets on the contact spaces"), "R-EP-33"),
        _line("gang_marker", T("each: {n} gang markers in the gang area", n=GANG_MARKERS), "R-EP-34"),
        _line("wound", T("each: {n} wound cubes in the green box", n=WOUNDS), "R-EP-34"),
        _line("rest", T("each: first aid face up, rest tile sun side up"), "R-EP-34"),
        _line("notoriety", T("each: 4 notoriety cubes below the red and blue boxes"), "R-EP-35"),
        _line("cash", T("each: ${n}k behind the screen", n=CASH), "R-EP-36"),
        *dealt,
        _line("players", T("turn order: {seats}", seats=seats_listed(w.seats)), "R-EP-38"),
        _line("notoriety", T("all notoriety markers on {n}", n=w.pack.notoriety.start), "R-EP-39"),
    ]
