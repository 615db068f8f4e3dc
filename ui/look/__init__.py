"""The visual style: colours, sizes, text, shapes, icons."""
