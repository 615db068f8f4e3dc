"""The table on phones: pages for those who sit around it, made here, needing nothing from the internet."""
