"""The application: window, settings, attached devices."""
