#!/usr/bin/env python3
"""What the model says of measurements that its constants were not fitted to. Prints tables as README.md has them.

    tests/apart.py TILEWISE                  five folds: each fifth of the rows, scored by constants of the other four
    tests/apart.py TILEWISE --devices LINE   each device with five rows or more of a line, left out of the fit
"""

import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDS = 5
FEW = 5
FITTED = {"gemm": "products", "ops": "products", "train": "training", "vtrain": "training"}  # by how a line begins


def score(program, *options):
    run = subprocess.run([program, "score", "tests/truth", "--json", *options], capture_output=True, text=True,
                         check=True, cwd=ROOT)
    return json.loads(run.stdout)["result"]


def percent(value, digits=1):
    return "–" if value is None else f"{100 * value:.{digits}f} %"


def folds(program):
    lines = collections.defaultdict(list)
    for fold in range(1, FOLDS + 1):
        for line in score(program, "--fold", f"{fold}/{FOLDS}")["lines"]:
            if line["median_error"] is not None:
                lines[line["line"]].append(line)

    def mean(parts, key):
        known = [part for part in parts if part[key] is not None]
        rows = sum(part["scored"] for part in known)
        return sum(part[key] * part["scored"] for part in known) / rows if rows else None

    print("| line | median | mean | in band |\n| --- | --- | --- | --- |")
    for name, parts in sorted(lines.items()):
        if len(parts) == FOLDS:
            print(f"| {name} | {percent(mean(parts, 'median_error'))} | {percent(mean(parts, 'mean_error'))} | "
                  f"{percent(mean(parts, 'in_band'), 0)} |")


def devices(program, wanted):
    rows = score(program, "--line", wanted, "--rows")["rows"]
    counts = collections.Counter(row["device"] for row in rows if row["counted"] and row.get("error") is not None)
    fitted = next((file for start, file in FITTED.items() if wanted.startswith(start)), "inference")
    print("| device | rows | median | mean |\n| --- | --- | --- | --- |")
    found = []
    for device in sorted(name for name, count in counts.items() if count >= FEW):
        lines = score(program, "--leave-out", device, "--only", fitted, "--line", wanted)["lines"]
        line = next(line for line in lines if line["line"] == wanted)
        found.append((line["median_error"], line["mean_error"]))
        print(f"| {device} | {counts[device]} | {percent(line['median_error'])} | {percent(line['mean_error'])} |",
              flush=True)
    if found:
        print(f"| all, mean of the devices | | {percent(sum(f[0] for f in found) / len(found))} | "
              f"{percent(sum(f[1] for f in found) / len(found))} |")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    if "--devices" in sys.argv:
        devices(program, sys.argv[sys.argv.index("--devices") + 1])
    else:
        folds(program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
