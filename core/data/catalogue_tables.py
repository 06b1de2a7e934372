"""Writes the C++ tables: constant data, nothing to parse or allocate when the program starts."""

import json
from decimal import Decimal

from catalogue_schema import CHECKS
from catalogue_values import device_notes, model_notes, prices

HEAD = "// Written by core/data/generate_tables.py from core/data. Do not edit.\n"


def number(value):
    """The decimal text of a double; the compiler rounds it once, correctly."""
    text = format(Decimal(value).normalize(), "f")
    return text if "." in text else text + ".0"


def packed_bytes(whole):
    """A whole number for packed_number.hpp: seven bits a byte, lowest first."""
    out = []
    while whole > 127:
        out.append(whole & 127 | 128)
        whole >>= 7
    return out + [whole]


def text(value):
    return json.dumps(value or "", ensure_ascii=False)


def source_table(catalogue):
    """For the command line, which has no bundle to fetch."""
    rows = "".join(f"    {{{text(i)}, {text(s['title'])}, {text(s['publisher'])}, {text(s['ref'])}}},\n"
                   for i, s in sorted(catalogue.sources.items()))
    notes = ""
    items = [(d["id"], device_notes(d)) for d in catalogue.devices.values()]
    items += [(m["id"], model_notes(m)) for m in catalogue.models.values()]
    for item, fields in items:
        for field, note in sorted(fields.items()):
            shown = ", ".join(text(note.get(key)) for key in ("source", "seen", "quoted", "rule"))
            notes += f"    {{{text(item)}, {text(field)}, {shown}}},\n"
    paid = "".join(f"    {{{text(d['id'])}, {text(p['what'])}, {number(p['usd'])}, {text(p['date'])}, {text(p['source'])}, "
                   f"{text(p['basis'])}}},\n" for d in catalogue.devices.values() for p in prices(d))
    forms = "".join(f"    {{{text(d['id'])}, {text(d['form'])}}},\n" for d in catalogue.devices.values())
    return (HEAD + f"constexpr Source source_table[] = {{\n{rows}}};\n"
            + f"constexpr SourceNote note_table[] = {{\n{notes}}};\n"
            + f"constexpr PriceNote price_table[] = {{\n{paid}}};\nconstexpr FormNote form_table[] = {{\n{forms}}};\n")


def expected_table(catalogue):
    """What the shapes must come to: for the tests only."""
    def row(model):
        counts = ", ".join(number(model["checks"][key]["value"]) for key in CHECKS)
        return f"    {{{text(model['id'])}, {counts}}},\n"

    rows = "".join(map(row, catalogue.models.values()))
    return HEAD + f"constexpr ExpectedModel expected_models[] = {{\n{rows}}};\n"
