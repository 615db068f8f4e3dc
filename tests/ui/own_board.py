"""A board of twenty squares, told by names and paths alone, and full of pieces: more than any bundled one."""

from __future__ import annotations

from companion.scene.layout import layout
from companion.scene.scene import Board, Piece, Spot

NAMES = {
    "en": (
        "Old Observatory", "Ivy Heights", "Cable-Car Yard", "North Ferry Slip", "Clockmakers' Row", "Lantern Park",
        "Marble Library", "Gasworks", "Pawnbrokers' Alley", "Copper Market", "Opera Steps", "Seamen's Hospital",
        "Printers' Court", "Courthouse Green", "Glass Tower", "Fish Wharf", "Tannery Bridge", "Noodle Street",
        "Ticker Plaza", "Breakwater Lighthouse",
    ),
    "es": (
        "Antiguo Observatorio", "Altos de la Hiedra", "Cocheras del Tranvía", "Embarcadero Norte",
        "Calle de los Relojeros", "Parque de los Faroles", "Biblioteca de Mármol", "Fábrica de Gas",
        "Callejón de los Prestamistas", "Mercado del Cobre", "Escalinata de la Ópera", "Hospital de Marineros",
        "Patio de los Impresores", "Jardín del Juzgado", "Torre de Cristal", "Muelle del Pescado",
        "Puente de la Curtiduría", "Calle de los Fideos", "Plaza de las Cotizaciones", "Faro del Rompeolas",
    ),
}  # fmt: skip
PATHS = (
    (2, 5), (1, 3, 6), (2, 4, 7), (3, 8), (1, 6, 9), (2, 5, 7, 10, 11), (3, 6, 8, 11), (4, 7, 12), (5, 10, 13),
    (6, 9, 14), (6, 7, 12, 15), (8, 11, 16), (9, 14, 17), (10, 13, 15, 18), (11, 14, 16, 19), (12, 15, 20), (13, 18),
    (14, 17, 19), (15, 18, 20), (16, 19),
)  # fmt: skip
STATIONS = {2, 7, 9, 12, 15, 18}
PIECES: tuple[tuple[Piece, ...], ...] = (
    (Piece("figure:father", "Father"), Piece("figure:mother", "Mother"), Piece("item:gloves", "gloves")),
    (Piece("mafia", "mafia", 2), Piece("info:red", "red info"), Piece("item:cash", "cash")),
    (Piece("car", "police car"),),
    (Piece("info:blue", "blue info", 3), Piece("info:yellow", "yellow info"), Piece("item:laptop", "laptop")),
    (),
    (Piece("fbi", "FBI"), Piece("figure:daughter", "Daughter")),
)


def own_board(language: str) -> Board:
    """Positions are worked out from the paths."""
    ids = [f"square:s{n}" for n in range(1, 21)]
    paths = {here: [f"square:s{n}" for n in near] for here, near in zip(ids, PATHS, strict=True)}
    where = layout(paths)
    spots = [
        Spot(
            id_, name, *where[id_], list(PIECES[n % len(PIECES)]), "station" if n + 1 in STATIONS else None, here=n == 0
        )
        for n, (id_, name) in enumerate(zip(ids, NAMES[language], strict=True))
    ]
    return Board(spots, [(here, there) for here, near in paths.items() for there in near if here < there])
