"""Looking back at a game, over or not: its course, its charts, and the page that keeps them."""
