"""What can be chosen before a game begins, in words (wire/crash.md, "Setup keys")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.core.setup import SetupChoice
from companion.core.texts import T, Text, Words
from companion.games.crash.content.pack import Pack
from companion.games.crash.options import CHOICES
from companion.games.crash.words import PAIR_OF_SAUCERS

_WORDS: Final[dict[str, tuple[Text, tuple[Text, ...], Text]]] = {
    "cg.follow": (
        T("What the companion follows"),
        (T("Everything: the board and every move"), T("Crew and crashes only; the board is yours")),
        T("With the board it resolves every chain of pushes. Without it you say who picked up what, and who crashed."),
    ),
    "cg.boosts_per_turn": (
        T("Boosts in a turn"),
        (T("One"), T("As many as there are boosters")),
        T("A boost flies as far as the card, in any direction."),
    ),
    "cg.own_push_direction": (
        T("Two players: your own other saucer, pushed onto an accelerator"),
        (T("Keeps the direction of the push"), T("Its player chooses the direction")),
        T("Only in that player's turn."),
    ),
    "cg.pass_crew": (
        T("Two players: passing crew between your saucers"),
        (T("At any step of a move"), T("Only at the end of a move")),
        T("When they are side by side, each may take the crew of its own colour."),
    ),
    "cg.two_player_seated": (
        T("Two players: who is ahead when stealing"),
        (T("Saucer against saucer"), T("Both saucers of a player together")),
        T("Crew can be stolen only from whoever has as many seated, or more."),
    ),
    "cg.two_player_start_energy": (
        T("Two players: energy at the start"),
        (T("One for each player"), T("One for each saucer")),
        T("With one for each player, everybody chooses which saucer has it."),
    ),
    "cg.upgrades_per_turn": (
        T("Upgrades bought in a turn"),
        (T("One"), T("As many as there is energy for")),
        T("Each costs 2 energy."),
    ),
}


def setup_choices() -> list[SetupChoice]:
    """How much is followed, as the basic choice; then every house rule, its default first."""
    return [_choice(key, values) for key, values in CHOICES.items()]


def _choice(key: str, values: tuple[str, ...]) -> SetupChoice:
    name, words, detail = _WORDS[key]
    named: list[tuple[str, Words]] = list(zip(values, words, strict=True))
    return SetupChoice(key, name, named, values[0], basic=key == "cg.follow", detail=detail)


def settings_for(pack: Pack, seats: Sequence[str]) -> dict[str, str]:
    """Players who sit down as colours fly saucers of these colours; with two players the other saucer of each is of
    the next colour that nobody has. Nothing where a seat is called otherwise."""
    if not set(seats) <= set(pack.colours):
        return {}
    if len(seats) != PAIR_OF_SAUCERS:
        return {"colours": ",".join(seats)}
    unused = [colour for colour in pack.colours if colour not in seats]
    return {"colours": ",".join(colour for seat, other in zip(seats, unused, strict=False) for colour in (seat, other))}
