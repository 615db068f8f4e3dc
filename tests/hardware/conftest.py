"""Properties are tested without a deadline: a busy machine is no fault."""

from hypothesis import settings

settings.register_profile("hardware", deadline=None)
settings.load_profile("hardware")
