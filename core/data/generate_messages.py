#!/usr/bin/env python3
"""Writes the English texts as a C++ table for the command line: generate_messages.py en.json OUT."""

import json
import sys


def literal(text):
    return json.dumps(text, ensure_ascii=False)


def main():
    source, target = sys.argv[1:3]
    with open(source, encoding="utf-8") as file:
        sections = json.load(file)
    lines = [
        "{%s, %s, %s}," % (literal(section), literal(code), literal(text))
        for section in sorted(sections)
        for code, text in sorted(sections[section].items())
    ]
    with open(target, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
