"""The two words by which people know a phone: its owner sees them, and the table asks whether it may come in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from companion.core.texts import T, Words

_ENGLISH = (
    "amber brave calm clever copper coral crimson dusty early eager fuzzy gentle golden happy hazel humble indigo "
    "ivory jolly lazy lilac lucky mellow mighty misty noble olive patient polite proud purple quick quiet rusty "
    "scarlet shiny silver sleepy snowy sunny swift tidy tiny turquoise velvet violet wild wise",
    "badger bear beaver bee bison camel cat cobra crab crane crow deer dolphin dove dragon eagle falcon fox frog "
    "gecko goat goose hare hawk hedgehog heron horse koala lion lizard llama lynx magpie mole moose mouse newt "
    "otter owl panda parrot penguin puffin rabbit raven robin salmon seal shark sparrow squirrel swan tiger toad "
    "turtle weasel whale wolf wombat wren yak zebra",
)
_SPANISH = (
    "alegre amable azul audaz azabache brillante bronce café canela capaz caoba celeste coral crema cortés "
    "especial esmeralda feliz fiel fuerte fugaz genial gentil grande gris humilde índigo jovial lavanda libre "
    "lila marfil menta miel naranja noble ocre paciente púrpura rosa salmón silvestre sonriente turquesa valiente "
    "verde veloz",
    "abeja águila alce ardilla ballena búho burro caballo cabra camello cangrejo caracol castor cebra ciervo "
    "cisne cobra colibrí conejo cuervo delfín dragón erizo foca gallo gamo ganso garza gato halcón jabalí jaguar "
    "jirafa koala lagarto lechuza león liebre lince llama lobo loro marmota mono nutria oso oveja paloma panda "
    "pato pingüino puma rana ratón sapo tigre topo tortuga tucán vaca yak zorro",
)
LISTS: Mapping[str, tuple[Sequence[str], Sequence[str]]] = MappingProxyType(
    {
        "en": (tuple(_ENGLISH[0].split()), tuple(_ENGLISH[1].split())),
        "es": (tuple(_SPANISH[0].split()), tuple(_SPANISH[1].split())),
    }
)
"""By language: what a creature is like, and creatures. Spanish ones go with creatures of either gender."""


def two_words(language: str, taken: Collection[str], choose: Callable[[Sequence[str]], str]) -> str:
    """Two words that are not ``taken`` yet, as people of ``language`` put them; ``choose`` picks one of several."""
    like, creatures = LISTS.get(language, LISTS["en"])
    while True:
        first, second = choose(like), choose(creatures)
        words = f"{second} {first}" if language == "es" else f"{first} {second}"
        if words not in taken:
            return words


def question(words: str, seat: Words | None) -> Words:
    """What the table is asked about the phone with these words: whether it plays there, or (None) may look on."""
    if seat is None:
        return T("May {phone} look on?", phone=words)
    return T("Does {phone} play {seat}?", phone=words, seat=seat)
