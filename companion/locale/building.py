"""What pip builds has the catalogues compiled. Needed where the package is built, and nowhere else."""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools.command.build_py import build_py

LOCALE = Path(__file__).parent


class BuildPy(build_py):  # type: ignore[misc]  # setuptools says nothing of its types
    """Builds the modules and what lies beside them, catalogues compiled; a wheel needs none as it was written."""

    def run(self) -> None:
        """Compile every ``.po`` to the ``.mo`` beside it, then build."""
        for written in LOCALE.rglob("*.po"):
            with written.open("rb") as source, written.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(source))
        super().run()
        if not self.editable_mode:
            for written in Path(self.build_lib).rglob("*.po"):
                written.unlink()
