"""Screens beside the open question: players' boards, the log, the table check."""
