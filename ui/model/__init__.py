"""What screens show of a session: options, hints, log entries, moves. No widgets in here."""
