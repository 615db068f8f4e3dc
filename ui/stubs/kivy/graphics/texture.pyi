class Texture:
    width: int
    height: int
    size: tuple[int, int]
    wrap: str
    mag_filter: str
    min_filter: str
    @staticmethod
    def create(*, size: tuple[int, int], colorfmt: str) -> Texture: ...
    def blit_buffer(self, buffer: bytes, *, colorfmt: str, bufferfmt: str) -> None: ...
    def flip_vertical(self) -> None: ...
