"""What the companion would do in the place of people: only if asked, only for this question, and never in the log."""

from __future__ import annotations

from random import Random

import pytest

from companion.chance.playing import Trials
from companion.chance.thinking import OPINION, Dilemma
from companion.core.texts import T, plain
from companion.games.krysis.answers import Keep
from companion.session.companions import Because, because, chance_in_words
from companion.session.opinion import Opinions
from companion.session.session import Session
from tests.session.thinking import (
    QuickMind,
    companion_table,
    finish_thinking,
    play_a_step,
    think_for,
    thinking_session,
)


@pytest.fixture(autouse=True)
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    think_for(monkeypatch, 0.05)


def at_a_choice(name: str, alone: bool | None = False, number: int = 1) -> Session:
    """A game of people only at a question with something to choose; ``alone``: asked of one seat alone, None: any."""
    session, _ = thinking_session(companion_table(name, ["person", "person"]))
    table, luck = session.table, Random(number)
    while True:
        play_a_step(session, QuickMind(lambda *_: None), luck)
        free = session.opinions.why_not is None and not session.pages and len(table.legal() or ()) > 2
        if free and table.rev > 20 and alone in (None, table.ask.only is not None):
            return session


def asked(session: Session) -> QuickMind:
    """Ask for an opinion; the mind that thinks about it."""
    minds: list[QuickMind] = []

    def mind(heard: object) -> QuickMind:
        minds.append(QuickMind(heard, hurried=False))  # type: ignore[arg-type]
        return minds[0]

    session.ask_opinion(lambda: None, mind=mind)
    return minds[0]


@pytest.mark.by_turns
@pytest.mark.parametrize(("name", "alone"), [("thousand", None), ("newyork", None), ("crash", None), ("krysis", False),
                                             ("krysis", True)])  # fmt: skip
def test_the_best_three_answers_with_their_chances_and_nothing_of_it_in_the_log(
    monkeypatch: pytest.MonkeyPatch, name: str, alone: bool | None
) -> None:
    think_for(monkeypatch, 1.5)
    session = at_a_choice(name, alone)
    table, before = session.table, (session.table.hash(), list(session.table.log))
    mind = asked(session)
    assert session.opinions.thinks
    assert session.opinions.best is None
    assert [dilemma.level for dilemma in mind.asked] == [OPINION]
    assert mind.finish()
    session.hear_opinion()
    best = session.opinions.best
    assert best is not None
    assert 2 <= len(best) <= 3
    assert all(0 <= one.chance <= 1 and plain(one.words) for one in best)
    assert [one.chance for one in best] == sorted((one.chance for one in best), reverse=True)
    assert mind.closed, "nothing is left that could think"
    assert (table.hash(), list(table.log)) == before
    assert OPINION not in str(table.notes)


def test_what_only_its_seat_may_read_is_named_in_its_opinion() -> None:
    session, luck = Session(companion_table("krysis", ["person", "person"])), Random(1)
    while session.pages or not isinstance((session.table.legal() or [None])[0], Keep):
        play_a_step(session, QuickMind(lambda *_: None), luck)
    table = session.table

    class Told(QuickMind):
        def think(self, dilemma: Dilemma) -> None:
            self._heard(dilemma.number, [Trials(answer, 100, won=50.0) for answer in table.legal() or []])

    session.ask_opinion(lambda: None, mind=Told)
    session.hear_opinion()
    names = {plain(choice.label) for choice in session.scene.choices}
    said = [plain(one.words) for one in session.opinions.best or ()]
    assert len(said) == len(names) == 2
    assert all(any(words.startswith(f"{name}: ") for words in said) for name in names), said


def test_to_do_nothing_is_called_in_an_opinion_as_on_its_button() -> None:
    seen: set[str] = set()
    session, luck = Session(companion_table("crash", ["person", "person"])), Random(1)

    class Told(QuickMind):
        def think(self, dilemma: Dilemma) -> None:
            self._heard(dilemma.number, [Trials(one, 100, won=50.0) for one in session.table.legal() or []])

    while not session.table.over:
        play_a_step(session, QuickMind(lambda *_: None), luck)
        legal = session.table.legal() or []
        ends = {plain(one.label) for one in session.scene.choices if one.closing and one.answer in legal}
        if session.opinions.why_not is None and not session.pages and ends:
            session.ask_opinion(lambda: None, mind=Told)
            session.hear_opinion()
            assert ends <= {plain(one.words) for one in session.opinions.best or ()}
            seen |= ends
    assert {"Buy nothing", "No boost"} <= seen


def test_an_opinion_is_gone_with_the_question_it_was_about() -> None:
    for act in (
        lambda session: session.answer(session.table.legal()[0]),
        lambda session: session.undo(),
        lambda session: session.close(),
        lambda session: session.opinions.forget(),
        lambda session: session.seat_companions({session.table.ask.who: "easy"}),
    ):
        session = at_a_choice("thousand", None)
        mind = asked(session)
        act(session)
        assert mind.closed
        assert not session.opinions.thinks
        mind.finish()
        session.hear_opinion()
        assert session.opinions.best is None


def test_one_question_is_thought_about_once() -> None:
    session = at_a_choice("thousand", None)
    mind = asked(session)
    session.ask_opinion(lambda: None, mind=lambda heard: pytest.fail("it thinks already"))
    mind.finish()
    session.hear_opinion()
    session.ask_opinion(lambda: None, mind=lambda heard: pytest.fail("it has thought already"))
    assert session.opinions.best


def test_a_process_that_fails_has_no_opinion_and_says_so() -> None:
    session = at_a_choice("thousand", None)
    mind = asked(session)
    mind._heard(mind.asked[0].number, None)
    session.hear_opinion()
    assert plain(session.opinions.why_not or "") == "The companion cannot weigh these answers."
    assert not session.opinions.thinks


def test_it_says_in_a_sentence_why_it_has_no_opinion() -> None:
    said: dict[str, str] = {}
    for name, settings in (("escape", {}), ("krysis", {"kr.home_ledger": "shown"}), ("crash", {}), ("thousand", {})):
        table = companion_table(name, ["person"] * 2)
        if settings:
            hidden = dict(table.setup.settings) | settings
            table.setup = type(table.setup)(**{**{f: getattr(table.setup, f) for f in table.setup.__struct_fields__},
                                               "settings": hidden})  # fmt: skip
        session, luck = Session(table), Random(1)
        for _ in range(80):
            why = session.opinions.why_not
            if why is not None and not session.pages:
                said.setdefault(f"{name}: {plain(why)}", "")
                session.ask_opinion(lambda: None, mind=lambda heard: pytest.fail("nothing can be thought"))
            play_a_step(session, QuickMind(lambda *_: None), luck)
    found = " ".join(said)
    assert "escape: In Escape Plan everybody plays in person" in found
    assert "krysis: In this game the companion does not know enough" in found
    assert "crash: Here everybody decides at once" in found
    assert "thousand: There is nothing for you to decide now." in found


def test_where_the_companion_plays_it_has_no_opinion_to_give() -> None:
    session, mind = thinking_session(companion_table("krysis", ["good", "person"]))
    while not mind._waiting:
        session.done() if session.pages else play_a_step(session, mind, Random(1))
    assert plain(Opinions(session.table).why_not or "") == "There is nothing for you to decide now."


# Because.


@pytest.mark.parametrize(
    ("won", "other", "said"),
    [
        (62, 55, "“{}” wins about 62 in 100, “{}” about 55 in 100."),
        (55, 55, "“{}” or “{}”: that is the same for winning, about 55 in 100."),
        (50, 54, "“{}” or “{}”: that is the same for winning, about 50 in 100."),
        (100, 0, "“{}” wins nearly always, “{}” hardly ever."),
    ],
)
def test_a_reason_names_the_best_other_answer_and_both_chances(won: int, other: int, said: str) -> None:
    table = at_a_choice("thousand", None).table
    legal = table.legal() or []
    thought = [Trials(legal[0], 100, won=won), Trials(legal[1], 100, won=other), Trials(legal[2], 100, won=0)]
    found = because(table, thought)
    first, second = (plain(table.game.presenter.describe(table.state, one)) for one in legal[:2])
    assert found is not None
    assert plain(found.words) == said.format(first, second)


def test_what_was_not_weighed_has_no_reason_nor_what_one_seat_alone_sees() -> None:
    table = at_a_choice("thousand", None).table
    legal = table.legal() or []
    assert because(table, [Trials(legal[0])]) is None
    assert because(table, [Trials(legal[0], 1), Trials(legal[1])]) is None
    secret = at_a_choice("krysis", True).table
    seen = secret.legal() or []
    assert because(secret, [Trials(seen[0], 9, won=9), Trials(seen[1], 9)]) is None
    assert plain(chance_in_words(0.004)) == "hardly ever"


def test_of_decisions_on_which_as_much_depends_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told, luck = list[Because](), Random(3)

    def because_of_nothing(*_: object) -> Because:
        told.append(Because(0.0, T("reason {n}", n=len(told))))
        return told[-1]

    monkeypatch.setattr("companion.session.session.because", because_of_nothing)
    session, mind = thinking_session(companion_table("krysis", ["person", "good"]))
    while not session.table.over:
        play_a_step(session, mind, luck)
        assert all(page.because is None or "reason" in plain(page.because) for page in session.pages)
    assert len(told) > 10


@pytest.mark.parametrize("name", ["thousand", "crash", "krysis"])
def test_the_page_of_its_turn_knows_the_reason_and_a_page_of_people_has_none(name: str) -> None:
    session, mind = thinking_session(companion_table(name, ["person", "good"]), hurried=False)
    luck, own, others = Random(3), 0, 0
    while not own and not session.table.over:
        finish_thinking(session, mind)
        for page in session.pages:
            if page.over is not None and "Robin" in plain(page.over):
                own += page.because is not None
            else:
                others += page.because is not None
        play_a_step(session, mind, luck)
    assert own
    assert not others
