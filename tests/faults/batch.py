# SPDX-License-Identifier: Apache-2.0
"""Small batches for the tests of faults, each a folder of its own: what was submitted, the rules, and the output."""
import json
import pathlib
import struct
import subprocess

LARGE = (64 << 20) + 4096  # bytes: above 64 MiB a file is mapped and not read


def npy(rows, dim, seed):
    """Rows of norm 1, all different."""
    values = []
    for row in range(rows):
        one = [((seed * 31 + row * 7 + i * 13) % 17) - 8 + 0.5 for i in range(dim)]
        norm = sum(v * v for v in one) ** 0.5
        values += [v / norm for v in one]
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {dim}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}f", *values)


class Batch:
    """`words`: what stands behind `bcheck run`."""

    def __init__(self, place, name, rules, keys):
        self.place = pathlib.Path(place) / name
        self.out = self.place / "out"
        self.out.mkdir(parents=True)
        self.manifest = self.place / "keys.txt"
        self.manifest.write_text("".join(key + "\n" for key in keys))
        self.rules = self.place / "rules.json"
        self.rules.write_text(json.dumps({"schema": "bcheck.rules/1", "artifacts": rules}))
        self.keys = keys
        self.words = [str(self.manifest), str(self.out), "--rules", str(self.rules)]

    def put(self, path, data):
        file = self.out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def tree(place, make):
    """Six keys with a picture, a text and vectors each, in folders of folders. One text is empty and one picture is not
    there: what fails without a fault has to fail with one."""
    keys = [f"key-{i}" for i in range(6)]
    batch = Batch(place, "tree", {
        "image": {"path": "deep/images/{key}.png", "type": "image"},
        "caption": {"path": "deep/captions/{key}.txt", "type": "text"},
        "vector": {"path": "vectors/{key}.npy", "type": "embedding", "dim": 16},
    }, keys)
    for i, key in enumerate(keys):
        picture = batch.out / "deep" / "images" / f"{key}.png"
        picture.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([make, "png", str(picture), f"{40 + i}x40", "photo"], check=True)
        batch.put(f"deep/captions/{key}.txt", f"The {i}th caption, about something else than the others.\n".encode() * (i != 2))
        batch.put(f"vectors/{key}.npy", npy(3, 16, i))
    (batch.out / "deep" / "images" / "key-4.png").unlink()
    return batch


def records(place):
    """A file of records, of which one is torn."""
    keys = [f"key-{i:02}" for i in range(30)]
    batch = Batch(place, "records", {"text": {"records": "results.jsonl", "id": "/id", "value": "/text", "type": "text"}}, keys)
    lines = [json.dumps({"id": key, "text": f"Answer number {i} has words of its own, {i * i} of them."}) for i, key in enumerate(keys)]
    lines[7] = lines[7][:-9]
    batch.put("results.jsonl", "".join(line + "\n" for line in lines).encode())
    return batch


def large(place):
    """One file that is mapped."""
    batch = Batch(place, "large", {"data": {"path": "{key}.txt", "type": "text", "limits": {}}}, ["small", "big"])
    line = b"A line of a long text, number %07d, that goes on and on.\n"
    block = b"".join(line % i for i in range(20000))
    batch.put("big.txt", (block * (LARGE // len(block) + 1))[:LARGE - 1] + b"\n")
    batch.put("small.txt", b"A small text.\n")
    return batch
