"""Sessions: the UI-independent state of the people at one screen or terminal."""
