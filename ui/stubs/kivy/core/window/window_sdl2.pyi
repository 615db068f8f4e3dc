from collections import deque
from typing import Any

class SDL2MotionEventProvider:
    q: deque[tuple[Any, ...]]
