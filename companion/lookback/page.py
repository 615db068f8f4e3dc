"""A look back as one page for a browser or a printer: it loads nothing, and stays readable for ever."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from time import localtime, strftime

from platformdirs import user_documents_dir

from companion.core.texts import P, Say, T, Text, Words
from companion.language import Language
from companion.lookback.lookback import Drawn, LogRow, LookBack, TurningPoint
from companion.lookback.svg import dice_chart, line_chart
from companion.scene.parts import Private, Rank

STYLE = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #10151f; --dim: #56607a; --edge: #d5d0c4; --box: #f4efe4;
  --lamp: #8a5a00; --red: #b8401a; --blue: #1f6fa8; --yellow: #8a7a00; --green: #0f7f5c; --rose: #a34f7d;
  --grey: #5f687c; }
@media (prefers-color-scheme: dark) { :root { --paper: #0e1320; --ink: #f4efe4; --dim: #a5b0c4; --edge: #31405c;
  --box: #171f30; --lamp: #e69f00; --red: #e5673c; --blue: #56b4e9; --yellow: #f0e442; --green: #2bb58a;
  --rose: #cc79a7; --grey: #a5b0c4; } }
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
@media print { :root { --paper: #fff; --ink: #000; --dim: #444; --edge: #bbb; --box: #fff; --lamp: #000;
  --red: #a83510; --blue: #185a8a; --yellow: #6d6000; --green: #0b6549; --rose: #8a3f68; --grey: #444; }
  svg, tr, li { break-inside: avoid; } h2, h3 { break-after: avoid; } body { font-size: .8rem; }
  section { overflow: visible; } td, th { padding: .1rem .4rem; } }
""" + "\n".join(
    f".line.{c}, .limit.{c} {{ stroke: var(--{c}); }} .mark.{c} {{ fill: var(--{c}); }}"
    for c in ("red", "blue", "yellow", "green", "rose", "grey")
)


def page(look: LookBack, language: Language) -> str:
    """The whole page as HTML, in ``language``; every word of it is escaped."""
    say = language.say
    sections = [
        *(_section(say(chart.name), line_chart(chart, look.chapters, say)) for chart in look.charts),
        _ranking(look.ranking, say),
        _turning_points(look.turning_points, say),
        _dice(look, say),
        _drawn(look.drawn, say),
        *(_private(private, say) for private in look.secrets),
        _log(look.rows, say),
    ]
    title = say(T("{game}: {result}", game=look.title, result=look.headline))
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(language.code)}">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style></head>",
            "<body>",
            _head(look, say),
            *(section for section in sections if section),
            "</body></html>",
            "",
        ]
    )


def default_folder() -> Path:
    """Where pages go if nobody says otherwise: a folder of their own among the user's documents."""
    return Path(user_documents_dir()) / "companion"


def file_name(look: LookBack) -> str:
    """A name that tells game and evening, and sorts by date."""
    when = strftime("%Y-%m-%d-%H%M", localtime(look.started)) if look.started is not None else "new"
    return f"{re.sub('[^a-z0-9]+', '-', look.game)}-{when}.html"


def save_page(look: LookBack, language: Language, file: Path) -> None:
    """Write the page, and the folder that it goes to; ``OSError`` where the disk says no, and then nothing changed."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".part")
    beside.write_text(page(look, language), encoding="utf-8")
    beside.replace(file)


def length(seconds: float) -> Text:
    """How long something took, in hours and minutes."""
    minutes = round(seconds / 60)
    if minutes < 60:
        return T("{n} min", n=minutes)
    return T("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def _head(look: LookBack, say: Say) -> str:
    facts: list[Words] = [look.title]
    if look.started is not None:
        facts += [strftime("%Y-%m-%d %H:%M", localtime(look.started)), length(look.seconds)]
    facts.append(P("{n} player", "{n} players", len(look.players)))
    said = [
        f"<p class=dim>{escape(' · '.join(map(say, facts)))}</p>",
        f"<h1>{escape(say(look.headline))}</h1>",
        f"<p>{escape(say(look.hint))}</p>" if look.hint is not None else "",
        f"<p>{escape(', '.join(say(player.name) for player in look.players))}</p>",
    ]
    return "<header>" + "".join(said) + "</header>"


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>\n{content}\n</section>"


def _table(rows: Iterable[str]) -> str:
    return "<table>" + "\n".join(rows) + "</table>"


def _ranking(ranking: Sequence[Rank], say: Say) -> str:
    rows = []
    for rank in ranking:
        place = "–" if rank.rank is None else f"{rank.rank}."
        note = " · ".join(part for part in (say(T("Winner")) if rank.winner else "", say(rank.note)) if part)
        cells = (say(rank.name), note, say(rank.value))
        rows.append(f'<tr><td class="n">{place}</td>' + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    return _section(say(T("Ranking")), _table(rows)) if rows else ""


def _turning_points(points: Sequence[TurningPoint], say: Say) -> str:
    items = []
    for point in points:
        changed = " · ".join(say(words) for words in point.changed)
        first = f"<strong>{escape(say(point.words))}</strong>"
        items.append(f"<li>{first}<br><span class=dim>{escape(say(point.chapter))}: {escape(changed)}</span></li>")
    return _section(say(T("Turning points")), "<ol>" + "\n".join(items) + "</ol>") if items else ""


def _dice(look: LookBack, say: Say) -> str:
    if not look.dice:
        return ""
    name = say(dice_heading(look))
    key = say(T("The line is what fair dice would have shown on average."))
    return _section(name, dice_chart(look.dice, say, name) + f"<p class=dim>{escape(key)}</p>")


def dice_heading(look: LookBack) -> Text:
    """How many dice were rolled."""
    return P("{n} die rolled", "{n} dice rolled", sum(face.rolled for face in look.dice))


def _drawn(drawn: Sequence[Drawn], say: Say) -> str:
    parts = []
    for deck, cards in groupby(drawn, key=lambda one: one.deck):
        rows = [f'<tr><td class="n">{one.count} ×</td><td>{escape(say(one.name))}</td></tr>' for one in cards]
        parts.append(f"<h3>{escape(say(deck))}</h3>" + _table(rows))
    return _section(say(T("What was drawn")), "".join(parts)) if parts else ""


def _private(private: Private, say: Say) -> str:
    seen: list[tuple[Words, Words]] = [(card.title, card.text or card.heading or "") for card in private.cards]
    seen += [(counter.name, counter.value) for counter in private.counters if counter.value]
    rows = [f"<tr><th>{escape(say(name))}</th><td>{escape(say(value))}</td></tr>" for name, value in seen]
    heading = say(T("What only {seat} could see", seat=private.name))
    return _section(heading, _table(rows)) if rows else ""


def _log(log: Sequence[LogRow], say: Say) -> str:
    rows = []
    for chapter, entries in groupby(log, key=lambda row: row.chapter):
        if say(chapter):
            rows.append(f"<tr><th colspan=3>{escape(say(chapter))}</th></tr>")
        rows += [_entry(row, say) for row in entries]
    return _section(say(T("The whole log")), _table(rows)) if rows else ""


def _entry(row: LogRow, say: Say) -> str:
    words = escape(say(row.words))
    if not row.done:
        taken_back = T("(taken back)")
        words = f"<s>{words}</s> {escape(say(taken_back))}"
    kind = ' class="chance"' if row.kind == "chance" else ""
    when = strftime("%H:%M", localtime(row.at))
    return f'<tr{kind}><td class="n">{row.rev}</td><td class="n">{when}</td><td>{words}</td></tr>'
