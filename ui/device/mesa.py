"""Which renderer would draw, asked of EGL without a window. No kivy in here."""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_int, c_uint, c_void_p

IN_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "Software Rasterizer")
"""Mesa's software renderers."""
PLATFORM_SURFACELESS, OPENGL_ES, CLIENT_VERSION, END, RENDERER = 0x31DD, 0x30A0, 0x3098, 0x3038, 0x1F01
"""Constants of EGL and OpenGL ES (egl.h, eglext.h, gl2.h)."""


def in_software(name: str) -> bool:
    """True if this renderer runs on the CPU alone."""
    return any(one in name for one in IN_SOFTWARE)


def renderer() -> str | None:
    """Name of the renderer that EGL would use here; None if unknown."""
    try:
        egl, gles = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libGLESv2.so.2")
        return _asked(egl, gles)
    except (OSError, AttributeError):
        return None


def _asked(egl: ctypes.CDLL, gles: ctypes.CDLL) -> str | None:
    egl.eglGetPlatformDisplay.argtypes = [c_uint, c_void_p, c_void_p]
    egl.eglInitialize.argtypes = [c_void_p] * 3
    egl.eglCreateContext.argtypes = egl.eglMakeCurrent.argtypes = [c_void_p] * 4
    egl.eglTerminate.argtypes = [c_void_p]
    egl.eglGetPlatformDisplay.restype = egl.eglCreateContext.restype = c_void_p
    gles.glGetString.restype = c_char_p
    display = egl.eglGetPlatformDisplay(PLATFORM_SURFACELESS, None, None)
    if not (display and egl.eglInitialize(display, None, None)):
        return None
    try:
        egl.eglBindAPI(OPENGL_ES)
        context = egl.eglCreateContext(display, None, None, (c_int * 3)(CLIENT_VERSION, 2, END))
        if not (context and egl.eglMakeCurrent(display, None, None, context)):
            return None
        name = gles.glGetString(RENDERER)
        return name.decode(errors="replace") if name else None
    finally:
        egl.eglTerminate(display)
