"""calibration.json: checked, and written as a table. The constants of the time models, each with its physical
bounds and the measurements behind it."""

import re

from catalogue_files import is_number
from catalogue_tables import HEAD, number, text

FILE = "calibration.json"
NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
UNITS = ("ratio", "count", "s")
KEYS = ("value", "unit", "low", "high", "rows", "source")


def constants(catalogue):
    """The constants in the order of the file; problems go to the catalogue's list."""
    content = catalogue.load(FILE)
    found = content.get("constants") if isinstance(content, dict) else None
    if not isinstance(found, dict) or not found:
        catalogue.problem(FILE, "constants", "is missing or empty")
        return {}
    for name, constant in found.items():
        check(catalogue, name, constant)
    return found


def check(catalogue, name, constant):
    def problem(message):
        catalogue.problem(FILE, name, message)

    if not NAME.match(name):
        problem("is not a name")
    if not isinstance(constant, dict) or set(constant) != set(KEYS):
        problem(f"has not exactly the keys {', '.join(KEYS)}")
        return
    if not all(is_number(constant[key]) for key in ("value", "low", "high", "rows")):
        problem("value, low, high and rows must be numbers")
        return
    if constant["unit"] not in UNITS:
        problem(f"unit is {constant['unit']}, not one of {', '.join(UNITS)}")
    if not constant["low"] <= constant["value"] <= constant["high"]:
        problem("value is outside its bounds")
    if constant["unit"] == "ratio" and not 0 <= constant["low"] <= constant["high"] <= 1:
        problem("a share has bounds within 0 and 1")
    if constant["source"] not in catalogue.sources:
        problem(f"source {constant['source']} is not in sources.json")


def calibration_table(found):
    rows = "".join(
        f"    {{{text(name)}, {text(c['unit'])}, {number(c['value'])}, {number(c['low'])}, {number(c['high'])}, "
        f"{number(c['rows'])}, {text(c['source'])}, &Calibration::{name}}},\n" for name, c in found.items())
    values = "".join(f"    .{name} = {number(c['value'])},\n" for name, c in found.items())
    return (HEAD + f"constexpr CalibrationConstant constant_table[] = {{\n{rows}}};\n"
            + f"constexpr Calibration committed = {{\n{values}}};\n")
