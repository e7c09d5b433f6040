"""The server over HTTP: streamable HTTP and server-sent events, with what a shared server needs around them."""
