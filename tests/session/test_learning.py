"""A box that is known in part: what is drawn is entered or done by hand, with or without a photo of the card."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Draw, DrawUnknown, Pull
from companion.core.asks import DrawAsk, PullAsk
from companion.core.instructions import Pieces
from companion.core.learning import Lesson
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.lookback.lookback import look_back
from companion.session.lesson_writer import LessonWriter, write_lessons
from companion.session.session import Session
from companion.table.check import Draft
from companion.table.learned import lessons, place_of, row_of
from companion.table.past import play_again
from companion.table.table import Table
from tests.games.newyork.helpers import GAME
from tests.hands import apply_instructions
from tests.owner import DECKS, Owner
from tests.session import test_whole_boxes as every_box
from tests.ui.photographs import photograph_all

# Items are entered or carried out by hand; and who draws once all are known.


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path / "mine", *DECKS)


def sit(owner: Owner, **options: Any) -> Session:
    return Session(owner.table(**options))


def play_until(session: Session, *modes: str) -> Session:
    """Do the pages, let the companion deal and roll, and choose the first thing offered, until there is such a mode."""
    for _ in range(200):
        if session.mode in modes:
            return session
        if session.pages:
            session.done()
        elif session.mode in ("deal", "roll"):
            session.draw()
        elif session.mode == "choose":
            session.answer((session.table.legal() or [])[0])
        else:
            raise AssertionError(f"{session.mode} comes up before {modes}")
    raise AssertionError(f"none of {modes} ever comes up")


def tell(session: Session, owner: Owner) -> dict[str, Any]:
    """The next card of the deck that is asked for is told; gives its row."""
    play_until(session, "list")
    assert session.learning.open(session.learning.nameless)
    (path,) = session.learning.choices()
    row = owner.held[path].pop()
    assert session.teach(path, row)
    return row


def mafia_on(table: Table) -> dict[str, int]:
    """How many mafia are on each square."""
    found: dict[str, int] = table.facts()["mafia"]["squares"]
    return found


def test_a_new_card_is_told_and_is_the_one_that_was_drawn(owner: Owner) -> None:
    session = play_until(sit(owner), "list")
    assert session.learning.known is not None
    assert (session.learning.known.known, session.learning.known.printed) == (0, 50)
    assert session.learning.open(session.learning.nameless)
    assert session.mode == "new"
    assert {path: plain(name) for path, name in session.learning.choices().items()} == {"mafia_cards": "Mafia cards"}
    row = owner.held["mafia_cards"][0]
    assert session.teach("mafia_cards", row)
    assert session.mode == "card"
    learned, given = session.table.history.entries[-2:]
    assert (learned.entry.kind, learned.entry.row) == ("learn", row)
    assert given.answer == Draw("mafia", row["id"])
    assert session.table.known("mafia_cards").known == 1


def test_what_is_told_has_an_id_of_its_own_and_of_the_form_only_what_counts(owner: Owner) -> None:
    session = play_until(sit(owner), "list")
    session.learning.open(session.learning.nameless)
    told = session.learning.editor("mafia_cards")
    told.put("harlem")
    told.put(None)
    told.put(None)
    assert told.row() == {"id": "mafia_card_1", "mafia": "harlem", "info": None, "item": None}


def test_back_to_the_list_changes_nothing(owner: Owner) -> None:
    session = play_until(sit(owner), "list")
    before = session.rev
    session.learning.open(session.learning.nameless)
    session.learning.close()
    assert (session.mode, session.rev) == ("list", before)


def test_a_row_that_cannot_be_is_refused_and_nothing_has_changed(owner: Owner) -> None:
    session = play_until(sit(owner), "list")
    session.learning.open(session.learning.nameless)
    before = session.rev
    assert not session.teach("mafia_cards", {"id": "x", "mafia": "atlantis", "info": None, "item": None})
    assert session.refused is not None
    assert session.refused.code == "unknown"
    assert (session.mode, session.rev) == ("new", before)


def test_what_was_told_after_the_table_went_on_is_learned_and_answers_nothing(owner: Owner) -> None:
    session = sit(owner)
    tell(session, owner)
    play_until(session, "list")
    session.learning.open(session.learning.nameless)
    session.undo()
    assert session.teach("mafia_cards", owner.held["mafia_cards"][0])
    assert session.table.history.entries[-1].entry.kind == "learn"
    assert session.table.known("mafia_cards").known == 2


def test_what_is_not_told_is_done_by_hand_and_kept_as_one_correction(owner: Owner) -> None:
    session = play_until(sit(owner), "list")
    session.learning.open(session.learning.nameless)
    assert session.pass_over()
    assert isinstance(session.table.history.entries[-1].answer, DrawUnknown)
    play_until(session, "changes")
    draft = Draft(session.table)
    alert = next(place for place in draft.places if any(one.id == "alert" for one in place.counters))
    draft.tap(next(one for one in alert.counters if one.id == "alert").more)
    assert session.end_changes(draft)
    assert session.mode != "changes"
    assert session.table.log[-1].kind == "correct"
    assert session.table.facts()["alert"]["at"] == 1


def test_what_is_done_by_hand_may_change_nothing(owner: Owner) -> None:
    session = play_until(sit(owner), "list")
    session.learning.open(session.learning.nameless)
    session.pass_over()
    play_until(session, "changes")
    before = session.rev
    assert session.end_changes()
    assert session.rev == before
    assert session.mode != "changes"


def test_what_it_changed_is_asked_again_where_the_power_was_cut(owner: Owner) -> None:
    session = play_until(sit(owner), "list")
    session.learning.open(session.learning.nameless)
    session.pass_over()
    table = session.table
    again = Table.resume(GAME, table.history.boxes.first, table.setup, table.log, chance=table.chance, auto=False)
    resumed = play_until(Session(again, confirmed=table.rev - 1), "changes")
    assert resumed.end_changes()
    assert Session(again, confirmed=table.rev).mode != "changes"


def test_undo_takes_the_draw_back_and_the_card_stays_known(owner: Owner) -> None:
    session = sit(owner)
    row = tell(session, owner)
    session.undo()
    play_until(session, "list")
    assert session.table.legal() == [Draw("mafia", row["id"]), DrawUnknown("mafia", None)]


def test_the_companion_offers_to_draw_once_all_is_known(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=48)
    session = sit(owner)
    for _ in range(2):
        assert session.learning.known is None or session.mode != "offer"
        tell(session, owner)
    assert session.learning.known is None
    play_until(session, "offer")
    assert session.learning.offered == "mafia"
    session.decide("mafia", "digital")
    assert session.table.chance["mafia"] == "digital"
    assert session.mode != "offer"


def test_who_goes_on_drawing_is_not_asked_again(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=49)
    session = sit(owner)
    tell(session, owner)
    play_until(session, "offer")
    session.decide("mafia", "asked")
    assert session.table.chance["mafia"] == "asked"
    assert session.mode != "offer"
    assert Session(session.table, confirmed=session.rev).mode != "offer"


def test_of_a_kind_of_token_there_is_one_more(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "items")
    session = play_until(sit(owner), "list")
    for n in (1, 2):
        session.learning.open(session.learning.nameless)
        told = session.learning.editor("items")
        told.put("bike")
        assert session.teach("items", told.row())
        assert session.table.history.entries[-1].answer == Pull("items", "bike")
        assert session.table.known("items").known == n
        play_until(session, "list")


@pytest.mark.parametrize(("game", "path", "field", "kind"),
                         [("newyork", "items", "kind", "bike"), ("escape", "officers", "type", "red")])  # fmt: skip
def test_what_comes_again_is_one_tap_and_its_count_grows(
    tmp_path: Path, game: str, path: str, field: str, kind: str
) -> None:
    session = sit(Owner(tmp_path / "mine", path, game=game))
    come, stock = Pull(path, kind), session.table.stocks[path]
    while place_of(session.table) not in stock.places:
        known_one(session)
    assert not session.learning.again, "nothing was told yet"
    session.learning.open(session.learning.nameless)
    assert session.teach(path, {field: kind, "count": 1})
    for n in (2, 3):
        while place_of(session.table) not in stock.places:
            known_one(session)
        assert [one for one in session.scene.choices if one.answer == come], "one tap says it"
        assert session.answer(come), session.refused
        assert session.table.known(path).known == n
        assert session.table.history.entries[-1].answer == come
    session.undo()
    session.done()
    assert not session.learning.again, "there is one in the bag"
    assert session.answer(come)
    assert session.table.known(path).known == 3


@pytest.mark.parametrize("name", ["Ñandú verde", "¡Olé!", "Señor X"])
def test_a_kind_that_people_name_is_called_as_they_wrote_it(tmp_path: Path, name: str) -> None:
    session = sit(Owner(tmp_path / "mine", "officers", game="escape"))
    while place_of(session.table) != "officers":
        known_one(session)
    session.learning.open(session.learning.nameless)
    told = session.learning.editor("officers")
    told.put(name)
    assert session.teach("officers", told.row())
    answer = session.table.history.entries[-1].answer
    assert isinstance(answer, Pull)
    assert answer.token.isascii()
    presenter, state = session.table.game.presenter, session.table.state
    assert name in plain(presenter.describe(state, answer))
    assert name in plain(presenter.describe(state, answer), "es")
    lines = [plain(line.words) for page in session.pages for line in page.lines]
    assert any(name in line for line in lines), lines
    (row,) = session.table.box.data["officers"]
    assert session.learning.editor("officers", row).form.value(("name",)) == name
    while place_of(session.table) != "officers":
        known_one(session)
    assert name in str([plain(choice.label) for choice in session.scene.choices])


def known_one(session: Session) -> None:
    """Go on with a page, or with the first thing that is known."""
    if session.pages:
        session.done()
        return
    session.answer((session.table.legal() or [])[0])


def test_log_timeline_and_look_back_tell_it_at_its_place(owner: Owner) -> None:
    session = sit(owner)
    tell(session, owner)
    line = [(one.played.entry.kind, plain(session.timeline.label(one.played))) for one in session.timeline.entries()]
    kinds = [kind for kind, _ in line]
    at = kinds.index("learn")
    assert kinds[at + 1] == "answer"
    assert line[at][1] == f"New in the box · {line[at + 1][1]}"
    rows = look_back(session.table).rows
    assert [plain(row.words) for row in rows if row.kind == "learn"] == [line[at][1]]
    assert all(row.done for row in rows if row.kind == "learn")


def test_a_mended_card_says_what_would_have_come_of_it(owner: Owner) -> None:
    session = sit(owner)
    row = tell(session, owner)
    drawn = session.rev
    assert row_of(session.table, session.table.history.entries[-1].answer) == ("mafia_cards", row)
    mafia = mafia_on(session.table)
    other = {**row, "mafia": "soho" if row["mafia"] != "soho" else "harlem", "info": None, "item": None}
    assert session.change_card("mafia_cards", other)
    assert mafia_on(session.table) == mafia, "what it brought stays"
    found = play_again(session.table, drawn)
    assert found is not None
    assert found.dropped == []
    assert session.revise(found)
    assert mafia_on(session.table) == {other["mafia"]: 1}
    line = [plain(session.timeline.label(one.played)) for one in session.timeline.entries()]
    assert any(words.startswith("Says otherwise now") for words in line)


def test_a_card_that_was_mended_in_words_alone_changes_nothing_at_the_table(owner: Owner) -> None:
    session = sit(owner)
    row = tell(session, owner)
    assert session.change_card("mafia_cards", row)
    assert play_again(session.table, session.rev - 1) is None


class Lessons(list[tuple[Lesson, int]]):
    """All lessons with their revs, in order."""

    def learn(self, lesson: Lesson, rev: int) -> None:
        self.append((lesson, rev))

    def skip(self, rev: int) -> None:
        raise AssertionError(rev)


def test_lessons_are_those_of_the_log(owner: Owner) -> None:
    session = sit(owner)
    heard = Lessons()
    session.learning.writer = heard
    row = tell(session, owner)
    session.change_card("mafia_cards", {**row, "info": None})
    assert heard == [(lesson, rev) for rev, lesson in lessons(session.table)]
    assert [lesson.before for lesson, _ in heard] == [None, row]


def test_a_box_that_is_whole_has_nothing_to_learn(tmp_path: Path) -> None:
    session = play_until(sit(Owner(tmp_path / "mine"), chance={"mafia": "asked"}), "list")
    assert session.learning.known is None
    assert not session.learning.open(DrawUnknown("mafia", None))
    assert isinstance(session.table.ask, DrawAsk)
    assert session.learning.nameless is None
    assert not session.pass_over()
    with pytest.raises(Refused):
        session.learning.change_card("mafia_cards", {"id": "x"})


def test_hands_that_do_what_is_said_have_what_the_companion_has_also_where_a_card_is_mended(owner: Owner) -> None:
    """R-GEN-10: the card that the open question comes from says otherwise, so that it is asked no more."""
    session = sit(owner)
    table = session.table
    row = tell(session, owner)
    while row["info"] is None:
        session.pages.clear()
        row = tell(session, owner)
    lying: Pieces = {}
    apply_instructions(lying, table.opening)
    done = 0

    def in_sync() -> None:
        nonlocal done
        for played in table.history.entries[done:]:
            if not (played.entry.kind == "chance" and not table.begun):
                apply_instructions(lying, played.instructions)
        done = len(table.history.entries)
        assert lying == table.pieces()

    done = sum(1 for _ in takewhile(lambda one: one.entry.kind == "chance", table.history.entries))
    in_sync()
    assert isinstance(table.ask, PullAsk)
    assert session.change_card("mafia_cards", {**row, "info": None, "item": None})
    assert not isinstance(table.ask, PullAsk)
    in_sync()
    table.undo()
    in_sync()
    table.redo()
    in_sync()
    table.undo()
    table.answer(Draw("mafia", row["id"]))
    in_sync()
    again = Table.resume(table.game, table.history.boxes.first, table.setup, table.log, chance=table.chance, auto=False)
    assert (again.hash(), again.pieces()) == (table.hash(), table.pieces())


# Cards that exist as a photo only.

PHOTO_DECKS = [
    ("newyork", "mafia_cards"), ("newyork", "police_cards"), ("escape", "contacts"), ("crash", "upgrades"),
    ("krysis", "relics"), ("krysis", "agents.lamplighters.fighters"),
]  # fmt: skip
EVERY_DECK = pytest.mark.parametrize(("game", "path"), PHOTO_DECKS, ids=lambda one: one)
MOST = 2000


def sit_with_photos(owner: Owner, path: str) -> tuple[Session, LessonWriter]:
    """A game with that box, which is kept on disk."""
    session = every_box.sit(owner, path)
    heard: list[object] = []
    box = write_lessons(session, lambda sentence: heard.append(sentence) if sentence else None)
    assert box is not None
    return session, box


def mafia(tmp_path: Path, known: int = 0) -> tuple[Owner, Session, LessonWriter]:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=known)
    photograph_all(owner, "mafia_cards")
    session, box = sit_with_photos(owner, "mafia_cards")
    assert every_box.play_until_new(session, "mafia_cards")
    return owner, session, box


@pytest.mark.by_turns
@EVERY_DECK
def test_a_whole_game_with_a_deck_of_photos(tmp_path: Path, game: str, path: str) -> None:
    """Half of the cards are told when they come up, the others are done by hand."""
    owner = Owner(tmp_path / "mine", path, game=game)
    photos = photograph_all(owner, path)
    session, box = sit_with_photos(owner, path)
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
    photos, owner = 0, Owner(tmp_path / "mine", "mafia_cards", known=25)
    photograph_all(owner, "mafia_cards")
    for n in range(60):
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
    session, box = sit_with_photos(owner, path)
    assert every_box.play_until_new(session, path)
    assert session.learning.photos.here
    assert not session.learning.can_draw
    box.close()
