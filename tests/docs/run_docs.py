#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that a document shows, and compares what it shows of their output.

usage: run_docs.py DOCUMENT --bcheck PATH --demo PATH

The document's blocks run in their order, by one /bin/sh, in a directory of their own that holds the demo batch:
manifest.tsv, rules.json, out/, and second/ with the same of the second run. bcheck is in PATH, and
nothing of the caller's environment is seen.

    ```console run            each "$ command" (and "> more of it") runs; the lines below it are its output
    ```sh run                 every line is part of one script; the output is not compared
    ```console run exit=1     some command of the block exits with 1 ("exit=1,3": one with 1, one with 3)
    ```console norun          is not run; so is `sh norun`. One of the two words must be there

In shown output a line of "…" (or "...") stands for any lines, "…" within a line for anything in it. Commands without
shown output are not compared. stdout and stderr come as on a terminal, in one stream.
"""
import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from fences import blocks  # noqa: E402

SECONDS = 60
MORE = ("…", "...")


class Command:
    def __init__(self, line, text):
        self.line, self.text, self.shown = line, text, []


def commands_of(block):
    """The commands of a console block with what is shown below each."""
    found = []
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith("$ "):
            found.append(Command(number, line[2:]))
        elif line.startswith("> ") and found and not found[-1].shown:
            found[-1].text += "\n" + line[2:]
        elif found:
            found[-1].shown.append(line)
        else:
            raise ValueError(f"line {number}: output before the first command")
    for command in found:
        while command.shown and not command.shown[-1].strip():
            command.shown.pop()
    return found


def line_matches(shown, actual):
    pattern = ".*".join(re.escape(part) for part in shown.rstrip().split("…"))
    return re.fullmatch(pattern, actual.rstrip()) is not None


def output_matches(shown, actual):
    """Whether the shown lines, with their gaps, are the actual ones."""
    reach = {0}  # how many actual lines the shown ones so far may have taken
    for line in shown:
        if line.strip() in MORE:
            reach = set(range(min(reach), len(actual) + 1)) if reach else set()
        else:
            reach = {at + 1 for at in reach if at < len(actual) and line_matches(line, actual[at])}
    return len(actual) in reach


def run(script, where, environment):
    process = subprocess.Popen(["/bin/sh"], cwd=where, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        out, _ = process.communicate(script.encode(), timeout=SECONDS)
        return process.returncode, out.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # its own session: nothing else is in the group
        out, _ = process.communicate()
        return "timeout", out.decode("utf-8", "replace")


def script_of(commands, results):
    """One shell for all, so that `cd` and variables hold; each command's output and exit code in a file of its own."""
    script = ""
    for number, command in enumerate(commands):
        script += f"{{ {command.text}\n}} </dev/null >{results}/{number}.out 2>&1\necho $? >{results}/{number}.exit\n"
    return script


def check_console(block, where, environment, results):
    commands = commands_of(block)
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir()
    code, noise = run(script_of(commands, results), where, environment)
    faults = [] if code == 0 else [f"line {block.line}: the block ended with {code}: {noise.strip()}"]
    promised = {code for code in (block.value("exit") or "").split(",") if code}
    seen = set()
    for number, command in enumerate(commands):
        told = results / f"{number}.exit"
        if not told.exists():
            faults.append(f"line {command.line}: did not come to its end: {command.text}")
            break
        actual = (results / f"{number}.out").read_text("utf-8", "replace").splitlines()
        status = told.read_text().strip()
        seen.add(status)
        if status not in promised | {"0"}:
            faults.append(f"line {command.line}: exit {status}: {command.text}\n" + "\n".join(actual))
        if command.shown and not output_matches(command.shown, actual):
            faults.append(f"line {command.line}: other output: {command.text}\n"
                          + "\n".join("  shown:  " + line for line in command.shown) + "\n"
                          + "\n".join("  actual: " + line for line in actual))
    if promised - seen:
        faults.append(f"line {block.line}: no command exits with {', '.join(sorted(promised - seen))}")
    return faults, len(commands)


def check_script(block, where, environment):
    code, out = run("set -eu\n" + block.text, where, environment)
    return ([] if str(code) in (block.value("exit") or "0").split(",") else [f"line {block.line}: exit {code}\n{out}"]), 1


def check(document, bcheck, demo):
    place = pathlib.Path(tempfile.mkdtemp(prefix="bcheck-docs-")).resolve()
    try:
        where = place / "work"
        for folder in (where, where / "second", place / "bin", place / "home"):
            folder.mkdir()
        (place / "bin" / "bcheck").symlink_to(bcheck)
        subprocess.run([demo, str(where)], check=True)
        subprocess.run([demo, str(where / "second"), "--second"], check=True)
        environment = {"PATH": f"{place / 'bin'}:/usr/local/bin:/usr/bin:/bin", "HOME": str(place / "home"),
                       "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        faults, ran = [], 0
        for block in blocks(document.read_text("utf-8")):
            if block.language not in ("console", "sh", "shell", "bash"):
                continue
            if ("run" in block.words) == ("norun" in block.words):
                faults.append(f"line {block.line}: ```{block.language} needs the word run or norun")
            elif "run" in block.words:
                if block.language == "console":
                    new, count = check_console(block, where, environment, place / "results")
                else:
                    new, count = check_script(block, where, environment)
                faults += new
                ran += count
        return faults, ran
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("document")
    ask.add_argument("--bcheck", required=True)
    ask.add_argument("--demo", required=True)
    given = ask.parse_args()
    try:
        faults, ran = check(pathlib.Path(given.document), os.path.abspath(given.bcheck), os.path.abspath(given.demo))
    except ValueError as error:
        faults, ran = [str(error)], 0
    for fault in faults:
        print(f"{given.document}: {fault}")
    print(f"{ran} commands run, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
