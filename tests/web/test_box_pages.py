"""The pages of boxes: each list and each form of each game, and that the page does what the model does."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.web.boxes import GAMES, Editor, files, lending, own_box
from tests.web.fields import Forms


@pytest.fixture(autouse=True)
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner without boxes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_every_form_that_is_saved_as_it_is_leaves_the_box_as_it_is_to_the_last_byte(game: str, language: str) -> None:
    box = own_box(game)
    before, content = files(box), box.content
    with lending(box) as lent:
        editor = lent.editor(language)
        home = editor.page(f"/box/of/{box.id}")
        for table in box.tables():
            address = f"/box/of/{box.id}/{table.name}"
            assert address in home
            listed = Forms(editor.page(address))
            for n in range(len(box.rows(table.path))):
                assert f"{address}/{n}" in listed.links or box.is_laid(table.path)
                saved(editor, f"{address}/{n}")
        saved(editor, f"/box/of/{box.id}/-")
    assert box.content is content
    assert files(box) == before


def saved(editor: Editor, address: str) -> None:
    form = Forms(editor.page(address)).to(address)
    status, headers, body = editor.ask("POST", address, urlencode({**form.fields, "do": "save"}).encode())
    assert status == 303, body.decode()
    assert "draft=" not in headers["location"], (address, form.fields, Forms(editor.page(headers["location"])).words)
