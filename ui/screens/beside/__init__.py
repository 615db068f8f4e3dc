"""Screens beside the open question: players' boards, log, table check."""
