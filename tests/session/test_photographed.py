"""A box that knows cards by their photo alone: they are drawn, told when they come up, and kept under their photo."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Draw
from companion.session.lesson_writer import LessonWriter, write_lessons
from companion.session.session import Session
from tests.owner import Owner
from tests.session import test_every_box as every_box
from tests.ui.photographs import photograph_all

DECKS = [
    ("newyork", "mafia_cards"), ("newyork", "police_cards"), ("escape", "contacts"), ("crash", "upgrades"),
    ("krysis", "relics"), ("krysis", "agents.lamplighters.fighters"),
]  # fmt: skip
EVERY_DECK = pytest.mark.parametrize(("game", "path"), DECKS, ids=lambda one: one)
MOST = 2000


def sit(owner: Owner, path: str) -> tuple[Session, LessonWriter]:
    """A game with that box, which is kept on disk."""
    session = every_box.sit(owner, path)
    heard: list[object] = []
    box = write_lessons(session, lambda sentence: heard.append(sentence) if sentence else None)
    assert box is not None
    return session, box


def mafia(tmp_path: Path, known: int = 0) -> tuple[Owner, Session, LessonWriter]:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=known)
    photograph_all(owner, "mafia_cards")
    session, box = sit(owner, "mafia_cards")
    assert every_box.play_until_new(session, "mafia_cards")
    return owner, session, box


@EVERY_DECK
def test_a_whole_game_with_a_deck_of_photos(tmp_path: Path, game: str, path: str) -> None:
    """Half of the cards are told when they come up, the others are done by hand."""
    owner = Owner(tmp_path / "mine", path, game=game)
    photos = photograph_all(owner, path)
    session, box = sit(owner, path)
    luck, told, drawn, by_hand = Random(game), set(), 0, 0
    for _ in range(MOST):
        mode = session.mode
        if session.pages:
            session.done()
        elif mode == "over":
            break
        elif mode == "roll" or (mode == "list" and session.learning.known is None):
            session.draw()
        elif mode == "list" and session.learning.can_draw:
            assert session.draw()
            drawn += session.mode == "new"
        elif mode == "list" and session.learning.photos.here:
            session.learning.open(session.learning.nameless, luck.choice(list(session.learning.photos.here)))
        elif mode == "new":
            photo = session.learning.photo
            assert photo in photos
            row = luck.choice(owner.held[path]) if owner.held[path] else None
            if row is None or by_hand < len(told) or not session.teach(path, row | {"id": photo}):
                session.pass_over()
                by_hand += 1
                continue
            owner.held[path].remove(row)
            told.add(photo)
            assert session.table.history.entries[-1].answer is not None
        elif mode == "changes":
            session.end_changes()
        elif mode == "offer":
            session.decide(session.learning.offered or "", "digital")
        else:
            legal = session.table.legal() or []
            assert session.answer(session.table.game.player.advise(session.table.state, legal, luck.random))
    assert session.mode == "over"
    box.close()
    assert told
    assert {row["id"] for row in owner.rows(path)} == told
    assert set(session.learning.photos.of(path)) == set(photos) - told
    assert drawn


def test_the_companion_draws_only_where_each_card_has_a_photo(tmp_path: Path) -> None:
    owner, session, box = mafia(tmp_path)
    assert session.learning.can_draw
    (owner.path / "pictures" / "mafia_card_50.jpg").unlink()
    assert not session.learning.can_draw
    assert not session.draw()
    assert session.refused is not None
    assert len(session.learning.photos.here) == 49
    box.close()


def test_asked_again_it_draws_the_same_card(tmp_path: Path) -> None:
    _, session, box = mafia(tmp_path)
    assert session.draw()
    first = session.learning.photo
    for _ in range(5):
        session.learning.close()
        assert session.mode == "list"
        assert session.draw()
        assert session.learning.photo == first
    box.close()


def test_known_cards_and_photos_are_drawn_alike(tmp_path: Path) -> None:
    """Of 25 known cards and 25 photos about half of what is drawn are photos."""
    photos = 0
    for n in range(60):
        owner = Owner(tmp_path / str(n), "mafia_cards", known=25)
        if n == 0:
            photograph_all(owner, "mafia_cards")
        else:
            (owner.path / "pictures").symlink_to(tmp_path / "0" / "pictures")
        session = Session(owner.table(dealer=Dealer(f"evening {n}")))
        session.learning.photos.look_into(owner.path)
        assert every_box.play_until_new(session, "mafia_cards")
        session.draw()
        photos += session.mode == "new"
    assert 18 <= photos <= 42


def test_a_card_that_was_done_by_hand_does_not_come_again_until_the_deck_is_shuffled(tmp_path: Path) -> None:
    _, session, box = mafia(tmp_path)
    session.draw()
    photo = session.learning.photo
    assert session.pass_over()
    assert photo not in session.learning.photos.here
    session.undo()
    session.pages.clear()
    assert photo in session.learning.photos.here
    box.close()


def test_a_card_told_without_a_photo_does_not_get_that_of_another(tmp_path: Path) -> None:
    owner, session, box = mafia(tmp_path)
    session.learning.open(session.learning.nameless)
    told = session.learning.editor("mafia_cards")
    for name in ("mafia", "info", "item"):
        told.form.put((name,), "harlem" if name == "mafia" else None)
    assert told.row()["id"] == "mafia_card_51"
    assert owner.path.joinpath("pictures", "mafia_card_1.jpg").exists()
    box.close()


def test_what_was_drawn_by_its_photo_is_in_the_log_by_its_name(tmp_path: Path) -> None:
    owner, session, box = mafia(tmp_path)
    session.draw()
    photo = session.learning.photo
    assert session.teach("mafia_cards", owner.held["mafia_cards"][0] | {"id": photo})
    assert session.table.history.entries[-1].answer == Draw("mafia", photo)
    assert session.page is not None
    assert session.page.shows == photo
    box.close()


def test_special_agents_are_drawn_by_people_since_nobody_knows_their_deck(tmp_path: Path) -> None:
    path = "agents.lamplighters.special"
    owner = Owner(tmp_path / "mine", path, game="krysis")
    photograph_all(owner, path)
    session, box = sit(owner, path)
    assert every_box.play_until_new(session, path)
    assert session.learning.photos.here
    assert not session.learning.can_draw
    box.close()
