"""Side screens of the open question: players' boards, log, table check."""
