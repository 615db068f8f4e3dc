"""Every state of the screen with an incomplete box."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

from msgspec import structs

from companion.chance.dealer import Dealer
from companion.games.registry import load_game
from companion.packs import loader
from companion.packs.loader import LoadedPack, load_pack
from companion.session.session import Session
from companion.session.telling import TABLE, TITLE, CardTelling
from companion.table.table import Table
from tests.owner import DECKS, Owner
from tests.session.sensible import play_towards
from tests.ui.gallery import settle
from tests.ui.hands import Hands
from tests.ui.photographs import AtOnce, photograph, photograph_all

MOST = 200


@cache
def _drawing(known: int) -> tuple[Table, Owner]:
    """A table that draws a mafia card, with that many known cards per deck."""
    with tempfile.TemporaryDirectory() as folder:
        owner = Owner(Path(folder) / "mine", *DECKS, known=known)
        table = owner.table()
    session = Session(table)
    for _ in range(MOST):
        if session.mode == "list":
            break
        session.done() if session.pages else session.draw()
    return table, owner


def learning(hands: Hands) -> Iterator[str]:
    """Unknown cards: the list, the question, the changes; who draws; the menu and the log."""
    for known, state in ((0, "empty"), (20, "some")):
        _sit(hands, known)
        yield f"newyork learning {state}"
    hands.tap_spot("square:central_park")
    settle()
    yield "newyork learning square"
    hands.touch(*hands.screen.other.center)
    settle()
    yield "newyork learning new"
    hands.tap("We do what it says")
    while hands.session.pages:
        hands.session.done()
    settle()
    yield "newyork learning changes"
    hands.tap_spot("square:harlem")
    hands.touch(*hands.screen.board._counters[0].more.center)
    settle()
    yield "newyork learning changed"
    _sit(hands, 20)
    hands.app.go("menu")
    settle()
    yield "newyork learning menu"
    hands.touch(*next(view for view in hands.screen.chance.views if view.row.text == "Mafia").center)
    settle()
    yield "newyork learning waits"
    hands.app.dismiss()
    session, owner = _sit(hands, 20)
    session.learning.open(session.learning.nameless)
    row = owner.held["mafia_cards"][0]
    session.teach("mafia_cards", row)
    drawn = session.rev
    yield from _pictured(hands, str(row["id"]))
    hands.app.look_at_moment(drawn)
    settle()
    yield "newyork learning log"
    session.change_card("mafia_cards", {**row, "mafia": "soho" if row["mafia"] != "soho" else "harlem"})
    hands.root.screen("log")._mended(drawn)
    hands.app.go("log")
    settle()
    yield "newyork learning mended"
    session, owner = _sit(hands, 49)
    session.learning.open(session.learning.nameless)
    session.teach("mafia_cards", owner.held["mafia_cards"][0])
    while session.pages or session.mode not in ("offer", "list"):
        session.done() if session.pages else session.draw()
    settle()
    yield "newyork learning offer"


def incomplete_board(hands: Hands) -> Iterator[str]:
    """Krysis with an incomplete board.

    An entrance, a level, one of its spaces, the groups of a question mark, and the relics at the end.
    """
    game = load_game("krysis")
    whole = load_pack(game)
    data = copy.deepcopy(whole.data) | {"whole": False, "crystals": {}, "relic_scores": {"same": {}, "different": {}}}
    for start in data["start_spaces"]:
        del start["crystals"]
    for level in data["levels"]:
        for space in level["spaces"]:
            space["options"] = []
    settings = {"kr.home_ledger": "private"}
    seats = [company["id"] for company in data["companies"]][:2]
    table = Table(game, whole.with_data(game.rules, data), seats, settings, dealer=Dealer("untold"))
    luck = Random("a")
    asked = {"goods": "goods", "mine": "mine", "shown": "goods", "more": "goods", "group": "group", "sets": "sets"}
    for state, wanted in asked.items():
        while getattr(table.ask, "choice", "") != wanted:
            table.answer(game.player.advise(table.state, table.legal() or [], luck.random))
        hands.app.leave_game()
        hands.root.bring("home")
        hands.app.play(Session(table, confirmed=table.rev))
        hands.app.offers.declined = True
        settle()
        yield f"krysis untold {state}"
        if state == "mine":
            table.answer(game.player.advise(table.state, table.legal() or [], luck.random))
        elif state in ("shown", "more"):
            goods = {"red": 0, "blue": 2, "white": 0, "relics": 1 if state == "shown" else 0}
            table.answer({"do": "shown", "goods": goods} | ({"more": True} if state == "shown" else {}))


def incomplete_story(hands: Hands) -> Iterator[str]:
    """New York with an incomplete story: card 0, entered whole and as numbers, and the next one."""
    game = load_game("newyork")
    whole = load_pack(game)
    data = copy.deepcopy(whole.data)
    data["board"]["whole"] = False
    for card in data["scenarios"][0]["cards"]:
        del card["mafia_per_turn"]
    box = whole.with_data(game.rules, data)
    table = Table(game, box, ["father", "mother"], {"nyc.follow": "light"}, dealer=Dealer("untold"))
    luck = Random("untold")
    for state, asked in (("first", "card"), ("cars", "alert_cars"), ("next", "card")):
        while getattr(table.ask, "choice", "") != asked:
            table.answer(game.player.advise(table.state, table.legal() or [], luck.random))
        hands.app.leave_game()
        hands.root.bring("home")
        hands.app.play(Session(table, confirmed=table.rev))
        hands.app.offers.declined = True
        settle()
        if state == "first":
            yield "newyork untold card"
            hands.app.box_updates.enter(next(iter(hands.session.learning.choices())))
            settle()
            yield "newyork untold telling"
            while hands.screen.editor.path:
                hands.screen.editor.close()
            hands.app.refresh()
            settle()
            yield "newyork untold told"
            hands.app.go("game")
        if hands.session.learning.whole_row is not None:
            hands.session.learning.skip_whole_row()
            hands.app.refresh()
            settle()
        yield f"newyork untold {state}"
        table.answer(game.player.advise(table.state, table.legal() or [], luck.random))


def telling(hands: Hands) -> Iterator[str]:
    """A police card that is told by its title: the first of two, of which only the title counts; what the last one has
    changed, with its photo, and of one of which only the title was told before."""
    session = _sit_at_cards(hands, _with_a_card())
    telling = _new_card(hands)
    yield "newyork telling of the first"
    telling.say(TITLE, text="Fog")
    session.tell()
    session.pages.clear()
    learned = session.table.box
    telling = _new_card(hands)
    yield "newyork telling empty"
    telling.press(TITLE)
    hands.app.refresh()
    settle()
    for letter in "rain":
        hands.screen.type_key(letter)
    settle()
    yield "newyork telling title"
    hands.screen.act()
    settle()
    yield "newyork telling titled"
    for part, option in (("square", ""), ("alert", "=1"), ("wound", "=0")):
        telling.press(part)
        hands.app.refresh()
        settle()
        yield f"newyork telling {part}"
        telling.choose(option) if option else telling.close()
    hands.app.refresh()
    settle()
    yield "newyork telling done"
    with tempfile.TemporaryDirectory() as folder:
        photograph(Path(folder), PHOTO)
        hands.app.pictures._beside, hands.app.pictures.folder = AtOnce(), Path(folder)
        _new_card(hands, PHOTO)
        yield "newyork telling photo"
        hands.app.pictures.folder = None
    session = _sit_at_cards(hands, learned)
    for row in learned.data["police_cards"]:
        session.choose(next(one for one in session.scene.choices if getattr(one.answer, "card", "") == row["id"]))
        session.pages.clear()
    hands.app.refresh()
    settle()
    assert session.learning.telling is not None
    assert session.learning.telling.known
    yield "newyork telling later"


def telling_of(hands: Hands, name: str) -> Iterator[str]:
    """A contact, an upgrade, an agent: with its title, and with what it does; then a card that lasts on the table."""
    session = _sit_with_nothing(hands, name)
    telling = _new_card(hands)
    yield f"{name} telling empty"
    telling.say(TITLE, text="Mara")
    telling.say(*DOES[name])
    hands.app.refresh()
    settle()
    yield f"{name} telling done"
    if name == "krysis":
        telling.say(TABLE, next(iter(telling.tables)))
        assert session.tell()
        _to(session, "turn")
        telling = _new_card(hands)
        telling.say(TITLE, text="Mask")
        telling.say("remind", "=2")
        assert session.tell()
        session.pages.clear()
        hands.app.refresh()
        settle()
        assert session.scene.lasting
        yield "krysis telling lasts"


DOES = {"escape": ("cash", "=0"), "crash": ("energy", "=0"), "krysis": ("vp", "=2")}


def _sit_with_nothing(hands: Hands, name: str) -> Session:
    """Show a game with a box of which nothing is known, at the first card that is told by its title."""
    game = load_game(name)
    with tempfile.TemporaryDirectory() as folder, patch.object(loader, "user_folder", lambda: Path(folder)):
        box = load_pack(game, str(loader.new_box(game, "Ours")))
    seats = [seat for seat, _ in game.rules.seats(box.pack)][:3]
    chance = dict.fromkeys((one for one in game.rules.chance_items if one not in game.rules.hideable), "asked")
    settings = game.rules.settings_for(box.pack, seats)
    table = Table(game, box, seats, settings, chance=chance, dealer=Dealer("untold"), auto=False, clock=lambda: 0.0)
    session = Session(table)
    _to(session, {"escape": "contacts", "crash": "upgrades", "krysis": "agent"}[name])
    hands.app.leave_game()
    hands.root.bring("home")
    hands.app.play(session)
    hands.app.offers.declined = True
    settle()
    return hands.session


def _to(session: Session, asked: str) -> None:
    """Play until that is chosen or drawn; cards that come before are done by hand."""
    table = session.table
    play_towards(
        session,
        lambda: asked in (getattr(table.ask, "choice", ""), getattr(table.ask, "deck", "")),
        Random("untold"),
    )


PHOTO = "police_card_1"


def _new_card(hands: Hands, photo: str = "") -> CardTelling:
    learning = hands.session.learning
    learning.open(learning.nameless, photo)
    hands.app.refresh()
    settle()
    assert learning.telling is not None
    return learning.telling


@cache
def _with_a_card() -> LoadedPack:
    """A box with one police card, on a board that is not whole."""
    game = load_game("newyork")
    whole = load_pack(game)
    data = copy.deepcopy(whole.data)
    data["board"]["whole"] = False
    data["unknown"] = {"police_cards": len(data["police_cards"]) - 1}
    del data["police_cards"][1:]
    return whole.with_data(game.rules, data)


def _sit_at_cards(hands: Hands, box: LoadedPack) -> Session:
    """Show a game with that box which draws police cards."""
    game, seats = load_game("newyork"), ["father", "mother"]
    chance = dict.fromkeys(game.rules.chance_items, "asked")
    table = Table(game, box, seats, {"nyc.follow": "light"}, chance=chance, auto=False, clock=lambda: 0.0)
    while getattr(table.ask, "deck", "") != "police":
        table.answer((table.legal() or [])[0])
    hands.app.leave_game()
    hands.root.bring("home")
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.offers.declined = True
    settle()
    return hands.session


def _pictured(hands: Hands, card: str) -> Iterator[str]:
    """A drawn card with a picture."""
    pictures = hands.app.pictures
    pictures._beside = AtOnce()
    with tempfile.TemporaryDirectory() as folder:
        photograph(Path(folder), card)
        pictures.folder = Path(folder)
        hands.app.refresh()
        settle()
        yield "newyork learning pictured"
        pictures.folder = None
        hands.app.refresh()
        settle()


def photographed(hands: Hands) -> Iterator[str]:
    """A deck of which the box has three cards, and of the others the photos alone: the list, the card that the
    companion draws, as large as the glass."""
    hands.app.small_pictures._beside = hands.app.pictures._beside = AtOnce()
    with tempfile.TemporaryDirectory() as folder:
        owner = Owner(Path(folder) / "mine", "mafia_cards", known=3)
        photograph_all(owner, "mafia_cards")
        table = owner.table()
        hands.app.leave_game()
        hands.root.bring("home")
        session = Session(table)
        for _ in range(MOST):
            if session.mode == "list":
                break
            session.done() if session.pages else session.draw()
        hands.app.play(session)
        hands.app.offers.declined = True
        settle()
        hands.tap("A card that is not in the list")
        settle()
        settle()
        yield "newyork learning photos"
        photo = next(iter(session.learning.photos.here))
        session.learning.open(session.learning.nameless, photo)
        hands.app.refresh()
        settle()
        yield "newyork learning photo"
        hands.app.slips.card(photo)
        settle()
        yield "newyork learning enlarged"
        hands.app.slips.close()
        hands.app.box_updates.enter("mafia_cards")
        settle()
        yield "newyork learning told by photo"
        hands.app.go("game")
        hands.app.leave_game()
        hands.root.bring("home")


def _sit(hands: Hands, known: int) -> tuple[Session, Owner]:
    """Show a copy of such a table."""
    made, owner = _drawing(known)
    setup = structs.replace(made.setup, pack=str(owner.path))
    table = Table.resume(
        made.game, made.history.boxes.first, setup, made.log, chance=made.chance, auto=False, clock=lambda: 0.0
    )
    hands.app.leave_game()
    hands.root.bring("home")
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.offers.declined = True
    settle()
    return hands.session, owner
