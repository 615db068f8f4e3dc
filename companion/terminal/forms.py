"""Forms in a terminal: amounts, then the numbers of names in a list (``2 1 3 / 4 7``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.text import Text as Styled

from companion.core.texts import Say, T, Words, listed
from companion.scene.scene import Filling, Named, Portion

YELLOW, QUIET = "bold yellow", "dim"
BREAK = "/"
"""The separator between amounts, names and the single choice."""


class Filled(NamedTuple):
    """The parsed input of a form: amounts by portion, and selected ids."""

    amounts: dict[str, int]
    names: list[str]


def typed_into(form: Filling, typed: Sequence[str]) -> Filled | None:
    """Parse the input of ``form``; None if invalid. Missing parts at the end are empty."""
    parts = " ".join(typed).split(BREAK)
    lists = [part for part in (form.portions, form.named, form.one_of) if part]
    if len(parts) > len(lists) or not all(word.isdecimal() for part in parts for word in part.split()):
        return None
    said = [[int(word) for word in part.split()] for part in parts]
    said += [[]] * (len(lists) - len(said))
    filled = Filled({}, [])
    for things, numbers in zip(lists, said, strict=True):
        fits = _amounts(form.portions, numbers, filled) if things is form.portions else _names(things, numbers, filled)
        if not fits or (things is form.one_of and len(numbers) != 1):
            return None
    return filled


def _amounts(portions: Sequence[Portion], numbers: Sequence[int], filled: Filled) -> bool:
    if len(numbers) != len(portions) or any(n > one.most for n, one in zip(numbers, portions, strict=True)):
        return False
    filled.amounts.update({one.id: n for n, one in zip(numbers, portions, strict=True)})
    return True


def _names(named: Sequence[Named | Portion], numbers: Sequence[int], filled: Filled) -> bool:
    if not all(1 <= n <= len(named) for n in numbers):
        return False
    filled.names.extend(dict.fromkeys(named[n - 1].id for n in numbers))
    return True


def show_form(console: Console, say: Say, form: Filling, *, chosen: bool) -> None:
    """Show a form and how to fill it in; ``chosen``: it was opened by a choice and can be left."""
    head = Styled(say(form.name), style="bold")
    if form.detail is not None:
        head.append(f"  {say(form.detail)}", style="not bold dim")
    console.print(head)
    for named in (form.named, form.one_of):
        for number, one in enumerate(named, 1):
            line = Styled(f"{number:>3}  ").append(say(one.name), style="bold")
            console.print(line.append(f"  {say(one.detail)}" if one.detail is not None else "", style="not bold dim"))
    for words in [*how(form), *([T("Enter goes back.")] if chosen else [])]:
        console.print(Styled(say(words), style=QUIET))


def how(form: Filling) -> list[Words]:
    """Instructions for typing it."""
    found: list[Words] = []
    if form.portions:
        kinds = listed([T("{name} (0 to {most})", name=one.name, most=one.most) for one in form.portions])
        found.append(T("Type how many: {kinds}.", kinds=kinds))
    if form.named:
        found.append(T("Type the numbers of all that belong to it: 4 7."))
    if form.one_of:
        found.append(T("Type the number of the right one."))
    if len(found) > 1:
        found.append(T("Put / between them: 2 1 3 / 4 7."))
    return found
