"""A form can hold whatever is printed, and says what is missing."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.core.validation import examine
from companion.games.crash.content import Upgrade
from companion.games.escape.content import Contact, EscapePlan, OfficerKind
from companion.games.krysis.content import Agent, Relic
from companion.games.newyork.content import InfoTokenData, ItemData, MafiaCard, PoliceCard, StoryCard
from companion.games.registry import load_game
from companion.packs.editing.rows import MISSING, Path, RowForm
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED

KINDS: list[tuple[str, str, Any]] = [
    ("newyork", "mafia_cards", MafiaCard),
    ("newyork", "police_cards", PoliceCard),
    ("newyork", "info_tokens", InfoTokenData),
    ("newyork", "items", ItemData),
    ("escape", "contacts", Contact),
    ("escape", "escape_plans", EscapePlan),
    ("escape", "officers", OfficerKind),
    ("crash", "upgrades", Upgrade),
    ("krysis", "relics", Relic),
]


def data(game: str) -> dict[str, Any]:
    return read_content(BUNDLED / str(load_game(game).rules.bundled_pack)).data


def rows() -> Iterator[tuple[Any, dict[str, Any]]]:
    for game, table, kind in KINDS:
        for row in data(game)[table]:
            yield kind, row
    for company in data("krysis")["agents"].values():
        for row in [*company["fighters"], *company["transporters"], *company["special"]]:
            yield Agent, row
    for story in data("newyork")["scenarios"]:
        for card in story["cards"]:
            yield StoryCard, card


def fill(form: RowForm, wanted: Any, path: Path = ()) -> None:
    """Fill in the page at ``path`` as a person does, line by line, until it says ``wanted``."""
    if isinstance(wanted, list):
        for entry in wanted:
            if isinstance(entry, dict):
                fill(form, entry, form.add(path, entry.get("op", "")))
            else:
                form.put(form.add(path), entry)
        return
    for line in form.lines(path):
        value = wanted.get(line.name, MISSING)
        if value is MISSING:
            continue
        if not isinstance(value, list | dict):
            assert line.kind in ("text", "number", "choice") or value is None
            form.put(line.path, value)
            continue
        if isinstance(value, list):
            form.put(line.path, [])
        elif line.kinds:
            form.pick(line.path, value.get("op", "multiplier"))
        elif line.value is MISSING:
            form.put(line.path, {})
        if line.kind == "text":
            form.put(line.path, value)
        else:
            fill(form, value, line.path)


def test_every_printed_row_can_be_told_line_by_line() -> None:
    told = 0
    for kind, row in rows():
        form = RowForm(kind)
        if kind is Relic:
            form.pick((), row["kind"])
        fill(form, row)
        assert form.row == row
        assert form.problems() == []
        assert form.missing() == []
        told += 1
    assert told > 250


@pytest.mark.parametrize("kind", [kind for _, _, kind in KINDS if kind is not Relic])
def test_what_is_missing_in_an_empty_form_is_what_its_type_wants(kind: Any) -> None:
    form = RowForm(kind)
    wanted = {problem.partition(":")[0] for problem in form.problems() if "is missing" in problem}
    named = {".".join(map(str, path)) for path in form.missing()}
    optional = {line.name for line in form.lines() if line.optional}
    assert wanted - optional == named


def test_a_record_of_several_kinds_has_no_lines_until_one_is_picked() -> None:
    form = RowForm(Relic)
    assert form.lines() == []
    assert form.missing() == [()]
    assert form.line(()).kinds == ("weapon", "transport")
    form.put(("id",), "r1")
    form.pick((), "weapon")
    assert [line.name for line in form.lines()] == ["id", "set_type", "combat"]
    form.put(("combat",), 3)
    form.pick((), "transport")
    assert form.row == {"id": "r1", "kind": "transport", "slots": {}}


def test_a_number_that_may_be_a_record_instead_changes_over_and_back() -> None:
    form = RowForm(Agent)
    assert form.line(("speed",)).kind == "number"
    form.pick(("speed",), "multiplier")
    assert form.line(("speed",)).kind == "page"
    assert [line.name for line in form.lines(("speed",))] == ["per", "times"]
    form.put(("speed",), 4)
    assert form.line(("speed",)).kind == "number"


def test_entries_come_and_go_and_a_task_has_lists_of_its_own() -> None:
    form = RowForm(PoliceCard)
    effects = ("event", "effects")
    assert form.is_list(effects)
    assert "task" in form.kinds(effects)
    task = form.add(effects, "task")
    assert "task" not in form.kinds((*task, "then"))
    form.add((*task, "then"), "alert")
    form.put((*task, "then", 0, "n"), -2)
    assert form.value((*effects, 0, "then")) == [{"op": "alert", "n": -2}]
    form.add(effects, "add_car")
    form.take(task)
    assert form.value(effects) == [{"op": "add_car"}]


def test_the_row_that_was_given_stays_as_it_was() -> None:
    row = data("newyork")["police_cards"][0]
    before = repr(row)
    form = RowForm(PoliceCard, row)
    form.put(("event", "title"), "Another")
    form.add(("event", "effects"), "add_car")
    assert repr(row) == before
    assert examine(PoliceCard, form.row).problems == []


def test_what_was_filled_in_is_taken_back_step_by_step() -> None:
    steps = []
    form = RowForm(PoliceCard, data("newyork")["police_cards"][0])
    effects = ("event", "effects")

    def step(do: Callable[[], object]) -> None:
        steps.append(copy.deepcopy(form.row))
        do()

    step(lambda: form.put(("square",), "elsewhere"))
    step(lambda: form.add(effects, "task"))
    last = len(form.value(effects)) - 1
    step(lambda: form.put((*effects, last, "need"), {"clear": True}))
    step(lambda: form.put((*effects, last, "need", "clear"), MISSING))
    step(lambda: form.take((*effects, 0)))
    step(lambda: form.put(("event", "title"), "Another"))
    while steps:
        assert form.can_undo
        while form.row != steps[-1]:
            form.undo()
        steps.pop()
    assert not form.can_undo
