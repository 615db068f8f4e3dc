"""Whoever asks why is told the rule; whoever wants to know what a card could bring is told the odds."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec import structs

from companion.chance.dealer import Dealer
from companion.core.asks import DrawAsk, RollAsk, is_chance
from companion.core.refusals import Refused
from companion.core.texts import P, T
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Table
from tests.ui.hands import Hands, clipped, least_target
from ui.base.language import say
from ui.look import paint
from ui.look.theme import look
from ui.model.explanations import rules_of

SIZES = [(800, 480), (1280, 720), (720, 1280)]
EXPECTED_SCREENS = {
    "newyork": {"check", "reveal", "dice"},
    "escape": {"check", "entry"},
    "crash": {"check", "dice"},
    "krysis": {"check", "form"},
    "thousand": {"dice"},
}
"""Screens with questions of their own that a game comes to."""


def table(name: str, **options: Any) -> Table:
    game = load_game(name)
    loaded = load_pack(game, game.rules.bundled_pack)
    seats = [seat for seat, _ in game.rules.seats(loaded.pack)][:3]
    return Table(game, loaded, seats, options.pop("settings", {}), dealer=Dealer("why"), auto=False, **options)


def until(hands: Hands, wanted: Any) -> Session:
    """Play like a sensible player, without a look at the screen, until the session is as ``wanted``."""
    session = hands.session
    for _ in range(600):
        if wanted(session):
            break
        if session.pages:
            session.done()
        elif is_chance(session.table.ask):
            session.draw()
        else:
            session.answer(
                session.table.game.player.advise(session.table.state, session.table.legal() or [], lambda: 0.5)
            )
    hands.app.go("game")
    hands.look()
    assert wanted(session)
    return session


def note_titles(hands: Hands) -> list[str]:
    """What each note of the slip is known by: the number of a rule, else its heading."""
    return [note.number or note.head for note in hands.root.slip.slip.notes]


def asked(hands: Hands, part: Any) -> list[str]:
    """Tap it, and read the numbers and headings of the slip that it brings."""
    assert part.shown
    assert min(part.width, part.height) >= least_target() - 1
    hands.touch(*part.center)
    assert hands.root.slip.shown
    return note_titles(hands)


def put_away(hands: Hands) -> None:
    hands.tap("Close")
    assert not hands.root.slip.shown


@pytest.mark.by_turns
@pytest.mark.parametrize("name", game_names())
def test_the_rule_of_every_question_is_two_taps_away(hands: Hands, name: str) -> None:
    hands.sit(table(name))
    hands.app.offers.declined = True
    seen: set[tuple[str, tuple[int, int]]] = set()
    for n in range(120):
        unseen = [size for size in SIZES if (hands.root.name, size) not in seen]
        for size in unseen if n % 10 == 0 or len(unseen) == len(SIZES) else ():
            hands.resize(*size)
            mark = getattr(hands.screen, "why" if hands.root.name == "reveal" else "mark", None)
            if mark is not None and mark.shown:
                seen.add((hands.root.name, size))
                assert_explained(hands, mark)
        go_on(hands)
        hands.app.go("game")
        hands.look()
    assert seen >= {(screen, size) for screen in {"table", *EXPECTED_SCREENS[name]} for size in SIZES}
    assert clipped == set()


def assert_explained(hands: Hands, mark: Any) -> None:
    """Every rule of what is asked is told, and then what is in force."""
    rules = asked(hands, mark)
    in_force = [f"{n}." for n in range(1, len(hands.session.scene.notices) + 1)]
    told = rules[: -len(in_force)] if in_force and rules[-len(in_force) :] == in_force else rules
    assert told
    assert all(hands.session.table.game.presenter.rule(rule) for rule in told)
    put_away(hands)


def go_on(hands: Hands) -> None:
    """The next thing that people do."""
    session = hands.session
    if session.pages:
        session.done()
    elif session.mode in ("deal", "roll", "list"):
        session.draw()
    elif session.mode != "over":
        session.answer(session.table.game.player.advise(session.table.state, session.table.legal() or [], lambda: 0.5))


def test_the_prompt_has_its_own_rule(hands: Hands) -> None:
    hands.sit(table("newyork"))
    until(hands, lambda session: session.mode == "choose" and session.table.ask.rule == "R-NYC-43")
    assert asked(hands, hands.screen.mark) == ["R-NYC-43"]


def test_a_page_explains_each_rule_of_its_lines_once(hands: Hands) -> None:
    hands.sit(table("newyork"))
    session = until(
        hands, lambda session: session.mode == "card" and len({line.rule for line in session.page.lines}) > 1
    )
    assert asked(hands, hands.screen.why) == list(dict.fromkeys(line.rule for line in session.page.lines if line.rule))


def test_the_log_explains_the_instructions_of_any_answer(hands: Hands) -> None:
    hands.sit(table("newyork"))
    session = until(hands, lambda session: session.mode == "choose" and session.table.ask.rule == "R-NYC-43")
    extra = next(choice for choice in session.scene.choices if choice.group == "extra")
    assert session.answer(extra.answer)
    hands.app.go("log")
    hands.look()
    assert asked(hands, hands.screen.mark)[0] in ("R-NYC-63", "R-NYC-104")


def test_a_refusal_opens_its_rule_and_is_dismissed(hands: Hands) -> None:
    hands.sit(table("newyork"))
    session = until(hands, lambda session: session.mode == "choose" and session.table.ask.rule == "R-NYC-43")
    session.refused = Refused("illegal", T("No item lies there."), "R-NYC-72")
    hands.app.refresh()
    hands.look()
    banner = hands.root.banner
    assert banner.why.text == "Why?"
    assert (banner.heading, banner.rule) == ("Player phase: Actions", "R-NYC-72")
    assert asked(hands, banner.why) == ["R-NYC-72"]
    assert session.refused is None
    put_away(hands)
    assert not banner.shown


def test_a_refusal_without_a_rule_offers_no_explanation(hands: Hands) -> None:
    hands.sit(table("newyork"))
    assert not hands.session.undo()
    hands.look()
    assert hands.root.banner.shown
    assert not hands.root.banner.why.shown
    hands.touch(*hands.root.banner.center)
    assert not hands.root.banner.shown


def painted(hands: Hands, monkeypatch: pytest.MonkeyPatch, part: Any) -> list[tuple[str, float]]:
    """What a part writes when it is drawn, and how large."""
    written: list[tuple[str, float]] = []
    plainly = paint.words

    def words(said: str, area: Any, colour: Any, size: float = 0.0, **how: Any) -> float:
        written.append((said, size))
        return plainly(said, area, colour, size, **how)

    with monkeypatch.context() as listening:
        listening.setattr(paint, "words", words)
        part.redraw()
        hands.look()
    return written


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("language", "heading"),
    [("en", "Player phase: Actions"), ("es", "Fase de jugadores: Acciones")],
)
def test_the_heading_of_the_rulebook_stands_there_and_no_number_that_nobody_knows(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, size: Any, language: str, heading: str
) -> None:
    hands.resize(*size)
    hands.speak(language)
    hands.sit(table("newyork"))
    session = until(hands, lambda session: session.mode == "choose" and session.table.ask.rule == "R-NYC-43")
    session.refused = Refused("illegal", T("No item lies there."), "R-NYC-72")
    hands.app.refresh()
    hands.look()
    assert_no_number(painted(hands, monkeypatch, hands.root.banner), heading)
    hands.touch(*hands.root.banner.why.center)
    assert_no_number(painted(hands, monkeypatch, hands.root.slip), heading)
    assert clipped == set()


def assert_no_number(written: list[tuple[str, float]], heading: str) -> None:
    said = " ".join(text for text, _ in written)
    assert heading in said
    assert "NYC" not in said


def test_rules_of_a_game_without_a_rulebook_have_no_heading(hands: Hands) -> None:
    hands.sit(table("thousand"))
    until(hands, lambda session: session.mode == "choose")
    assert asked(hands, hands.screen.mark)
    assert {note.head for note in hands.root.slip.slip.notes if note.number} == {""}
    assert clipped == set()


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_slip_is_not_opened(hands: Hands, size: Any) -> None:
    hands.resize(*size)
    hands.sit(table("newyork"))
    until(hands, lambda session: session.mode == "choose")
    for ask in (partial(hands.app.slips.why, ("TOY-1",)), hands.app.slips.odds):
        ask()
        hands.look(2)
        assert not hands.root.slip.shown


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_odds_of_a_card_stand_beside_the_button_that_draws_it(hands: Hands, size: Any, language: str) -> None:
    hands.resize(*size)
    hands.speak(language)
    hands.sit(table("newyork"))
    session = until(
        hands, lambda session: session.mode == "deal" and isinstance(session.table.ask, DrawAsk) and not session.pages
    )
    before = session.table.rev, session.table.hash()
    shares = asked(hands, hands.screen.odds)
    assert shares[0].startswith(("3 in 50", "5 in 50", "2 in 23", "3 de 50", "5 de 50", "2 de 23"))
    assert (session.table.rev, session.table.hash()) == before
    assert clipped == set()


def test_odds_of_a_roll_are_those_of_each_kind_of_dice(hands: Hands) -> None:
    hands.sit(table("newyork"))
    until(hands, lambda session: isinstance(session.table.ask, RollAsk) and not session.pages)
    assert asked(hands, hands.screen.odds)[:2] == ["3 in 6", "1 in 6 each"]
    assert hands.root.slip.slip.notes[0].text == "mental"
    assert hands.root.slip.slip.notes[0].over.endswith("blue")


def test_private_questions_have_no_odds(hands: Hands) -> None:
    hands.sit(table("escape", settings={"plans": "private"}, chance={"plans": "asked"}))
    session = until(hands, lambda session: session.table.ask.only is not None and not session.pages)
    hands.app.privacy.open(session.table.ask.only)
    hands.app.refresh()
    hands.look()
    assert hands.root.name == "list"
    assert not hands.screen.odds.shown


def test_the_odds_close_when_the_card_is_drawn(hands: Hands) -> None:
    hands.sit(table("newyork"))
    session = until(hands, lambda session: session.mode == "deal" and not session.pages)
    asked(hands, hands.screen.odds)
    session.draw()
    hands.look()
    assert not hands.root.slip.shown


def test_nothing_below_a_slip_can_be_tapped(hands: Hands) -> None:
    hands.sit(table("newyork"))
    session = until(hands, lambda session: session.mode == "deal" and not session.pages)
    amber, rev = hands.screen.primary.center, session.rev
    asked(hands, hands.screen.mark)
    hands.touch(*amber)
    assert session.rev == rev
    assert not hands.root.slip.shown


def test_the_green_button_closes_a_slip_first(hands: Hands) -> None:
    hands.sit(table("newyork"))
    session = until(hands, lambda session: session.mode == "deal" and not session.pages)
    rev = session.rev
    asked(hands, hands.screen.mark)
    hands.app.act()
    hands.look()
    assert not hands.root.slip.shown
    assert session.rev == rev
    hands.app.act()
    assert session.rev > rev


@pytest.mark.parametrize("size", SIZES)
def test_many_rules_stand_on_several_pages(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.sit(table("escape"))
    hands.session.page.lines.sort(key=lambda line: line.rule != "R-EP-34")
    hands.app.slips.why(rules_of(hands.session))
    hands.look()
    shown = hands.root.slip
    pages = len(shown._pages)
    assert pages > 1
    read: list[str] = []
    for _ in range(pages):
        read += [note.number for note, _ in shown._pages[shown.first % pages]]
        assert shown.further.height >= least_target()
        assert shown.further.x >= 0
        hands.touch(*shown.further.center)
    assert list(dict.fromkeys(read)) == note_titles(hands)
    assert clipped == set()


def test_the_close_button_is_as_large_as_the_amber_one(hands: Hands) -> None:
    hands.sit(table("escape"))
    asked(hands, hands.screen.mark)
    assert hands.root.slip.close.height >= look.mm(12)


@pytest.mark.parametrize("name", [name for name in game_names() if name != "thousand"])
@pytest.mark.parametrize("size", SIZES)
def test_shortened_notices_lead_to_the_full_list(hands: Hands, name: str, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.sit(table(name))
    session = until(
        hands, lambda session: session.mode == "choose" and not session.pages and len(session.scene.notices) > 0
    )
    many = [P("Note {n}: " + "compare everything with the screen " * 3, "", n) for n in range(1, 13)]
    session._scene = structs.replace(session.scene, notices=many)
    hands.app.refresh()
    hands.look()
    part, why = hands.screen.mark, [say(session.table.game.presenter.rule(rule)) for rule in rules_of(session)]
    if hands.root.name == "table":
        part, why = hands.screen.notice, []
        assert part.shortened
    assert min(part.size) >= least_target() - 1
    hands.touch(*part.center)
    if hands.root.name == "story":
        return
    read: list[str] = []
    while len(read) < 60 and (not read or read[0] not in seen(hands)):
        read += seen(hands)
        if not hands.root.slip.further.shown:
            break
        hands.touch(*hands.root.slip.further.center)
    assert " ".join(read) == " ".join([*why, *map(say, many)])
    assert not clipped


def seen(hands: Hands) -> list[str]:
    """The lines on the page of the slip that lies open."""
    slip = hands.root.slip
    return [line for _, lines in slip._pages[slip.first % len(slip._pages)] for line in lines]
