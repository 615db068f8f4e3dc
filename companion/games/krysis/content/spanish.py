"""The sheets of a box of Krysis in Spanish."""

from __future__ import annotations

from typing import Final

from companion.core.phrases import Forms

SPANISH: Final = Forms(
    headings={
        "company": "compañía",
        "deck": "mazo",
        "kind": "clase",
        "stars": "estrellas",
        "speed": "velocidad",
        "combat": "combate",
        "slots": "huecos",
        "ability": "habilidad",
        "shared": "en_todas_las_compañías",
        "set_type": "tipo",
        "index": "número",
        "crystals": "cristales",
        "level": "nivel",
        "forward_rank": "cuánto_por_delante",
        "options": "qué_hay",
    },
    words={
        "transporters": "transportadores",
        "fighters": "luchadores",
        "special": "especiales",
        "transporter": "transportador",
        "fighter": "luchador",
        "weapon": "arma",
        "transport": "transporte",
        "red": "rojo",
        "blue": "azul",
        "white": "blanco",
        "relics": "reliquia",
        "2=red": "rojos",
        "2=blue": "azules",
        "2=white": "blancos",
        "2=relics": "reliquias",
    },
    phrases={
        "defence {n}": "defensa {n}",
        "thief[ {red=0} red][ {blue=0} blue][ {white=0} white]": (
            "ladrón[ {red=0} rojo(s)][ {blue=0} azul(es)][ {white=0} blanco(s)]"
        ),
        "spy": "espía",
        "miner[ {red=0} red][ {blue=0} blue][ {white=0} white][ {relics=0} relic(s)]": (
            "minero[ {red=0} rojo(s)][ {blue=0} azul(es)][ {white=0} blanco(s)][ {relics=0} reliquia(s)]"
        ),
        "alchemist": "alquimista",
        "{times} per {per}": "{times} por {per}",
    },
)
