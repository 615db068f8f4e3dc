"""What each seat may see, and what must never be seen on the shared screen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.chance.dealer import Dealer
from companion.cli import companion as commands
from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.core.secrets import HIDDEN, public_answer
from companion.games.krysis import answers as a
from companion.games.krysis.content import SHEETS, Crystals
from companion.games.krysis.state import State, home_of
from companion.journal import Journal
from companion.packs.loader import load_pack
from companion.scene.scene import Scene
from companion.table.history import hidden, label
from companion.table.past import weigh
from companion.table.table import Table, ahead
from tests.daily import share
from tests.games.chaos import new_game
from tests.games.krysis.box import COLOURS, GAME, Json, crystals
from tests.games.krysis.chaos import KrysisChaos
from tests.games.krysis.helpers import ALL, KrysisTable, change

# Who may know what: the shared screen and each seat (R-KR-13, R-KR-18, R-KR-28, R-KR-64, R-KR-72; WIRE.md 7).

open_answer = GAME.rules.open_answer
OPTIONS = {"advanced": "on", "missions": "on"}


def text(view: Any) -> str:
    return json.dumps(view, sort_keys=True)


def alike_for_all_but(seat: str, one: KrysisTable, other: KrysisTable) -> None:
    """The two tables differ, and only ``seat`` can see it."""
    assert one.table.hash() != other.table.hash()
    for who in (None, *one.facts["seats"]):
        same = text(one.table.view(who)) == text(other.table.view(who))
        assert same == (who != seat), who


def pair(known: str = ALL, options: dict[str, str] | None = None, **how: Any) -> tuple[KrysisTable, KrysisTable]:
    return KrysisTable(3, known, options, **how), KrysisTable(3, known, options, **how)


def each(evenings: tuple[KrysisTable, KrysisTable], what: str, who: str | None = None) -> None:
    for evening in evenings:
        evening.until(what, who)


@pytest.mark.rule("R-KR-64")
def test_another_discard_of_the_squad():
    """Of the same deck; the decks can be counted."""
    one, other = pair(options=OPTIONS)
    one.say("discard", agent="a_f1")
    other.say("discard", agent="a_f4")
    alike_for_all_but("ann", one, other)
    for _ in range(5):
        for evening in (one, other):
            evening.say(
                "discard", agent=next(a["agent"] for a in evening.legal() if a["agent"] not in ("a_f1", "a_f4"))
            )
    alike_for_all_but("ann", one, other)


@pytest.mark.rule("R-KR-11")
def test_another_card_of_a_hand():
    one, other = pair()
    one.draw("a_f1")
    other.draw("a_f2")
    alike_for_all_but("ann", one, other)


@pytest.mark.rule("R-KR-12", "R-KR-13")
def test_another_relic():
    """In a camp, and carried home from there."""
    one, other = pair("home relics")
    one.draw("r01")
    other.draw("r05")
    alike_for_all_but("ann", one, other)
    for evening in (one, other):
        evening.draw("r02", "r03")
        evening.until("mine")
    alike_for_all_but("ann", one, other)
    for evening, relic in ((one, "r01"), (other, "r05")):
        evening.teams(ann="t1 t2 t3").until("turn", "ann").load("home", relics=[relic])
    alike_for_all_but("ann", one, other)


@pytest.mark.rule("R-KR-26")
def test_another_relic_that_is_looked_at_and_kept():
    """What is drawn is for one seat; what is thrown away for all."""
    one, other = pair("home relics")
    for evening, cards in ((one, ("r11", "r12")), (other, ("r11", "r10"))):
        evening.until("mine").say("mine", space="1b", option=1)
        evening.draw(*cards)
    seat = one.ask.who
    alike_for_all_but(seat, one, other)
    for evening in (one, other):
        evening.say("keep", relic=evening.legal()[1]["relic"] if evening is one else "r10")
    alike_for_all_but(seat, one, other)


@pytest.mark.rule("R-KR-18", "R-KR-19")
def test_another_bid():
    """Until all are open; at home it still lies."""
    for known in ("", "home"):
        one, other = pair(known)
        each((one, other), "bid")
        one.bid(red=1)
        other.bid(white=3)
        alike_for_all_but("ann", one, other)
        for evening in (one, other):
            evening.bid()
            evening.bid()
        assert text(one.table.view(None)) != text(other.table.view(None))


@pytest.mark.rule("R-KR-28")
def test_another_agent_face_down():
    for known in ("", "agents"):
        one, other = pair(known)
        each((one, other), "agent")
        one.say("play", agent=one.legal()[0]["agent"])
        other.say("play", agent=other.legal()[1]["agent"])
        alike_for_all_but("ann", one, other)


@pytest.mark.rule("R-KR-72")
def test_another_mission():
    one, other = pair("missions", {"missions": "on"})
    one.draw("red", "blue", "white")
    other.draw("red", "relics", "white")
    alike_for_all_but("ben", one, other)
    each((one, other), "turn")
    alike_for_all_but("ben", one, other)


@pytest.mark.rule("R-KR-14")
def test_another_home():
    """The bank can be counted, so what moves is within the seats: ben's and ann's homes."""
    one, other = pair("home")
    each((one, other), "turn")
    other.correct(change("home", 4, seat="ann", good="white"), change("home", 2, seat="ben", good="white"))
    for who, same in ((None, True), ("cat", True), ("ann", False), ("ben", False)):
        assert (text(one.table.view(who)) == text(other.table.view(who))) == same


@pytest.mark.rule("R-KR-68")
def test_what_a_spy_looks_at():
    """The camp's owner does not learn that the spy could have taken another one, but for what is gone."""
    one, other = pair("home relics", {"advanced": "on"})
    for evening, relic in ((one, "r09"), (other, "r10")):
        evening.teams(ann="spy t1 t2", ben="t1 t2 t3", cat="t1 t2 t3").until("turn", "ann")
        evening.camp("cat", ["r04", relic])
        evening.ability("a_spy", from_="cat")
    for who, same in ((None, True), ("ben", True), ("ann", False), ("cat", False)):
        assert (text(one.table.view(who)) == text(other.table.view(who))) == same


@pytest.mark.parametrize("seed", range(14))
def test_views_of_random_games(seed):
    """WIRE.md 7: the facts with one's own secrets and one's own home only; nothing secret anywhere else."""
    chaos, r = KrysisChaos(), Random(seed)
    data = chaos.random_box(r)
    seats = chaos.random_seats(r, data)
    settings = chaos.random_settings(r) | {"kr.home_ledger": r.choice(["off", "private", "private"])}
    chance = chaos.random_chance(r, settings, digital=seed % 2 == 0)
    table = Table(GAME, chaos.loaded(data), seats, settings, chance=chance, dealer=Dealer(str(seed)))
    for _ in range(chaos.longest):
        facts = table.facts()
        for seat in (None, *seats):
            assert table.view(seat) == _seen(facts, seat)
        if table.over:
            break
        _hidden_names_are_nowhere(facts, table.view(None))
        table.answer(chaos.random_answer(r, table))


def _seen(facts: Json, seat: str | None) -> Json:
    others = {f"home:{one}" for one in facts["seats"] if one != seat}
    return facts | {
        "you": seat,
        "secrets": {seat: facts["secrets"][seat]} if seat else {},
        "pieces": {at: there for at, there in facts["pieces"].items() if at not in others},
    }


def _hidden_names_are_nowhere(facts: Json, shared: Json) -> None:
    """No card that only one seat may see stands in the shared view."""
    names = set(text(shared).replace('"', " ").replace(",", " ").replace("]", " ").split())
    for secret in facts["secrets"].values():
        cards = [
            *(secret["hand"] or []),
            *(secret["box"] or []),
            *(secret["camp_relics"] or []),
            *(secret["drawn"] or []),
        ]
        cards += [*(secret["home_relics"] or []), *([secret["agent"]] if secret["agent"] else [])]
        assert not names & set(cards)


# What only one seat may know is nowhere that others look: tables that differ in it are alike for everybody else.

encode = msgspec.json.Encoder(order="deterministic").encode
DEALT = dict.fromkeys(GAME.rules.chance_items, "digital")
SECRET = {"kr.home_ledger": "private", "kr.missions": "on"}


class Secretive(KrysisChaos):
    """Random games in which the companion knows everything."""

    def random_settings(self, r: Random) -> dict[str, str]:
        return super().random_settings(r) | SECRET

    def random_chance(self, r: Random, settings: Json, *, digital: bool) -> dict[str, str]:
        return dict.fromkeys(GAME.rules.chance_items, "digital" if digital else "asked")


def without_answers(s: State) -> Scene:
    """What is left of a scene at the gate before a question for one seat alone."""
    scene = GAME.presenter.scene(s)
    if GAME.rules.ask(s).only is None:
        return scene
    return msgspec.structs.replace(scene, choices=[], groups=[], fillings=[], several=None, entry=None)


def shared(s: State, table: Table) -> dict[str, bytes]:
    """Everything that people at the shared screen can see or read, however they look; what was said is the table's."""
    todo = [*table.opening, *table.since(0).instructions]
    answers = [part for part in table.history.entries if part.answer is not None]
    return {
        "view": encode(GAME.rules.view(s, None)),
        "scene": repr(without_answers(s)).encode(),
        "places": repr(GAME.presenter.places(s)).encode(),
        "lines": encode(GAME.presenter.lines(s, todo)),
        "describe": encode([label(GAME, s, part) for part in answers]),
        "card": encode(
            [GAME.presenter.card(s, GAME.rules.open_answer(s, part.answer, part.asked)) for part in answers]
        ),
        "gauges": encode(GAME.presenter.gauges(s)),
    }


def alone(s: State, seat: str) -> bytes:
    """Everything that one seat can see by itself."""
    return encode(GAME.rules.view(s, seat)) + encode(GAME.presenter.private(s, seat))


def twins(s: State, seat: str, r: Random) -> Iterator[tuple[str, State]]:
    """The table as it would be if something that only ``seat`` may know were something else."""
    changes: dict[str, Callable[[State, Random], bool]] = {
        "hand": lambda twin, r: _swap_agent(twin, seat, twin.now.players[seat].hand, r),
        "camp": lambda twin, r: _swap(twin.now.players[seat].camp.relics, twin.now.relic_deck, r),
        "home relics": lambda twin, r: _swap(home_of(twin, seat).relics, twin.now.relic_deck, r),
        "drawn": lambda twin, r: _swap(twin.now.players[seat].drawn, twin.now.relic_deck, r),
        "box": lambda twin, r: _swap_agent(twin, seat, twin.now.players[seat].box, r),
        "agent": lambda twin, r: _other_agent(twin, seat),
        "bid": lambda twin, r: _other_bid(twin, seat),
        "mission": lambda twin, r: _other_mission(twin, seat),
        "home": lambda twin, r: _other_home(twin, seat),
    }
    for name, differs in changes.items():
        twin = s.copy()
        if differs(twin, r):
            yield name, twin


def _swap_agent(s: State, seat: str, cards: list[str], r: Random) -> bool:
    """The first of these cards for one of the deck that it belongs to."""
    return bool(cards) and _swap(cards, s.now.players[seat].deck(s.world.deck_of(cards[0])), r)


def _swap(mine: list[str], others: list[str], r: Random) -> bool:
    if not mine or not others:
        return False
    other = r.randrange(len(others))
    mine[0], others[other] = others[other], mine[0]
    mine.sort()
    others.sort()
    return True


def _other_agent(s: State, seat: str) -> bool:
    player = s.now.players[seat]
    if player.given is None or not player.hand:
        return False
    player.given, player.hand[0] = player.hand[0], player.given
    player.hand.sort()
    return True


def _other_bid(s: State, seat: str) -> bool:
    player = s.now.players[seat]
    if player.bid is None or s.now.revealed or s.now.phase != "mining" or player.home is None:
        return False
    free = next((colour for colour in COLOURS if player.home.crystals[colour] > player.bid[colour]), None)
    if free is not None:
        player.bid[free] += 1
    return free is not None


def _other_mission(s: State, seat: str) -> bool:
    player = s.now.players[seat]
    if player.mission is None or not s.now.missions:
        return False
    player.mission, s.now.missions[0] = s.now.missions[0], player.mission
    return True


def _other_home(s: State, seat: str) -> bool:
    """Crystals that all together have at home, spread otherwise: what each has is for its own eyes."""
    home, bid = s.now.players[seat].home, s.now.players[seat].bid
    if home is None or bid is not None or s.now.homes is not None:
        return False
    other = next(player for name, player in s.now.players.items() if name != seat)
    assert other.home is not None
    home.crystals["white"] += 1
    other.home.crystals["white"] -= 1
    return other.home.crystals["white"] >= (other.bid or crystals())["white"]


@pytest.mark.parametrize("seed", range(share(5)))
def test_a_different_secret_changes_nothing_for_the_other_seats(seed: int) -> None:
    """Another hand, agent, bid, home, mission, other relics: shared scene, views, lines, log stay byte for byte."""
    chaos, r = Secretive(), Random(seed)
    table, _ = new_game(chaos, r, digital=False)
    met: set[str] = set()
    while not table.over and table.state.now.phase != "scoring" and len(table.log) < 250:
        table.answer(chaos.random_answer(r, table))
        s = table.state
        bidding = s.now.phase == "mining" and not s.now.revealed
        if s.now.phase in ("scoring", "over") or (not bidding and r.random() < 0.5):
            continue
        before, owns = shared(s, table), {one: alone(s, one) for one in table.setup.seats}
        seats = table.setup.seats if bidding else [r.choice(table.setup.seats)]
        for seat, (name, twin) in ((who, one) for who in seats for one in twins(s, who, r)):
            met.add(name)
            assert shared(twin, table) == before, name
            changed = {one for one in owns if alone(twin, one) != owns[one]}
            if name == "home":
                assert seat in changed
            else:
                assert changed <= {seat} | _looks_too(s, seat), name
                assert seat in changed, name
    assert met >= {"hand", "camp", "bid", "agent", "home"}


def _looks_too(s: State, seat: str) -> set[str]:
    """A spy looks at the relics of the camp that it is in."""
    ask = GAME.rules.ask(s)
    return {ask.who or ""} if getattr(ask, "choice", None) == "spy" and getattr(ask, "camp", None) == seat else set()


@pytest.mark.rule("R-KR-18")
def test_who_bids_last_cannot_look_ahead_at_the_bids_of_the_others() -> None:
    evening = KrysisTable(known=ALL).until("bid")
    while evening.at == "bid":
        bid = a.Bid(Crystals(0, 0, 0))
        if len(evening.facts["given"]) < 2:
            assert ahead(evening.table, bid).instructions == []
        else:
            with pytest.raises(Refused) as no:
                ahead(evening.table, bid)
            assert no.value.text == HIDDEN
        evening.table.answer(bid)
    assert evening.facts["bids"] is not None


def with_ability(effects: str, known: str = "home") -> KrysisTable:
    """It is Ann's turn, who has an agent whose ability does this."""
    made = {"idle": {"ability": None, "effects": SHEETS.phrases.read_list(effects), "speed": 9}}
    evening = KrysisTable(3, known, {"advanced": "on"}, agents=made)
    evening.teams(ann="idle t1 t2", ben="t3 t4 t5", cat="t3 t4 t5").until("turn", "ann")
    for seat in ("ann", "ben", "cat"):
        evening.camp(seat)
    return evening


ABILITY = a.UseAbility("a_idle")


def refused(look: Callable[[], object]) -> bool:
    """True if looking ahead is refused for what is hidden."""
    try:
        look()
    except Refused as no:
        return no.text == HIDDEN
    return False


@pytest.mark.rule("R-GEN-06")
@pytest.mark.parametrize("red", [0, 3])
def test_looking_ahead_does_not_tell_whether_there_is_something_behind_a_screen(red: int) -> None:
    evening = with_ability("lose 1 red from home, everybody; VP +1")
    evening.correct({"fact": "home", "seat": "ben", "good": "red", "value": red})
    assert refused(lambda: ahead(evening.table, ABILITY))
    evening.overtime()
    turn = evening.table.log[-1].rev
    assert refused(lambda: weigh(evening.table, turn, ABILITY))


@pytest.mark.rule("R-GEN-06")
@pytest.mark.parametrize("effects", ["VP +1", "gain 1 red, everybody", "lose 1 red, everybody"])
def test_looking_ahead_tells_what_no_screen_hides(effects: str) -> None:
    evening = with_ability(effects)
    assert not refused(lambda: ahead(evening.table, ABILITY))
    evening.overtime()
    turn = evening.table.log[-1].rev
    assert not refused(lambda: weigh(evening.table, turn, ABILITY))


@pytest.mark.parametrize("seed", range(4))
def test_a_private_answer_is_described_in_the_same_words_whatever_it_is(seed: int) -> None:
    """Whichever of the listed answers it was: the log says the same, and null stands for it where a log is printed."""
    chaos, r = Secretive(), Random(seed)
    table, _ = new_game(chaos, r, digital=False)
    while not table.over and len(table.log) < 200:
        if table.ask.only is not None:
            descriptions: dict[str, set[bytes]] = {}
            for answer in table.legal() or []:
                said = chaos.filled(r, answer, table.facts())
                if isinstance(said, a.Use | a.LoadGoods | a.Raid | a.Overtime | a.UseAbility | a.ChooseDeck):
                    continue
                shown = GAME.rules.open_answer(table.state, said, table.ask)
                words = encode(
                    [GAME.presenter.told(table.state, said, table.ask), GAME.presenter.card(table.state, shown)]
                )
                descriptions.setdefault(type(said).__name__, set()).add(encode(shown) + words)
            assert all(len(one) == 1 for one in descriptions.values())
        table.answer(chaos.random_answer(r, table))


@pytest.mark.rule("R-KR-13")
def test_goods_taken_home_are_described_without_names() -> None:
    """How many relics are carried is seen, which they are is not."""
    evening = KrysisTable(known=ALL).until("turn")
    seat = evening.facts["active"]
    goods = {**crystals(), "relics": evening.secret(seat)["camp_relics"][:1]}
    raw = {"do": "load", "to": "home", "goods": goods}
    asked = evening.table.ask
    assert asked.only == seat
    answer = GAME.rules.parse(evening.table.state, raw)
    assert msgspec.to_builtins(public_answer(answer, asked))["goods"] == {**crystals(), "relics": None}
    assert goods["relics"][0] not in encode(GAME.presenter.told(evening.table.state, answer, asked)).decode()


def test_where_nothing_is_known_nobody_has_to_look_away() -> None:
    """Bids, agents and homes are said at the reveal, on the shared screen; the log names them."""
    evening, asked = KrysisTable(options={"missions": "on"}), set()
    while evening.at != "over":
        assert evening.table.ask.only is None
        assert evening.table.scene().secrets == []
        asked.add(evening.at)
        evening.dull()
    assert asked >= {"bid", "agent", "turn", "home"}
    assert not any(hidden(played) for played in evening.table.history.entries)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"fact": "home", "seat": "ann", "good": "red", "value": 3}, "value"),
        ({"fact": "mission", "seat": "ann", "value": "red"}, "value"),
        ({"fact": "relic", "relic": "r1", "value": "camp:ann"}, "relic"),
        ({"fact": "relic", "relic": "r1", "value": "up:ann"}, None),
        ({"fact": "agent", "agent": "a1", "value": "hand"}, "agent"),
        ({"fact": "agent", "agent": "a1", "value": "discard"}, None),
        ({"fact": "vp", "seat": "ann", "value": 3}, None),
    ],
)
def test_a_correction_of_a_secret_is_printed_without_it(change: Json, field: str | None) -> None:
    state = Table(GAME, load_pack(GAME), ["ann", "ben"], SECRET, chance=DEALT).state
    assert GAME.rules.public(state, change) == (change if field is None else {**change, field: None})


def test_a_printed_log_and_a_page_to_keep_name_no_secret(tmp_path: Any) -> None:
    """R-GEN-06: no bid before it was open, no agent in hand, no relic that lies face down, no mission."""
    path, page, r = tmp_path / "kept.db", tmp_path / "page.html", Random(1)
    with Journal(path) as journal:
        table = Table(
            GAME,
            load_pack(GAME),
            ["ann", "ben"],
            SECRET,
            chance=DEALT,
            dealer=Dealer("oak"),
            store=journal,
            clock=lambda: 7.0,
        )
        while table.facts()["round"] < 3:
            table.answer(GAME.player.advise(table.state, list(table.legal() or []), r.random))
        assert journal.flush()
    facts = table.facts()
    hidden = [card for seat in facts["seats"] for name in ("hand", "camp_relics", "home_relics")
              for card in facts["secrets"][seat][name]]  # fmt: skip
    options = ["--journal", str(path)]
    printed = CliRunner().invoke(commands, ["log", "last", *options]).output
    CliRunner().invoke(commands, ["export", "last", "--html", str(page), "--language", "en", *options])
    written = page.read_text()
    assert '"do":"draw"' in printed
    for card in hidden:
        assert json.dumps(card) not in printed
        assert plain_name(table, card) not in written
    for entry in table.log:
        if (entry.answer or {}).get("do") == "bid":
            assert json.dumps(entry.answer, separators=(",", ":")) not in printed


def plain_name(table: Table, card: str) -> str:
    world = table.state.world
    name = world.agents[card].name if card in world.agents else world.word(card)
    return str(name["en"]) if isinstance(name, dict) else str(name)


def test_dealt_secrets_come_without_a_word() -> None:
    """Digital relics, agents and missions: what is dealt stands in no line that names it."""
    table = Table(
        GAME, load_pack(GAME), ["ann", "ben", "cat"], SECRET, chance=DEALT, dealer=Dealer("oak"), clock=lambda: 0.0
    )
    seen = b"".join(shared(table.state, table).values())
    for secret in table.facts()["secrets"].values():
        for card in (*secret["hand"], *secret["camp_relics"]):
            assert plain_name(table, card).encode() not in seen
    dealt = [part for part in table.history.entries if part.asked is not None and is_chance(part.asked)]
    assert not any(part.answer is not None and GAME.presenter.card(table.state, part.answer) for part in dealt)
