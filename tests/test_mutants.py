"""The mistakes that ``tests.mutants`` makes are mistakes, and real code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import ROOMS, ROOT, TESTS, asleep, mutants

CODE = '''"""Has 1 docstring."""

LEAST: int = 1


def some(n: "list[1]", most: int) -> str:
    """Gives 2."""
    if n < most and most != 3:
        n += 1
    elif n == 9:
        n = 0
    else:
        return T("{n} of 9", n=5)
    return "a" if n else "b"
'''


def test_each_mistake_is_other_code_that_compiles_and_no_text_or_type(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(CODE, encoding="utf-8")
    found = mutants(file)
    trees = [ast.dump(ast.parse(mutant.after)) for mutant in found]
    assert len(set(trees)) == len(found)
    assert ast.dump(ast.parse(CODE)) not in trees
    assert [mutant.line for mutant in found] == [3, 3, 8, 8, 8, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 13, 14, 14]
    assert all(CODE.splitlines()[0] in mutant.after and "Gives 2." in mutant.after for mutant in found)


def ran(code: str, awake: int | None = None) -> list[object]:
    """What the code does, in a few cases."""
    space: dict[str, object] = {"T": str.format, "__mutant__": lambda number: number == awake}
    exec(code.replace("from companion.mutant import mutant as __mutant__", ""), space)
    some = space["some"]
    return [space["LEAST"], *(some(n, most) for n in (0, 1, 2, 3, 9) for most in (0, 1, 2, 3, 4))]  # type: ignore[operator]


def test_a_mistake_sleeps_in_its_place_until_it_is_woken(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(CODE, encoding="utf-8")
    found = mutants(file)
    code = asleep(CODE, {mutant.place: number for number, mutant in enumerate(found)})
    assert ran(code) == ran(CODE)
    for number, mutant in enumerate(found):
        assert ran(code, number) == ran(mutant.after)


@pytest.mark.parametrize("room", ROOMS)
def test_the_files_of_each_room_give_mistakes_that_compile(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"), key=lambda file: file.stat().st_size)
    # A file of medium size; one of texts alone has nothing to change.
    file, found = next((file, made) for file in files[len(files) // 2 :] if (made := mutants(file)))
    for mutant in found:
        compile(mutant.after, str(file), "exec")
    code = asleep(file.read_text(encoding="utf-8"), {mutant.place: mutant.line for mutant in found})
    compile(code, str(file), "exec")
    assert all((ROOT / test).exists() for test in TESTS)
