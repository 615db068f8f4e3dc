"""The machine around the screen: glass, light, touch, sound, memory."""
