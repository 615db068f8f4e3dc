"""The results of a study as a report: as JSON, as text, and as an HTML page with charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from math import sqrt
from statistics import NormalDist, fmean, quantiles
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Paragraph

from companion.chance.playing import without_seats
from companion.chance.simulation import SimulatedGame, StudyPlan, drawn_card
from companion.chance.study import Study
from companion.core.state import State
from companion.core.texts import P, Say, T, Words, capital, listed, one_decimal, plain
from companion.language import Language
from companion.packs.loader import LoadedPack
from companion.packs.printing.cards import CardWords, Path
from companion.scene.html import Bar, BarFrame, bar_chart, document, section

# Statistics of many games.

CONFIDENCE = 0.95


class Statistic(Struct, frozen=True):
    """A statistic of many games."""

    mean: float
    low: float
    high: float
    """The bounds: of a share, its confidence interval; of another number, its first and last deciles."""


def share(hits: int, games: int) -> Statistic:
    """The share of ``hits`` among ``games`` (1 or more), from 0 to 1, with its confidence interval.

    It is Wilson's interval, which is valid for few games and extreme shares: E. B. Wilson, "Probable inference, the law
    of succession, and statistical inference", Journal of the American Statistical Association 22 (1927), 209-212;
    recommended by L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical
    Science 16 (2001), 101-133.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    p = hits / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return Statistic(p, max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < games else 1.0)


def spread(values: Sequence[float]) -> Statistic:
    """The mean of one or more values, and the range between their first and last deciles."""
    if len(values) == 1:
        return Statistic(values[0], values[0], values[0])
    one_decimal = quantiles(values, n=10, method="inclusive")
    return Statistic(fmean(values), one_decimal[0], one_decimal[-1])


# The report.


class Counted(Struct, frozen=True):
    """A figure of the games of a line."""

    name: Words
    share: bool
    """True if it is shown in per cent."""
    interval: bool
    """True if it is the share of games that ended so, and its measure a confidence interval."""
    measure: Statistic


class Ending(Struct, frozen=True):
    """The number of games that a rule ended.

    ``words`` is the rule in plain words, ``heading`` its place in the printed rulebook; None if there is none.
    """

    rule: str
    heading: Words | None
    words: Words | None
    games: int

    @property
    def explained(self) -> Words:
        place = T("{heading} ({number})", heading=self.heading, number=self.rule) if self.heading else self.rule
        return T("{place}: {words}", place=place, words=self.words) if self.words else place


class PlanResults(Struct, frozen=True):
    """The games of one story and number of players."""

    story: str
    """The id of the story; empty for a game without stories."""
    name: Words
    """The name of the story; empty for a game without stories."""
    players: int
    games: int
    counted: list[Counted]
    endings: list[Ending]
    wins: list[int]
    """The games that each seat won, in turn order; empty if all win or lose together."""


class Unseen(Struct, frozen=True):
    """A card or token that was never drawn, but could have been."""

    item: str
    deck: Words
    id: str
    name: Words


class Idle(Struct, frozen=True):
    """An effect in words. Its card came up in ``games`` games, and none of them would have gone differently without
    it."""

    path: Path
    card: Words
    effect: Words
    games: int


class Report(Struct, frozen=True):
    """The results of a study. ``wanted`` is the number of games that were requested."""

    game: str
    title: Words
    box: Words
    id: str
    hash: str
    player: str
    """Who played all seats: one of ``PLAYERS``."""
    wanted: int
    lines: list[PlanResults]
    unseen: list[Unseen]
    absent: list[Idle]
    """The effects on cards that did not come up."""
    idle: list[Idle]
    """The effects that never mattered."""
    unjudged: int
    """Number of effects that were not examined."""

    @property
    def games(self) -> int:
        return sum(line.games for line in self.lines)

    @property
    def endings(self) -> list[Ending]:
        found: dict[str, Ending] = {}
        for ending in (ending for line in self.lines for ending in line.endings):
            games = ending.games + (found[ending.rule].games if ending.rule in found else 0)
            found[ending.rule] = replace(ending, games=games)
        return [found[rule] for rule in sorted(found)]


def report(study: Study, pack: LoadedPack) -> Report:
    """The results of ``study`` so far. Plans without a finished game have no line."""
    game = study.game
    words = CardWords(game, study.box)
    came_up = {effect.path: len(study.came_up(effect)) for effect in study.effects}
    named = {
        effect.path: Idle(effect.path, words.card(effect.row), words.effect(effect), came_up[effect.path])
        for effect in study.effects
    }
    judged = study.mattered | study.idle
    yes_or_no = _are_shares(study)
    lines = [_line(study, plan, games, yes_or_no) for plan in study.plans if (games := study.games(plan))]
    return Report(
        game=game.name, title=game.title, box=words.own(study.box.name), id=study.box.id, hash=pack.hash,
        player=study.player, wanted=study.count * len(study.plans), lines=lines, unseen=_unseen(study),
        absent=[named[path] for path, games in came_up.items() if not games and lines],
        idle=[named[path] for path in came_up if path in study.idle],
        unjudged=sum(1 for path, games in came_up.items() if games and path not in judged),
    )  # fmt: skip


PLAYED_BY = {
    "easy": T("Everybody was played by the companion, which overlooked much. People do better."),
    "sensible": T("Everybody was played by the companion's sensible player. People may do better, or worse."),
    "good": T("Everybody was played by the companion, and played well. People may do better, or worse."),
    "strong": T("Everybody was played by the companion as well as it can. People may do better, or worse."),
}
ENDED = T("What ended them")
INTERVAL = T("In brackets: between which values the true share lies, with a confidence of 95% (Wilson's interval).")


class Section(Struct, frozen=True):
    """A list of findings under a heading."""

    heading: Words
    entries: list[Words]


def sections(found: Report) -> list[Section]:
    """The findings: cards that were never drawn, effects that never came up or never mattered."""
    n = found.games
    unseen: list[Words] = [
        T("{place}: {what}", place=deck, what=listed([one.name for one in cards]))
        for deck, cards in ((deck, list(run)) for deck, run in groupby(found.unseen, key=lambda one: one.deck))
    ]
    absent: list[Words] = []
    for one in found.absent:
        if one.card not in absent:
            absent.append(one.card)
    idle: list[Words] = [T("{place}: {what}", place=one.card, what=one.effect) for one in found.idle]
    wins: list[Words] = [
        T(
            "{place}: {what}",
            place=_named_players(line),
            what=listed([_won(n, of, line.games) for n, of in enumerate(line.wins, 1)]),
        )
        for line in found.lines
        if line.wins
    ]
    wanted = [
        Section(T("Who won, in the order of the seats"), wins),
        Section(P("Never drawn in the only game", "Never drawn in any of {n} games", n), unseen),
        Section(T("Effects on cards that never came up"), [listed(absent)] if absent else []),
        Section(
            T("Effects that never mattered: without them, all games in which their card came up went just the same"),
            idle,
        ),
    ]
    return [section for section in wanted if section.entries]


def _named_players(line: PlanResults) -> Words:
    players = _players(line.players)
    return T("{story}, {players}", story=line.name, players=players) if line.name else players


def _won(seat: int, wins: int, games: int) -> Words:
    return T("{n}: {share}", n=seat, share=f"{wins / games:.0%}")


def gaps(found: Report) -> list[Words]:
    """What is missing from the report because the study was interrupted or not asked for."""
    lacking: list[Words] = []
    if found.games < found.wanted:
        lacking.append(T("Broken off after {n} of {all} games.", n=found.games, all=found.wanted))
    if found.unjudged:
        lacking.append(P("{n} effect was not tried.", "{n} effects were not tried.", found.unjudged))
    return lacking


def as_json(found: Report) -> dict[str, Any]:
    """The report as JSON, in English."""
    return {
        "game": found.game,
        "box": {"id": found.id, "name": plain(found.box), "hash": found.hash},
        "player": found.player,
        "wanted": found.wanted,
        "games": found.games,
        "lines": [_line_as_json(line) for line in found.lines],
        "never_drawn": [{"item": one.item, "id": one.id, "name": plain(one.name)} for one in found.unseen],
        "effects": {
            "never_came_up": [_effect_as_json(one) for one in found.absent],
            "never_mattered": [_effect_as_json(one) for one in found.idle],
            "not_judged": found.unjudged,
        },
    }


def _line_as_json(line: PlanResults) -> dict[str, Any]:
    counted = [
        {"name": plain(one.name), **{name: getattr(one, name) for name in ("share", "interval")}, **asdict(one.measure)}
        for one in line.counted
    ]
    return {
        "story": line.story or None,
        "players": line.players,
        "games": line.games,
        "counted": counted,
        **({"won_by_seat": line.wins} if line.wins else {}),
        "ended_by": {ending.rule: ending.games for ending in line.endings},
    }


def _effect_as_json(one: Idle) -> dict[str, Any]:
    return {"path": list(one.path), "card": plain(one.card), "effect": plain(one.effect), "games": one.games}


def _are_shares(study: Study) -> list[bool]:
    """For each figure, whether it is the share of games that ended so."""
    values = zip(*([figure.value for figure in game.figures] for game in study.played.values()), strict=True)
    shares = (figure.share for figure in next(iter(study.played.values())).figures) if study.played else ()
    return [share and set(column) <= {0, 1} for share, column in zip(shares, values, strict=True)]


def _line(study: Study, plan: StudyPlan, games: list[SimulatedGame], yes_or_no: list[bool]) -> PlanResults:
    counted = []
    for at, (figure, interval) in enumerate(zip(games[0].figures, yes_or_no, strict=True)):
        values = [game.figures[at].value for game in games]
        measure = share(values.count(1), len(values)) if interval else spread(values)
        counted.append(Counted(figure.name, figure.share, interval, measure))
    counted.append(Counted(T("answers"), False, False, spread([game.answers for game in games])))
    rules = Counter(game.rule for game in games)
    shown = study.game.presenter
    endings = [Ending(rule, shown.heading(rule), shown.rule(rule), n) for rule, n in sorted(rules.items())]
    return PlanResults(
        plan.story,
        _stories(study).get(plan.story, plan.story),
        plan.players,
        len(games),
        counted,
        endings,
        _wins(games, plan),
    )


def _wins(games: Sequence[SimulatedGame], plan: StudyPlan) -> list[int]:
    winners = Counter(seat for game in games for seat in game.winners)
    return [winners[seat] for seat in range(plan.players)] if winners else []


def _stories(study: Study) -> dict[str, Words]:
    choices = study.game.rules.setup_choices(study.box)
    return {value: name for choice in choices if choice.key == "story" for value, name in choice.values}


def _unseen(study: Study) -> list[Unseen]:
    game, drawn = study.game, {one for played in study.played.values() for one in played.drawn}
    # If several decks have it, any of them can name it.
    could = {(item, drawn_card(answer)): answer for item, answer in sorted(study.could, key=repr)}
    order = list(game.rules.chance_items)
    left = sorted(could.keys() - drawn, key=lambda one: (order.index(one[0]), one[1]))
    if not left:
        return []
    state = _any_state(study)
    return [
        Unseen(item, game.presenter.chance_name(item), id, game.presenter.outcome(state, could[item, id]))
        for item, id in left
    ]


def _any_state(study: Study) -> State[Any, Any]:
    plan = study.plans[0]
    seats = [seat for seat, _ in study.game.rules.seats(study.box)][: plan.players]
    state: State[Any, Any] = study.game.rules.begin(
        study.box, seats, {**without_seats(study.settings)[0], **({"story": plan.story} if plan.story else {})}
    )
    return state


# As text: a line for each story and number of players, followed by the findings.


def table(found: Report, say: Say) -> RenderableType:
    """The whole report, which must have at least one line."""
    return Group(_lines(found, say), *(Paragraph(said) for said in _findings(found, say)))


def _lines(found: Report, say: Say) -> Table:
    grid = Table(box=None)
    stories = any(say(line.name) for line in found.lines)
    if stories:
        grid.add_column(say(T("story")))
    for heading in (T("players"), T("games"), *(one.name for one in found.lines[0].counted)):
        grid.add_column(say(heading), justify="right")
    grid.add_column(say(T("ended by")))
    for line in found.lines:
        grid.add_row(
            *([say(line.name)] if stories else []),
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
    said = [say(PLAYED_BY[found.player]), *map(say, gaps(found))]
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
        for said, lines in _by_story(found.lines, say)
    ]
    key = INTERVAL if one.interval else T("In brackets: between which values eight of ten games lie.")
    return section(name, _beside(charts) + f"<p class=dim>{escape(say(key))}</p>")


def _bar(line: PlanResults, one: Counted, say: Say) -> Bar:
    measure = one.measure
    return Bar(say(_players(line.players)), measure.mean, with_ends(one, say), span=(measure.low, measure.high))


def _by_story(lines: Sequence[PlanResults], say: Say) -> list[tuple[str, list[PlanResults]]]:
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
