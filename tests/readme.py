#!/usr/bin/env python3
"""Runs the commands of README.md that have their answer below them: `$ tilewise …` lines of a code block.
A question that the program refuses (it ends with 2) is answered by what it says of it.

    tests/readme.py TILEWISE          compares
    tests/readme.py TILEWISE --write  writes the answers into README.md
"""

import pathlib
import re
import shlex
import subprocess
import sys

README = pathlib.Path(__file__).resolve().parent.parent / "README.md"
BLOCK = re.compile(r"```\n(\$ tilewise [^\n]*)\n(.*?)```\n", re.S)


def main():
    program, write = pathlib.Path(sys.argv[1]).resolve(), "--write" in sys.argv
    text = README.read_text(encoding="utf-8")

    def answered(match):
        command, _, head = match.group(1).partition(" | head -n ")
        words = shlex.split(command)[2:]
        run = subprocess.run([program, *words], capture_output=True, text=True, cwd=README.parent)
        shown = run.stderr if run.returncode == 2 else run.stdout if run.returncode == 0 else ""
        lines = [line.rstrip() for line in shown.rstrip().split("\n")]
        answer = "\n".join(lines[:int(head)] if head else lines)
        return f"```\n{match.group(1)}\n{answer}\n```\n"

    found = len(BLOCK.findall(text))
    wanted = BLOCK.sub(answered, text)
    if write:
        README.write_text(wanted, encoding="utf-8")
    elif found == 0 or wanted != text:
        print("README.md does not show what the command line answers: run tests/readme.py with --write")
        return 1
    print(f"{found} answers of README.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
