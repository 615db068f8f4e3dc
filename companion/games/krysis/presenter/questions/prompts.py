"""The prompts of all questions (wire/krysis.md, section 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import UNSET

from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk
from companion.core.instructions import kind
from companion.core.texts import P, T, Words
from companion.games.krysis.asks import SpaceAsk, StolenAsk
from companion.games.krysis.presenter.questions.forms import asked_values
from companion.games.krysis.presenter.words.labels import points, seat_name, space_name
from companion.games.krysis.rules.fighting import targets
from companion.games.krysis.state import State, none, worth
from companion.games.krysis.words import RELICS, ROUNDS, TEAM
from companion.scene.scene import Prompt

PHASES: Mapping[str, Words] = MappingProxyType(
    {
        "mining": T("Mining"),
        "team": T("Team building"),
        "action": T("Action"),
        "end": T("End of the round"),
    }
)


def prompt(s: State, ask: Ask) -> Prompt:
    """The prompt of the open question."""
    if isinstance(ask, Over):
        return Prompt(chapter(s), *_over(s), rule=ask.rule)
    title, hint = _question(s, ask)
    return Prompt(chapter(s), title, hint, ask.rule)


def chapter(s: State) -> Words:
    """The round and its phase."""
    now = s.now
    if now.phase in ("scoring", "over"):
        return T("Final scoring")
    if not now.round:
        return T("Setting up")
    return T("Round {n} of {rounds} · {phase}", n=now.round, rounds=ROUNDS, phase=PHASES[now.phase])


def _question(s: State, ask: Ask) -> tuple[Words, Words | None]:
    if isinstance(ask, PickAsk):
        return _pick(s, ask)
    if isinstance(ask, DrawAsk):
        return _draw(s, ask)
    assert isinstance(ask, ChooseAsk)
    title, hint = _CHOICES[ask.choice](s, ask)
    return title, hint


def _pick(s: State, ask: PickAsk) -> tuple[Words, Words | None]:
    if isinstance(ask, SpaceAsk):
        hint = T("Draw the miners without looking.")
        return T("Whose miner is drawn for start space {space}?", space=ask.space), hint
    assert isinstance(ask, StolenAsk)
    camp = seat_name(s.world, ask.camp)
    hint = P("{n} relic still to take, without looking.", "{n} relics still to take, without looking.", ask.left)
    return T("{seat}: which relic of {camp} is taken?", seat=_seat(s, ask), camp=camp), hint


def _draw(s: State, ask: DrawAsk) -> tuple[Words, Words | None]:
    seat, deck = _seat(s, ask), kind(ask.deck)
    if deck == RELICS:
        hint = None if s.now.phase == "setup" else T("You draw two and keep one.")
        return T("{seat}: which relic is drawn?", seat=seat), hint
    if deck == "missions":
        return T("{seat}: which mission is dealt?", seat=seat), None
    if deck == "fighters":
        return T("{seat}: which fighter is drawn?", seat=seat), None
    return T("{seat}: which transporter is drawn?", seat=seat), None


def _seat(s: State, ask: Ask) -> Words:
    return seat_name(s.world, ask.who or "")


def _squad(s: State, ask: Any) -> tuple[Words, Words]:
    hint = P("{n} more to go; two of each star level leave.", "{n} more to go; two of each star level leave.", ask.left)
    return T("{seat}: who stays out of the game?", seat=_seat(s, ask)), hint


def _hand(s: State, ask: Any) -> tuple[Words, Words]:
    hint = P("{n} more for the first hand.", "{n} more for the first hand.", ask.left)
    return T("{seat}: who comes into the hand?", seat=_seat(s, ask)), hint


def _bid(s: State, ask: Any) -> tuple[Words, Words]:
    if s.world.options.knows_home:
        return T("{seat}: your bid", seat=_seat(s, ask)), T("Any crystals from your home, or none.")
    first = all(player.bid is None for player in s.now.players.values())
    hint = T("Show your bids at the same time, then say them one by one.") if first else T("All bids are paid.")
    return T("What did {seat} bid?", seat=_seat(s, ask)), hint


def _mine(s: State, ask: Any) -> tuple[Words, Words]:
    bids = [worth(player.bid or none()) for player in s.now.players.values()]
    hint: Words = T("A free space of level {n}; its goods come into the camp.", n=ask.level)
    if bids.count(worth(s.now.players[ask.who].bid or none())) > 1:
        hint = T("In a tie, the miner that is ahead goes first.")
    return T("{seat}: where does the miner go?", seat=_seat(s, ask)), hint


def _goods(s: State, ask: Any) -> tuple[Words, Words]:
    space, look = space_name(s.world, ask.space), T("Look at the board and count.")
    if ask.group is not UNSET:
        return T("{seat}: what stands behind the question mark on {space}?", seat=_seat(s, ask), space=space), look
    return T("{seat}: what does {space} show?", seat=_seat(s, ask), space=space), look


def _take_group(s: State, ask: Any) -> tuple[Words, Words]:
    return T("{seat}: which of them do you take?", seat=_seat(s, ask)), T("From now on the box knows this space.")


def _sets(s: State, ask: Any) -> tuple[Words, Words]:
    hint = T("Count the sets of relics as your rulebook says.")
    if asked_values(s):
        return T("{seat}: what does each set of relics bring?", seat=_seat(s, ask)), hint
    return T("{seat}: how many points for the relics?", seat=_seat(s, ask)), hint


def _keep(s: State, ask: Any) -> tuple[Words, Words]:
    return T("{seat}: which relic is kept?", seat=_seat(s, ask)), T("The other one is discarded face up.")


def _agent(s: State, ask: Any) -> tuple[Words, Words]:
    if s.world.options.knows_agents:
        hint = T("Agent {n} of {team}, face down.", n=ask.n, team=TEAM)
        return T("{seat}: who joins the team?", seat=_seat(s, ask)), hint
    hint = T("Agent {n} of {team}: turn up your cards at the same time.", n=ask.n, team=TEAM)
    return T("Which agent did {seat} play?", seat=_seat(s, ask)), hint


def _turn(s: State, ask: Any) -> tuple[Words, Words]:
    seat = _seat(s, ask)
    if ask.acted is not None:
        return T("{seat}: use an ability", seat=seat), T("What is left of the abilities must be used.")
    weaker = bool(targets(s, ask.who))
    hint = T("Camps lit green can be raided.") if weaker else T("No camp has a weaker defence.")
    return T("{seat}: load, raid or overtime?", seat=seat), hint


def _spy(s: State, ask: Any) -> tuple[Words, Words]:
    hint = T("It looks at the relics of {camp}.", camp=seat_name(s.world, ask.camp))
    return T("{seat}: which relic does the spy take?", seat=_seat(s, ask)), hint


def _deck(s: State, ask: Any) -> tuple[Words, Words]:
    hint = P("{n} agent still to draw.", "{n} agents still to draw, one by one.", ask.left)
    return T("{seat}: draw from which deck?", seat=_seat(s, ask)), hint


def _home(s: State, ask: Any) -> tuple[Words, Words]:
    return T("{seat}: what is at home?", seat=_seat(s, ask)), T("Put everything from behind your screen on the table.")


_CHOICES: Mapping[str, Callable[[State, Any], tuple[Words, Words]]] = MappingProxyType(
    {
        "squad": _squad,
        "hand": _hand,
        "bid": _bid,
        "mine": _mine,
        "goods": _goods,
        "group": _take_group,
        "sets": _sets,
        "keep": _keep,
        "agent": _agent,
        "turn": _turn,
        "spy": _spy,
        "deck": _deck,
        "home": _home,
    }
)
"""Title and hint of each decision."""


def _over(s: State) -> tuple[Words, Words]:
    result = s.now.result
    assert result is not None
    winner = result["winner"]
    title = T("{seat} has won", seat=seat_name(s.world, winner))
    total = points(result["scores"][winner]["total"])
    if result["rule"] == "R-KR-84":
        return title, T("With {points}, like others, but with the miner ahead.", points=total)
    return title, T("With {points}.", points=total)
