"""Which form of a scene is filled in: the one that a choice opens, or the only one there is."""

from __future__ import annotations

from companion.core.answers import Answer
from companion.scene.scene import Filling, Scene


def form_of(scene: Scene, answer: Answer) -> Filling | None:
    """The form that a choice with this answer opens; None if it opens none."""
    return next((form for form in scene.fillings if form.template == answer), None)


def only_form(scene: Scene) -> Filling | None:
    """The form that is all that is asked."""
    offered = [choice.answer for choice in scene.choices]
    alone = [form for form in scene.fillings if form.template not in offered]
    return alone[0] if alone else None
