"""Effects of cards as short phrases in the words of the rules, read and written by one table for each game."""

from companion.core.content.phrases.phrase import Parts, Phrase
from companion.core.content.phrases.table import Phrases
from companion.core.content.phrases.words import Unreadable

__all__ = ["Parts", "Phrase", "Phrases", "Unreadable"]
