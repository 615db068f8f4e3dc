"""An invented box of New York Crisis as a designer might print it, entered by its owner: "Cold Harbor".

Its effects are written as people write them in the spreadsheet. ``BY_HAND`` are the cards that stay, in part, with the
people: what they say has no effect, only a note or a question.
"""

from __future__ import annotations

from typing import Any

from companion.games.newyork.content import Need
from companion.games.newyork.sheets import PHRASES, SHEETS
from tests.games.newyork.helpers import box

Json = dict[str, Any]

SQUARES = [
    ("Old Observatory", "Antiguo Observatorio", (2, 5)),
    ("Ivy Heights", "Altos de la Hiedra", (1, 3, 6)),
    ("Cable-Car Yard", "Cocheras del Tranvía", (2, 4, 7)),
    ("North Ferry Slip", "Embarcadero Norte", (3, 8)),
    ("Clockmakers' Row", "Calle de los Relojeros", (1, 6, 9)),
    ("Lantern Park", "Parque de los Faroles", (2, 5, 7, 10, 11)),
    ("Marble Library", "Biblioteca de Mármol", (3, 6, 8, 11)),
    ("Gasworks", "Fábrica de Gas", (4, 7, 12)),
    ("Pawnbrokers' Alley", "Callejón de los Prestamistas", (5, 10, 13)),
    ("Copper Market", "Mercado del Cobre", (6, 9, 14)),
    ("Opera Steps", "Escalinata de la Ópera", (6, 7, 12, 15)),
    ("Seamen's Hospital", "Hospital de Marineros", (8, 11, 16)),
    ("Printers' Court", "Patio de los Impresores", (9, 14, 17)),
    ("Courthouse Green", "Jardín del Juzgado", (10, 13, 15, 18)),
    ("Glass Tower", "Torre de Cristal", (11, 14, 16, 19)),
    ("Fish Wharf", "Muelle del Pescado", (12, 15, 20)),
    ("Tannery Bridge", "Puente de la Curtiduría", (13, 18)),
    ("Noodle Street", "Calle de los Fideos", (14, 17, 19)),
    ("Ticker Plaza", "Plaza de las Cotizaciones", (15, 18, 20)),
    ("Breakwater Lighthouse", "Faro del Rompeolas", (16, 19)),
]
STATIONS = (2, 7, 9, 12, 15, 18)

POLICE = {
    1: ("Eyes on the Roof", "roll grey: PHYS (place mafia on random), MENT (place 1 info on random)"),
    2: ("Burst Water Main", "close s2 to s6 this round"),
    3: ("Overtime Ban", "if alert at most 11 then (change cars by -1 this coming round)"),
    4: ("Reinforcements from Upstate", "choose by all (alert +2) or (add 1 car)"),
    5: (
        "Sirens on Every Corner",
        "for each 2 car (alert +1); for each player (choose by them (lose 1 item of them; alert -1) or ())",
    ),
    6: (
        "Open-Air Concert",
        "at the end of the turn every time this round (if player_here on s6 at least 1 then (heal 1 wound of active) "
        "else (if square_near on s6 at least 1 then (heal 1 wound of active)))",
    ),
    7: (
        "The Helpful Archivist",
        "change blue_info by -1 this round; when somebody collects blue info the first time this round "
        "(gain 1 skill for active)",
    ),
    8: (
        "Blackout",
        "forbid subway this card; forbid phone this card; forbid laptop this card; forbid drone this card; "
        "forbid radio this card",
    ),
    9: (
        "No Questions Asked",
        "for each player (choose by them (swap item of them with board) or ()); "
        'if "Has nobody swapped?" then (place item on s9)',
    ),
    10: ("Somebody Talked", "for each somebody (choose by them (wound them) or (alert +2))"),
    11: (
        "Lost in the Crowd",
        "at the end of the round (if together at least 2 then (alert -1) else (alert +1))",
    ),
    12: (
        "Blood on the Pavement",
        "if wounded_player at least 1 then (for each wounded_player (place 1 mafia on it)) "
        "else (place 1 mafia on choose)",
    ),
    13: (
        "Your Picture in the Paper",
        "if most_items at least 2 then (for each most_items (alert +1)) else (lose 1 item of most_items)",
    ),
    14: (
        "A Silent Protest",
        'task protest on anywhere needs 4 social and paid by all in one round: "Together." then '
        "(remove 1 mafia from choose; remove 1 mafia from choose; remove 1 mafia from choose) "
        "else (alert +2) this round",
    ),
    15: (
        "Cameras Everywhere",
        "forbid extra_step on s15 this scenario",
    ),
    16: (
        "High Tide",
        "move all mafia from s16 to choose_near; move all mafia from s20 to choose_near; "
        "move all info from s16 to bag; move all info from s20 to bag",
    ),
    17: (
        "Bridge Up",
        "when somebody moves from s17 to s18 every time this round (result physical -2); "
        "when somebody moves from s18 to s17 every time this round (result physical -2)",
    ),
    18: (
        "Soup for the Tired",
        "heal 1 wound of most_wounds; for each player (choose by them (put them on choose_near) or ())",
    ),
    19: (
        "Everything Has Its Price",
        "at the start of the turn every time this round (choose (lose 1 item of active) or (lose 1 skill of active) "
        "or (change mafia_per_turn by +1 this turn))",
    ),
    20: ("The Beam Swings Round", "move car from choose to choose_near"),
    21: (
        "Warrant for Your Arrest",
        "change wild_alert by +1 this story_card; task warrant on anywhere needs as the table says: "
        '"Each gives up an action." then (change wild_alert by -1 this story_card) this story_card',
    ),
    22: ("Masked Ball", 'pass item of all to left; if "Has anybody laughed?" then (alert +1)'),
    23: (
        "Crossfire",
        'task crossfire on anywhere needs as the table says: "Remove 3 mafia in this round." then '
        "(alert -2; gain item for active) this round; "
        "at the start of the turn every time this round (change mafia_wounds by +1 on most_mafia this turn)",
    ),
    24: (
        "Heads or Tails",
        'choose by all "Heads" (put somebody on choose_station) or "Tails" (place 1 mafia on choose)',
    ),
}  # fmt: skip
BY_HAND = ()
INVENTED = {
    "roadworks": "when somebody moves from s10 every time this round (choose (lose 1 item of active) or (alert +1))",
    "ticket inspectors": "when somebody takes the subway every time this round (result social -1)",
    "spare change": "for each player (choose by them (pass item of them to somebody) or ())",
    "mistaken bags": "swap item of somebody with somebody",
    "locked gates": "when somebody moves from s11 every time this round (result physical -1)",
    "sniper": "at the end of the round (for each player_there on most_mafia (wound them))",
    "dragnet": "for each car (move car from it to toward_nearest)",
    "shopkeepers": "change item_cost by +1 on stations this round",
    "informer": "when somebody uses an item every time this round (alert +1)",
    "rope": "result physical -1; put active on choose_near",
}
"""More that a designer might print, thought of before these effects; of a lost child that somebody takes along, three
info tokens of which one is placed, and the last player of a round, a clause stays with the people."""

ITEMS = {
    "badge": ("Forged Badge", True, "put active on choose_near; if alert at least 11 then (alert +1)"),
    "walkie_talkie": ("Walkie-Talkie", False, "for each somebody (put them on choose_near)"),
}
"""The thermos stays with the people."""

STORIES: dict[str, list[Json]] = {
    "portrait": [
        {"mafia_per_turn": 1, "bag_add": {"blue": 3, "red": 3, "yellow": 4}, "alert_cars": [5, 10, 15],
         "effects": 'note "One of you carries the painting: no subway."'},
        {"position": 4, "mafia_per_turn": 2, "bag_add": {"blue": 2, "yellow": 1},
         "effects": 'token restorer +1 on s13; task restorer on s13 needs as the table says: "The carrier ends here." '
                    "then (gain item for active; token restorer -1 on s13) this scenario"},
        {"position": 9, "mafia_per_turn": 2, "bag_add": {"blue": 1, "red": 2, "yellow": 1},
         "effects": "for each square on random (token painting +1 on it; place 1 mafia on it); "
                    "if alert at most 7 then (heal 1 wound of all) else (add 1 car)"},
        {"position": 14, "mafia_per_turn": 3, "bag_add": {"red": 2, "yellow": 2}, "effects": "",
         "final_challenge": ("s11", "5 social and 3 mental and no mafia and paid by all in one round")},
    ],
    "signal": [
        {"mafia_per_turn": 2, "bag_add": {"blue": 4, "red": 3, "yellow": 3}, "alert_cars": [4, 8, 12],
         "effects": "token transmitter +1 on s1; token transmitter +1 on s15; token transmitter +1 on s17; "
                    'token transmitter +1 on s20; note "Until you meet, talk only in your own turn."'},
        {"position": 3, "mafia_per_turn": 2, "bag_add": {"blue": 2, "red": 1},
         "effects": "; ".join(
             f'task off{n} on s{n} needs 3 mental: "Switch it off." then (token transmitter -1 on here; alert -1) '
             "this scenario" for n in (1, 15, 17, 20)
         ) + "; at the end of the round every time this scenario (for each token called transmitter "
             "(if car on it at least 1 then (alert +1)))"},
        {"position": 8, "mafia_per_turn": 3, "bag_add": {"blue": 1, "red": 2, "yellow": 2},
         "effects": "token agent +1 on s14; next round every time this scenario (if wounded_player at least 1 then "
                    "(move token called agent from choose to toward_most_wounds)); at the end of the turn every time "
                    "this scenario (if token called agent on here at least 1 then "
                    "(choose (result social -1) or (alert +1)))"},
        {"position": 13, "mafia_per_turn": 3, "bag_add": {"blue": 3}, "effects": "",
         "final_challenge": ("s20", "either (4 mental and as the table says) or (6 mental)")},
    ],
}  # fmt: skip
STORY_CARDS_BY_HAND = (("portrait", 0),)
"""Who carries the painting."""


def paper_box() -> Json:
    """The box as JSON, without the 24th card, one more than the rulebook prints; two stories are still unknown."""
    data = box(tracks=(20, 18))
    data["board"]["squares"] = [
        {
            "id": f"s{n}",
            "name": {"en": en, "es": es},
            "neighbours": [f"s{one}" for one in near],
            "subway": n in STATIONS,
        }
        for n, (en, es, near) in enumerate(SQUARES, 1)
    ]
    events = [
        {"id": f"p{n}", "square": f"s{(n - 1) % 20 + 1}", "event": {
            "title": title, "text": title, "random_location": False, "effects": PHRASES.read_list(words)}}
        for n, (title, words) in POLICE.items()
    ]  # fmt: skip
    stories = [story(name, cards) for name, cards in STORIES.items()]
    items = [
        {"id": id_, "name": name, "count": 1, "once": once, "effects": PHRASES.read_list(words)}
        for id_, (name, once, words) in ITEMS.items()
    ]
    more: Json = {"police_cards": events[:23], "scenarios": stories, "own_items": items}
    return data | more | {"unknown": {"scenarios": 2}}


def story(name: str, cards: list[Json]) -> Json:
    """A story as JSON."""
    found = []
    for index, card in enumerate(cards):
        made = {"position": None, "final_challenge": None, **card, "index": index, "text": f"{name} {index}"}
        made["effects"] = PHRASES.read_list(card["effects"])
        if card.get("final_challenge"):
            square, need = card["final_challenge"]
            made["final_challenge"] = {"square": square, "text": "", "need": PHRASES.read_record(Need, need)}
        found.append(made)
    return {
        "id": name, "name": name, "tutorial": name == "portrait", "alert_limit": None, "start_squares": None,
        "cards": found,
    }  # fmt: skip


def spanish(words: str) -> str:
    """Effects as a Spanish owner writes them."""
    return SHEETS.spoken("es").phrases.write_list(PHRASES.read_list(words))
