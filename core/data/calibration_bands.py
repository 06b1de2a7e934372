"""calibration/bands.json: checked, and written as a table. Factors on an estimate that four fifths of the
measurements of one subject and kind of device are within."""

from calibration_kinds import KINDS
from catalogue_files import is_number
from catalogue_tables import HEAD, text

FILE = "calibration/bands.json"
KEYS = {"subject", "kind", "low", "high", "rows", "flops", "tokens"}
RANGES = ("flops", "tokens")  # of the measured steps, as powers of two


def is_range(value):
    return isinstance(value, list) and len(value) == 2 and all(type(end) is int for end in value) \
        and 0 <= value[0] <= value[1] < 128


def bands(catalogue):
    content = catalogue.load(FILE)
    found = content.get("bands") if isinstance(content, dict) else None
    if not isinstance(found, list):
        catalogue.problem(FILE, "bands", "is missing")
        return []
    for band in found:
        name = f"{band.get('subject')} {band.get('kind')}"
        if set(band) != KEYS or not all(is_number(band[key]) for key in ("low", "high", "rows")):
            catalogue.problem(FILE, name, f"has not exactly the keys {', '.join(sorted(KEYS))}")
        elif band["kind"] != "*" and band["kind"] not in KINDS:
            catalogue.problem(FILE, name, "is of no kind")
        elif any(band[key] * 1000 != int(band[key] * 1000) for key in ("low", "high")):
            catalogue.problem(FILE, name, "has more than three decimals")
        elif not all(is_range(band[key]) for key in RANGES):
            catalogue.problem(FILE, name, "has a range that is not two powers of two")
        elif not 0 < band["low"] < 1 < band["high"] or band["rows"] < 1:
            catalogue.problem(FILE, name, "is not an interval around 1 with rows behind it")
    return found


def band_table(found):
    rows = "".join(f"    {{{text(b['subject'])}, {text(b['kind'])}, {int(b['low'] * 1000)}, {int(b['high'] * 1000)}, "
                   f"{b['rows']}, {{{b['flops'][0]}, {b['flops'][1]}}}, {{{b['tokens'][0]}, {b['tokens'][1]}}}}},\n" for b in found)
    return HEAD + f"constexpr BandRow band_rows[] = {{\n{rows}}};\n"
