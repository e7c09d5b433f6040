"""What needs the engine, apart from the tools: listing them should not load a database."""
