"""The network between a table and its broker is cut: in namespaces of their own, with a cable between them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]


def test_a_network_that_is_cut_delays_nobody_and_loses_nothing() -> None:
    with TemporaryDirectory(prefix="broker-") as folder:
        command = ["unshare", "-rnm", sys.executable, "-m", "tests.club.cut", folder]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["seconds at the table"] < 2
    assert found["said"] == "The broker 10.9.0.2 does not answer. Check the network; nothing is lost meanwhile."
    assert found["answers"][0] == found["answers"][1]
    assert found["finished"] == sorted(f"u{n}" for n in range(30))
    assert found["gone"]
