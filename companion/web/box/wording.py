"""Every sentence that the pages of boxes say themselves; what a box is made of is said by its game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.texts import T, Words

WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "boxes": T("Boxes"),
        "come_in": T("Change a box in this browser?"),
        "come_in_hint": T("People at the table are asked whether you may, and see two words by which they know you."),
        "ask": T("Ask them"),
        "to_table": T("To the table"),
        "wait_box": T("They are asked now whether you may change it. Say these words to them."),
        "become_editor": T("Change the box here"),
        "become_editor_hint": T(
            "This browser changes the box, and says who else may. There is one such browser at a time."
        ),
        "who_else": T("Who else changes it"),
        "about_box": T("About the box"),
        "wrong": T("What does not fit yet"),
        "untold": T("Still to be told"),
        "search": T("Search"),
        "show_all": T("Show all"),
        "another": T("Another one"),
        "kind": T("Kind"),
        "name_it": T("Name and what is there"),
        "across": T("From the left"),
        "down": T("From the top"),
        "move": T("Move it there"),
        "next_to_it": T("Next to it"),
        "another_square": T("Another square"),
        "another_tile": T("A further tile"),
        "city_hint": T("Drag the land to its edges, and onto the tile what is printed there."),
        "what_printed": T("What is printed"),
        "where_printed": T("Where"),
        "put_there": T("Put it there"),
        "columns": T("Columns"),
        "lines": T("Rows"),
        "all_of_it": T("That is all of it"),
        "more_later": T("More of it later"),
        "save": T("Save"),
        "save_next": T("Save, and the next one"),
        "save_new": T("Save, and another one"),
        "save_again": T("Save again"),
        "take_away": T("Take it away"),
        "copy_it": T("Copy it"),
        "copy_as": T("Copy it as"),
        "show_rest": T("Go on with that"),
        "how_many": T("How many are in the box?"),
        "nothing_yet": T("Nothing here yet. Take one out of your box and tell what stands on it."),
        "nothing_found": T("Nothing here has these letters in its name."),
        "playable": T("A game can begin with it."),
        "photograph": T("Photograph the cards"),
        "photograph_hint": T(
            "Lay a card on the table, alone, on something of another colour. What it does can be told later, when it "
            "comes up for the first time."
        ),
        "photo_first": T("Photograph the first card"),
        "photo_another": T("Photograph another card"),
        "photo_next": T("Photograph the next card"),
        "photo_this": T("Photograph this card"),
        "photo_again": T("Take it once more"),
        "photo_turn": T("Turn it"),
        "photo_away": T("Take it away"),
        "photo_kept": T("It is kept. Is something wrong with it?"),
        "photo_all": T("Each of them has a photo now."),
        "photo_whole": T("Photos are kept as they are: cards are not cut out on this machine."),
        "photo_sending": T("It is being sent. Do not close this page."),
        "photo_send": T("Send it"),
        "photo_next_is": T("The next one is"),
        "photos_missing": T("Without a photo: tap the one that you photograph"),
        "photos_there": T("With a photo"),
        "all_photos": T("All photos"),
    }
)
"""By the names that templates use, beside those of all pages."""
