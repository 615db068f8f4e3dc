GL_ONE: int
GL_ONE_MINUS_SRC_ALPHA: int
GL_SRC_ALPHA: int
GL_ZERO: int

def glBlendFuncSeparate(source: int, target: int, source_alpha: int, target_alpha: int) -> None: ...
def glFinish() -> None: ...
