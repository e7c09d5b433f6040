version_info = (1, 0)
