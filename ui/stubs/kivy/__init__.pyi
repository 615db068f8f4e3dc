"""What of kivy is used here, with its types: it has none of its own."""

kivy_data_dir: str
