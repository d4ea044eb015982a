VERSION = "0.1.0"
"""Of this package; its test compares it with pyproject.toml."""
