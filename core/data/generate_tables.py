#!/usr/bin/env python3
"""core/data -> constant tables for the core and sources_bundle.json for the page.

    generate_tables.py --out FOLDER   writes device_table.inc, model_table.inc, alias_table.inc,
                                      source_table.inc, expected_models.inc, calibration_table.inc,
                                      calibration_names.inc, band_table.inc, sources_bundle.json
    generate_tables.py --check        reads and checks everything, writes nothing

Python's standard library only. The same input gives the same bytes. A bad or missing record ends the run with
its file and field, exit code 1.
"""

import argparse
import json
import sys
from decimal import Decimal
from pathlib import Path

sys.dont_write_bytecode = True

from calibration_bands import band_table, bands  # noqa: E402
from calibration_files import Calibration, calibration_names, calibration_table  # noqa: E402
from catalogue_files import Catalogue  # noqa: E402
from catalogue_packed import device_table  # noqa: E402
from catalogue_packed_models import alias_table, model_table  # noqa: E402
from catalogue_tables import expected_table, source_table  # noqa: E402
from catalogue_values import bundle  # noqa: E402


def plain(value):
    """JSON for numbers read as decimals."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    raise TypeError(type(value).__name__)


def outputs(catalogue, calibration, found_bands):
    return {
        "device_table.inc": device_table(catalogue),
        "model_table.inc": model_table(catalogue),
        "alias_table.inc": alias_table(catalogue),
        "source_table.inc": source_table(catalogue),
        "expected_models.inc": expected_table(catalogue),
        "calibration_table.inc": calibration_table(calibration),
        "calibration_names.inc": calibration_names(calibration),
        "band_table.inc": band_table(found_bands),
        "sources_bundle.json": json.dumps(bundle(catalogue), ensure_ascii=False, separators=(",", ":"),
                                          sort_keys=True, default=plain) + "\n",
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=Path(__file__).resolve().parent, help="folder to read")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--out", help="folder to write into")
    action.add_argument("--check", action="store_true")
    options = parser.parse_args()

    catalogue = Catalogue(options.data)
    calibration = Calibration(catalogue)
    found_bands = bands(catalogue)
    if catalogue.problems:
        print("\n".join(catalogue.problems), file=sys.stderr)
        return 1
    files = outputs(catalogue, calibration, found_bands)
    if options.check:
        print(f"{len(catalogue.devices)} devices, {len(catalogue.models)} models, {len(calibration.constants)} constants, "
              f"{len(catalogue.sources)} sources: good")
        return 0
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name
        # What did not change is not built again.
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
