"""Self-contained HTML pages with SVG charts, for browsers and paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path

from msgspec import Struct

from companion.core.facts import Marker
from companion.core.texts import Say, Words, one_decimal
from companion.scene.charts import SHAPES, Chart, FaceCount, Series, labelled, marked, spread, ticks

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


# Charts as SVG: lines with markers and labels, bars. Colours are CSS variables of the page.

WIDE, HIGH = 760, 300
LEFT, TOP, RIGHT, BOTTOM = 40, 16, 540, 262
"""The plot area; the labels are to its right."""
LETTER = 7.4
"""Approximate width of a character in a label."""


def line_chart(chart: Chart, chapters: Sequence[Words], say: Say) -> str:
    """A line per series, readable without colour: markers, and names at the ends."""
    top = max([1, *(value for series in chart.series for value in [*series.points, series.most or 0])])

    def x(at: int) -> float:
        return LEFT + (RIGHT - LEFT) * at / max(1, len(chapters) - 1)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * value / top

    parts = [_scale(value, y(value)) for value in ticks(top)]
    spans = [_span(x(at), len(say(chapter)) * LETTER) for at, chapter in enumerate(chapters)]
    for at in labelled(spans, 2 * LETTER):
        parts.append(_text(sum(spans[at]) / 2, BOTTOM + 22, say(chapters[at]), "axis", "middle"))
    parts += [_limit(series, y(series.most)) for series in chart.series if series.most is not None]
    parts += [_line(series, x, y) for series in chart.series]
    ends = spread([y(series.points[-1]) for series in chart.series], 24, TOP + 4, BOTTOM - 4)
    for series, end in zip(chart.series, ends, strict=True):
        parts.append(_mark(series.marker, RIGHT + 20, end, 6, series.colour))
        parts.append(_text(RIGHT + 34, end + 5, f"{series.points[-1]} {say(series.name)}", "label"))
    return _svg(HIGH, parts, say(chart.name))


def _span(x: float, wide: float) -> tuple[float, float]:
    """The horizontal extent of a label centred at ``x``, clamped to the plot area."""
    left = max(LEFT - 12, min(x - wide / 2, RIGHT + 12 - wide))
    return left, left + wide


def dice_chart(dice: Sequence[FaceCount], say: Say, name: str) -> str:
    """A bar per face, with a line at the expected number."""
    bars = [
        Bar(
            say(face.name),
            face.rolled,
            str(face.rolled),
            fair=face.expected,
            aside=f"({say(one_decimal(face.expected))})",
        )
        for face in dice
    ]
    return bar_chart(bars, name, BarFrame(WIDE, 150, 396))


class Bar(Struct, frozen=True):
    """A bar: its name, its length, and its label."""

    name: str
    value: float
    said: str
    fair: float | None = None
    """The position of a reference line."""
    span: tuple[float, float] | None = None
    """The ends of an error bar."""
    aside: str = ""
    """A second, smaller label."""


class BarFrame(Struct, frozen=True):
    """The width of a bar chart, of its names, and of its longest bar."""

    wide: int
    names: int
    bars: int


def bar_chart(bars: Sequence[Bar], name: str, frame: BarFrame, most: float = 1.0) -> str:
    """Horizontal bars, scaled to the longest, or to ``most`` if that is larger."""
    most = max([most, *(max(bar.value, bar.fair or 0, *(bar.span or ())) for bar in bars)])
    left = frame.names + 14

    def x(value: float) -> float:
        return left + frame.bars * value / most

    parts = []
    for row, bar in enumerate(bars):
        y = 8 + row * 36
        parts.append(_text(frame.names, y + 19, bar.name, "label", "end"))
        parts.append(f'<rect class="bar" x="{left}" y="{y}" width="{x(bar.value) - left:.1f}" height="26" rx="4"/>')
        if bar.fair is not None:
            parts.append(_vertical(x(bar.fair), y - 4, y + 30))
        if bar.span is not None:
            low, high = map(x, bar.span)
            parts.append(f'<line class="span" x1="{low:.1f}" y1="{y + 13}" x2="{high:.1f}" y2="{y + 13}"/>')
            parts += [_vertical(end, y + 6, y + 20) for end in (low, high)]
        parts.append(_text(left + frame.bars + 20, y + 19, bar.said, "label"))
        parts.append(_text(left + frame.bars + 60, y + 19, bar.aside, "axis"))
    return _svg(16 + 36 * len(bars), parts, name, frame.wide)


def _vertical(x: float, top: float, bottom: float) -> str:
    return f'<line class="fair" x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}"/>'


def _svg(high: int, parts: Sequence[str], name: str, wide: int = WIDE) -> str:
    head = f'<svg viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(name)}">'
    return "\n".join([head, *parts, "</svg>"])


def _text(x: float, y: float, said: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(said)}</text>'


def _scale(value: int, y: float) -> str:
    line = f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}"/>'
    return line + _text(LEFT - 8, y + 5, str(value), "axis", "end")


def _limit(series: Series, y: float) -> str:
    return f'<line class="limit {series.colour}" x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}"/>'


def _line(series: Series, x: Callable[[int], float], y: Callable[[float], float]) -> str:
    points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in enumerate(series.points))
    marks = [_mark(series.marker, x(at), y(series.points[at]), 5, series.colour) for at in marked(series.points)]
    return f'<polyline fill="none" class="line {series.colour}" points="{points}"/>' + "".join(marks)


def _mark(marker: Marker, x: float, y: float, r: float, colour: str) -> str:
    if marker == "disc":
        return f'<circle class="mark {colour}" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>'
    corners = " ".join(f"{x + r * 1.2 * dx:.1f},{y - r * 1.2 * dy:.1f}" for dx, dy in SHAPES[marker])
    return f'<polygon class="mark {colour}" points="{corners}"/>'
