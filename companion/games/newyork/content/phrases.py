"""The phrases for effects and needs (wire/newyork.md sections 6 and 7)."""

from __future__ import annotations

from companion.core.phrases import Parts, Phrase, Phrases
from companion.games.newyork.content.effect_data import (
    AddCar,
    AlertEffect,
    BagAdd,
    Close,
    Forbid,
    GainAction,
    GainItem,
    GainSkill,
    Heal,
    Modify,
    MoveCar,
    Need,
    Note,
    PlaceInfo,
    PlaceItem,
    PlaceMafia,
    RemoveMafia,
    StoryEffect,
    TaskEffect,
    TokenEffect,
    Wound,
)

NEED = Parts(
    Phrase(Need, "no mafia", "no mafia", {"clear": True}),
    Phrase(Need, "{pay.PHYS} physical", "2 physical"),
    Phrase(Need, "{pay.MENT} mental", "1 mental"),
    Phrase(Need, "{pay.SOC} social", "1 social"),
    Phrase(Need, "{together} together", "2 together"),
    Phrase(Need, "{items} item(s)", "2 items"),
    Phrase(Need, "{gone} gone", "witness gone"),
    Phrase(Need, "as the table says", "as the table says", {"table": True}),
)

PHRASES = Phrases(
    [
        Phrase(AlertEffect, "alert {n:+}", "alert +2"),
        Phrase(PlaceMafia, "place [{n} ]mafia on {at}", "place 2 mafia on event"),
        Phrase(RemoveMafia, "remove [{n} ]mafia from {at}", "remove all mafia from event"),
        Phrase(PlaceInfo, "place [{n} ][{colour} ]info on {at}", "place 1 blue info on random"),
        Phrase(PlaceItem, "place item on {at}", "place item on each_character"),
        Phrase(BagAdd, "add to bag[ {blue} blue][ {red} red][ {yellow} yellow]", "add to bag 1 blue 2 red"),
        Phrase(MoveCar, "move car from {from} to {to}", "move car from choose to beside"),
        Phrase(AddCar, "add [{n} ]car(s)", "add 1 car"),
        Phrase(Heal, "heal [{n} ]wound(s) of {who}", "heal 1 wound of all"),
        Phrase(Wound, "wound {who}[ {n} time(s)]", "wound active 2 times"),
        Phrase(GainSkill, "gain [{n} ]skill(s) for {who}", "gain 1 skill for active"),
        Phrase(GainItem, "gain item for {who}", "gain item for all"),
        Phrase(GainAction, "gain [{n} ]action(s)", "gain 1 action"),
        Phrase(StoryEffect, "story[ {n:+}]", "story +1"),
        Phrase(TokenEffect, "token {token} {n:+} on {at}", "token witness +1 on here"),
        Phrase(Modify, "change {what} by {n:+} this {until}", "change item cost by -1 this round"),
        Phrase(Forbid, "forbid {what} this {until}", "forbid subway this round"),
        Phrase(Close, "close {at} this {until}", "close event this round"),
        Phrase(Note, "note {text}", 'note "Shuffle the deck."'),
        Phrase(
            TaskEffect,
            "task {id} on {at|anywhere} needs {need}: {text}[ then {then}][ else {else}] this {until}",
            'task van on event needs 1 mental: "Unplug it." then (gain 1 skill for active) else (alert +2) this round',
        ),
    ],
    [NEED],
)
