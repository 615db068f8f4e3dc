"""How New York Crisis looks and reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.instructions import Instruction
from companion.core.texts import T, Words
from companion.core.validation import entries
from companion.games.newyork.content.effect_data import RESERVED
from companion.games.newyork.content.effect_parsing import WORDS_FOR
from companion.games.newyork.presenter import picture
from companion.games.newyork.presenter.places import places
from companion.games.newyork.presenter.questions.choices import choices
from companion.games.newyork.presenter.questions.forms import entered, filled, fillings
from companion.games.newyork.presenter.questions.groups import used_groups
from companion.games.newyork.presenter.questions.prompts import chapter, prompt
from companion.games.newyork.presenter.questions.tips import tips
from companion.games.newyork.presenter.reveals import reveals
from companion.games.newyork.presenter.stakes import stakes
from companion.games.newyork.presenter.words import log_lines as describing
from companion.games.newyork.presenter.words.box import BOX, ICONS, box_card
from companion.games.newyork.presenter.words.labels import CHANCE, FACE_NAMES, SEATS
from companion.games.newyork.presenter.words.lines import lines
from companion.games.newyork.presenter.words.notices import notices
from companion.games.newyork.state import State
from companion.games.newyork.why import WHY
from companion.games.newyork.why.headings import HEADINGS
from companion.games.newyork.words import FBI
from companion.scene.gauges import Gauge
from companion.scene.presenter import Presenter
from companion.scene.reveals import Reveal
from companion.scene.scene import Card, Line, Place, Scene
from companion.scene.stakes import Stakes


class NewYorkPresenter(Presenter[State]):
    """The presenter of New York Crisis."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("mafia_cards", "police_cards", "scenarios.*.cards")
    box_icons = ICONS

    words: ClassVar[Mapping[str, Words]] = {**CHANCE, **{f"seat:{seat}": name for seat, name in SEATS.items()}}

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask, answers = self.rules.ask(state), self.rules.legal(state) or []
        offered = choices(state, answers)
        return Scene(
            prompt=prompt(state, ask, answers),
            tracks=picture.tracks(state),
            board=picture.board(state),
            seats=picture.seats(state),
            dice=picture.dice(state, ask),
            faces=picture.faces(ask),
            face_names=dict(FACE_NAMES),
            choices=offered,
            groups=used_groups(offered),
            notices=notices(state),
            card=describing.event_card(state),
            story=describing.story_cards(state),
            result=self._result(ask),
            tips=tips(state, ask, offered),
            fillings=fillings(state, answers),
        )

    def filled(self, state: State, template: Answer, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
        """A story card, filled in."""
        return filled(template, amounts, names)

    def entered(self, state: State, template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
        """What fills in a story card."""
        return entered(template, answer)

    def named_in(self, data: Mapping[str, Any], sort: str) -> Mapping[str, Words]:
        """Squares, and the words that stand for one in an effect."""
        squares = {str(square.get("id")): square.get("name", "") for _, square in entries(data, "board", "squares")}
        besides = WORDS_FOR.get(sort, frozenset()) if sort else RESERVED
        return squares | {name: BOX[f"={name}"] for name in sorted(besides)}

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """Mafia and police cards."""
        return box_card(self.named_in(data, "square"), table, row)

    def places(self, state: State) -> list[Place]:
        """What should lie where, place by place."""
        return places(state)

    def stakes(self, state: State, spot: str) -> Stakes | None:
        """The squares."""
        return stakes(state, spot)

    def lines(self, state: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
        return lines(state, instructions)

    def card(self, state: State, answer: Answer) -> Card | None:
        """The card that an answer has just turned up, None if it was no card."""
        return describing.card(state, answer)

    def reveals(
        self, state: State, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]
    ) -> list[Reveal]:
        """The steps of the alert."""
        return reveals(state, instructions)

    def printed_at(self, state: State, answer: Answer) -> str | None:
        """The square of a police card, that of the mafia of a mafia card."""
        return describing.printed_at(state.world, answer)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list."""
        return describing.describe(state.world, answer)

    def outcome(self, state: State, answer: Answer) -> Words:
        """The square of a card, or what a token is: what one waits for, without the rest of the card."""
        return describing.outcome(state.world, answer)

    def gauges(self, state: State) -> list[Gauge]:
        """Alert and story; then mafia, police cars and FBI on the squares, and the wounds of all together."""
        now, length = state.now, state.world.story_length
        tracks, board = T("Alert and story"), T("Against the family")
        wounds = sum(character.wounded for character in now.characters.values())
        return [
            Gauge("alert", tracks, T("Alert"), now.alert, "marker:alert", "red", "triangle", now.limit, weight=1),
            Gauge("story", tracks, T("Story"), now.story, "marker:story", "blue", "diamond", length, weight=1),
            Gauge("mafia", board, T("Mafia"), sum(now.mafia.values()), "mafia", "purple", "square", weight=0.3),
            Gauge("cars", board, T("Police"), sum(now.cars.squares.values()), "car", "blue", "disc", weight=0.2),
            Gauge("fbi", board, T("FBI"), len(now.fbi), "fbi", "yellow", "triangle", FBI, weight=2),
            Gauge("wounds", board, T("Wounds"), wounds, "wound", "red", "diamond", weight=0.9),
        ]

    def chapter(self, state: State) -> Words:
        """The round that is being played."""
        return chapter(state)
