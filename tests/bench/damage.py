#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damages sound pictures in ways that happen, and counts who notices: the table of docs/images.md.

usage: damage.py BCHECK [--make BCHECK_MAKE] [--seeds DIR]... [--places 5] [--seed 1] [--into FILE]

Seeds are PNGs, JPEGs, AVIF, HEIF, JPEG XL and OpenEXR by bcheck_make (beside BCHECK if not said otherwise), more kinds of
the first two, and BMP, GIF, WebP and TIFF by Pillow where that is installed, and every picture of each DIR. A seed that bcheck does not pass as it is, is left out,
and said. The same seed number makes the same damage.
Beside bcheck run, each where it is installed and for the formats it knows: Pillow load(), identify (its exit code),
pngcheck -q, jpeginfo -c; of a seed that one of them refuses it is not asked again. Prints a table in Markdown for each format: percent of the damaged files that are called bad,
and their number. --into replaces what stands between the two lines "<!-- damage -->" and "<!-- /damage -->" of FILE.
"""
import argparse
import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

try:
    import PIL
    from PIL import Image
except ImportError:
    Image = None

KINDS = {".apng": "png", ".heic": "heif", ".jpeg": "jpeg", ".jpg": "jpeg", ".tif": "tiff"}
TIME = 60


def make_seeds(folder, make):
    """Pictures that look like pictures, with the project's own program, and further kinds of them with Pillow."""
    for number, size in enumerate(("160x120", "257x131", "320x240"), 1):
        for what, suffix in (("png", "png"), ("jpeg", "jpg")):
            subprocess.run([make, what, folder / f"{what}{number}.{suffix}", size, "photo", str(number)], check=True)
    for what in ("avif", "heic", "jxl", "jxl-lossy", "exr", "exr-raw"):
        made = subprocess.run([make, what, folder / f"{what}.{what.partition('-')[0]}", "257x131", "photo", "4"],
                              capture_output=True, text=True)
        if made.returncode != 0:
            print(f"left out: {what}: {made.stderr.strip()}", file=sys.stderr)
    if Image is None:
        return
    with Image.open(folder / "png2.png") as opened:
        photo = opened.convert("RGB")
    photo.save(folder / "progressive.jpg", quality=85, progressive=True)
    photo.convert("L").save(folder / "grey.jpg", quality=90)
    photo.save(folder / "full.jpg", quality=95, subsampling=0)
    photo.convert("L").save(folder / "grey.png")
    photo.convert("P", palette=Image.ADAPTIVE).save(folder / "palette.png")
    photo.convert("RGBA").save(folder / "alpha.png")
    photo.save(folder / "rgb.bmp")
    photo.convert("P", palette=Image.ADAPTIVE).save(folder / "palette.bmp")
    photo.save(folder / "lossy.webp", quality=80)
    photo.save(folder / "lossless.webp", lossless=True)
    photo.convert("RGBA").rotate(30).save(folder / "alpha.webp", quality=80)
    for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
        photo.save(folder / f"{compression}.tiff", compression=compression)
    frames = [photo.rotate(angle).convert("P", palette=Image.ADAPTIVE) for angle in (0, 90, 180)]
    frames[0].save(folder / "still.gif")
    frames[0].save(folder / "animated.gif", save_all=True, append_images=frames[1:], duration=100)
    frames[0].convert("RGB").save(folder / "animated.webp", save_all=True, append_images=[f.convert("RGB") for f in frames[1:]])


def damages(data, chance, places):
    """(what was done, the bytes) of every variant."""
    size = len(data)
    body = range(size // 5, size)
    for part in (0.1, 0.25, 0.5, 0.75, 0.9, 0.99):
        yield "cut short, 8 levels", data[:max(1, int(size * part))]
    for fewer in (12, 1):
        yield "cut short, 8 levels", data[:-fewer]
    for part in (0.05, 0.2, 0.5):
        tail = int(size * part)
        yield "zeros for the last 5, 20, 50 %", data[:size - tail] + bytes(tail)
    for _ in range(places):
        at = chance.choice(body)
        length = min(512, size - at)
        yield "512 bytes of zeros inside", data[:at] + bytes(length) + data[at + length:]
        yield "512 bytes cut out", data[:at] + data[at + length:]
        yield "512 bytes repeated", data[:at + length] + data[at:]
    for _ in range(2 * places):
        at = chance.choice(body)
        yield "a byte inverted in the body", data[:at] + bytes([data[at] ^ 0xff]) + data[at + 1:]
        at = chance.choice(body)
        yield "a bit flipped in the body", data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1:]
    for _ in range(places):
        at = chance.randrange(min(size, 64))
        yield "a byte inverted in the first 64", data[:at] + bytes([data[at] ^ 0xff]) + data[at + 1:]
    for count, what in ((1, b"\n"), (4, bytes(4)), (64, b"x" * 64), (512, bytes(512)), (4096, bytes(4096))):
        assert len(what) == count
        yield "appended, 1 to 4096 bytes", data + what
    as_text = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    if as_text != data:
        yield "sent as text (LF to CR LF)", as_text


def bcheck_statuses(bcheck, folder, names, workplace):
    """The status of each file, in one run."""
    keys, report = workplace / "keys.txt", workplace / "report.json"
    keys.write_text("".join(name + "\n" for name in names))
    done = subprocess.run([bcheck, "run", keys, folder, "-o", report], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"bcheck exits with {done.returncode}: {done.stderr[-500:]}")
    return {item["key"]: item["status"] for item in json.loads(report.read_text("utf-8"))["items"]}


def pillow_is_content(path):
    try:
        with Image.open(path) as opened:
            opened.load()
        return True
    except Exception:  # whatever it is, the user has got it
        return False


def exits_with_0(*command):
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=TIME).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def peers():
    """(name, formats or None for all, says that a file is sound), of those that are here."""
    found = []
    if Image is not None:
        found.append((f"Pillow {PIL.__version__} load()", None, pillow_is_content))
    if shutil.which("identify"):
        found.append(("identify", None, lambda path: exits_with_0("identify", path)))
    if shutil.which("pngcheck"):
        found.append(("pngcheck -q", {"png"}, lambda path: exits_with_0("pngcheck", "-q", path)))
    if shutil.which("jpeginfo"):
        found.append(("jpeginfo -c", {"jpeg"}, lambda path: exits_with_0("jpeginfo", "-c", path)))
    return found


def kind_of(path):
    suffix = path.suffix.lower()
    return KINDS.get(suffix, suffix[1:])


def study(bcheck, seeds, places, seed, workplace):
    """{format: {damage: {who: [noticed, of so many]}}}, and the numbers of seeds."""
    clean, damaged = workplace / "clean", workplace / "damaged"
    clean.mkdir()
    damaged.mkdir()
    chance = random.Random(seed)
    sound = {}
    for number, path in enumerate(seeds):
        name = f"{number:03}{path.suffix}"
        shutil.copyfile(path, clean / name)
        sound[name] = path
    statuses = bcheck_statuses(bcheck, clean, sound, workplace)
    for name, path in list(sound.items()):
        if statuses[name] != "pass":
            print(f"left out: {path.name}: bcheck says {statuses[name]}", file=sys.stderr)
            del sound[name]
    variants, askable = {}, {}
    others = peers()
    for name, path in sound.items():
        asked = [(who, is_sound) for who, formats, is_sound in others
                 if (formats is None or kind_of(path) in formats) and is_sound(clean / name)]
        for number, (what, data) in enumerate(damages(path.read_bytes(), chance, places)):
            variant = f"{name[:3]}-{number:03}{path.suffix}"
            (damaged / variant).write_bytes(data)
            variants[variant] = (kind_of(path), what)
            askable[variant] = asked
    statuses = bcheck_statuses(bcheck, damaged, variants, workplace)
    counts = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0])))
    for variant, (kind, what) in variants.items():
        verdicts = {"bcheck": statuses[variant] == "pass"}
        for who, is_sound in askable[variant]:
            verdicts[who] = is_sound(damaged / variant)
        for who, content in verdicts.items():
            counts[kind][what][who][0] += not content
            counts[kind][what][who][1] += 1
    return counts, collections.Counter(kind_of(path) for path in sound.values())


def table(kind, seeds, rows):
    whos = list(dict.fromkeys(who for row in rows.values() for who in row))
    out = [f"### {kind}: {seeds} seed{'s' if seeds != 1 else ''}", "", f"| damage | files | {' | '.join(whos)} |", "| --- " * (2 + len(whos)) + "|"]
    for what, row in rows.items():
        shares = [f"{row[who][0] * 100 // row[who][1]}" if who in row else "" for who in whos]
        out.append(f"| {what} | {row['bcheck'][1]} | {' | '.join(shares)} |")
    return "\n".join(out)


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("bcheck", type=pathlib.Path)
    ask.add_argument("--make", type=pathlib.Path)
    ask.add_argument("--seeds", type=pathlib.Path, action="append", default=[])
    ask.add_argument("--places", type=int, default=5)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--into", type=pathlib.Path)
    words = ask.parse_args()
    make = words.make or next((p for p in (words.bcheck.parent / "bcheck_make",
                                           words.bcheck.parent / "tests/bcheck_make") if p.exists()), None)
    if make is None:
        sys.exit("damage: no bcheck_make; build it, or name it with --make")
    with tempfile.TemporaryDirectory() as place:
        workplace = pathlib.Path(place)
        own = workplace / "seeds"
        own.mkdir()
        make_seeds(own, make)
        seeds = [p for folder in (own, *words.seeds) for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix]
        counts, numbers = study(words.bcheck, seeds, words.places, words.seed, workplace)
    text = "\n\n".join(table(kind, numbers[kind], rows) for kind, rows in sorted(counts.items()))
    if words.into is None:
        return print(text)
    begin, end = "<!-- damage -->\n", "<!-- /damage -->\n"
    before, _, rest = words.into.read_text("utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        sys.exit(f"damage: {words.into} does not have the two lines that say where the table stands")
    words.into.write_text(f"{before}{begin}\n{text}\n\n{end}{after}", "utf-8")


if __name__ == "__main__":
    main()
