"""What only one seat may know is nowhere that others look: tables that differ in it are alike for everybody else."""

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
from companion.games.krysis import answers as a
from companion.games.krysis.state import State, home_of
from companion.journal import Journal
from companion.packs.loader import load_pack
from companion.scene.scene import Scene
from companion.table.table import Table
from tests.daily import share
from tests.games.chaos import new_game
from tests.games.krysis.box import COLOURS, GAME, Json, crystals
from tests.games.krysis.chaos import KrysisChaos
from tests.games.krysis.helpers import ALL, KrysisTable

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
    told = [*table.opening, *table.since(0).instructions]
    answers = [part.answer for part in table.history.entries if part.answer is not None]
    return {
        "view": encode(GAME.rules.view(s, None)),
        "scene": repr(without_answers(s)).encode(),
        "places": repr(GAME.presenter.places(s)).encode(),
        "lines": encode(GAME.presenter.lines(s, told)),
        "describe": encode([GAME.presenter.describe(s, answer) for answer in answers]),
        "card": encode([GAME.presenter.card(s, answer) for answer in answers]),
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
    for name, change in changes.items():
        twin = s.copy()
        if change(twin, r):
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
def test_another_secret_changes_nothing_for_anybody_else(seed: int) -> None:
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


@pytest.mark.parametrize("seed", range(4))
def test_what_is_answered_alone_is_told_to_all_in_the_same_words(seed: int) -> None:
    """Whichever of the listed answers it was: the log says the same, and null stands for it where a log is printed."""
    chaos, r = Secretive(), Random(seed)
    table, _ = new_game(chaos, r, digital=False)
    while not table.over and len(table.log) < 200:
        if table.ask.only is not None:
            told: dict[str, set[bytes]] = {}
            for answer in table.legal() or []:
                said = chaos.filled(r, answer, table.facts())
                if isinstance(said, a.Use | a.LoadGoods | a.Raid | a.Overtime | a.UseAbility | a.ChooseDeck):
                    continue
                printed = encode(GAME.rules.public(table.setup.settings, msgspec.to_builtins(said)))
                words = encode([GAME.presenter.describe(table.state, said), GAME.presenter.card(table.state, said)])
                told.setdefault(type(said).__name__, set()).add(printed + words)
            assert all(len(one) == 1 for one in told.values())
        table.answer(chaos.random_answer(r, table))


@pytest.mark.rule("R-KR-13")
def test_what_goes_home_is_told_without_names() -> None:
    """How many relics are carried is seen, which they are is not."""
    evening = KrysisTable(known=ALL).until("turn")
    seat = evening.facts["active"]
    goods = {**crystals(), "relics": evening.secret(seat)["camp_relics"][:1]}
    raw = {"do": "load", "to": "home", "goods": goods}
    assert GAME.rules.public(evening.table.setup.settings, raw)["goods"] == {**crystals(), "relics": None}
    assert evening.table.ask.only == seat
    answer = GAME.rules.parse(evening.table.state, raw)
    assert goods["relics"][0] not in encode(GAME.presenter.describe(evening.table.state, answer)).decode()


def test_where_nothing_is_known_nobody_has_to_look_away() -> None:
    """Bids, agents and homes are said at the reveal, on the shared screen; the log names them."""
    evening, asked = KrysisTable(options={"missions": "on"}), set()
    while evening.at != "over":
        assert evening.table.ask.only is None
        assert evening.table.scene().secrets == []
        asked.add(evening.at)
        evening.dull()
    assert asked >= {"bid", "agent", "turn", "home"}
    settings = evening.table.setup.settings
    bid = {"do": "bid", "crystals": crystals(1)}
    assert GAME.rules.public(settings, bid) == bid
    assert GAME.rules.public(settings, {"do": "play", "agent": "x"}) == {"do": "play", "agent": "x"}


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
    settings = {**SECRET, **{f"chance.{item}": "digital" for item in GAME.rules.hideable}}
    assert GAME.rules.public(settings, change) == (change if field is None else {**change, field: None})


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
