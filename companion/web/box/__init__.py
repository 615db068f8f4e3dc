"""Boxes that are changed in a browser: the same model as on the touchscreen, after the same consent.

``desk`` knows who may come in and which boxes are open, ``site`` the addresses, and ``pages`` what stands on them. A
further thing that can be done with a box in a browser is a module with routes of its own: ``BoxSite.page`` and
``BoxSite.deed`` make them, and let nobody in who has not been let in.
"""
