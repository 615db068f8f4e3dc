"""What screens show of a session, worked out: options, hints, entries of the log, moves. No widget in here."""
