SELECT path, size_bytes FROM files;
