"""Icons, drawn: no picture files, no symbol font, sharp at any size.

``draw(name, area)`` knows the names below; a game lists those that it uses, and ``kind:id`` names of pieces are
icons as well. A name that nobody draws shows its first letter on a disc, so that a new piece is never invisible.

signs     check arrow back forward up down undo redo menu plus minus speaker book log home gear question cross shuffle
          flip hand lock eye star timer differs
          chart
pieces    mafia car fbi station token wound skill card card:police card:mafia card:story bag dice alert story marker
          info:red info:blue info:yellow (and with 3: info:red3) figure:father mother daughter son,
          of any other name figure:NAME (its first letter)
faces     face:PHYS face:MENT face:SOC face:WILD, face:1 … for numbers, pips:1 … pips:6
items     item item:phone laptop cash mask gloves bike newspaper radio drone raincoat
day       part:morning part:afternoon part:evening part:night part:dawn rest time:marker
city      door door:N (its number) door:blocked patrol patrol:N exit_stack tile land:industrial land:commercial
          land:residential land:water business safe_house hospital gang_hq escape
people    seat:N:X (colour and sign by N from 0 to 5, X written on it) officer:TYPE (red triangle, blue diamond, yellow
          circle, else a letter) gang:member gang_marker contact contacts badge notoriety eye:shut crown key:COLOUR
goods     plan equipment gas handcuffs fixer locker:TYPE cube income:cube wound:cube asset asset:open first_aid stock
          cash arrested
around    players rotate figure:red blue yellow green purple orange
space     saucer:N (colour and shape by N from 1 to 6) crew:N:TYPE crew:TYPE (pilot scientist doctor engineer) marker:N
          (sun, asteroids, meteor, stars) accelerator site token:energy token:booster token:override token:probe upgrade
          movement:CARD rotation:cw rotation:ccw die:placement die:rotation tile:square
mine      crystal:COLOUR slot:COLOUR (red blue white) relic weapon transport agent:fighter agent:transporter star:N
          company:N miner:N (shape and colour by N from 1 to 4) mission:red blue white relics set:N combat initiative
          bank camp vp ability:thief spy miner alchemist defence figure:lamplighters barrow knuckle moonshaft
games     game:newyork game:escape game:crash game:krysis game:thousand
"""

from companion.core.instructions import kind
from ui.look.icons.atlas import draw
from ui.look.icons.pen import hue, known, own, strokes

__all__ = ["draw", "framing", "hue", "known", "own", "strokes"]


def framing(name: str) -> bool:
    """True if the icon is a frame for the text of its owner."""
    return kind(name) == "door"
