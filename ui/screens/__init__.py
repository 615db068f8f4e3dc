"""One file, and one .kv, a screen: the .kv says what stands on it, the file where, and what it says."""
