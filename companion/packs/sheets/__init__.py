"""A box as a folder that people can edit: pack.toml, a sheet for each deck or list, texts and translations."""
