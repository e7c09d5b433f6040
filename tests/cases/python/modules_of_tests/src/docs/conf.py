import sphinx

version = sphinx.version_info
