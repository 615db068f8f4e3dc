"""The film as a section of the page: a small script plays it; without scripts the last frame is shown."""

from __future__ import annotations

from html import escape

from msgspec import json

from companion.core.texts import Say, T
from companion.lookback.cells import Cell, cells
from companion.lookback.film import Film
from companion.lookback.html import section

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
.told { min-height: 3rem; } [hidden] { display: none !important; } @media print { .reel, .turns { display: none; } }
"""
SCRIPT = """
(() => {
  const f = JSON.parse(document.getElementById("frames").textContent);
  const q = s => document.querySelector(s), board = q(".film"), told = q(".told"), bar = q(".reel input");
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
    told.textContent = f.frames[n].told;
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
        f'<button type="button" value="{at}">{escape(say(film.frames[at].chapter))}: '
        f"{escape(say(film.frames[at].words))}</button>"
        for at in film.turns
    )
    play, moment, last = say(T("Play the film")), say(T("The moment of the film")), len(film.frames) - 1
    reel = (
        f'<div class="reel" hidden><button type="button">{escape(play)}</button>'
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="{escape(moment)}"></div>'
    )
    told = f'<p class="told">{escape(_caption(film, last, say))}</p>'
    still = "".join(map(_box, boxes[-1]))
    data = _data(film, boxes, say)
    content = (
        f"<style>{STYLE}</style><div class=film>{still}</div>{told}{reel}"
        f'<div class="turns" hidden>{turns}</div>'
        f'<script type="application/json" id="frames">{data}</script><script>{SCRIPT}</script>'
    )
    return section(say(T("The film of the game")), content)


def _caption(film: Film, at: int, say: Say) -> str:
    """The caption of a frame; a turning point includes its changes."""
    frame = film.frames[at]
    said = f"{say(frame.chapter)}: {say(frame.words)}" if say(frame.chapter) else say(frame.words)
    if frame.turn is None:
        return said
    turning = say(T("Turning point · {chapter}", chapter=said))
    return " · ".join([turning, *map(say, frame.turn.changed)])


def _box(cell: Cell) -> str:
    x, y, w, h = (f"{100 * n:.2f}" for n in (cell.x, cell.y, cell.w, cell.h))
    style = f"left:{x}%;top:{y}%;width:{w}%;height:{h}%"
    return f'<div class="{cell.kind}" style="{style}"><b>{escape(cell.name)}</b>{escape(cell.text)}</div>'


def _data(film: Film, boxes: list[list[Cell]], say: Say) -> str:
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
        frames.append({"ms": round(frame.seconds * 1000), "told": _caption(film, at, say), "cells": found})
    whole = {
        "places": list(places), "texts": list(texts), "frames": frames,
        "play": say(T("Play the film")), "pause": say(T("Pause")),
    }  # fmt: skip
    # Escape what could close the script element.
    return json.encode(whole).decode().replace("<", "\\u003c").replace("&", "\\u0026")
