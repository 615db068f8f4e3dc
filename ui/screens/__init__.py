"""The screens, and the root widget that shows one of them at a time."""
