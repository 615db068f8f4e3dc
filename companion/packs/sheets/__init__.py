"""Boxes as folders that people edit: pack.toml, one sheet per deck or list, texts and translations."""
