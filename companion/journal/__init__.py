"""The journal: the SQLite file that keeps the logs of all games, through power cuts and full disks."""

from companion.journal.files import default_path
from companion.journal.format import JournalError, SavedGame
from companion.journal.results import By, Count, Results, Span
from companion.journal.store import Journal
from companion.journal.viewer import Look, look_into

__all__ = [
    "By", "Count", "Journal", "JournalError", "Look", "Results", "SavedGame", "Span", "default_path", "look_into",
]  # fmt: skip
