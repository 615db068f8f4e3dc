"""The whole picture for people: put together from what is asked, what can be done, and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import Ask, Over, RollAsk
from companion.core.texts import Words
from companion.games.crash.asks import PlacementAsk
from companion.games.crash.names import seat_name
from companion.games.crash.presenter import choices as offered
from companion.games.crash.presenter import picture
from companion.games.crash.presenter.boards import boards
from companion.games.crash.presenter.labels import CHANCE, piece_name, seat_icon, seated_words
from companion.games.crash.presenter.log_lines import face_words
from companion.games.crash.presenter.notices import notices
from companion.games.crash.presenter.prompts import prompt
from companion.games.crash.presenter.tips import tips
from companion.games.crash.presenter.ways import pad
from companion.games.crash.state import State, seated
from companion.games.crash.words import DICE
from companion.scene.scene import DieView, Rank, Scene


def legal(s: State) -> Sequence[Answer]:
    """The answers to the open question; none for a roll and after the end."""
    return (s.agenda[-1].legal(s) or []) if s.agenda else []


def scene(s: State, ask: Ask) -> Scene:
    """The scene of a state whose open question is ``ask``."""
    answers = legal(s)
    found = offered.choices(s, ask, answers)
    names = _face_names(ask)
    return Scene(
        prompt=prompt(s, ask),
        dice=[DieView(die, "paper", name=_die_name(s, ask, die)) for die in ask.dice]
        if isinstance(ask, RollAsk)
        else [],
        faces=list(names),
        face_names=names,
        choices=found,
        groups=offered.groups(s, found),
        notices=notices(s),
        result="end" if isinstance(ask, Over) else None,
        order=picture.order(s),
        rows=picture.rows(s),
        boards=boards(s, ask),
        ranking=_ranking(s, s.now.result["winner"]) if s.now.result is not None else [],
        tips=tips(s, ask),
        grid=picture.grid(s, ask),
        pad=pad(s, ask, answers),
    )


def _die_name(s: State, ask: Ask, die: str) -> Words:
    """What is placed by a die, where that is what it is for, else what people call the die."""
    return piece_name(s.world, ask.piece) if isinstance(ask, PlacementAsk) else CHANCE[die]


def _face_names(ask: Ask) -> dict[str, Words]:
    """The sides of the die that is rolled, and what they are called."""
    if not isinstance(ask, RollAsk):
        return {}
    return {str(face): face_words(face) for die in ask.dice for face in DICE[die]}


def _ranking(s: State, winner: str) -> list[Rank]:
    """The winner (R-CG-74), then the others by their seated crew."""
    crew = {seat: seated(s, seat) for seat in s.world.seats}
    others = sorted((seat for seat in s.world.seats if seat != winner), key=lambda seat: -crew[seat])
    return [
        Rank(
            seat,
            seat_name(s.world, seat),
            seat_icon(s.world, seat),
            1 if seat == winner else 2 + sum(crew[other] > crew[seat] for other in others),
            seated_words(crew[seat]),
            winner=seat == winner,
        )
        for seat in [winner, *others]
    ]
