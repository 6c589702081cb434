#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the checks of text over sound texts of Debian, and shows each one that they fail: the false alarms, unless the
text really holds the fault.

usage: false_alarms.py BCHECK [--keep DIR] [--most 50]

Fetches packages with `apt-get download` (nothing is installed) and unpacks them: fortunes in twelve languages, one
sample each; manual pages in eleven, as they are written; the installation guide in its languages; documents and code
of packages that are on most machines. Each sample is a record of one file, as a language model's answer would be.
--keep keeps the packages, the samples and the report, and begins with what is there. Prints a table: samples and failing ones by group, then
the failing ones with their findings, --most of each code.
"""
import argparse
import collections
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

FORTUNES = ["fortunes", "fortunes-min", "fortunes-bg", "fortunes-cs", "fortunes-de", "fortunes-eo", "fortunes-es",
            "fortunes-ga", "fortunes-it", "fortunes-pl", "fortunes-ru", "fortunes-zh"]
MANUALS = ["manpages-de", "manpages-es", "manpages-fr", "manpages-it", "manpages-ja", "manpages-pl", "manpages-pt-br",
           "manpages-ru", "manpages-tr", "manpages-uk", "manpages-zh"]
GUIDE = ["installation-guide-amd64"]
OTHER = ["libpython3.11-stdlib", "perl-modules-5.36", "debian-faq", "doc-base", "unicode-data"]
LARGEST = 1 << 20


def unpack(package, folder):
    place = folder / package
    if place.exists():
        return place
    done = subprocess.run(["apt-get", "-qq", "download", package], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{package}: cannot be fetched: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    deb = max(folder.glob("*.deb"), key=lambda path: path.stat().st_mtime)
    subprocess.run(["dpkg-deb", "-x", deb, place], check=True)
    deb.unlink()
    return place


def text_of(path):
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    try:
        return data.decode("utf-8") if len(data) <= LARGEST else None
    except UnicodeDecodeError:
        return None  # another encoding, or no text: not what is asked here


def samples(folder):
    """(group, name, text) of all packages that could be fetched."""
    for group, packages in (("fortune", FORTUNES), ("manual", MANUALS), ("guide", GUIDE), ("other", OTHER)):
        for package in packages:
            place = unpack(package, folder)
            for path in sorted(place.rglob("*")) if place else ():
                if not path.is_file() or path.is_symlink() or path.suffix in (".dat", ".u8", ".png", ".jpg", ".pdf"):
                    continue
                text = text_of(path)
                if text is None or not text.strip():
                    continue
                name = f"{package}/{path.relative_to(place)}"
                if group == "fortune" and "games/fortunes" in name:
                    for number, one in enumerate(text.split("\n%\n")):
                        if one.strip():
                            yield group, f"{name}#{number}", one
                elif group != "fortune":
                    yield group, name, text


def main():
    options = argparse.ArgumentParser()
    options.add_argument("bcheck")
    options.add_argument("--keep")
    options.add_argument("--most", type=int, default=50)
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(options.keep or temporary)
        packages, batch = work / "packages", work / "batch"
        for folder in (work, packages, batch):
            folder.mkdir(exist_ok=True)
        groups = {}
        with open(batch / "samples.jsonl", "w") as records, open(work / "keys.txt", "w") as keys:
            for group, name, text in samples(packages):
                groups[name] = group
                json.dump({"id": name, "text": text}, records)
                records.write("\n")
                keys.write(name + "\n")
        rules = {"schema": "bcheck.rules/1", "artifacts": {"text": {"records": "samples.jsonl", "id": "/id",
                                                                    "value": "/text", "type": "text",
                                                                    "allow": ["batch.*"]}}}
        (work / "rules.json").write_text(json.dumps(rules))
        subprocess.run([options.bcheck, "run", work / "keys.txt", batch, "--rules", work / "rules.json", "-o",
                        work / "report.json"], stdout=subprocess.DEVNULL)
        items = json.loads((work / "report.json").read_text())["items"]
    total, bad = collections.Counter(groups.values()), collections.Counter()
    by_code = collections.defaultdict(list)
    for item in items:
        if item["status"] == "pass":
            continue
        bad[groups[item["key"]]] += 1
        for finding in item["artifacts"]["text"].get("findings", []):
            if finding["severity"] == "fail":
                by_code[finding["code"]].append((item["key"], finding["message"]))
                break
    print("| group | samples | failing |\n| --- | ---: | ---: |")
    for group, count in total.items():
        print(f"| {group} | {count:,} | {bad[group]:,} |")
    for code, hits in sorted(by_code.items()):
        print(f"\n{code}: {len(hits)}")
        for key, message in hits[:options.most]:
            print(f"  {key}: {message}")


if __name__ == "__main__":
    main()
