"""One running game: its table, its log, its past, and what people do with it."""
