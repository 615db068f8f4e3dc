"""A report as text and as an HTML page with charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Paragraph

from companion.chance.report import ENDED, INTERVAL, Counted, PlanResults, Report, Section, gaps, sections
from companion.core.texts import P, Say, T, Words, one_decimal
from companion.language import Language
from companion.scene.html import Bar, BarFrame, bar_chart, document, section

# As text: a line for each story and number of players, followed by the findings.


def table(found: Report, say: Say) -> RenderableType:
    """The whole report, which must have at least one line."""
    return Group(_lines(found, say), *(Paragraph(said) for said in _findings(found, say)))


def _lines(found: Report, say: Say) -> Table:
    grid = Table(box=None)
    grid.add_column(say(T("story")))
    for heading in (T("players"), T("games"), *(one.name for one in found.lines[0].counted)):
        grid.add_column(say(heading), justify="right")
    grid.add_column(say(T("ended by")))
    for line in found.lines:
        grid.add_row(
            say(line.name),
            str(line.players),
            str(line.games),
            *(number(one, say) for one in line.counted),
            ", ".join(f"{ending.rule} {ending.games}" for ending in line.endings),
        )
    return grid


def number(one: Counted, say: Say) -> str:
    """A mean; a share of games with its confidence interval."""
    if one.interval:
        return with_ends(one, say)
    return f"{one.measure.mean:.0%}" if one.share else say(one_decimal(one.measure.mean))


def with_ends(one: Counted, say: Say) -> str:
    """A mean with its bounds in brackets."""
    measure = one.measure
    if one.share:
        return f"{measure.mean:.0%} ({100 * measure.low:.0f}–{measure.high:.0%})"
    return f"{say(one_decimal(measure.mean))} ({measure.low:.0f}–{measure.high:.0f})"


def _findings(found: Report, say: Say) -> Iterator[str]:
    if any(one.interval for one in found.lines[0].counted):
        yield say(INTERVAL)
    yield ""
    yield f"{say(ENDED)}:"
    yield from (f"  {say(ending.explained)}" for ending in found.endings)
    for one in sections(found):
        yield ""
        yield f"{say(one.heading)}:"
        yield from (f"  {say(entry)}" for entry in one.entries)
    for lacking in gaps(found):
        yield ""
        yield say(lacking)


# As an HTML page.

SMALL = BarFrame(440, 108, 140)
"""A chart for a phone, or one of several side by side."""
NAMED = BarFrame(440, 200, 110)
"""The same with room for longer names."""


def page(found: Report, language: Language) -> str:
    """The page as HTML in ``language``, escaped. The report must have at least one line."""
    say = language.say
    charts = [_chart(found, at, say) for at in range(len(found.lines[0].counted))]
    below = [_list(one, say) for one in sections(found)]
    title = say(T("{game}: {result}", game=found.box, result=_games(found)))
    return document(title, language.code, [_head(found, say), *charts, _endings(found, say), *below])


def _games(found: Report) -> Words:
    return P("{n} game", "{n} games", found.games)


def _head(found: Report, say: Say) -> str:
    facts = " · ".join(say(words) for words in (found.title, _games(found)))
    who = say(T("Everybody was played by the companion's sensible player. People may do better, or worse."))
    said = [who, *map(say, gaps(found))]
    lines = "".join(f"<p>{escape(line)}</p>" for line in said)
    heading = escape(say(found.box) or say(found.title))
    return f"<header><p class=dim>{escape(facts)}</p><h1>{heading}</h1>{lines}</header>"


def _chart(found: Report, at: int, say: Say) -> str:
    """One figure of every line: one chart per story, all to the same scale."""
    one = found.lines[0].counted[at]
    name = capital(say(one.name))
    most = 1.0 if one.share else max(line.counted[at].measure.high for line in found.lines)
    charts = [
        (f"<h3>{escape(said)}</h3>" if said else "")
        + bar_chart([_bar(line, line.counted[at], say) for line in lines], f"{name} {said}".strip(), SMALL, most or 1)
        for said, lines in _stories(found.lines, say)
    ]
    key = INTERVAL if one.interval else T("In brackets: between which values eight of ten games lie.")
    return section(name, _beside(charts) + f"<p class=dim>{escape(say(key))}</p>")


def _bar(line: PlanResults, one: Counted, say: Say) -> Bar:
    measure = one.measure
    return Bar(say(_players(line.players)), measure.mean, with_ends(one, say), span=(measure.low, measure.high))


def _stories(lines: Sequence[PlanResults], say: Say) -> list[tuple[str, list[PlanResults]]]:
    return [(say(name), list(run)) for name, run in groupby(lines, key=lambda line: line.name)]


def _players(n: int) -> Words:
    return P("{n} player", "{n} players", n)


def _endings(found: Report, say: Say) -> str:
    """How often each rule ended a game, by story, or by number of players if there are no stories."""
    games: Counter[str] = Counter()
    ended: dict[str, Counter[str]] = {}
    for line in found.lines:
        row = say(line.name if line.story else _players(line.players))
        games[row] += line.games
        for ending in line.endings:
            ended.setdefault(ending.rule, Counter())[row] += ending.games
    charts = []
    for ending in found.endings:
        counts = ended[ending.rule]
        bars = [Bar(row, counts[row] / n, say(T("{n} of {all}", n=counts[row], all=n))) for row, n in games.items()]
        heading, number = say(ending.heading or ending.rule), f"<small>{escape(ending.rule)}</small>"
        head = f"<h3>{escape(heading)} {number if ending.heading else ''}</h3><p>{escape(say(ending.words))}</p>"
        charts.append(head + bar_chart(bars, heading, NAMED))
    return section(say(ENDED), _beside(charts))


def _beside(charts: Iterable[str]) -> str:
    return f'<div class="beside">{"".join(f"<div>{chart}</div>" for chart in charts)}</div>'


def _list(one: Section, say: Say) -> str:
    return section(say(one.heading), f"<ul>{''.join(f'<li>{escape(say(entry))}</li>' for entry in one.entries)}</ul>")


def capital(said: str) -> str:
    """The text with its first letter in upper case."""
    return said[:1].upper() + said[1:]
