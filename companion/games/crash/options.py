"""The setup keys of Crash & Grab (WIRE.md, "Setup keys"): house rules, colours, crew, markers, board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.core.refusals import BadSetup
from companion.core.setup import SetupChoice, check_settings
from companion.core.texts import T
from companion.games.crash.content import ROTATIONS, SIDES, CrashPack, LaidTile, TileSlot, fitting

# House rules of Crash & Grab in words, and other setup keys (WIRE.md, "Setup keys").

FOLLOW: Final = "cg.follow"
HOUSE_RULES: Final = (
    SetupChoice(
        FOLLOW,
        T("What the companion follows"),
        [
            ("full", T("Everything: the board and every move")),
            ("light", T("Crew and crashes only; the board is yours")),
        ],
        "full",
        basic=True,
        detail=T(
            "With the board it resolves every chain of pushes. Without it you say who picked up what, and who crashed."
        ),
    ),
    SetupChoice(
        "cg.boosts_per_turn",
        T("Boosts in a turn"),
        [("1", T("Only one")), ("unlimited", T("As many as there are boosters"))],
        "1",
        detail=T("A boost flies as far as the card, in any direction."),
    ),
    SetupChoice(
        "cg.own_push_direction",
        T("Two players: your own other saucer, pushed onto an accelerator"),
        [("pushed", T("Keeps the direction of the push")), ("choose", T("Its player chooses the direction"))],
        "pushed",
        detail=T("Only in that player's turn."),
    ),
    SetupChoice(
        "cg.pass_crew",
        T("Two players: passing crew between your saucers"),
        [("any_step", T("At any step of a move")), ("end_only", T("Only at the end of a move"))],
        "any_step",
        detail=T("When they are side by side, each may take the crew of its own colour."),
    ),
    SetupChoice(
        "cg.two_player_seated",
        T("Two players: who is ahead when stealing"),
        [("saucer", T("Saucer against saucer")), ("player", T("Both saucers of a player together"))],
        "saucer",
        detail=T("Crew can be stolen only from whoever has as many seated, or more."),
    ),
    SetupChoice(
        "cg.two_player_start_energy",
        T("Two players: energy at the start"),
        [("one_per_player", T("One for each player")), ("one_per_saucer", T("One for each saucer"))],
        "one_per_player",
        detail=T("With one for each player, everybody chooses which saucer has it."),
    ),
    SetupChoice(
        "cg.upgrades_per_turn",
        T("Upgrades bought in a turn"),
        [("1", T("Only one")), ("unlimited", T("As many as there is energy for"))],
        "1",
        detail=T("Each costs 2 energy."),
    ),
)
"""Full or light mode as a basic choice, then every house rule, default first."""
CHOICES: Final = {choice.key: tuple(value for value, _ in choice.values) for choice in HOUSE_RULES}
"""The values of each."""
LIGHT_ONLY: Final = SetupChoice(
    FOLLOW,
    HOUSE_RULES[0].name,
    [HOUSE_RULES[0].values[1]],
    "light",
    basic=True,
    detail=T("Not all tiles of this box are laid yet: the board is yours until they are."),
)
KEYS: Final = ("colours", "extra", "markers", "board", *CHOICES)


class CrashOptions(Struct, frozen=True):
    """The options of a table: ``house`` as the facts show them, and the fields that rules read."""

    house: dict[str, str]
    light: bool
    many_boosts: bool
    steers_twin: bool
    passes_at_end: bool
    compares_players: bool
    energy_each: bool
    many_upgrades: bool


def read_options(settings: Mapping[str, str], *, whole: bool = True) -> CrashOptions:
    """Parse the house rules in the ``--set`` pairs.

    Raises ``BadSetup`` for an unknown key or value, and for full mode on a board that is not ``whole``.
    """
    check_settings(settings, KEYS, CHOICES)
    if not whole and settings.get(FOLLOW) != "light":
        raise BadSetup(T("Not all tiles are laid in this box: lay the rest, or play with {key}=light.", key=FOLLOW))
    house = {choice.key: settings.get(choice.key, choice.default) for choice in HOUSE_RULES}
    return CrashOptions(
        house,
        light=house["cg.follow"] == "light",
        many_boosts=house["cg.boosts_per_turn"] == "unlimited",
        steers_twin=house["cg.own_push_direction"] == "choose",
        passes_at_end=house["cg.pass_crew"] == "end_only",
        compares_players=house["cg.two_player_seated"] == "player",
        energy_each=house["cg.two_player_start_energy"] == "one_per_saucer",
        many_upgrades=house["cg.upgrades_per_turn"] == "unlimited",
    )


# The setup keys that name pieces: colours, extra crew, markers and board (WIRE.md, "Setup keys").


def read_colours(value: str | None, pack: CrashPack, saucers: int) -> tuple[str, ...]:
    """The saucers in seat order: distinct colours, by default the first ones of the pack."""
    if value is None:
        return tuple(pack.colours[:saucers])
    colours = tuple(value.split(","))
    if len(colours) != saucers or len(set(colours)) != saucers or not set(colours) <= set(pack.colours):
        raise BadSetup(
            T(
                "colours must be {n} different ones of {names}, separated by commas, not {value}.",
                n=saucers,
                names=", ".join(pack.colours),
                value=value,
            )
        )
    return colours


def read_extra(value: str | None, pack: CrashPack, saucers: Sequence[str]) -> str | None:
    """The colour whose crew is added (R-CG-13); None if all six are in play."""
    unused = [colour for colour in pack.colours if colour not in saucers]
    if value is None:
        return unused[0] if unused else None
    if not unused:
        raise BadSetup(T("With six players there is no extra crew to choose."))
    if value not in unused:
        raise BadSetup(T("extra can be {values}, not {value}.", values=", ".join(unused), value=value))
    return value


def read_markers(value: str | None, pack: CrashPack) -> tuple[str, ...]:
    """The direction markers above, right of, below and left of the board (R-CG-06)."""
    if value is None:
        return tuple(pack.directions)
    markers = tuple(value.split(","))
    if sorted(markers) != sorted(pack.directions):
        raise BadSetup(
            T(
                "markers must be {names} for {sides}, each once, separated by commas, not {value}.",
                names=", ".join(pack.directions),
                sides=", ".join(SIDES),
                value=value,
            )
        )
    return markers


def read_board(value: str | None, pack: CrashPack, slots: Sequence[TileSlot]) -> tuple[LaidTile, ...] | None:
    """The tile in each slot; None if chance places them (R-CG-05)."""
    if value is None or value == "random":
        return None
    laid = tuple(_tile(word, pack) for word in value.split(","))
    if len(laid) != len(slots):
        raise BadSetup(T("board must name a tile for each of the {n} places, or be random.", n=len(slots)))
    if len({one.tile for one in laid}) != len(laid):
        raise BadSetup(T("board may name each tile only once."))
    tiles = {tile.id: tile for tile in pack.tiles}
    for number, (one, slot) in enumerate(zip(laid, slots, strict=True), 1):
        if one.tile not in slot.tile_pool or one.rotation not in fitting(tiles[one.tile], slot):
            raise BadSetup(
                T("{tile}@{rotation} does not fit place {n}.", tile=one.tile, rotation=one.rotation, n=number)
            )
    return laid


def _tile(word: str, pack: CrashPack) -> LaidTile:
    name, _, turn = word.partition("@")
    rotation = next((rotation for rotation in ROTATIONS if str(rotation) == turn), None)
    if rotation is None or all(tile.id != name for tile in pack.tiles):
        raise BadSetup(T("{word} is not a tile of this pack with its rotation, as in corner@90.", word=word))
    return LaidTile(name, rotation)
