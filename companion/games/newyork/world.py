"""The constants of a game: pack, seats and options in the form that rules need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from companion.core.piles import UNKNOWN, Cards
from companion.core.refusals import BadSetup
from companion.core.texts import T, Words
from companion.games.newyork.content.effect_data import TaskEffect
from companion.games.newyork.content.pack_checks import INFO_OF_A_COLOUR
from companion.games.newyork.content.pack_data import CharacterData, Event, MafiaCard, Pack, PoliceCard, Scenario
from companion.games.newyork.content.stocks import STOCKS
from companion.games.newyork.options import VALUES, Options, read_options
from companion.games.newyork.words import COLOURS, ROLES, kind_of
from companion.scene.layout import Point, layout

NO_MAFIA_CARD = MafiaCard(UNKNOWN, None, None, None)
NO_POLICE_CARD = PoliceCard(UNKNOWN, "", Event("", "", False, []))
"""The effects of an unknown card: none."""


class Box:
    """Lookup tables of a pack, shared by all its games.

    ``neighbours`` and ``reach`` are sorted: adjacent squares, and squares within one step, subway included (R-NYC-59,
    R-NYC-61). ``at`` is the location of a square.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.alert_length = pack.tracks.alert.length
        self.story_length = pack.tracks.story.length

        self.neighbours = {square.id: tuple(sorted(square.neighbours)) for square in pack.board.squares}
        self.squares = tuple(sorted(self.neighbours))
        self.stations = frozenset(square.id for square in pack.board.squares if square.subway)
        self.reach = {square: self._reach(square) for square in self.squares}
        self.at = {square: f"square:{square}" for square in self.squares}
        self.names = {square.id: square.name for square in pack.board.squares}

        self.characters: dict[str, CharacterData] = {character.role: character for character in pack.characters}
        self.dice: dict[str, dict[str, int]] = {
            role: {colour: int(getattr(character.dice, colour)) for colour in COLOURS}
            for role, character in self.characters.items()
        }
        self.items: dict[str, int] = {item.kind: item.count for item in pack.items if item.count}
        self.tokens = {kind_of(token.colour, token.cost): token.count for token in pack.info_tokens}
        self.kinds = {c: self._kinds(c) for c in COLOURS}
        self.mafia_cards = Cards({card.id: card for card in pack.mafia_cards}, NO_MAFIA_CARD)
        self.police_cards = Cards({card.id: card for card in pack.police_cards}, NO_POLICE_CARD)
        self.decks: dict[str, Mapping[str, object]] = {"mafia": self.mafia_cards, "police": self.police_cards}
        unknown = Counter[str](pack.unknown)
        self.partial = frozenset(place for table, stock in STOCKS.items() if unknown[table] for place in stock.places)

    def _kinds(self, colour: str) -> list[str]:
        """The kinds of info tokens of a colour; unknown tokens can be of any kind."""
        kinds = [kind for kind in (colour, f"{colour}3") if kind in self.tokens]
        whole = sum(self.tokens[kind] for kind in kinds) >= INFO_OF_A_COLOUR
        return kinds if whole else [*kinds, UNKNOWN]

    def _reach(self, square: str) -> tuple[str, ...]:
        near = set(self.neighbours[square])
        if square in self.stations:
            near |= self.stations - {square}
        return tuple(sorted(near))

    @cached_property
    def map(self) -> dict[str, Point]:
        """The position of each square on the picture, 0 to 1 from left and top."""
        return self.pack.map or layout(self.neighbours)


box_of = lru_cache(maxsize=4)(Box)
"""The box of a pack."""


class World:
    """Lookup tables of a game, from pack, seats and settings (see ``Box``)."""

    def __init__(self, pack: Pack, seats: Sequence[str], settings: Mapping[str, str]) -> None:
        self.pack = pack
        self.seats = _seats(seats)
        self.options: Options = read_options(settings, whole=pack.board.whole)
        self.scenario = _scenario(pack, settings)
        self.limit = pack.alert_limit(self.scenario)

        box = box_of(pack)
        self.alert_length, self.story_length = box.alert_length, box.story_length
        self.squares, self.stations, self.neighbours, self.reach = box.squares, box.stations, box.neighbours, box.reach
        self.at, self.names = box.at, box.names
        self.characters, self.dice = box.characters, box.dice
        self.items, self.tokens, self.kinds = box.items, box.tokens, box.kinds
        self.unknown: Mapping[str, int] = Counter(pack.unknown)
        self.partial = box.partial
        self.mafia_cards, self.police_cards, self.decks = box.mafia_cards, box.police_cards, box.decks
        self.starts = self._starts(settings)

    @property
    def map(self) -> dict[str, Point]:
        """The position of each square on the picture, 0 to 1 from left and top."""
        return box_of(self.pack).map

    def own_dice(self, seat: str) -> int:
        """The number of dice of a seat's character."""
        return sum(self.dice[seat].values())

    @cached_property
    def tasks(self) -> dict[str, Words]:
        """The tasks of the events and of this story, by id."""
        lists = [card.event.effects for card in self.police_cards.values()]
        lists += [card.effects for card in self.scenario.cards]
        return {effect.id: effect.text for effects in lists for effect in effects if isinstance(effect, TaskEffect)}

    def _starts(self, settings: Mapping[str, str]) -> dict[str, str]:
        """R-NYC-12, G-NYC-26: the known start squares of the figures."""
        known: dict[str, str] = {str(role): square for role, square in (self.scenario.start_squares or {}).items()}
        for key, value in settings.items():
            seat = key.removeprefix("start.")
            if seat == key:
                if key != "story" and key not in VALUES:
                    raise BadSetup(
                        T("There is no setting {key}. Allowed: {keys}.", key=key, keys=", ".join(self.setting_keys()))
                    )
                continue
            if seat not in self.seats:
                raise BadSetup(T("{key} names no seat of this game: {seats}.", key=key, seats=", ".join(self.seats)))
            if value not in self.neighbours:
                raise BadSetup(
                    T(
                        "{key}: there is no square {value}. Allowed: {squares}.",
                        key=key,
                        value=value,
                        squares=", ".join(self.squares),
                    )
                )
            known[seat] = value
        return {seat: known[seat] for seat in self.seats if seat in known}

    def setting_keys(self) -> list[str]:
        """All setting keys of this game."""
        return ["story", *(f"start.{seat}" for seat in self.seats), *VALUES]


def _seats(seats: Sequence[str]) -> tuple[str, ...]:
    """R-NYC-01, R-NYC-12: one to four seats, each a different character."""
    for seat in seats:
        if seat not in ROLES:
            raise BadSetup(T("There is no seat {seat}. Allowed: {roles}.", seat=seat, roles=", ".join(ROLES)))
    if not 1 <= len(seats) <= len(ROLES) or len(set(seats)) != len(seats):
        raise BadSetup(T("One to four different seats play. Allowed: {roles}.", roles=", ".join(ROLES)))
    return tuple(seats)


def _scenario(pack: Pack, settings: Mapping[str, str]) -> Scenario:
    """R-NYC-14: the chosen story; by default the tutorial, or the first if that is unknown."""
    wanted = settings.get("story", pack.first_story.id)
    for scenario in pack.scenarios:
        if scenario.id == wanted:
            return scenario
    stories = ", ".join(scenario.id for scenario in pack.scenarios)
    raise BadSetup(T("There is no story {story}. Allowed: {stories}.", story=str(wanted), stories=stories))
