# SPDX-License-Identifier: Apache-2.0
"""The fenced blocks of a Markdown file."""
import dataclasses
import re

FENCE = re.compile(r"^( {0,3}|\s*)(`{3,}|~{3,})\s*(.*?)\s*$")


@dataclasses.dataclass
class Block:
    line: int      # of the opening fence, 1-based
    language: str  # the first word behind the fence: "console"
    words: list    # the others: ["run", "exit=1"]
    text: str      # with a line end on every line

    def value(self, name, otherwise=None):
        """Of a word NAME=VALUE."""
        return next((w[len(name) + 1:] for w in self.words if w.startswith(name + "=")), otherwise)


def blocks(markdown):
    found, fence, indent, body, start, info = [], None, "", [], 0, ""
    for number, line in enumerate(markdown.splitlines(), 1):
        match = FENCE.match(line)
        if fence is None:
            if match:
                indent, fence, info = match.groups()
                body, start = [], number
        elif match and match.group(2).startswith(fence) and not match.group(3):
            language, *words = info.split() or [""]
            found.append(Block(start, language, words, "".join(text + "\n" for text in body)))
            fence = None
        else:
            body.append(line[len(indent):] if line.startswith(indent) else line)
    if fence is not None:
        raise ValueError(f"line {start}: the block is not closed")
    return found
