"""How everything looks: colours and sizes, text, strokes, icons."""
