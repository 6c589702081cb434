#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates what the repository shows against the schemas that it promises (docs/schema/, JSON Schema 2020-12).

usage: check_schemas.py [ROOT]

Looked at: every JSON block of README.md and docs/*.md, every .json, .jsonc and .jsonl file below manifests/ and
tests/golden/*/*/in/. A document with "schema": "bcheck.NAME/N" must satisfy docs/schema/NAME-N.schema.json, files in
manifests/ must have one. Blocks that are no whole document are marked ```json fragment, those that show what is refused
```json refused; golden inputs that are wrong on purpose have a name that begins with "bad".
"""
import json
import pathlib
import re
import sys
import warnings

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from fences import blocks  # noqa: E402

NAME = re.compile(r"bcheck\.([a-z]+)/(\d+)")
TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def without_comments(text):
    return TOKENS.sub(lambda m: m.group() if m.group().startswith('"') else " ", text)


def strict(text, comments=True):
    def unique(pairs):
        names = [name for name, _ in pairs]
        if len(set(names)) != len(names):
            raise ValueError("a member stands twice in one object")
        return dict(pairs)

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    return json.loads(without_comments(text) if comments else text, object_pairs_hook=unique, parse_constant=refuse)


with warnings.catch_warnings():  # newer versions prefer another way, which Debian 12's does not know yet
    warnings.simplefilter("ignore", DeprecationWarning)
    from jsonschema import RefResolutionError, RefResolver


class Neighbours(RefResolver):
    def __init__(self, schema, store):
        super().__init__(schema.get("$id", ""), schema, store=store)

    def resolve_remote(self, uri):
        name = uri.rsplit("/", 1)[-1]
        if name in self.store:
            return self.store[name]
        raise LookupError(f"{uri} is no schema of docs/schema")


class Schemas:
    def __init__(self, folder):
        self.faults, self.checked = [], 0
        schemas = {}
        for path in sorted(folder.glob("*.schema.json")):
            self.load(path, schemas)
        # A schema may refer to its neighbour by the name of the file; nothing is ever fetched.
        store = {key: schema for name, schema in schemas.items() for key in (name, schema.get("$id", name))}
        self.known = {name: jsonschema.Draft202012Validator(schema, resolver=Neighbours(schema, store))
                      for name, schema in schemas.items()}

    def load(self, path, schemas):
        try:
            schema = strict(path.read_text("utf-8"), comments=False)
            if schema.get("$schema") != "https://json-schema.org/draft/2020-12/schema":
                raise ValueError("$schema is not draft 2020-12")
            jsonschema.Draft202012Validator.check_schema(schema)
            schemas[path.name] = schema
        except (ValueError, jsonschema.SchemaError) as error:
            self.faults.append(f"{path}: {str(error).splitlines()[0]}")

    def document(self, where, text, required):
        try:
            value = strict(text)
        except ValueError as error:
            self.faults.append(f"{where}: {error}")
            return
        self.value(where, value, required)

    def value(self, where, value, required):
        named = NAME.fullmatch(str(value.get("schema"))) if isinstance(value, dict) else None
        if named is None:
            if required:
                self.faults.append(f'{where}: names no schema ("schema": "bcheck.NAME/N")')
            return
        file = f"{named.group(1)}-{named.group(2)}.schema.json"
        if file not in self.known:
            self.faults.append(f"{where}: there is no {file}")
            return
        self.checked += 1
        try:
            errors = sorted(self.known[file].iter_errors(value), key=lambda e: [str(p) for p in e.absolute_path])
        except RefResolutionError as error:
            self.faults.append(f"{file}: {error}")
            return
        for error in errors[:5]:
            place = "/".join(str(part) for part in error.absolute_path)
            self.faults.append(f"{where}: /{place}: {error.message[:300]}")


def check(root):
    schemas = Schemas(root / "docs/schema")
    for document in [root / "README.md", *sorted(root.glob("docs/*.md"))]:
        for block in blocks(document.read_text("utf-8")) if document.exists() else ():
            if block.language in ("json", "jsonc") and not {"fragment", "refused"} & set(block.words):
                schemas.document(f"{document.relative_to(root)}:{block.line}", block.text, required=False)
    for path in sorted([*root.glob("manifests/**/*"), *root.glob("tests/golden/*/*/in/**/*")]):
        where, ours = path.relative_to(root), path.is_relative_to(root / "manifests")
        if not path.is_file() or path.name.startswith("bad"):
            continue
        if path.suffix in (".json", ".jsonc"):
            schemas.document(where, path.read_text("utf-8"), required=ours)
        elif path.suffix == ".jsonl" and ours:
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                schemas.document(f"{where}:{number}", line, required=False)
    return schemas


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
    schemas = check(root)
    for fault in schemas.faults:
        print(fault)
    print(f"{len(schemas.known)} schemas, {schemas.checked} documents, {len(schemas.faults)} faults")
    return 1 if schemas.faults or not schemas.checked else 0


if __name__ == "__main__":
    sys.exit(main())
