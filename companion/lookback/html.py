"""Self-contained HTML pages, for browsers and paper."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

STYLE = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #10151f; --dim: #56607a; --edge: #d5d0c4; --box: #f4efe4;
  --lamp: #8a5a00; --red: #b3201c; --blue: #2450b0; --yellow: #8a7a00; --green: #0f7f5c; --purple: #7a359c;
  --orange: #a04f00; }
@media (prefers-color-scheme: dark) { :root { --paper: #0e1320; --ink: #f4efe4; --dim: #a5b0c4; --edge: #31405c;
  --box: #171f30; --lamp: #e69f00; --red: #f0524a; --blue: #5b8cf0; --yellow: #f0e442; --green: #2bb58a;
  --purple: #c988e8; --orange: #ffa13d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 50rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 2.2rem; line-height: 1.2; } h2 { margin: 0 0 .5rem; font-size: 1.1rem; color: var(--lamp); }
h3 { margin: .8rem 0 .2rem; font-size: 1rem; } p { margin: .3rem 0; } .dim, .axis { color: var(--dim); }
section { margin: 1.2rem 0; padding: 1rem; border: 1px solid var(--edge); border-radius: .6rem;
  background: var(--box); overflow-x: auto; }
table { width: 100%; border-collapse: collapse; } td, th { padding: .25rem .5rem; text-align: left;
  vertical-align: top; border-top: 1px solid var(--edge); }
td.n { width: 4rem; text-align: right; color: var(--dim); font-variant-numeric: tabular-nums; }
th[colspan] { padding-top: 1rem; } tr.chance td { color: var(--dim); } s { color: var(--dim); }
ol { margin: 0; padding-left: 1.4rem; } svg { display: block; width: 100%; min-width: 32rem; height: auto; }
text { font: 15px system-ui, sans-serif; fill: var(--ink); } text.axis { fill: var(--dim); font-size: 13px; }
.grid { stroke: var(--edge); } .limit { stroke-width: 1.5; stroke-dasharray: 6 4; } .bar { fill: var(--lamp); }
.fair { stroke: var(--ink); stroke-width: 3; } .line { fill: none; stroke-width: 3; stroke-linejoin: round; }
.span { stroke: var(--ink); stroke-width: 2; } ul { margin: 0; padding-left: 1.2rem; }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: 0 1.5rem; }
.beside svg { min-width: 0; max-width: 27rem; } .beside text { font-size: 18px; }
@media print { :root { --paper: #fff; --ink: #000; --dim: #444; --edge: #bbb; --box: #fff; --lamp: #000;
  --red: #a83510; --blue: #185a8a; --yellow: #6d6000; --green: #0b6549; --purple: #6a2d88; --orange: #7d3e00; }
  svg, tr, li { break-inside: avoid; } h2, h3 { break-after: avoid; } body { font-size: .8rem; }
  section { overflow: visible; } td, th { padding: .1rem .4rem; } }
""" + "\n".join(
    f".line.{c}, .limit.{c} {{ stroke: var(--{c}); }} .mark.{c} {{ fill: var(--{c}); }}"
    for c in ("red", "blue", "yellow", "green", "purple", "orange")
)


def document(title: str, language: str, parts: Iterable[str]) -> str:
    """A whole page; ``parts`` are HTML, empty ones are left out."""
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(language)}">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style></head>",
            "<body>",
            *(part for part in parts if part),
            "</body></html>",
            "",
        ]
    )


def section(heading: str, content: str) -> str:
    """A part of a page with a heading; ``content`` is HTML."""
    return f"<section><h2>{escape(heading)}</h2>\n{content}\n</section>"


def table(rows: Iterable[str]) -> str:
    """A table; ``rows`` are HTML."""
    return "<table>" + "\n".join(rows) + "</table>"


def save(text: str, file: Path) -> None:
    """Write a page atomically, creating its folder. Raises ``OSError``, and then nothing has changed."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)
