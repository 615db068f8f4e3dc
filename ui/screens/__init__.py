"""One file a screen: what stands on it, where, and what it says."""
