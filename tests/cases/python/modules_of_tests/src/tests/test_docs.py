import sphinx

assert sphinx.version_info
