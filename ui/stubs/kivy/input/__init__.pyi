from weakref import ReferenceType

class MotionEvent:
    x: float
    y: float
    ox: float
    oy: float
    sx: float
    sy: float
    pos: tuple[float, float]
    profile: list[str]
    time_start: float
    type_id: str
    uid: int
    is_touch: bool
    is_double_tap: bool
    grab_current: object
    grab_list: list[ReferenceType[object]]

    def __init__(self, device: str, id: int, args: tuple[float, float]) -> None: ...
    @property
    def is_mouse_scrolling(self) -> bool: ...
    def depack(self, args: tuple[float, float]) -> None: ...
    def grab(self, class_instance: object) -> None: ...
    def ungrab(self, class_instance: object) -> None: ...
