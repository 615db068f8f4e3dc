"""The sheets of a box of Crash & Grab in Spanish, in the words of the Spanish rulebook."""

from __future__ import annotations

from typing import Final

from companion.core.phrases import Forms

SPANISH: Final = Forms(
    headings={
        "width": "ancho",
        "height": "alto",
        "squares": "casillas",
        "saucers": "platillos",
        "column": "columna",
        "row": "fila",
        "tiles": "losetas",
        "timing": "cuándo",
        "out_with_two": "no_con_dos_jugadores",
    },
    words={
        "3 or 4": "3 o 4",
        "planning": "tras el dado de rotación",
        "start of turn": "al empezar tu turno",
        "movement": "en un acelerador",
        "collision": "cuando te empujan",
        "crash": "cuando te estrellas",
        "placement": "cuando se coloca con el dado",
        "end of turn": "al acabar tu turno",
        "end of round": "al acabar la ronda",
        "passive": "siempre",
    },
    phrases={
        "pay[ {energy} energy][ {boosters} booster(s)]": "pagar[ {energy} energía][ {boosters} potenciador(es)]",
        "gain[ {energy} energy][ {boosters} booster(s)]": "ganar[ {energy} energía][ {boosters} potenciador(es)]",
        "move {distance} square(s)": "mover {distance} casilla(s)",
        "push {distance} square(s)": "empujar {distance} casilla(s)",
        "relocate": "recolocar con el dado",
        "reverse rotation": "dar la vuelta al dado de rotación",
        "ignore accelerator": "ignorar acelerador",
        "deflect push": "desviar empujón",
        "brake push to {max}": "frenar empujón a {max}",
        "keep crew": "conservar tripulación",
        "reroll": "volver a tirar",
        "range up to {max}": "alcance hasta {max}",
        "card {card} gives[ {energy} energy][ {boosters} booster(s)]": (
            "carta {card} da[ {energy} energía][ {boosters} potenciador(es)]"
        ),
        "crash gives[ {energy} energy][ {boosters} booster(s)]": (
            "choque da[ {energy} energía][ {boosters} potenciador(es)]"
        ),
        "steal without comparing": "robar sin comparar",
        "upgrade costs {energy} energy": "mejora cuesta {energy} energía",
        "upgrade draws {cards} cards": "mejora roba {cards} cartas",
    },
)
