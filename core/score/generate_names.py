#!/usr/bin/env python3
"""Writes the committed name tables as C++ text: generate_names.py OUT FILE..."""

import json
import sys
from pathlib import Path


def main():
    target, *files = sys.argv[1:]
    out = "struct NamedText {\n  std::string_view name;\n  std::string_view text;\n};\n"
    out += "constexpr NamedText committed_names[] = {\n"
    for file in files:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
        text = "\n".join("     " + json.dumps(line + "\n", ensure_ascii=False) for line in lines)
        out += f"    {{{json.dumps(Path(file).name)},\n{text}}},\n"
    Path(target).write_text(out + "};\n", encoding="utf-8")


if __name__ == "__main__":
    main()
