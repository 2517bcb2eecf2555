"""Library files for tests: the schema that the project publishes, and bad files."""

import json

from jsonschema import Draft202012Validator

from Harness.server import ROOT


def schema_errors(file):
    """What the published schema has against a library file, as texts."""
    schemas = list((ROOT / "Docs" / "Formats").glob("*.schema.json"))
    assert len(schemas) == 1, schemas
    validator = Draft202012Validator(json.loads(schemas[0].read_text()))
    return [f"{list(e.absolute_path)}: {e.message[:200]}" for e in validator.iter_errors(file)]


def write_huge(path, size):
    """A file of `size` bytes that begins like a library; sparse, so it costs no disk."""
    with open(path, "wb") as file:
        file.write(b'{"format":"omena-library","version":1,"decks":[')
        file.truncate(size)
    return path
