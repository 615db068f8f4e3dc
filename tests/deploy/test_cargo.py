"""What is fetched for a machine is what its own pip would install."""

from __future__ import annotations

import pytest

from deploy.images.parts import ROOT, Kind, Trouble, requirements

LOCK = (ROOT / "deploy/requirements.lock").read_text()


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
@pytest.mark.parametrize(("arch", "pins"), [("amd64", False), ("arm64", True)])
def test_every_line_of_the_lock_is_read(arch: str, suite: str, *, pins: bool) -> None:
    names = [line.partition("==")[0] for line in requirements(Kind(arch, suite), LOCK)]
    assert "kivy" in names
    assert ("lgpio" in names) == pins


def test_an_unknown_condition_is_refused() -> None:
    with pytest.raises(Trouble, match="python_version"):
        requirements(Kind("amd64", "trixie"), "old==1.0 ; python_version < '3.12'")
