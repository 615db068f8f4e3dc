"""The commands of ``companion``, one small file each."""
