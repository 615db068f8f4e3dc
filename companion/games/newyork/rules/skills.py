"""Skills (RULES 1.9)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.newyork.answers import Skill
from companion.games.newyork.rules import hands
from companion.games.newyork.state import NYVerb, State, forbidden, relatives, turn
from companion.games.newyork.turn.rolls import RollAgain
from companion.games.newyork.words import COLOURS, SKILL_COLOUR, SKILL_RULE


class Skills(NYVerb[Skill]):
    """R-NYC-87: a skill token is spent, at no action cost.

    R-NYC-88: father heals a wound of another character here. R-NYC-89 to R-NYC-92: mother, daughter and son roll
    a die of their colour again, chosen by the colour of the die; no grey dice come with it.
    """

    def options(self, s: State) -> Iterable[Answer]:
        seat = turn(s).seat
        characters = s.now.characters
        if not characters[seat].skill or forbidden(s, "skills"):
            return ()
        if seat == "father":
            wounds = [
                (other, colour)
                for other in relatives(s, seat)
                for colour in COLOURS
                if colour in characters[other].lost
            ]
            return [Skill(seat=other, colour=colour) for other, colour in wounds]
        return [Skill(die=die) for die in sorted(turn(s).pool) if die.startswith(SKILL_COLOUR[seat])]

    def check(self, s: State, answer: Skill) -> None:
        seat = turn(s).seat
        rule = SKILL_RULE[seat]
        if forbidden(s, "skills"):
            raise Refused("illegal", T("No skills can be used now."), "R-NYC-37")
        if not s.now.characters[seat].skill:
            raise Refused("illegal", T("There is no skill token left."), "R-NYC-87")
        if isinstance(answer.die, str):
            colour = SKILL_COLOUR.get(seat)
            if colour is None or not answer.die.startswith(colour) or answer.die not in turn(s).pool:
                raise Refused("illegal", T("This skill does not roll that die again."), rule)
        elif (
            seat != "father"
            or answer.seat not in relatives(s, seat)
            or answer.colour not in s.now.characters[str(answer.seat)].lost
        ):
            raise Refused("illegal", T("Only the father heals, and only a wounded relative on his square."), "R-NYC-88")

    def do(self, s: State, answer: Skill) -> None:
        seat = turn(s).seat
        hands.spend_skill(s, seat)
        if isinstance(answer.die, str):
            s.agenda.append(RollAgain((answer.die,), SKILL_RULE[seat]))
        else:
            hands.heal(s, str(answer.seat), str(answer.colour), "R-NYC-88")
