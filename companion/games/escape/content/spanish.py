"""The sheets of a box of Escape Plan in Spanish."""

from __future__ import annotations

from typing import Final

from companion.core.phrases import Forms

SPANISH: Final = Forms(
    headings={
        "group": "pila",
        "exit": "salida",
        "hospital": "hospital",
        "gang_hq": "cuartel_de_la_banda",
        "business": "negocio",
        "safe_house": "casa_segura",
        "gang": "banda",
        "edges": "terreno",
        "type": "tipo",
        "back": "dorso",
        "line": "línea",
        "from": "qué_se_cuenta",
        "sign": "signo",
        "table": "tabla",
        "per_unit": "por_unidad",
    },
    words={
        "start": "inicio",
        "commercial": "comercial",
        "industrial": "industrial",
        "residential": "residencial",
        "water": "agua",
        "free": "se pregunta",
        "notoriety": "notoriedad",
        "wounds": "heridas",
        "handcuffs": "esposas",
        "cubes": "ingresos",
        "gangs": "marcadores de banda",
        "equipment": "equipo",
        "gas": "latas de gasolina",
        "keys": "llaves",
        "lockers": "taquillas",
        "assets": "activos",
        "contacts": "contactos",
        "cash": "dinero",
    },
)
