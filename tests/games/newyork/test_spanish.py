"""Whoever chooses Spanish reads Spanish: whatever comes up in a game has its words in the catalogue or in the pack."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import Over
from companion.core.refusals import Refused
from companion.core.texts import SeatName, Text, Words, as_printed
from companion.games.newyork.answers import Fulfil
from companion.language import Language
from companion.packs.loader import load_pack
from companion.scene.scene import Card, Scene
from companion.table.table import Table
from tests.games.newyork.box import GAME
from tests.test_texts import catalogue

SPANISH = Language("es")
STORIES = ("wrong_suitcase", "three_voices", "high_water", "masked_ball")


def of_card(card: Card | None) -> list[Words | None]:
    return [] if card is None else [card.title, card.heading, card.text]


def of_scene(scene: Scene) -> Iterator[Words | None]:
    """Everything that a scene says."""
    yield from (scene.prompt.over, scene.prompt.title, scene.prompt.hint, *scene.notices)
    yield from (track.name for track in scene.tracks)
    yield from (die.name for die in scene.dice)
    yield from scene.face_names.values()
    for thing in (*scene.choices, *scene.groups):
        yield from (thing.label, thing.detail)
    for seat in scene.seats:
        yield from (seat.name, seat.note, *(piece.name for piece in seat.pieces))
    for spot in scene.board.spots if scene.board is not None else []:
        yield from (spot.name, *(piece.name for piece in spot.pieces))
    for card in (scene.card, *scene.story):
        yield from of_card(card)


def untranslated(words: Words | None) -> Iterator[str]:
    """The parts of ``words`` that would be said in English to somebody who chose Spanish."""
    if isinstance(words, SeatName):
        yield from untranslated(as_printed(words))
    elif isinstance(words, Text):
        known = catalogue().get(words.msgid)
        if known is None or not known.string:
            yield words.msgid
        for part in words.args.values():
            yield from untranslated(part)
    elif isinstance(words, dict):
        if not words.get("es"):
            yield str(words)
    elif isinstance(words, str) and any(letter.isalpha() for letter in words):
        yield words


def whole_game(story: str, follow: str, seed: int) -> Iterator[Words | None]:
    """Everything that is said in a game in which people do whatever is possible."""
    luck = Random(seed)
    settings = {"story": story, "nyc.follow": follow}
    dealer = Dealer(f"{story} {seed}")
    table = Table(GAME, load_pack(GAME), ["daughter", "father"], settings, dealer=dealer, auto=False)
    yield from (line.words for line in GAME.presenter.lines(table.state, table.opening))
    while not isinstance(table.ask, Over):
        yield from of_scene(table.scene())
        legal = table.legal() or []
        played = table.deal() if table.can_deal else table.answer(luck.choice(legal))
        yield from (line.words for line in GAME.presenter.lines(table.state, played.instructions))
        for part in played.entries:
            if part.answer is not None:
                yield GAME.presenter.describe(table.state, part.answer)
                yield from of_card(GAME.presenter.card(table.state, part.answer))
    yield from of_scene(table.scene())


@pytest.mark.parametrize("follow", ["full", "light"])
@pytest.mark.parametrize("story", STORIES)
def test_everything_that_is_said_in_a_game_has_its_spanish(story: str, follow: str) -> None:
    said = list(whole_game(story, follow, seed=7))
    assert {part for words in said for part in untranslated(words)} == set()


def test_nothing_english_is_heard_in_a_spanish_game() -> None:
    """Words that are English and nothing else, looked for in what is really said."""
    heard = " ".join(SPANISH.say(words) for words in whole_game("masked_ball", "full", seed=3)).lower()
    for name in ("el village", "the village", "the heights"):
        heard = heard.replace(name, "")
    assert not {"the", "of", "your", "roll", "dice", "turn", "with"} & set(heard.split())


def test_set_up_speaks_spanish() -> None:
    pack = load_pack(GAME).pack
    said: list[Words | None] = [name for _, name in GAME.rules.seats(pack)]
    said += [GAME.presenter.chance_name(item) for item in GAME.rules.chance_items]
    for choice in GAME.rules.setup_choices(pack):
        said += [choice.name, choice.detail, *(name for _, name in choice.values)]
    assert {part for words in said for part in untranslated(words)} == set()


def test_a_refusal_speaks_spanish() -> None:
    table = Table(GAME, load_pack(GAME), ["son"], {}, dealer=Dealer("no"), auto=False)
    with pytest.raises(Refused) as no:
        table.answer(Fulfil("final"))
    assert set(untranslated(no.value.text)) == set()
    assert SPANISH.say(no.value.text) != no.value.text.msgid


def test_facing_and_evading_are_not_swapped() -> None:
    """C-NYC-01: the physical one is "enfrentarse" and lets nobody leave, the social one "esquivar"."""
    assert SPANISH.say(Text("Dodge the mafia here")) == "Enfrentarse a la mafia"
    assert SPANISH.say(Text("Avoid the mafia here")) == "Esquivar a la mafia"
    assert "pero te quedas" in SPANISH.say(Text("Dodge it: no wounds, but you stay here"))
