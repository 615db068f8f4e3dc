"""The recorded games of New York Crisis."""

from __future__ import annotations

from random import Random

from companion.table.table import Table
from tests.playthroughs.plans import Plan, Rulebook


def _mend(table: Table, random: Random) -> None:
    square = random.choice(sorted(table.state.world.squares))
    match random.randrange(4):
        case 0:
            table.undo(random.randint(1, 4))
        case 1:
            table.undo(2)
            table.redo(2)
        case 2:
            table.correct([{"fact": "mafia", "square": square, "value": random.randint(0, 2)}], "counted")
        case _:
            table.correct([{"fact": "info", "at": f"square:{square}", "token": "red", "value": 1}], "counted")


RULEBOOK = Rulebook("newyork", _mend, lambda last: str(last["ask"]["result"]["outcome"]))


def _plan(
    seats: str, story: str, options: str = "", *, asked: bool = False, whim: float = 0.0, mends: float = 0.0,
    wanted: str = "win",
) -> Plan:  # fmt: skip
    chosen = dict(option.split("=") for option in options.split())
    settings = {"story": story, **{f"nyc.{key}": value for key, value in chosen.items()}}
    return Plan(RULEBOOK, "manhattan_nights", seats, settings, asked, whim, mends, wanted)


PLANS = {
    "suitcase_one": _plan("father", "wrong_suitcase", whim=0.02),
    "suitcase_two": _plan("mother son", "wrong_suitcase", asked=True, whim=0.03),
    "suitcase_light": _plan("son father mother", "wrong_suitcase", "follow=light", asked=True),
    "voices_two": _plan("daughter father", "three_voices", "mafia_gate=no_interact grey_mode=add_each_reroll"),
    "voices_mended": _plan("mother daughter son", "three_voices", mends=0.06, whim=0.05, wanted="loss"),
    "voices_four": _plan(
        "son mother father daughter", "three_voices", "info_return=keep supply_empty=alert", asked=True
    ),
    "water_one": _plan("daughter", "high_water", "fbi_on_character=as_police solo_characters=1", wanted="loss"),
    "water_two": _plan("father son", "high_water", "newspaper_trips=all forced_move_first=false", whim=0.03),
    "water_light": _plan("mother father", "high_water", "follow=light cash_discard=supply", whim=0.05, wanted="loss"),
    "ball_four": _plan(
        "father mother daughter son", "masked_ball", "fight2_remote=true cash_range=anywhere", asked=True
    ),
    "ball_whims": _plan(
        "son daughter mother",
        "masked_ball",
        "cash_heal=same_square police_deck_empty=stop mafia_deck_empty=stop radio_as_placement=false",
        whim=0.25,
        wanted="loss",
    ),
    "ball_mended": _plan("mother father", "masked_ball", "raincoat_vs_forced=false", mends=0.05, whim=0.05, asked=True),
}
