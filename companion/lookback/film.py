"""The course of a game as a film of its public board, and the film as a section of a page.

Turning points are held longer. On the page a small script plays the film; without scripts its last frame is shown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from itertools import accumulate

from msgspec import Struct, json, structs

from companion.core.texts import Say, T, Words
from companion.lookback.lookback import LookBack, TurningPoint
from companion.scene.html import section
from companion.scene.scene import Piece, Prompt, Row, Scene
from companion.table.table import Table

LASTS = 30.0
"""Length of a film in seconds."""
HOLD, END = 1.6, 2.0
"""Seconds for a turning point, and for the end."""
QUICKEST, SLOWEST = 0.12, 0.8
"""Limits in seconds for any other frame; the film of a short game is short."""
MOST = 110
"""Most frames."""


class FilmFrame(Struct, frozen=True):
    """The table after entry ``rev`` of the log (0: before all).

    ``words`` describe the entry, ``scene`` shows only what lies on the table. ``turn`` is its turning point, if it is
    one. ``who`` was asked; empty if nobody was.
    """

    rev: int
    chapter: Words
    words: Words
    scene: Scene
    seconds: float
    turn: TurningPoint | None = None
    who: Words = ""


class Film:
    """The frames in order, with their timing."""

    def __init__(self, frames: list[FilmFrame]) -> None:
        self.frames = frames

    @cached_property
    def starts(self) -> list[float]:
        """The start of each frame in seconds, followed by the end of the film."""
        return list(accumulate((frame.seconds for frame in self.frames), initial=0.0))

    @property
    def lasts(self) -> float:
        return self.starts[-1]

    def at(self, seconds: float) -> int:
        """The index of the frame at a time; the last one after the end."""
        return max(0, min(len(self.frames) - 1, bisect_right(self.starts, seconds) - 1))

    @property
    def turns(self) -> list[int]:
        return [at for at, frame in enumerate(self.frames) if frame.turn is not None]


def shoot(table: Table, look: LookBack) -> Iterator[Film | None]:
    """Make the film of ``table``, given its look back; the table is only read.

    Yields None after each small step, so that the caller can interleave other work, and the film last. ``made`` runs it
    all at once.
    """
    history, presenter = table.history, table.game.presenter
    line = history.line[: history.mark]
    turns = {point.rev: point for point in look.turning_points}
    wanted = _frame_numbers([played.entry.rev for played in line], turns)
    rows = {row.rev: row for row in look.rows}
    state = history.state_at(0)
    frames = [FilmFrame(0, presenter.chapter(state), T("The game begins"), _public_scene(presenter.scene(state)), 0)]
    for n, played in enumerate(line, 1):
        chapter, rev = presenter.chapter(state), played.entry.rev
        history.replay(state, played)
        if n in wanted:
            scene, turn = _public_scene(presenter.scene(state), frames[-1].scene), turns.get(rev)
            if turn is not None or n == len(line) or scene != frames[-1].scene:
                frames.append(FilmFrame(rev, chapter, rows[rev].words, scene, 0, turn, rows[rev].who))
        yield None
    yield Film(_timed(frames))


def made(table: Table, look: LookBack) -> Film:
    """The film, made in one go."""
    *_, film = shoot(table, look)
    assert film is not None
    return film


def _frame_numbers(revs: list[int], turns: Mapping[int, TurningPoint]) -> set[int]:
    """The answers that get a frame, from 1: evenly spaced ones, the turning points, and the last."""
    n = len(revs)
    step = max(1.0, n / MOST)
    evenly = {round((k + 1) * step) for k in range(int(n / step))}
    return evenly | {n} | {at for at, rev in enumerate(revs, 1) if rev in turns}


def _public_scene(scene: Scene, before: Scene | None = None) -> Scene:
    """The scene without asks and choices; the scene ``before`` if the end of a game shows nothing."""
    if before is not None and not (scene.board or scene.grid or scene.rows or scene.sides):
        return before
    return structs.replace(
        scene, prompt=Prompt("", ""), choices=[], groups=[], notices=[], tips=[], entry=None, several=None, pad=None,
        fillings=[], otherwise=None, card=None, dice=[], faces=[], face_names={}, secrets=[], ranking=[],
    )  # fmt: skip


def _timed(frames: list[FilmFrame]) -> list[FilmFrame]:
    """The frames with their durations, fitted to ``LASTS``."""
    longer = [HOLD if frame.turn is not None else 0.0 for frame in frames]
    longer[-1] = max(longer[-1], END)
    plain = sum(not seconds for seconds in longer)
    each = max(QUICKEST, min(SLOWEST, (LASTS - sum(longer)) / max(1, plain)))
    return [structs.replace(frame, seconds=long or each) for frame, long in zip(frames, longer, strict=True)]


GAP = 0.012
"""The gap between places of a map."""
SNAP = 0.055
"""Places whose coordinates differ by less share a row or column."""
ROW = 0.06
"""The share of the picture's height for the name of a row."""
TRACK = 0.09


class FilmCell(Struct, frozen=True):
    """A box: position, width and height as shares of the picture, its name, and its content.

    ``kind`` is its style.
    """

    x: float
    y: float
    w: float
    h: float
    name: str
    text: str = ""
    kind: str = "spot"


def cells(scene: Scene, say: Say) -> list[FilmCell]:
    """The whole picture: tracks at the top, the board in the middle, rows and players below."""
    rows = min(2.0, 0.8 * sum(bool(row.boxes) for row in scene.rows))
    sorts = ((_board(scene, say), 3.0), (_grid(scene, say), 3.0), (_sides(scene, say), 1.5))
    bands = [(band, share) for band, share in sorts if band]
    found, top = list(_tracks(scene, say)), TRACK * bool(scene.tracks)
    each = (1 - top) / ((sum(share for _, share in bands) + rows) or 1)
    if rows:
        bands.append((_rows(scene.rows, say, each * rows), rows))
    for band, share in bands:
        high = each * share
        found += [
            FilmCell(one.x, top + one.y * high, one.w, one.h * high, one.name, one.text, one.kind) for one in band
        ]
        top += high
    return found


def _tracks(scene: Scene, say: Say) -> Iterator[FilmCell]:
    wide = 1 / max(1, len(scene.tracks))
    for n, track in enumerate(scene.tracks):
        yield FilmCell(n * wide, 0, wide - 0.01, TRACK - 0.015, say(track.name), f"{track.at}{track.of}", "track")


def _board(scene: Scene, say: Say) -> list[FilmCell]:
    spots = scene.board.spots if scene.board is not None else []
    xs, ys = _snapped([spot.x for spot in spots]), _snapped([spot.y for spot in spots])
    w, h = 1 / (max(xs, default=0) + 1), 1 / (max(ys, default=0) + 1)
    return [
        FilmCell(
            x * w,
            y * h,
            w - GAP,
            h - 2 * GAP,
            say(spot.name),
            _pieces_text(spot.pieces, say),
            "here" if spot.here else "spot",
        )
        for spot, x, y in zip(spots, xs, ys, strict=True)
    ]


def _snapped(values: Sequence[float]) -> list[int]:
    """The row or column index of each coordinate; nearly equal ones share it."""
    lines: list[float] = []
    for value in sorted(values):
        if not lines or value - lines[-1] > SNAP:
            lines.append(value)
    return [max(n for n, line in enumerate(lines) if line <= value) for value in values]


def _grid(scene: Scene, say: Say) -> list[FilmCell]:
    if scene.grid is None or not scene.grid.squares:
        return []
    squares = scene.grid.squares
    left, top = min(one.column for one in squares), min(one.row for one in squares)
    columns = max(one.column for one in squares) - left + 1
    rows = max(one.row for one in squares) - top + 1
    return [
        FilmCell(
            (one.column - left) / columns, (one.row - top) / rows, 1 / columns, 1 / rows,
            one.label, " ".join(_initials(say(piece.name)) for piece in one.pieces), "square",
        )
        for one in squares
    ]  # fmt: skip


def _sides(scene: Scene, say: Say) -> list[FilmCell]:
    wide = 1 / max(1, len(scene.sides))
    return [
        FilmCell(n * wide, 0, wide - 0.01, 0.98, say(side.name), _figures(side.figure, side.strength, side.goods, say))
        for n, side in enumerate(scene.sides)
    ]


def _figures(figure: object, strength: object, goods: Sequence[Piece], say: Say) -> str:
    parts = [say(figure), say(strength), _pieces_text(goods, say)]  # type: ignore[arg-type] # both are words
    return " · ".join(part for part in parts if part)


def _rows(rows: Sequence[Row], say: Say, part: float) -> list[FilmCell]:
    """The boxes of all rows below their names; together they have a ``part`` of the picture's height."""
    shown = [row for row in rows if row.boxes]
    high = 1 / max(1, len(shown))
    found: list[FilmCell] = []
    for n, row in enumerate(shown):
        head = min(ROW / part, 0.3 * high)
        found.append(FilmCell(0, n * high, 1, head, say(row.name), "", "row"))
        wide = 1 / len(row.boxes)
        for at, box in enumerate(row.boxes):
            said = " · ".join(part for part in (say(box.label), _pieces_text(box.pieces, say), say(box.note)) if part)
            place = (at * wide, n * high + head, wide - 0.006, high - head - 0.012)
            found.append(FilmCell(*place, say(box.name), said))
    return found


def _pieces_text(pieces: Sequence[Piece], say: Say) -> str:
    """The pieces in words, each kind once."""
    return ", ".join(
        f"{piece.n} × {say(piece.name)}" if piece.n > 1 else say(piece.name) for piece in pieces if piece.n
    )


def _initials(name: str) -> str:
    """Initials, because squares are small."""
    return "".join(word[:1] for word in name.split()[:2]).upper()


STYLE = """
.film { position: relative; width: 100%; aspect-ratio: 16 / 10; }
.film div { position: absolute; overflow: hidden; padding: .1rem .25rem; border: 1px solid var(--edge);
  border-radius: .35rem; background: var(--paper); font-size: .72rem; line-height: 1.25; }
.film b { display: block; font-size: .68rem; color: var(--dim); } .film .here { border: 2px solid var(--lamp); }
.film .row, .film .track { border: 0; background: none; } .film .row b { color: var(--lamp); }
.film .track { font-size: 1rem; font-weight: bold; } .film .track b { display: inline; margin-right: .4rem; }
.film .square { padding: 0; border-radius: 0; text-align: center; font-weight: bold; }
.film .square b { font-size: .5rem; }
.reel { display: flex; gap: .6rem; align-items: center; } .reel input { flex: 1; }
.reel button, .turns button { padding: .5rem .9rem; border: 1px solid var(--edge); border-radius: .5rem; font: inherit;
  background: var(--paper); color: var(--ink); }
.turns { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .5rem; }
.caption { min-height: 3rem; } [hidden] { display: none !important; } @media print { .reel, .turns { display: none; } }
"""
SCRIPT = """
(() => {
  const f = JSON.parse(document.getElementById("frames").textContent);
  const q = s => document.querySelector(s), board = q(".film"), caption = q(".caption"), bar = q(".reel input");
  const play = q(".reel button");
  let at = f.frames.length - 1, clock = 0;
  const show = n => {
    at = n; bar.value = n; board.replaceChildren();
    for (const [place, text] of f.frames[n].cells) {
      const [x, y, w, h, name, kind] = f.places[place];
      const box = document.createElement("div"), b = document.createElement("b");
      box.className = kind;
      box.style.cssText = `left:${x}%;top:${y}%;width:${w}%;height:${h}%`;
      b.textContent = f.texts[name]; box.append(b, f.texts[text]); board.append(box);
    }
    caption.textContent = f.frames[n].caption;
  };
  const stop = () => { clearTimeout(clock); clock = 0; play.textContent = f.play; };
  const next = () => {
    if (at + 1 >= f.frames.length) return stop();
    show(at + 1); clock = setTimeout(next, f.frames[at].ms);
  };
  const start = () => { if (at + 1 >= f.frames.length) show(0);
    play.textContent = f.pause; clock = setTimeout(next, f.frames[at].ms); };
  play.onclick = () => clock ? stop() : start();
  bar.oninput = () => { stop(); show(+bar.value); };
  for (const one of document.querySelectorAll(".turns button")) one.onclick = () => { stop(); show(+one.value); };
  for (const one of document.querySelectorAll(".reel, .turns")) one.hidden = false;
})();
"""


def film_section(film: Film, say: Say) -> str:
    """The film with its controls, which are hidden without scripts."""
    boxes = [cells(frame.scene, say) for frame in film.frames]
    if not any(boxes):
        return ""
    turns = "".join(
        f'<button type="button" value="{at}">{escape(_said(film.frames[at], say))}</button>' for at in film.turns
    )
    play, moment, last = say(T("Play the film")), say(T("The moment of the film")), len(film.frames) - 1
    reel = (
        f'<div class="reel" hidden><button type="button">{escape(play)}</button>'
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="{escape(moment)}"></div>'
    )
    caption = f'<p class="caption">{escape(_caption(film, last, say))}</p>'
    still = "".join(map(_box, boxes[-1]))
    data = _data(film, boxes, say)
    content = (
        f"<style>{STYLE}</style><div class=film>{still}</div>{caption}{reel}"
        f'<div class="turns" hidden>{turns}</div>'
        f'<script type="application/json" id="frames">{data}</script><script>{SCRIPT}</script>'
    )
    return section(say(T("The film of the game")), content)


def _caption(film: Film, at: int, say: Say) -> str:
    """The caption of a frame; a turning point includes its changes."""
    frame = film.frames[at]
    said = _said(frame, say)
    if frame.turn is None:
        return said
    turning = say(T("Turning point · {chapter}", chapter=said))
    return f"{turning} · {changes(frame.turn, say)}"


def changes(turn: TurningPoint, say: Say) -> str:
    """What it has changed; no line ends before a per cent sign."""
    return " · ".join(map(say, turn.changed)).replace(" %", "\u00a0%")


def _said(frame: FilmFrame, say: Say) -> str:
    chapter, words = say(frame.chapter), by_whom(frame.who, frame.words, say)
    return f"{chapter}: {words}" if chapter else words


def by_whom(who: Words, words: Words, say: Say) -> str:
    """What was answered, and before it who was asked, if somebody was and the words do not begin with that."""
    name, said = say(who), say(words)
    return f"{name} · {said}" if name and not said.startswith(name) else said


def _box(cell: FilmCell) -> str:
    x, y, w, h = (f"{100 * n:.2f}" for n in (cell.x, cell.y, cell.w, cell.h))
    style = f"left:{x}%;top:{y}%;width:{w}%;height:{h}%"
    return f'<div class="{cell.kind}" style="{style}"><b>{escape(cell.name)}</b>{escape(cell.text)}</div>'


def _data(film: Film, boxes: list[list[FilmCell]], say: Say) -> str:
    """The frames as JSON for the script; repeated places and texts are stored once."""
    places: dict[tuple[object, ...], int] = {}
    texts: dict[str, int] = {}
    frames = []
    for at, (frame, one) in enumerate(zip(film.frames, boxes, strict=True)):
        found = []
        for cell in one:
            name = texts.setdefault(cell.name, len(texts))
            shares = (round(100 * n, 2) for n in (cell.x, cell.y, cell.w, cell.h))
            place = places.setdefault((*shares, name, cell.kind), len(places))
            found.append((place, texts.setdefault(cell.text, len(texts))))
        frames.append({"ms": round(frame.seconds * 1000), "caption": _caption(film, at, say), "cells": found})
    whole = {
        "places": list(places), "texts": list(texts), "frames": frames,
        "play": say(T("Play the film")), "pause": say(T("Pause")),
    }  # fmt: skip
    # Escape what could close the script element.
    return json.encode(whole).decode().replace("<", "\\u003c").replace("&", "\\u0026")
