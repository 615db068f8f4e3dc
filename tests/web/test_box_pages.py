"""The pages of boxes: each list and each form of each game, and that a page does what the model does."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote, urlencode

import pytest

from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.editing import saving
from companion.packs.editing.box import SQUARES, OpenBox
from companion.packs.editing.rows import FormLine, RowForm
from companion.packs.folder import read_content
from companion.packs.loader import copy_box, new_box
from companion.web.box import pages
from companion.web.box.rows import NOT_YET, STALE
from companion.web.box.service import STAYS
from tests.daily import mixed, share
from tests.web.boxes import GAMES, Editor, bundled, files, lending, own_box
from tests.web.fields import Form, Forms

EACH_GAME = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(autouse=True)
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner without boxes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))


def send(editor: Editor, address: str, **fields: Any) -> str:
    """A form that is taken; where it leads."""
    status, headers, body = editor.ask("POST", address, urlencode(fields).encode())
    assert status == 303, body.decode()
    return headers["location"]


def form_at(editor: Editor, address: str) -> Form:
    """The form of a row."""
    return Forms(editor.page(address)).to(address.partition("?")[0])


def saved(editor: Editor, address: str, **changed: str) -> str:
    """Save the form at an address, with something changed; where it leads."""
    form = form_at(editor, address)
    there = send(editor, form.action, **{**form.fields, "do": "save", **changed})
    assert "draft=" not in there, (address, changed, Forms(editor.page(there)).words)
    return there


@pytest.mark.by_turns
@pytest.mark.parametrize(("game", "language"), mixed(GAMES, ["es", "en"]))
def test_every_form_that_is_saved_as_it_is_leaves_the_box_as_it_is_to_the_last_byte(game: str, language: str) -> None:
    box = own_box(game)
    before, content = files(box), box.content
    with lending(box) as lent:
        editor = lent.editor(language)
        home = editor.page(f"/box/of/{box.id}")
        for table in box.tables():
            address = f"/box/of/{box.id}/{table.name}"
            assert address in home
            links = Forms(editor.page(address)).links
            for n, row in enumerate(box.rows(table.path)):
                if box.is_laid(table.path):
                    assert f"{address}?slot={n}#board" in links
                elif table.path == SQUARES:
                    assert f"{address}?square={row['id']}#board" in links
                else:
                    assert f"{address}/{n}" in links
                if not box.is_drawn(table.path):
                    saved(editor, f"{address}/{n}")
        saved(editor, f"/box/of/{box.id}/-")
    assert box.content is content
    assert files(box) == before


def test_a_tile_that_is_saved_as_it_is_is_the_same_tile() -> None:
    box = own_box("crash")
    before = files(box)
    with lending(box) as lent:
        editor = lent.editor()
        for n in range(len(box.rows(("tiles",)))):
            saved(editor, f"/box/of/ours/tiles/{n}")
    assert files(box) == before


# What a page changes is what the model changes.


def leaves(form: RowForm, path: tuple[str | int, ...] = ()) -> Iterator[FormLine]:
    """Lines whose values can be typed or chosen, of a form."""
    for line in form.lines(path):
        if line.kind == "page":
            yield from leaves(form, line.path)
        elif line.name != "id" and not line.kinds and (line.kind != "number" or not line.choices):
            yield line


WORDS = {"lamp": "lamp", "pale moon": "pale_moon", "Ñandú": "nandu", "the  other one": "the_other_one"}
"""What can be typed, and what it is as one word."""


def another(line: FormLine, box: OpenBox, form: Form, r: Random) -> tuple[str, str, Any]:
    """Something else for a line: the name of the input, what a browser sends, and what the line says then."""
    name = ".".join(("f", *map(str, line.path)))
    if line.kind == "text" and not line.sort:
        return text(line, name, form, r.choice([*WORDS]))
    if line.kind == "number":
        n = r.randint(line.least or 0, min(99, line.most if line.most is not None else 99))
        return name, str(n), n
    if line.kind == "choice":
        n = r.randrange(len(line.choices))
        if name in form.checks:
            return name, "1", True
        return name, str(n), line.choices[n]
    one = r.choice(sorted(box.named(line.sort)) or [""])
    return name, one, one


def text(line: FormLine, name: str, form: Form, one: str) -> tuple[str, str, Any]:
    if line.word:
        return name, one, WORDS[one]
    if f"{name}@en" in form.fields:
        others = {code: form.fields[f"{name}@{code}"] for code in ("es",) if form.fields.get(f"{name}@{code}")}
        return f"{name}@en", one, {"en": one, **others} if others and line.languages else one
    return name, one, one


@pytest.mark.by_turns
@EACH_GAME
def test_what_is_typed_on_a_page_is_what_the_model_has_then(game: str) -> None:
    r = Random(game)
    box = own_box(game)
    with lending(box) as lent:
        editor = lent.editor()
        tables = [one for one in box.tables() if not box.is_drawn(one.path) and not box.is_laid(one.path)]
        for _ in range(share(160)):
            table = r.choice([one for one in tables if box.rows(one.path)])
            n = r.randrange(len(box.rows(table.path)))
            told = box.row_editor(table.path, n)
            lines = [line for line in leaves(told.form) if not told.hides(line.path)]
            if not lines:
                continue
            line = r.choice(lines)
            address = f"/box/of/{box.id}/{table.name}/{n}"
            name, sent, value = another(line, box, form := form_at(editor, address), r)
            if name not in {*form.fields, *form.checks} or form.fields.get(name) == sent:
                continue
            told.form.put(line.path, value)
            wanted = told.row()
            fits = not told.faults() and not told.missing()
            there = send(editor, address, **{**form.fields, name: sent, "do": "save"})
            assert ("draft=" not in there) == fits, (address, line, sent, Forms(editor.page(there)).words)
            if fits:
                assert box.rows(table.path)[n] == wanted, (address, line, sent)
        assert read_content(box.path) == box.content


def twin(box: OpenBox) -> OpenBox:
    """A second copy of the same box, for the model alone."""
    path = copy_box(bundled(box.game.name), "Twin")
    return OpenBox(load_game(box.game.name), path, read_content(path))


def rest(box: OpenBox) -> dict[str, Any]:
    """All but what the two are called."""
    return {name: value for name, value in box.data.items() if name not in ("id", "name", "title")}


@pytest.mark.long
@EACH_GAME
def test_copied_taken_out_and_taken_back_as_the_model_does_it(game: str) -> None:
    box = own_box(game)
    other = twin(box)
    with lending(box) as lent:
        editor = lent.editor()
        for table in box.tables():
            if table.path == SQUARES or box.is_laid(table.path) or not box.rows(table.path):
                continue
            address = f"/box/of/{box.id}/{table.name}/0"
            for do, model in (("copy", other.copy), ("take", other.take)):
                seen = Forms(editor.page(address)).to(f"{address}/{do}").fields["seen"]
                send(editor, f"{address}/{do}", seen=seen)
                model(table.path, 0)
                assert rest(box) == rest(other)
            undo = Forms(editor.page(f"/box/of/{box.id}")).to(f"/box/of/{box.id}/undo")
            send(editor, undo.action, **undo.fields)
            other.undo()
            assert rest(box) == rest(other)


def test_a_new_card_is_made_line_by_line_and_gets_its_id() -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        editor = lent.editor()
        address = "/box/of/ours/police_cards/new"
        form = form_at(editor, address)
        there = send(editor, address, **{**form.fields, "f.event.title@en": "Night shift", "do": "next"})
        page = editor.page(there)
        assert plain(NOT_YET) in page
        assert "Night shift" in page
        assert "This is still missing." in page
        form = form_at(editor, there)
        there = send(editor, address, **{**form.fields, "do": "add:f.event.effects:alert"})
        form = form_at(editor, there.partition("#")[0])
        square = form.choices["f.square"][-1]
        sent = {**form.fields, "f.square": square, "f.event.effects.0.n": "1", "f.event.title@es": "Turno de noche"}
        there = send(editor, address, **{**sent, "do": "next"})
        assert there == f"{address}?saved={len(box.rows(('police_cards',))) - 1}", Forms(editor.page(there)).words
        made = box.rows(("police_cards",))[-1]
        assert made["event"]["effects"] == [{"op": "alert", "n": 1}]
        assert "Saved: Night shift" in Forms(editor.page(there)).words


def test_an_entry_is_taken_away_and_another_kind_is_picked() -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        editor = lent.editor()
        n = next(n for n, row in enumerate(box.rows(("police_cards",))) if len(row["event"]["effects"]) > 1)
        before = box.rows(("police_cards",))[n]["event"]["effects"]
        address = f"/box/of/ours/police_cards/{n}"
        form = form_at(editor, address)
        there = send(editor, address, **{**form.fields, "do": "take:f.event.effects.0"}).partition("#")[0]
        form = form_at(editor, there)
        send(editor, address, **{**form.fields, "do": "save"})
        assert box.rows(("police_cards",))[n]["event"]["effects"] == before[1:]


# What is refused.


def test_what_does_not_fit_is_said_beside_its_line_and_nothing_typed_is_lost() -> None:
    box = own_box("newyork")
    content = box.content
    with lending(box) as lent:
        editor = lent.editor()
        form = form_at(editor, "/box/of/ours/items/0")
        there = send(editor, form.action, **{**form.fields, "f.count": "two", "do": "save"})
        again = Forms(editor.page(there))
        assert again.to(form.action).fields["f.count"] == "two"
        assert "must be a whole number" in again.words
    assert box.content is content


def test_whoever_saves_on_an_old_state_is_told_and_loses_nothing() -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        one, two = lent.editor(), lent.editor()
        address = "/box/of/ours/characters/0"
        first, second = form_at(one, address), form_at(two, address)
        send(one, address, **{**first.fields, "f.name@en": "Ada", "do": "save"})
        there = send(two, address, **{**second.fields, "f.name@en": "Bea", "do": "save"})
        page = two.page(there)
        assert plain(STALE) in page
        assert Forms(page).to(address).fields["f.name@en"] == "Bea"
        assert "Ada" in str(box.rows(("characters",))[0]["name"])
        again = form_at(two, there)
        send(two, address, **{**again.fields, "do": "save"})
        assert "Bea" in str(box.rows(("characters",))[0]["name"])


def test_a_row_that_was_taken_out_meanwhile_is_put_back_with_what_was_typed() -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        one, two = lent.editor(), lent.editor()
        last = len(box.rows(("police_cards",))) - 1
        address = f"/box/of/ours/police_cards/{last}"
        form = form_at(two, address)
        taken = Forms(one.page(address)).to(f"{address}/take")
        send(one, taken.action, **taken.fields)
        there = send(two, address, **{**form.fields, "f.event.title@en": "Mine", "do": "save"})
        assert there.startswith("/box/of/ours/police_cards/new?draft=")
        again = form_at(two, there)
        assert again.fields["f.event.title@en"] == "Mine"
        send(two, again.action, **{**again.fields, "do": "save"})
        assert "Mine" in str(box.rows(("police_cards",))[-1]["event"]["title"])


@pytest.mark.parametrize("do", ["copy", "take"])
def test_what_was_changed_meanwhile_is_neither_copied_nor_taken_out(do: str) -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        one, two = lent.editor(), lent.editor()
        address = "/box/of/ours/items/0"
        form = Forms(two.page(address)).to(f"{address}/{do}")
        saved(one, address, **{"f.count": "7"})
        status, body = two.send(form.action, **form.fields)
        assert status == 409
        assert "Somebody else has changed this meanwhile." in body


def test_a_page_of_before_a_restart_undoes_nothing() -> None:
    path, before = own_box("newyork").path, []
    for n in range(2):
        box = OpenBox(load_game("newyork"), path, read_content(path))
        with lending(box) as lent:
            editor = lent.editor()
            saved(editor, f"/box/of/ours/items/{n}", **{"f.count": "7"})
            for old in before:
                assert editor.send(old.action, **old.fields)[0] == 409
            assert box.rows(("items",))[n]["count"] == 7
            before.append(Forms(editor.page("/box/of/ours")).to("/box/of/ours/undo"))


def test_undo_takes_back_only_what_was_seen() -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        one, two = lent.editor(), lent.editor()
        saved(one, "/box/of/ours/items/0", **{"f.count": "7"})
        undo = Forms(one.page("/box/of/ours")).to("/box/of/ours/undo")
        saved(two, "/box/of/ours/items/1", **{"f.count": "8"})
        assert one.send(undo.action, **undo.fields)[0] == 409
        assert box.rows(("items",))[1]["count"] == 8


@pytest.mark.parametrize("page", ["board.squares", "items", "items/0", "police_cards/photos", ""])
def test_undo_leaves_the_list_open(page: str) -> None:
    with lending(own_box("newyork")) as lent:
        editor, there = lent.editor(), f"/box/of/ours/{page}".rstrip("/")
        saved(editor, "/box/of/ours/items/0", **{"f.count": "7"})
        undo = next(form for form in Forms(editor.page(there)).all if form.action.endswith("/undo"))
        at_box = "/".join(there.split("/")[:5])
        assert send(editor, undo.action, **undo.fields) == at_box


def test_a_box_that_comes_with_the_companion_stays_as_it_is_and_its_copy_may_be_changed() -> None:
    path = bundled("newyork")
    box = OpenBox(load_game("newyork"), path, read_content(path), bundled=True)
    before = files(box)
    with lending(box) as lent:
        editor = lent.editor()
        address = f"/box/of/{box.id}"
        assert plain(STAYS) in Forms(editor.page(address)).words
        for where in ("items/0", "items/new", "-", "items/0/take", "items/0/copy", "undo", "items/printed",
                      "board.squares/do/add", "keep"):  # fmt: skip
            assert editor.send(f"{address}/{where}", do="save")[0] == 409, where
        there = send(editor, f"{address}/copy", name="Ours")
        saved(editor, f"{there}/items/0", **{"f.count": "7"})
        assert editor.send(f"{address}/copy", name="ours")[0] == 409
        assert editor.send(f"{address}/copy", name=" ")[0] == 409
    assert files(box) == before


def test_how_many_there_are_of_a_deck_is_told() -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        editor = lent.editor()
        address = "/box/of/ours/mafia_cards"
        assert send(editor, f"{address}/printed", n="60") == address
        assert box.table(("mafia_cards",)).unknown == 10
        assert "50 of 60 known" in Forms(editor.page(address)).words
        for n in ("49", "", "-1", "many", "99999"):
            assert editor.send(f"{address}/printed", n=n)[0] in (400, 409)


def test_a_disk_that_is_full_is_said_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    box = own_box("newyork")
    before = files(box)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with lending(box) as lent:
        editor = lent.editor()
        with monkeypatch.context() as there:
            there.setattr(saving, "write_content", full)
            saved(editor, "/box/of/ours/items/0", **{"f.count": "7"})
            page = Forms(editor.page("/box/of/ours"))
            assert "Ours cannot be saved: the disk is full." in page.words
            keep = page.to("/box/of/ours/keep")
            send(editor, keep.action, **keep.fields)
            assert files(box) == before
            keep = Forms(editor.page("/box/of/ours")).to("/box/of/ours/keep")
        send(editor, keep.action, **keep.fields)
        assert "cannot be saved" not in editor.page("/box/of/ours")
    assert read_content(box.path).data["items"][0]["count"] == 7


def test_what_is_typed_on_a_page_that_was_forgotten_is_shown_again() -> None:
    box = own_box("newyork")
    content = box.content
    with lending(box) as lent:
        editor = lent.editor()
        form = form_at(editor, "/box/of/ours/items/0")
        lent.service.drafts._kept.clear()
        there = send(editor, form.action, **{**form.fields, "f.count": "9", "do": "save"})
        assert box.content is content
        again = form_at(editor, there)
        assert again.fields["f.count"] == "9"
        send(editor, form.action, **{**again.fields, "do": "save"})
        assert box.rows(("items",))[0]["count"] == 9


def test_of_a_long_list_the_first_are_shown_and_the_others_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_ROWS", 10)
    box = own_box("newyork")
    with lending(box) as lent:
        editor = lent.editor()
        address = "/box/of/ours/police_cards"
        page = Forms(editor.page(address))
        assert sum(link.startswith(f"{address}/") and link[-1].isdigit() for link in page.links) == 10
        assert "13 more: search for them by a few letters." in page.words
        last = box.row_name(("police_cards",), box.rows(("police_cards",))[-1])
        assert f"{address}/22" in Forms(editor.page(f"{address}?{urlencode({'q': plain(last)})}")).links


@pytest.mark.parametrize(
    ("game", "table"), [("escape", "contacts"), ("crash", "upgrades"), ("krysis", "relics"), ("newyork", "characters")]
)
def test_a_text_is_told_in_both_languages_and_taken_back_in_one(game: str, table: str) -> None:
    """Whether the pack holds both itself, or has the others beside it."""
    box = own_box(game)
    field = "set_type" if table == "relics" else "name"
    with lending(box) as lent:
        editor = lent.editor()
        address = f"/box/of/{box.id}/{table}/0"
        saved(editor, address, **{f"f.{field}@en": "Little Owl", f"f.{field}@es": "Mochuelo"})
        said = box.content.in_languages(box.rows((table,))[0][field])
        assert (said["en"], said["es"]) == ("Little Owl", "Mochuelo")
        assert read_content(box.path) == box.content
        assert form_at(editor, address).fields[f"f.{field}@es"] == "Mochuelo"
        saved(editor, address, **{f"f.{field}@es": ""})
        assert form_at(editor, address).fields[f"f.{field}@es"] == ""
        assert form_at(editor, address).fields[f"f.{field}@en"] == "Little Owl"
        assert "Mochuelo" not in str(box.content)
        assert read_content(box.path) == box.content
        box.undo()
        assert form_at(editor, address).fields[f"f.{field}@es"] == "Mochuelo"


def test_a_box_in_a_folder_of_any_name_is_changed(tmp_path: Path) -> None:
    folder = shutil.copytree(own_box("krysis").path, tmp_path / "Mi caja nº #1? 100%")
    box = OpenBox(load_game("krysis"), folder, read_content(folder))
    with lending(box) as lent:
        editor = lent.editor()
        address = next(link for link in Forms(editor.page("/box")).links if link != "/box")
        table = next(link for link in Forms(editor.page(address)).links if link.endswith("/agents.barrow.fighters"))
        row = next(link for link in Forms(editor.page(table)).links if link.endswith("/0"))
        assert saved(editor, row, **{"f.name@en": "Ada"}) == f"{table}?saved=0"
        undo = next(form for form in Forms(editor.page(row)).all if form.action.endswith("/undo"))
        assert unquote(send(editor, undo.action, **undo.fields)) == unquote(table)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_card_told_in_a_browser_says_what_it_says_told_on_the_screen(language: str) -> None:
    """In a box without a board, and in the language of the box: the first of the fields for a title."""
    path = new_box(load_game("newyork"), "Ours", language)
    box = OpenBox(load_game("newyork"), path, read_content(path))
    screen = box.row_editor(("police_cards",))
    for place, typed in ((("square",), "El Muelle"), (("event", "title"), "Redada")):
        screen.open(place)
        screen.put(typed)
    with lending(box) as lent:
        editor, address = lent.editor(language), f"/box/of/{box.id}/police_cards/new"
        form = form_at(editor, address)
        titles = [name for name in form.fields if name.startswith("f.event.title@")]
        assert titles[0] == f"f.event.title@{language}"
        told = {"f.square": "El Muelle", titles[0]: "Redada", "do": "save"}
        assert "draft=" not in send(editor, address, **{**form.fields, **told})
        assert box.rows(("police_cards",)) == [screen.row()]
        assert box.rows(("police_cards",))[0]["square"] == "el_muelle", "the id that its square will have on a board"
