"""The full screen of a desktop: a window of X11, which under a Wayland compositor Xwayland shows.

It is as large as the screen from the first, since without a window manager nobody makes it larger.

cage 0.1, which Debian 12 has, hands the picture of a window that fills the screen straight to it (direct scan-out), and
whatever it composes itself from then on is out of date: a photograph of the screen, the screen seen from afar, what is
below a pointer that it draws. While another window belongs to this one, be it shown or not, it composes every picture.
"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_int, c_uint, c_ulong, c_void_p

KNOWN = 1.0
"""Seconds in which a compositor gets to know a new window; what is said of it before, it does not hear."""


def size() -> tuple[int, int] | None:
    """Pixels of the screen, all its panels together; None where no desktop runs."""
    x11 = _x11()
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    screen = x11.XDefaultScreen(display)
    found = x11.XDisplayWidth(display, screen), x11.XDisplayHeight(display, screen)
    x11.XCloseDisplay(display)
    return found


def take() -> None:
    """Have every picture of the window composed."""
    from kivy.clock import Clock  # noqa: PLC0415 - kivy is imported only after it is prepared
    from kivy.core.window import Window  # noqa: PLC0415

    x11, info = _x11(), Window.get_window_info()
    root = x11.XDefaultRootWindow(info.display)
    never_shown = x11.XCreateSimpleWindow(info.display, root, 0, 0, 1, 1, 0, 0, 0)
    x11.XFlush(info.display)

    def belong(_dt: float) -> None:
        x11.XSetTransientForHint(info.display, never_shown, info.window)
        x11.XFlush(info.display)
        Window.canvas.ask_update()

    Clock.schedule_once(belong, KNOWN)


def _x11() -> ctypes.CDLL:
    found = ctypes.CDLL("libX11.so.6")
    found.XOpenDisplay.argtypes = [c_char_p]
    found.XOpenDisplay.restype = c_void_p
    found.XDefaultScreen.argtypes = found.XCloseDisplay.argtypes = found.XFlush.argtypes = [c_void_p]
    found.XDisplayWidth.argtypes = found.XDisplayHeight.argtypes = [c_void_p, c_int]
    found.XDefaultRootWindow.argtypes = [c_void_p]
    found.XDefaultRootWindow.restype = c_ulong
    found.XCreateSimpleWindow.argtypes = [c_void_p, c_ulong, c_int, c_int, *[c_uint] * 3, *[c_ulong] * 2]
    found.XCreateSimpleWindow.restype = c_ulong
    found.XSetTransientForHint.argtypes = [c_void_p, c_ulong, c_ulong]
    return found
