"""What to do now, in a line: where we are, what is asked, and a hint (wire/crash.md, "Asks")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, RollAsk
from companion.core.scenes import Prompt
from companion.core.texts import P, T, Words
from companion.games.crash.asks import PlacementAsk, RotationAsk, SaucerAsk, TileAsk
from companion.games.crash.names import crew_name, saucer_name, seat_name, upgrade_name
from companion.games.crash.show.wording import mat_name, piece_name
from companion.games.crash.state import State, seated, turn
from companion.games.crash.upgrading import price


def prompt(s: State, ask: Ask) -> Prompt:
    """The prompt of the open question."""
    if isinstance(ask, Over):
        return Prompt(chapter(s), *_over(s), rule=ask.rule)
    title, hint = _question(s, ask)
    return Prompt(_where(s), title, hint, ask.rule)


def chapter(s: State) -> Words:
    """The round."""
    return T("Round {n}", n=s.now.round) if s.now.round else T("Setting up")


def _where(s: State) -> Words:
    """The round and whose turn it is."""
    now = s.now
    if now.turn is not None and now.phase in ("turn", "cleanup"):
        who = now.turn.who
        name = seat_name(s.world, who) if now.turn.saucer is None else mat_name(s.world, now.turn.saucer)
        return T("{round} · {seat}", round=chapter(s), seat=name)
    part = _PHASES.get(now.phase)
    return chapter(s) if part is None else T("{round} · {seat}", round=chapter(s), seat=part)


_PHASES: Mapping[str, Words] = MappingProxyType({"planning": T("Planning"), "end_of_round": T("End of the round")})


def _question(s: State, ask: Ask) -> tuple[Words, Words | None]:
    if isinstance(ask, PickAsk):
        return _pick(s, ask)
    if isinstance(ask, DrawAsk):
        return T("Draw an upgrade"), T("One of those that are drawn is kept.")
    if isinstance(ask, RollAsk):
        return _roll(s, ask)
    assert isinstance(ask, ChooseAsk)
    title, hint = _CHOICES[ask.choice]
    return title(s, ask), hint(s, ask)


def _pick(s: State, ask: PickAsk) -> tuple[Words, Words | None]:
    assert isinstance(ask, TileAsk)
    if isinstance(ask, RotationAsk):
        return T("How is {tile} turned?", tile=s.world.word(ask.tile)), T("Turn it without looking.")
    return T("Which tile comes to place {n}?", n=ask.slot), T("Take one of those that fit, without looking.")


def _roll(s: State, ask: RollAsk) -> tuple[Words, Words | None]:
    if isinstance(ask, PlacementAsk):
        hint = T("A site that is taken passes it on to the next one.")
        return T("Place {piece}: roll", piece=piece_name(s.world, ask.piece)), hint
    first = seat_name(s.world, ask.who or s.now.probe)
    return T("Roll the rotation die"), T("{seat} is first; which way does it go on?", seat=first)


def _saucer(s: State, ask: ChooseAsk) -> Words:
    assert isinstance(ask, SaucerAsk)
    return saucer_name(s.world, ask.saucer)


def _seat(s: State, ask: ChooseAsk) -> Words:
    return seat_name(s.world, ask.who or "")


def _says(words: Words | None) -> Any:
    return lambda s, ask: words


def _card_hint(s: State, ask: Any) -> Words:
    if s.now.saucers[ask.saucer].override:
        return T("Override token: any direction.")
    if s.world.light:
        return T("The one that lies on the table; what it brings is yours at once.")
    return T("As on the table. Whoever has just been placed may take any direction.")


def _direction_hint(s: State, ask: Any) -> Words:
    return P("It flies {n} square again.", "It flies {n} squares again.", ask.distance)


def _boost(s: State, ask: Any) -> Words:
    if ask.distance is None:
        return T("{saucer}: boost?", saucer=_saucer(s, ask))
    return T("{saucer}: boost {n}?", saucer=_saucer(s, ask), n=ask.distance)


def _boost_hint(s: State, ask: Any) -> Words:
    left = s.now.saucers[ask.saucer].boosters
    return P("In any direction, for its booster.", "In any direction, for one of its {n} boosters.", left)


def _pushed(s: State, ask: Any) -> Words:
    direction = s.world.word(ask.dir)
    return T("{saucer} is pushed: {n} → {direction}", saucer=_saucer(s, ask), n=ask.distance, direction=direction)


def _landing(s: State, ask: Any) -> Words:
    return T("{piece} → site {n}: use an upgrade?", piece=piece_name(s.world, ask.piece), n=ask.site)


def _give_hint(s: State, ask: Any) -> Words:
    return T("One of another colour, to whoever has the fewest seated.")


def _reward_hint(s: State, ask: Any) -> Words:
    n = s.now.saucers[ask.saucer].seated
    return P("It has {n} seated.", "It has {n} seated.", n)


def _crew_hint(s: State, ask: ChooseAsk) -> Words:
    return P("{n} still to be placed by die.", "{n} still to be placed by die.", turn(s).crew_out)


def _receive(s: State, ask: Any) -> Words:
    return T("{seat}: who takes {crew}?", seat=_seat(s, ask), crew=crew_name(s.world, ask.crew))


def _buy_hint(s: State, ask: Any) -> Words:
    cost, there = price(s, ask.saucer), s.now.saucers[ask.saucer].energy
    return T("For {n} of its {energy} energy: draw, and keep one.", n=cost, energy=there)


def _resolve(s: State, ask: Any) -> Words:
    return T("{saucer}: {upgrade}", saucer=_saucer(s, ask), upgrade=upgrade_name(s.world, ask.upgrade))


def _resolve_hint(s: State, ask: Any) -> Words:
    return s.world.word(s.world.upgrades[ask.upgrade].text)


def _use(s: State, ask: ChooseAsk) -> Words:
    return T("{saucer}: use an upgrade?", saucer=_saucer(s, ask))


Says: TypeAlias = Callable[[State, Any], Words | None]
_CHOICES: Mapping[str, tuple[Callable[[State, Any], Words], Says]] = MappingProxyType(
    {
        "start_energy": (lambda s, ask: T("{seat}: which saucer takes the energy?", seat=_seat(s, ask)), _says(None)),
        "pilot": (
            lambda s, ask: T("{seat}: whose Pilot comes onto the board?", seat=_seat(s, ask)),
            _says(T("It is placed by die.")),
        ),
        "booster": (
            lambda s, ask: T("{seat}: which saucer takes the booster?", seat=_seat(s, ask)),
            _says(T("The Pilot of the other one is placed by die.")),
        ),
        "ready": (
            lambda s, ask: T("All choose a card and a direction"),
            _says(T("In secret and face down, its corner at a marker.")),
        ),
        "planning": (_use, _says(T("After the rotation die."))),
        "saucer": (
            lambda s, ask: T("{seat}: which saucer moves?", seat=_seat(s, ask)),
            _says(T("The other one moves in the second turn.")),
        ),
        "start_of_turn": (_use, _says(T("At the start of the turn, before the card."))),
        "card": (lambda s, ask: T("{saucer}: which card?", saucer=_saucer(s, ask)), _card_hint),
        "direction": (
            lambda s, ask: T("{saucer} is on an accelerator: which way?", saucer=_saucer(s, ask)),
            _direction_hint,
        ),
        "collision": (_pushed, _says(T("Use an upgrade?"))),
        "pass_crew": (
            lambda s, ask: T("{seat}: pass crew?", seat=_seat(s, ask)),
            _says(T("The two saucers are side by side.")),
        ),
        "boost": (_boost, _boost_hint),
        "crash": (
            lambda s, ask: T("{saucer} has crashed: use an upgrade?", saucer=_saucer(s, ask)),
            _says(T("Before crew is given away.")),
        ),
        "give": (lambda s, ask: T("{saucer} has crashed: give crew away", saucer=_saucer(s, ask)), _give_hint),
        "receive": (_receive, _says(None)),
        "reward": (lambda s, ask: T("{saucer} has crashed: a reward?", saucer=_saucer(s, ask)), _reward_hint),
        "crew": (lambda s, ask: T("Which crew comes onto the board?"), _crew_hint),
        "placement": (_landing, _says(None)),
        "end_of_turn": (_use, _says(T("At the end of the turn."))),
        "upgrade": (lambda s, ask: T("{saucer}: buy an upgrade?", saucer=_saucer(s, ask)), _buy_hint),
        "keep": (
            lambda s, ask: T("{saucer}: which upgrade is kept?", saucer=_saucer(s, ask)),
            _says(T("It stays for the whole game.")),
        ),
        "end_of_round": (_use, _says(T("At the end of the round."))),
        "resolve": (_resolve, _resolve_hint),
        "report": (
            lambda s, ask: T("{saucer} moves: what has happened?", saucer=_saucer(s, ask)),
            _says(T("One thing after the other, of every saucer.")),
        ),
    }
)
"""Title and hint of each decision."""


def _over(s: State) -> tuple[Words, Words | None]:
    assert s.now.result is not None
    winner = s.now.result["winner"]
    title = T("{seat} has won", seat=seat_name(s.world, winner))
    return title, P("With {n} of the crew seated.", "With {n} of the crew seated.", seated(s, winner))
