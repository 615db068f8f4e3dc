"""Packs: the content of a box as data, bundled or put there by the owner of the box."""

from companion.packs.loader import InstalledPack, LoadedPack, installed_packs, load_pack

__all__ = ["InstalledPack", "LoadedPack", "installed_packs", "load_pack"]
