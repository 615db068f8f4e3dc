from io import BytesIO

from kivy.graphics.texture import Texture

class Image:
    texture: Texture

    def __init__(self, arg: BytesIO, *, ext: str) -> None: ...
