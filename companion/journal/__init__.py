"""The journal: the SQLite file that keeps the logs of all games, through power cuts and full disks."""

from companion.journal.files import default_path
from companion.journal.format import JournalError, SavedGame
from companion.journal.results import By, Count, ResultFilter, Results
from companion.journal.store import Journal, ReadOnlyJournal, open_read_only

__all__ = [
    "By", "Count", "Journal", "JournalError", "ReadOnlyJournal", "ResultFilter", "Results", "SavedGame", "default_path",
    "open_read_only",
]  # fmt: skip
