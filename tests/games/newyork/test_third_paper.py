"""Cards and items of a third box, invented on paper: each is said, carried out to its end, and taken back.

``scanner`` and half of ``copycat`` are by hand: to look into a deck, and to do another card again.
"""

from __future__ import annotations

import pytest

from companion.games.newyork.sheets import PHRASES
from tests.games.newyork.helpers import NewYorkTable

CARDS = {
    "roadblock": "for each car (close it to h this round); move car from choose to toward_most_items",
    "shift_change": (
        "if car at least 1 then (take car from choose) else (alert +2); next round (move car "
        "from choose to choose; move car from choose to choose)"
    ),
    "informer": ("if most items at least 2 then (for each most items (alert +1)) else (lose 2 items of most items)"),
    "blackout": "forbid subway this scenario; for each player there on stations (wound them)",
    "collectors": (
        "for each player there on every square with mafia (choose by them (lose 2 items of "
        "them) or (wound them 2 times))"
    ),
    "birthday": (
        "roll grey: physical (for each mafia (move mafia from it to one step toward whoever "
        "is nearest)), social (place mafia on l), mental (remove mafia from choose)"
    ),
    "hush_money": (
        'task hush on anywhere needs 2 items: "Hush money." this card; forbid items on every '
        "square with mafia this card"
    ),
    "witness": ("if item of all at least 1 then (story +2) else (choose (alert +1) or (pass item of all to the left))"),
    "rain": (
        "change steps by -1 this next round; at the end of the turn every time this next "
        "round (if player there on stations at least 1 then (place info on here))"
    ),
    "copycat": 'note "Do the last police card again."; wound fewest wounds',
    "marathon": (
        "close p to b this round; when somebody moves to p every time this round (roll grey: "
        "physical (gain item for active)); for each player (if held item of them at most 0 then (gain item for them))"
    ),
    "panic": "for each 3 alert (token panic +1 on choose)",
    "panic_beside": (
        "for each player there on every square beside (choose by them (lose 1 item of them) or (wound them))"
    ),
    "scanner": 'note "Look at the top two police cards; one may go under the deck."',
    "forged_pass": "put active on choose; change mafia wounds by -9 this turn",
    "first_aid": "choose (heal 2 wounds of here) or ()",
    "lucky_coin": "choose (result mental +1) or ()",
}


@pytest.mark.parametrize("follow", ["full", "light"])
@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_said_and_carried_out(card: str, follow: str) -> None:
    effects = PHRASES.read_list(CARDS[card])
    game = NewYorkTable("father mother son", {"nyc.follow": follow}).playing("father").holds("father", "bike", "cash")
    game.correct({"fact": "mafia", "square": "k", "value": 1}, {"fact": "car", "at": "square:q", "value": 1})
    before = game.facts
    game.effect(*effects)
    asked = 0
    while game.choice not in ("play", "report"):
        if game.table.faces():
            game.throw()
        else:
            game.say(**game.legal()[0])
        asked += 1
        assert asked < 30
    for _ in range(asked + 1):
        game.undo()
    assert {name: one for name, one in game.facts.items() if name != "tasks"} == {
        name: one for name, one in before.items() if name != "tasks"
    }
