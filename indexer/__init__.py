"""CodeMap's indexer: turns one commit into Parquet tables."""

__version__ = "0.1.0"
