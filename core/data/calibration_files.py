"""calibration/*.json: checked, and written as tables. The constants of the time models, each with its physical
bounds and the measurements behind it; tables say which constant holds for a kind of device, stack or product."""

import re
from decimal import Decimal

from calibration_kinds import CLASSES, KINDS, kind_of
from catalogue_files import is_number
from catalogue_tables import HEAD, number, packed_bytes, text

FOLDER = "calibration"
NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9][a-z0-9_-]*)*\Z")
UNITS = ("ratio", "factor", "count", "s", "B", "B/s", "FLOP/s", "FLOP/s/W", "W")
KEYS = ("value", "unit", "low", "high", "rows", "source")


class Calibration:
    """All files in one: `constants` by name, `tables` by name, `files` with the lines each is fitted to."""

    def __init__(self, catalogue):
        self.catalogue = catalogue
        self.constants = {}
        self.file_of = {}
        self.tables = {}
        self.files = {}
        self.parents = {}
        self.device_kinds = self.kinds()
        tables = []
        # Products first: what is made of them is fitted after them.
        for path in sorted((catalogue.folder / FOLDER).glob("*.json"), key=lambda p: (p.stem != "products", p.stem)):
            if path.stem == "bands":
                continue
            tables += self.read(path.stem, f"{FOLDER}/{path.name}")
        # A cell may be fitted to other lines than its table: all constants are known before the first table.
        for file, name, table in tables:
            self.tables[name] = self.cells(file, name, table)

    def read(self, stem, file):
        content = self.catalogue.load(file)
        found = content.get("constants") if isinstance(content, dict) else None
        if not isinstance(found, dict) or not found:
            self.catalogue.problem(file, "constants", "is missing or empty")
            return []
        self.files[stem] = content.get("lines", [])
        for name, constant in found.items():
            if name in self.constants:
                self.catalogue.problem(file, name, f"is in {self.file_of[name]} too")
            check(self.catalogue, file, name, constant)
            self.constants[name] = constant
            self.file_of[name] = stem
        return [(file, name, table) for name, table in content.get("tables", {}).items()]

    def rows(self, table):
        """Rows are listed, or "devices" of the catalogue, or "kinds" of devices, or kind and class of a product."""
        if table["rows"] == "devices":
            return [device["id"] for device in self.catalogue.devices.values()]
        if table["rows"] == "kinds":
            return list(KINDS)
        if table["rows"] == "kinds and classes":
            return [f"{kind}.{product_class}" for kind in KINDS for product_class in CLASSES]
        return table["rows"]

    def kinds(self):
        out = []
        for file, device in self.catalogue.devices.items():
            kind = kind_of(device)
            if kind not in KINDS:
                self.catalogue.problem(file, "family", "has no kind in calibration_kinds.py")
                continue
            out.append(KINDS.index(kind))
        return out

    def cells(self, file, name, table):
        """Names of the constants, row by row. A row that has none of its own takes that of its last parts, then
        the default: product.volta.tensor.share, product.tensor.share, product.default.share."""
        out = []
        rows = self.rows(table)
        for row in rows:
            parts = row.split(".")
            tried = [".".join(parts[i:]) for i in range(len(parts))] + ["default"]
            line = []
            for column in table["columns"]:
                known = [f"{name}.{t}.{column}" for t in tried if f"{name}.{t}.{column}" in self.constants]
                if not known:
                    self.catalogue.problem(file, f"tables.{name}", f"nothing gives {column} of {row}")
                    continue
                line.append(known[0])
                self.parents.update(zip(known, known[1:]))
            out.append(line)
        owned = {name + "." + row for row in rows} | {name + ".default"}
        owned |= {name + "." + row.split(".", 1)[1] for row in rows if "." in row}
        for constant in self.constants:
            if not constant.startswith(name + "."):
                continue
            row, column = constant.rsplit(".", 1)
            if row not in owned or column not in table["columns"]:
                self.catalogue.problem(file, constant, f"is no cell of the table {name}")
        return rows, table["columns"], out


def check(catalogue, file, name, constant):
    def problem(message):
        catalogue.problem(file, name, message)

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


def packed(value):
    """Digits and a power of ten: a quarter of the module's bytes of a double. Dividing the two gives the double that
    is nearest to the decimal, because both are exact."""
    sign, digits, exponent = Decimal(value).normalize().as_tuple()
    whole = int("".join(map(str, digits)))
    if exponent > 0:
        whole, exponent = whole * 10**exponent, 0
    if sign or whole >= 2**53 or exponent < -22 or whole / 10**-exponent != float(value):
        raise ValueError(f"{value} cannot be packed")
    return whole, -exponent


def calibration_table(calibration):
    files = list(calibration.files)
    places = {name: index for index, name in enumerate(calibration.constants)}
    rows = "".join(
        f"    {{{text(name)}, {text(calibration.file_of[name])}, {text(c['unit'])}, {number(c['value'])}, "
        f"{number(c['low'])}, {number(c['high'])}, {number(c['rows'])}, {text(c['source'])}, {index}, "
        f"{places[calibration.parents.get(name, name)]}}},\n"
        for index, (name, c) in enumerate(calibration.constants.items()))
    values = [packed(c["value"]) for c in calibration.constants.values()]
    digits = ",\n".join("    " + ", ".join(map(str, packed_bytes(whole))) for whole, _ in values)
    powers = ",\n".join(f"    {place}" for _, place in values)
    lines = "".join(f"    {{{text(f)}, {text(' '.join(calibration.files[f]))}}},\n" for f in files)
    return (HEAD + f"constexpr CalibrationConstant constant_table[] = {{\n{rows}}};\n"
            + f"constexpr CalibrationFile file_table[] = {{\n{lines}}};\n"
            + f"constexpr std::uint8_t committed_digits[] = {{\n{digits}}};\n"
            + f"constexpr std::uint8_t committed_places[] = {{\n{powers}}};\n")


def calibration_names(calibration):
    """Places of the constants in a set of values, and the tables over them. For constants.hpp."""
    places = {name: index for index, name in enumerate(calibration.constants)}
    out = HEAD + f"inline constexpr Constant constant_count = {len(places)};\n"
    out += "inline constexpr std::string_view kind_names[] = {" + ", ".join(map(text, KINDS)) + "};\n"
    out += "inline constexpr std::uint8_t device_kinds[] = {" + ", ".join(map(str, calibration.device_kinds)) + "};\n"
    out += "namespace constant {\n"
    out += "".join(f"inline constexpr Constant {name} = {index};\n" for name, index in places.items()
                   if "." not in name)
    out += "}  // namespace constant\n"
    for name, (rows, columns, cells) in calibration.tables.items():
        out += f"namespace {name}_table {{\n"
        out += "".join(f"inline constexpr std::size_t {column} = {i};\n" for i, column in enumerate(columns))
        out += f"inline constexpr std::size_t row_count = {len(rows)};\n"
        out += f"inline constexpr std::size_t column_count = {len(columns)};\n"
        out += "inline constexpr std::string_view rows[] = {" + ", ".join(map(text, rows)) + "};\n"
        body = ",\n".join("    {" + ", ".join(str(places[cell]) for cell in line) + "}" for line in cells)
        out += f"inline constexpr Constant cells[row_count][column_count] = {{\n{body}}};\n"
        out += f"}}  // namespace {name}_table\n"
    return out
