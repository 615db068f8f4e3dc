"""Deepvein, the pack that comes with the companion, is complete, and its companies are as strong as each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import msgspec
import pytest

from companion.core.texts import plain, translated
from companion.games.krysis.content import (
    COLOURS,
    HOME_AT_START,
    MISSIONS,
    MOST_SEATS,
    WORTH,
    Agent,
    AnyAbility,
    Crystals,
    Defence,
    Goods,
    KrysisPack,
    Miner,
    Multiplier,
    Thief,
    TransportRelic,
    Weapon,
)
from companion.packs import load_pack
from tests.packs.changes import Krysis

LANGUAGES = ("en", "es")
LONGEST_NAME = 24
POINTS = {1: 6, 2: 9, 3: 12}
"""What an agent costs, by stars (README)."""
IN_A_CAMP = {"red": 1, "blue": 2, "white": 3}
"""How many crystals of a colour a multiplied speed counts for."""
SLOT_POINTS = {1: 12, 2: 20, 3: 27}
RELIC = 4
"""What a relic is worth beside crystals."""


@cache
def bundled() -> KrysisPack:
    loaded = load_pack(Krysis())
    assert isinstance(loaded.pack, KrysisPack)
    return loaded.pack


@pytest.fixture
def pack() -> KrysisPack:
    return bundled()


def basic(pack: KrysisPack, company: str) -> list[Agent]:
    agents = pack.agents[company]
    return [*agents.transporters, *agents.fighters]


def words_for_ids(pack: KrysisPack) -> set[str]:
    """Every id that has no name of its own in the pack."""
    spaces = {space.id for level in pack.levels for space in level.spaces}
    return {
        *COLOURS,
        *MISSIONS,
        *(relic.id for relic in pack.relics),
        *(relic.set_type for relic in pack.relics),
    } | spaces


def names(pack: KrysisPack) -> Iterator[str]:
    """Everything that the pack itself calls by a name."""
    yield pack.title
    for company in pack.companies:
        yield company.name
    for agents in pack.agents.values():
        for agent in (*agents.transporters, *agents.fighters, *agents.special):
            yield agent.name


def value(there: Crystals) -> int:
    return sum(WORTH[colour] * int(getattr(there, colour)) for colour in COLOURS)


def worth(goods: Goods) -> int:
    return value(goods) + RELIC * goods.relics


def speed(agent: Agent) -> int:
    return IN_A_CAMP[agent.speed.per] * agent.speed.times if isinstance(agent.speed, Multiplier) else agent.speed


def ability(does: AnyAbility | None) -> int:
    match does:
        case None:
            return 0
        case Defence(n):
            return n
        case Thief(red, blue, white):
            return 2 * value(Crystals(red, blue, white))
        case Miner():
            return worth(Goods(does.red, does.blue, does.white, does.relics))
    return 4


def test_every_name_is_there_in_english_and_in_spanish_and_nothing_else_is(pack: KrysisPack) -> None:
    assert pack.texts["en"].keys() == words_for_ids(pack)
    assert pack.texts["es"].keys() == words_for_ids(pack) | set(names(pack))
    for words in pack.texts.values():
        assert all(text.strip() == text != "" for text in words.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_fit_a_card(pack: KrysisPack, language: str) -> None:
    for name in (*names(pack), *words_for_ids(pack)):
        assert 3 <= len(plain(translated(pack.texts, name), language)) <= LONGEST_NAME, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_called_the_same_twice(pack: KrysisPack, language: str) -> None:
    shown = [plain(translated(pack.texts, name), language) for name in {*names(pack), *words_for_ids(pack)}]
    assert [word for word, count in Counter(shown).items() if count > 1] == []


def test_only_the_shared_agents_of_two_companies_have_the_same_name(pack: KrysisPack) -> None:
    again = {name for name, count in Counter(names(pack)).items() if count > 1}
    assert again == {agent.name for agent in pack.agents["barrow"].special if agent.shared}


def test_every_agent_costs_what_its_stars_say(pack: KrysisPack) -> None:
    for agents in pack.agents.values():
        for agent in (*agents.transporters, *agents.fighters, *agents.special):
            cost = speed(agent) + 2 * agent.combat + value(agent.slots) + ability(agent.ability)
            assert cost == POINTS[agent.stars], agent.id


def test_every_company_has_three_agents_of_each_star_level_in_each_deck_and_two_special_ones(pack: KrysisPack) -> None:
    for agents in pack.agents.values():
        for deck in (agents.transporters, agents.fighters):
            assert Counter(agent.stars for agent in deck) == {1: 3, 2: 3, 3: 3}
        assert Counter((agent.stars, agent.shared) for agent in agents.special) == Counter(
            (stars, shared) for stars in (1, 2, 3) for shared in (True, False)
        )


def test_every_company_can_carry_as_much_by_star_level(pack: KrysisPack) -> None:
    for company, agents in pack.agents.items():
        slots: Counter[int] = Counter()
        for agent in basic(pack, company):
            slots[agent.stars] += value(agent.slots)
        assert slots == SLOT_POINTS, company
        assert sum(value(agent.slots) for agent in agents.special if not agent.shared) == 4, company


def test_companies_have_a_character(pack: KrysisPack) -> None:
    def total(company: str, what: str) -> int:
        return sum(speed(agent) if what == "speed" else agent.combat for agent in basic(pack, company))

    companies = [company.id for company in pack.companies]
    assert sorted(companies, key=lambda company: -total(company, "speed")) == [
        "lamplighters", "moonshaft", "barrow", "knuckle",
    ]  # fmt: skip
    assert sorted(companies, key=lambda company: -total(company, "combat")) == [
        "knuckle", "barrow", "moonshaft", "lamplighters",
    ]  # fmt: skip
    carrying = {
        company: sum(1 for agent in pack.agents[company].fighters if value(agent.slots)) for company in companies
    }
    assert min(carrying, key=lambda company: carrying[company]) == "barrow"
    counting = {
        company: sum(1 for agent in basic(pack, company) if isinstance(agent.speed, Multiplier))
        for company in companies
    }
    assert max(counting, key=lambda company: counting[company]) == "moonshaft"


def test_no_two_agents_of_a_company_are_alike(pack: KrysisPack) -> None:
    for company, agents in pack.agents.items():
        cards = [
            msgspec.json.encode([agent.kind, agent.speed, agent.combat, agent.slots, agent.ability])
            for agent in (*basic(pack, company), *agents.special)
        ]
        assert len(set(cards)) == len(cards), company


def test_every_company_has_every_ability(pack: KrysisPack) -> None:
    for agents in pack.agents.values():
        own = [agent.ability.__struct_config__.tag for agent in agents.special if agent.ability and not agent.shared]
        both = [agent.ability.__struct_config__.tag for agent in agents.special if agent.ability and agent.shared]
        assert sorted(map(str, own)) == ["defence", "miner", "thief"]
        assert sorted(map(str, both)) == ["alchemist", "miner", "spy"]


def test_each_level_is_worth_more_than_the_one_above_and_forward_spaces_less(pack: KrysisPack) -> None:
    for number, level in enumerate(pack.levels, start=1):
        spaces = sorted(level.spaces, key=lambda space: space.forward_rank)
        best = [max(worth(option) for option in space.options) for space in spaces]
        assert best == [7 + number, 6 + number, 5 + number, 4 + number]
    starts = [value(space.crystals) for space in pack.start_spaces]
    assert all(behind > ahead for behind, ahead in pairwise(starts))


def test_about_a_third_of_the_spaces_have_a_question_mark_and_both_sides_are_worth_the_same(pack: KrysisPack) -> None:
    spaces = [space for level in pack.levels for space in level.spaces]
    assert sum(len(space.options) > 1 for space in spaces) == 7
    assert all(len({worth(option) for option in space.options}) == 1 for space in spaces)


def test_relic_symbols_are_on_every_level_on_some_spaces_two(pack: KrysisPack) -> None:
    symbols = [[option.relics for space in level.spaces for option in space.options] for level in pack.levels]
    assert all(any(level) for level in symbols)
    assert max(max(level) for level in symbols) == 2


def test_relics_are_six_types_of_two_weapons_and_two_transports_as_good_as_each_other(pack: KrysisPack) -> None:
    types = {relic.set_type for relic in pack.relics}
    assert len(types) == 6
    for kind in types:
        cards = [relic for relic in pack.relics if relic.set_type == kind]
        weapons = [card.combat for card in cards if isinstance(card, Weapon)]
        transports = [value(card.slots) for card in cards if isinstance(card, TransportRelic)]
        assert (len(weapons), sum(weapons), len(transports), sum(transports)) == (2, 4, 2, 6), kind


def test_a_larger_set_is_worth_more_for_each_of_its_cards(pack: KrysisPack) -> None:
    for scores, most in ((pack.relic_scores.same, 4), (pack.relic_scores.different, 6)):
        assert list(scores) == [str(n) for n in range(most + 1)]
        each = [scores[str(n)] / n for n in range(1, most + 1)]
        assert all(fewer < more for fewer, more in pairwise(each))
    for n in range(2, 5):
        assert pack.relic_scores.same[str(n)] > pack.relic_scores.different[str(n)]


def test_when_four_begin_most_crystals_of_each_colour_are_in_the_bank(pack: KrysisPack) -> None:
    for colour in COLOURS:
        out = MOST_SEATS * HOME_AT_START[colour] + sum(getattr(space.crystals, colour) for space in pack.start_spaces)
        assert out <= getattr(pack.crystals, colour) / 3, colour
