"""The view model of a game: what is shown, independent of widgets."""
