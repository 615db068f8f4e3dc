"""What people read, in other languages: one catalogue a language, written as ``.po``, read compiled as ``.mo``."""
