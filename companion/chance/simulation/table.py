"""A report as text: a line per story and number of players, followed by the findings."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Paragraph

from companion.chance.simulation.report import ENDED, INTERVAL, Counted, Report, gaps, sections
from companion.core.texts import Say, T, one_decimal


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
    yield from (f"  {say(ending.told)}" for ending in found.endings)
    for section in sections(found):
        yield ""
        yield f"{say(section.heading)}:"
        yield from (f"  {say(entry)}" for entry in section.entries)
    for lacking in gaps(found):
        yield ""
        yield say(lacking)
