"""What people see of Crash & Grab: the scene and its parts, the lines for hands, the words of the log."""
