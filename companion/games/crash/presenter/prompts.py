"""What to do now, in a line: where we are, what is asked, and a hint (wire/crash.md, "Asks")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, RollAsk
from companion.core.texts import P, T, Words
from companion.games.crash.asks import PlacementAsk, RotationAsk, SaucerAsk, TileAsk
from companion.games.crash.names import crew_name, saucer_name, seat_name, upgrade_name
from companion.games.crash.presenter.labels import mat_name, piece_name
from companion.games.crash.rules.upgrading import price
from companion.games.crash.state import State, seated, turn
from companion.scene.scene import Prompt


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
        return T("{seat}: draw one", seat=_seat(s, ask)), T("Of the upgrades that are drawn one is kept.")
    if isinstance(ask, RollAsk):
        return _roll(s, ask)
    assert isinstance(ask, ChooseAsk)
    title, hint = _CHOICES[ask.choice]
    return title(s, ask), hint(s, ask)


def _pick(s: State, ask: PickAsk) -> tuple[Words, Words | None]:
    assert isinstance(ask, TileAsk)
    if isinstance(ask, RotationAsk):
        return T("Turn {tile}", tile=s.world.word(ask.tile)), T("Without looking; how does it lie?")
    return T("Tile for place {n}", n=ask.slot), T("Take one of those that fit, without looking.")


def _roll(s: State, ask: RollAsk) -> tuple[Words, Words | None]:
    if isinstance(ask, PlacementAsk):
        piece = piece_name(s.world, ask.piece)
        saucer = ask.piece.startswith("saucer:")
        title = T("Place {piece}", piece=piece) if saucer else T("{seat}: roll", seat=_seat(s, ask))
        return title, T("{piece} comes onto the site of that number, or the next one that is free.", piece=piece)
    first = seat_name(s.world, ask.who or s.now.probe)
    return T("{seat}: roll", seat=first), T("{seat} is first; which way does it go on?", seat=first)


def _saucer(s: State, ask: ChooseAsk) -> Words:
    assert isinstance(ask, SaucerAsk)
    return saucer_name(s.world, ask.saucer)


def _seat(s: State, ask: Ask) -> Words:
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
    return P("Accelerator: it flies {n} square again.", "Accelerator: it flies {n} squares again.", ask.distance)


def _boost_hint(s: State, ask: Any) -> Words:
    left = s.now.saucers[ask.saucer].boosters
    return P("In any direction, for its booster.", "In any direction, for one of its {n} boosters.", left)


def _pushed_hint(s: State, ask: Any) -> Words:
    return T("It is pushed: {n} → {direction}", n=ask.distance, direction=s.world.word(ask.dir))


def _landing_hint(s: State, ask: Any) -> Words:
    return T("{piece} would come onto site {n}.", piece=piece_name(s.world, ask.piece), n=ask.site)


def _give_hint(s: State, ask: Any) -> Words:
    return T("{saucer} has crashed: one of another colour, to whoever has the fewest seated.", saucer=_saucer(s, ask))


def _reward_hint(s: State, ask: Any) -> Words:
    n = s.now.saucers[ask.saucer].seated
    return P(
        "{saucer} has crashed, with {n} seated.", "{saucer} has crashed, with {n} seated.", n, saucer=_saucer(s, ask)
    )


def _crew_hint(s: State, ask: ChooseAsk) -> Words:
    return P("{n} still to be placed by die.", "{n} still to be placed by die.", turn(s).crew_out)


def _receive_hint(s: State, ask: Any) -> Words:
    return T("Which saucer takes {crew}?", crew=crew_name(s.world, ask.crew))


def _buy_hint(s: State, ask: Any) -> Words:
    cost, there = price(s, ask.saucer), s.now.saucers[ask.saucer].energy
    return T("An upgrade, for {n} of its {energy} energy: draw, and keep one.", n=cost, energy=there)


def _resolve(s: State, ask: Any) -> Words:
    return T("{saucer}: {upgrade}", saucer=_saucer(s, ask), upgrade=upgrade_name(s.world, ask.upgrade))


def _resolve_hint(s: State, ask: Any) -> Words:
    return s.world.word(s.world.upgrades[ask.upgrade].text)


def _use(s: State, ask: ChooseAsk) -> Words:
    return T("{saucer}: upgrade?", saucer=_saucer(s, ask))


Says: TypeAlias = Callable[[State, Any], Words | None]
_CHOICES: Mapping[str, tuple[Callable[[State, Any], Words], Says]] = MappingProxyType(
    {
        "start_energy": (lambda s, ask: T("{seat}: energy?", seat=_seat(s, ask)), _says(T("Which saucer takes it?"))),
        "pilot": (
            lambda s, ask: T("{seat}: which Pilot?", seat=_seat(s, ask)),
            _says(T("It is placed by die.")),
        ),
        "booster": (
            lambda s, ask: T("{seat}: booster?", seat=_seat(s, ask)),
            _says(T("Which saucer takes it? The Pilot of the other one is placed by die.")),
        ),
        "ready": (
            lambda s, ask: T("Choose in secret"),
            _says(T("A card each, face down, its corner at the marker of a direction.")),
        ),
        "planning": (_use, _says(T("After the rotation die."))),
        "saucer": (
            lambda s, ask: T("{seat}: who flies?", seat=_seat(s, ask)),
            _says(T("The other one moves in the second turn.")),
        ),
        "start_of_turn": (_use, _says(T("At the start of the turn, before the card."))),
        "card": (lambda s, ask: T("{saucer}: card?", saucer=_saucer(s, ask)), _card_hint),
        "direction": (lambda s, ask: T("{saucer}: which way?", saucer=_saucer(s, ask)), _direction_hint),
        "collision": (_use, _pushed_hint),
        "pass_crew": (
            lambda s, ask: T("{seat}: pass crew?", seat=_seat(s, ask)),
            _says(T("The two saucers are side by side.")),
        ),
        "boost": (lambda s, ask: T("{saucer}: boost?", saucer=_saucer(s, ask)), _boost_hint),
        "crash": (_use, _says(T("It has crashed; before crew is given away."))),
        "give": (lambda s, ask: T("{seat}: give crew", seat=_seat(s, ask)), _give_hint),
        "receive": (lambda s, ask: T("{seat}: to whom?", seat=_seat(s, ask)), _receive_hint),
        "reward": (lambda s, ask: T("{seat}: a reward?", seat=_seat(s, ask)), _reward_hint),
        "crew": (lambda s, ask: T("{seat}: which crew?", seat=_seat(s, ask)), _crew_hint),
        "placement": (_use, _landing_hint),
        "end_of_turn": (_use, _says(T("At the end of the turn."))),
        "upgrade": (lambda s, ask: T("{saucer}: buy?", saucer=_saucer(s, ask)), _buy_hint),
        "keep": (
            lambda s, ask: T("{saucer}: keep one", saucer=_saucer(s, ask)),
            _says(T("It stays for the whole game.")),
        ),
        "end_of_round": (_use, _says(T("At the end of the round."))),
        "resolve": (_resolve, _resolve_hint),
        "report": (
            lambda s, ask: T("{saucer} moves", saucer=_saucer(s, ask)),
            _says(T("What has happened? One thing after the other, of every saucer.")),
        ),
    }
)
"""Title and hint of each decision."""


def _over(s: State) -> tuple[Words, Words | None]:
    assert s.now.result is not None
    winner = s.now.result["winner"]
    title = T("{seat} has won", seat=seat_name(s.world, winner))
    return title, P("With {n} of the crew seated.", "With {n} of the crew seated.", seated(s, winner))
