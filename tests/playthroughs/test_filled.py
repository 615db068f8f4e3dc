"""What people filled in can be read off their answers again, in every recorded game: so it can be changed later."""

from __future__ import annotations

import pytest

from tests.playthroughs.recording import names, read, replay


@pytest.mark.parametrize("name", [name for name in names() if name.startswith("krysis")])
def test_every_filled_answer_fills_the_form_it_came_from(name: str) -> None:
    filled = 0
    before = None
    for _, history in replay(read(name)):
        answer = history.entries[-1].answer if history.entries else None
        if before is not None and answer is not None and history.log[-1].kind == "answer":
            game = history.game
            forms = [
                form.template for form in game.presenter.scene(before).fillings if type(form.template) is type(answer)
            ]
            read_off = [
                (one, found) for one in forms if (found := game.presenter.entered(before, one, answer)) is not None
            ]
            assert len(read_off) == bool(forms), "it came from one of the forms"
            for template, (amounts, chosen) in read_off:
                assert game.presenter.filled(before, template, amounts, chosen) == answer
            filled += len(read_off)
        before = history.state.copy()
    assert filled > 5


def test_no_answer_comes_from_a_form_of_something_else() -> None:
    for _, history in replay(read("krysis_two")):
        forms = [form.template for form in history.game.presenter.scene(history.state).fillings]
        for one in forms:
            others = [history.game.presenter.filled(history.state, other, {}, []) for other in forms if other != one]
            assert all(history.game.presenter.entered(history.state, one, other) is None for other in others)
