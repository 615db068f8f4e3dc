"""What people see of Krysis: the scene and its parts, the lines for hands, the words of the log."""
