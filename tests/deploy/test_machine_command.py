"""deploy/machine says what to do when there is no machine that is on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.machine import machine
from tests.machine.commands import main

COMMANDS = [["install"], ["screen", "x.png"], ["run", "true"], ["touch", "tap", "0.5", "0.5"], ["reader"], ["plug"],
            ["unplug"], ["stop"], ["stop", "--pull"]]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(("options", "more"), [([], ""), (["--arch", "arm64"], " --arch arm64")])
def test_without_a_machine_it_says_how_to_switch_one_on(
    words: list[str], options: list[str], more: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(machine, "RUNNING", tmp_path / "none")
    monkeypatch.setattr(sys, "argv", ["deploy/machine", words[0], *options, *words[1:]])
    assert main() == 1
    assert capsys.readouterr().err.endswith(f"is off. Switch it on: deploy/machine boot{more}\n")
    assert list(tmp_path.iterdir()) == []
