"""Effects of cards as short phrases: each game has one grammar for parsing and formatting."""

from companion.core.content.phrases.forms import ENGLISH, Forms
from companion.core.content.phrases.phrase import Parts, Phrase
from companion.core.content.phrases.table import Phrases
from companion.core.content.phrases.words import Unreadable

__all__ = ["ENGLISH", "Forms", "Parts", "Phrase", "Phrases", "Unreadable"]
