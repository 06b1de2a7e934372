#!/usr/bin/env python3
"""What the model says of measurements that its constants were not fitted to. Prints tables as README.md has them.

    tests/apart.py TILEWISE                  five folds: each fifth of the rows, scored by constants of the other four
    tests/apart.py TILEWISE --devices LINE   each device with five rows or more of a line, left out of the fit
    tests/apart.py TILEWISE --groups         each group with five rows or more of a line, left out; all lines
"""

import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDS = 5
FEW = 5
FITTED = {"gemm": "products", "ops": "products", "train": "training", "vtrain": "training", "collectives": "ranks",
          "decode-split": "ranks", "prefill-split": "ranks", "serving-split": "ranks"}  # by how a line begins
NOT_FITTED = ("claims", "memory-bytes", "memory-verdict")


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


def fitted_file(line):
    return next((file for start, file in FITTED.items() if line.startswith(start)), "inference")


def counted(program, key, *options):
    rows = score(program, "--rows", *options)["rows"]
    return collections.Counter((row["line"], row[key]) for row in rows if row["counted"] and row.get("error") is not None)


def left_out(program, option, name, wanted):
    """The line's score, by constants that never saw the rows of this name."""
    lines = score(program, option, name, "--only", fitted_file(wanted), "--line", wanted)["lines"]
    return next(line for line in lines if line["line"] == wanted)


def mean_of(lines, key):
    return sum(line[key] for line in lines) / len(lines)


def devices(program, wanted):
    counts = counted(program, "device", "--line", wanted)
    print("| device | rows | median | mean |\n| --- | --- | --- | --- |")
    found = []
    for (_, device), count in sorted(counts.items()):
        if count < FEW:
            continue
        line = left_out(program, "--leave-out", device, wanted)
        found.append(line)
        print(f"| {device} | {count} | {percent(line['median_error'])} | {percent(line['mean_error'])} |", flush=True)
    if found:
        print(f"| all, mean of the devices | | {percent(mean_of(found, 'median_error'))} | "
              f"{percent(mean_of(found, 'mean_error'))} |")


def groups(program):
    """Lines that more than one group measured: the others have nothing left to be fitted to."""
    by_line = collections.defaultdict(dict)
    for (line, group), count in counted(program, "group").items():
        by_line[line][group] = count
    print("| line | groups | median | mean | worst group |\n| --- | --- | --- | --- | --- |")
    for wanted, counts in sorted(by_line.items()):
        names = sorted(name for name, count in counts.items() if count >= FEW)
        if len(counts) < 2 or not names or wanted in NOT_FITTED:
            continue
        found = {name: left_out(program, "--leave-group", name, wanted) for name in names}
        worst = max(names, key=lambda name: found[name]["median_error"])
        print(f"| {wanted} | {len(names)} | {percent(mean_of(found.values(), 'median_error'))} | "
              f"{percent(mean_of(found.values(), 'mean_error'))} | "
              f"{worst}, {percent(found[worst]['median_error'])} |", flush=True)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    if "--groups" in sys.argv:
        groups(program)
    elif "--devices" in sys.argv:
        devices(program, sys.argv[sys.argv.index("--devices") + 1])
    else:
        folds(program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
