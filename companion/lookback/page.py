"""A look back as an HTML page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from time import localtime, strftime

from platformdirs import user_documents_dir

from companion.core.texts import P, Say, T, Text, Words
from companion.language import Language
from companion.lookback.film import Film, by_whom, changes, film_section
from companion.lookback.lookback import DrawCount, LogRow, LookBack, TurningPoint
from companion.scene.html import dice_chart, document, line_chart, save, section, table
from companion.scene.scene import Private, Rank
from companion.table.people import isolated


def page(look: LookBack, language: Language, film: Film | None = None) -> str:
    """The page as HTML in ``language``, escaped, with the ``film`` if there is one."""
    say = Language(language.code, isolated(look.people)).say
    sections = [
        film_section(film, say) if film is not None else "",
        *(section(say(chart.name), line_chart(chart, look.chapters, say)) for chart in look.charts),
        _ranking(look.ranking, say),
        _turning_points(look.turning_points, say),
        _dice(look, say),
        _drawn(look.drawn, say),
        *(_private(private, say) for private in look.secrets),
        _log(look.rows, say),
    ]
    title = say(T("{game}: {result}", game=look.title, result=look.headline))
    return document(title, language.code, [_head(look, say), *sections])


def default_folder() -> Path:
    """The default folder for pages, among the user's documents."""
    return Path(user_documents_dir()) / "companion"


def file_name(look: LookBack) -> str:
    """A file name from game and date that sorts by date."""
    when = strftime("%Y-%m-%d-%H%M", localtime(look.started)) if look.started is not None else "new"
    return f"{re.sub('[^a-z0-9]+', '-', look.game)}-{when}.html"


def save_page(look: LookBack, language: Language, file: Path, film: Film | None = None) -> None:
    """Write the page atomically, creating its folder. Raises ``OSError``, and then nothing has changed."""
    save(page(look, language, film), file)


def length(seconds: float) -> Text:
    """A duration in hours and minutes."""
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


def _ranking(ranking: Sequence[Rank], say: Say) -> str:
    rows = []
    for rank in ranking:
        place = "–" if rank.rank is None else f"{rank.rank}."
        note = " · ".join(part for part in (say(T("Winner")) if rank.winner else "", say(rank.note)) if part)
        cells = (say(rank.name), note, say(rank.value))
        rows.append(f'<tr><td class="n">{place}</td>' + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    return section(say(T("Ranking")), table(rows)) if rows else ""


def _turning_points(points: Sequence[TurningPoint], say: Say) -> str:
    items = []
    for point in points:
        first = f"<strong>{escape(by_whom(point.who, point.words, say))}</strong>"
        items.append(
            f"<li>{first}<br><span class=dim>{escape(say(point.chapter))}: {escape(changes(point, say))}</span></li>"
        )
    return section(say(T("Turning points")), "<ol>" + "\n".join(items) + "</ol>") if items else ""


def _dice(look: LookBack, say: Say) -> str:
    if not look.dice:
        return ""
    name = say(dice_heading(look))
    key = say(T("The line is what fair dice would have shown on average."))
    return section(name, dice_chart(look.dice, say, name) + f"<p class=dim>{escape(key)}</p>")


def dice_heading(look: LookBack) -> Text:
    """The number of dice rolled."""
    return P("{n} die rolled", "{n} dice rolled", sum(face.rolled for face in look.dice))


def _drawn(drawn: Sequence[DrawCount], say: Say) -> str:
    parts = []
    for deck, cards in groupby(drawn, key=lambda one: one.deck):
        rows = [f'<tr><td class="n">{one.count} ×</td><td>{escape(say(one.name))}</td></tr>' for one in cards]
        parts.append(f"<h3>{escape(say(deck))}</h3>" + table(rows))
    return section(say(T("What was drawn")), "".join(parts)) if parts else ""


def _private(private: Private, say: Say) -> str:
    seen: list[tuple[Words, Words]] = [(card.title, card.text or card.heading or "") for card in private.cards]
    seen += [(counter.name, counter.value) for counter in private.counters if counter.value]
    rows = [f"<tr><th>{escape(say(name))}</th><td>{escape(say(value))}</td></tr>" for name, value in seen]
    heading = say(T("What only {seat} could see", seat=private.name))
    return section(heading, table(rows)) if rows else ""


def _log(log: Sequence[LogRow], say: Say) -> str:
    rows = []
    for chapter, entries in groupby(log, key=lambda row: row.chapter):
        if say(chapter):
            rows.append(f"<tr><th colspan=4>{escape(say(chapter))}</th></tr>")
        rows += [_entry(row, say) for row in entries]
    return section(say(T("The whole log")), table(rows)) if rows else ""


def _entry(row: LogRow, say: Say) -> str:
    words = escape(say(row.words))
    if not row.done:
        taken_back = T("(taken back)")
        words = f"<s>{words}</s> {escape(say(taken_back))}"
    kind = ' class="chance"' if row.kind == "chance" else ""
    when = strftime("%H:%M", localtime(row.at))
    numbers = f'<td class="n">{row.rev}</td><td class="n">{when}</td>'
    return f"<tr{kind}>{numbers}<td>{escape(say(row.who))}</td><td>{words}</td></tr>"
