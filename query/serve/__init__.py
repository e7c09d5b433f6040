"""The MCP server over the registry of tools; the only place that knows the protocol's SDK."""
