"""How games have ended, and who played them."""

from companion.results.finished import Finished, Outcome, Player

__all__ = ["Finished", "Outcome", "Player"]
