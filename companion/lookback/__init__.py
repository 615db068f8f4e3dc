"""Looking back at a game: its statistics, charts, film and page."""
