"""Writes the C++ tables: constant data, nothing to parse or allocate when the program starts."""

import json
from decimal import Decimal

from catalogue_schema import CHECKS
from catalogue_values import device_notes, model_notes

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


def optional(value, kind=None):
    if value is None:
        return "std::nullopt"
    return f"{kind}({number(value)})" if kind else number(value)


def text(value):
    return json.dumps(value or "", ensure_ascii=False)


def flag(value):
    return "true" if value else "false"


def struct(fields, indent):
    pad = " " * indent
    return "{\n" + "".join(f"{pad}    .{name} = {value},\n" for name, value in fields) + pad + "}"


ARCHITECTURE_NAMES = {"encdec": "encoder_decoder", "vit": "vision"}  # the others are called as in the files
EXPERTS = ("count", "active", "shared", "width", "shared_width", "dense_layers_first", "dense_width",
           "expert_bias", "router_bias")
LATENT = ("query_rank", "kv_rank", "nope_width", "rope_width", "value_width")


def shape_entry(model):
    shape = model["shape"]

    def count(key):
        return (key, number(shape[key] or 0))

    architecture = ARCHITECTURE_NAMES.get(model["architecture"], model["architecture"])
    fields = [("architecture", f"Architecture::{architecture}")]
    fields += [count(key) for key in ("layers", "encoder_layers", "width", "heads", "kv_heads", "head_width",
                                      "mlp_width")]
    fields += [("gated", flag(shape["gated"])), count("vocabulary"), count("max_positions"),
               ("learned_positions", number(shape["max_positions"] if shape["position"] == "learned" else 0)),
               ("relative_bias", flag(shape["position"] == "relative-bias")), ("tied_head", flag(shape["tied_head"])),
               ("layer_norm", flag(shape["norm"] == "layernorm")), count("norms_per_layer"),
               ("parallel_mlp", flag(shape["parallel_mlp"])), ("qk_norm", flag(shape["qk_norm"])),
               ("qkv_bias", flag(shape["attention_bias"] != "none")),
               ("out_bias", flag(shape["attention_bias"] == "qkvo")), ("mlp_bias", flag(shape["mlp_bias"])),
               ("head_bias", flag(shape["head_bias"])), ("attention_sinks", flag(shape["attention_sinks"])),
               ("causal", flag(model["architecture"] in ("decoder", "encdec"))), ("pooler", flag(shape["pooler"]))]
    fields += [count(key) for key in ("token_types", "classes", "patch_values", "window", "windowed_layers")]
    experts, latent = model["experts"], model["latent"]
    if experts is not None:
        fields += [("experts", "Experts" + struct(
            [(k, flag(v) if isinstance(v, bool) else number(v or 0)) for k, v in sorted_like(EXPERTS, experts)], 12))]
    else:
        fields += [("experts", "std::nullopt")]
    if latent is not None:
        fields += [("latent", "Latent" + struct([(k, number(v)) for k, v in sorted_like(LATENT, latent)], 12))]
    else:
        fields += [("latent", "std::nullopt")]
    return struct(fields, 8)


def sorted_like(order, part):
    """C++ wants designated members in the order of their declaration."""
    return [(key, part[key]) for key in order]


def model_entry(model):
    parameters = model["parameters"]
    active = parameters["active"]
    fields = [(key, text(model[key])) for key in ("id", "name", "family")]
    fields += [("shape", shape_entry(model)), ("published_total", number(parameters["total"]["value"])),
               ("published_active", optional(active["value"] if active else None))]
    return "    " + struct(fields, 4) + ",\n"


def model_table(catalogue):
    return HEAD + "constexpr Model model_table[] = {\n" + "".join(map(model_entry, catalogue.models.values())) + "};\n"


def alias_table(catalogue):
    out = HEAD
    for kind, name in (("devices", "device_alias_table"), ("models", "model_alias_table")):
        rows = "".join(f"    {{{text(a)}, {text(i)}}},\n" for a, i in sorted(catalogue.aliases[kind].items()))
        out += f"constexpr Alias {name}[] = {{\n{rows}}};\n"
    return out


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
    return (HEAD + f"constexpr Source source_table[] = {{\n{rows}}};\n"
            + f"constexpr SourceNote note_table[] = {{\n{notes}}};\n")


def expected_table(catalogue):
    """What the shapes must come to: for the tests only."""
    def row(model):
        counts = ", ".join(number(model["checks"][key]["value"]) for key in CHECKS)
        return f"    {{{text(model['id'])}, {counts}}},\n"

    rows = "".join(map(row, catalogue.models.values()))
    return HEAD + f"constexpr ExpectedModel expected_models[] = {{\n{rows}}};\n"
