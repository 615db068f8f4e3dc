"""What is wrong with a pack: where, and a sentence for people of any language."""

from __future__ import annotations

from companion.core.texts import Words, plain


class Fault(str):
    """A fault of a pack as ``field.path: sentence`` in English; ``said`` is the sentence, to be translated."""

    said: Words

    def __new__(cls, path: str, said: Words) -> Fault:
        fault = super().__new__(cls, f"{path or 'the file'}: {plain(said)}")
        fault.said = said
        return fault
