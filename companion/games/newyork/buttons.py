"""What the buttons say that a card has done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.core.buttons import CARD, HOLE, ButtonValue, CardButton
from companion.core.texts import T, Words
from companion.games.newyork.content import WILD, Role

MAFIA_BY_HAND: Final = {"en": "Put {n} mafia where the card says.", "es": "Coloca {n} de mafia donde diga la carta."}
AGAIN: Final = {"en": f"“{CARD}”: look at the card again.", "es": f"«{CARD}»: mirad otra vez la carta."}
RESULTS: Final = ("PHYS", "MENT", "SOC")
BY_FACE: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "PHYS": "Physical: do what the card says.", "MENT": "Mental: do what the card says.",
        "SOC": "Social: do what the card says.", "WILD": "Wildcard: do what the card says.",
    },
    "es": {
        "PHYS": "Físico: haced lo que dice la carta.", "MENT": "Mental: haced lo que dice la carta.",
        "SOC": "Social: haced lo que dice la carta.", "WILD": "Comodín: haced lo que dice la carta.",
    },
}  # fmt: skip
DIE_NAMES: Final = {
    "grey": T("a grey one"), "red": T("a red one"), "yellow": T("a yellow one"), "blue": T("a blue one"),
}  # fmt: skip
INFO_NAMES: Final = {"blue": T("blue info"), "red": T("red info"), "yellow": T("yellow info")}

ROLE_NAMES: Final[Mapping[Role, Words]] = {
    "father": T("Father"),
    "mother": T("Mother"),
    "daughter": T("Daughter"),
    "son": T("Son"),
}
NUMBERS: Final = (1, 2, 3)
TALLY: Final = (
    *(ButtonValue(f"+{n}", n) for n in NUMBERS),
    *(ButtonValue(f"\u2212{n}", -n) for n in NUMBERS),
)
CHOSEN: Final = T("on a square that you choose")
DEED_NAMES: Final[Mapping[str, Words]] = {
    "move": T("when somebody moves"), "ride": T("when somebody takes the subway"),
    "info": T("when somebody collects info"), "item": T("when somebody collects an item"),
    "use": T("when somebody uses an item"), "fight": T("when somebody removes mafia"),
}  # fmt: skip
"""What somebody does this round, and a card wants to be looked at again."""
FEWER_SKILLS: Final = ((T("each of us, one less"), "all"), (T("whose turn it is, one less"), "active"))
AT_RANDOM: Final = ButtonValue(T("a random place"), "random")
SOMEBODY: Final = (
    ButtonValue(T("each of us"), "all", icon="players"),
    ButtonValue(T("somebody of us"), "somebody", icon="hand"),
    ButtonValue(T("whose turn it is"), "active", icon="arrow"),
    *(ButtonValue(name, role, icon=f"figure:{role}") for role, name in ROLE_NAMES.items()),
)


def _by_hand(what: Mapping[str, str], n: int) -> dict[str, Any]:
    """A note of what hands put on squares that the box does not know."""
    return {"op": "note", "text": {language: words.format(n=n) for language, words in what.items()}}


def _reminder(when: str, until: str | None = None) -> dict[str, Any]:
    """The title of the card, when its time comes."""
    effect: dict[str, Any] = {"op": "later", "when": when, "do": [{"op": "note", "text": AGAIN}]}
    return effect if until is None else {**effect, "until": until}


def _die(die: str) -> dict[str, Any]:
    """A die is thrown, and hands do what the card says for its face."""
    faces = [*RESULTS, *([] if die == "grey" else [WILD])]
    texts = {face: {language: words[face] for language, words in BY_FACE.items()} for face in faces}
    return {
        "op": "die", "die": die,
        "on": [{"faces": [face], "do": [{"op": "note", "text": texts[face]}]} for face in faces],
    }  # fmt: skip


def _passes(words: Words, who: str, to: str, *, back: bool = False) -> ButtonValue:
    """Items that change hands."""
    effect = {"op": "pass_item", "who": who, "to": to}
    return ButtonValue(words, effect=effect | {"back": True} if back else effect)


BUTTONS: Final = (
    CardButton("alert", T("Alert"), "marker:alert", {"op": "alert", "n": HOLE}, TALLY),
    CardButton("story", T("Story"), "book", {"op": "story", "n": HOLE}, TALLY),
    CardButton("wound", T("Wound"), "wound", {"op": "wound", "who": HOLE}, SOMEBODY),
    CardButton("heal", T("Heal"), "first_aid", {"op": "heal", "who": HOLE}, SOMEBODY),
    CardButton(
        "mafia", T("Mafia"), "mafia", {"op": "place_mafia", "at": HOLE},
        (
            *(ButtonValue(f"+{n}", effect=_by_hand(MAFIA_BY_HAND, n)) for n in NUMBERS),
            ButtonValue("\u22121", effect={"op": "remove_mafia", "at": "choose"}),
            AT_RANDOM,
        ),
        "square",
    ),
    CardButton(
        "car", T("Police car"), "car", {"op": "add_car", "n": HOLE},
        (
            *TALLY[:2],
            ButtonValue("\u22121", effect={"op": "take_car", "from": "beside"}),
            ButtonValue(T("one drives on"), effect={"op": "move_car", "from": "choose", "to": "choose"}),
        ),
    ),
    CardButton(
        "item", T("Item"), "item", {"op": "gain_item", "who": HOLE},
        (*SOMEBODY, ButtonValue(CHOSEN, effect={"op": "place_item", "at": "choose"}, icon="table")),
    ),
    CardButton("lose", T("Hand in an item"), "box", {"op": "lose_item", "who": HOLE}, SOMEBODY),
    CardButton(
        "pass", T("Pass an item on"), "shuffle", {},
        (
            _passes(T("each of us, to the left"), "all", "left"),
            _passes(T("each of us, to the right"), "all", "right"),
            _passes(T("whose turn it is, to somebody"), "active", "somebody"),
            _passes(T("somebody of us, to whose turn it is"), "somebody", "active"),
            _passes(T("two of us swap"), "somebody", "somebody", back=True),
        ),
    ),
    CardButton(
        "info", T("Info"), "info:blue", {"op": "place_info", "at": HOLE},
        tuple(
            ButtonValue(T("{info} into the bag", info=name), effect={"op": "bag_add", colour: 1}, icon=f"info:{colour}")
            for colour, name in INFO_NAMES.items()
        ), "square",
    ),
    CardButton(
        "skill", T("Skill token"), "skill", {"op": "gain_skill", "who": HOLE},
        (*SOMEBODY, *(ButtonValue(words, effect={"op": "lose_skill", "who": who}) for words, who in FEWER_SKILLS)),
    ),
    CardButton(
        "die", T("Throw a die"), "dice", {},
        tuple(ButtonValue(name, effect=_die(die), icon=f"die:{die}") for die, name in DIE_NAMES.items()),
    ),
    CardButton("next", T("Remind us next round"), "clock", _reminder("round_start")),
    CardButton(
        "remind", T("Remind us"), "time", {},
        (
            ButtonValue(T("at the end of this round"), effect=_reminder("round_end")),
            ButtonValue(T("each turn of this round"), effect=_reminder("turn_start", "round")),
            ButtonValue(T("each round, until the end"), effect=_reminder("round_start", "scenario")),
            ButtonValue(T("each round, until the next story card"), effect=_reminder("round_start", "story_card")),
            *(ButtonValue(words, effect=_reminder(when, "round")) for when, words in DEED_NAMES.items()),
        ),
    ),
    CardButton("note", T("Something else"), "pen", {"op": "note", "text": HOLE}, typed=True),
)  # fmt: skip
