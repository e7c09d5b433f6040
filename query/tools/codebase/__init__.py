"""Tools of the Codebase MCP Server's contract: repositories and development tasks."""
