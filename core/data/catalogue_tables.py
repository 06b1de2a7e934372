"""Writes the C++ tables: constant data, nothing to parse or allocate when the program starts."""

import json
from decimal import Decimal

from catalogue_schema import CHECKS, FORMATS
from catalogue_values import base, device_notes, device_records, model_notes

HEAD = "// Written by core/data/generate_tables.py from core/data. Do not edit.\n"


def number(value):
    """The decimal text of a double; the compiler rounds it once, correctly."""
    text = format(Decimal(value).normalize(), "f")
    return text if "." in text else text + ".0"


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


# C++ member, catalogue key, type of the quantity (None: a plain number).
NUMBERS = (
    ("memory", "memory_bytes", "Bytes"),
    ("bandwidth", "bandwidth_bytes_per_s", "BytesPerSecond"),
    ("cache", "cache_bytes", "Bytes"),
    ("matrix_unit_count", "matrix_unit_count", None),
    ("processor_count", "processor_count", None),
    ("array_side", "array_side", None),
    ("clock", "clock_hz", "Hertz"),
    ("power_limit", "power_limit_w", "Watts"),
    ("mean_power", "mean_power_w", "Watts"),
    ("least_power", "least_power_w", "Watts"),
    ("estimated_power", "estimated_power_w", "Watts"),
)
LINK_NUMBERS = (
    ("link_one_way", "link_one_way_bytes_per_s", "BytesPerSecond"),
    ("link_one_way_each", "link_one_way_each_bytes_per_s", "BytesPerSecond"),
    ("links", "links", None),
    ("host_one_way", "host_one_way_bytes_per_s", "BytesPerSecond"),
    ("pcie_generation", "pcie_generation", None),
    ("pcie_lanes", "pcie_lanes", None),
)
LAST_NUMBERS = (
    ("server_devices", "server_devices", None),
    ("pod_chips", "pod_chips", None),
    ("msrp_usd", "msrp_usd", None),
    ("street_usd", "street_usd", None),
)


def prices_name(device):
    return "cloud_" + device["id"].replace("-", "_").replace(".", "_")


def prices(device):
    rows = "".join(
        f"    {{.usd_per_hour = {number(base(p))}, .provider = {text(p['provider'])}, .region = {text(p['region'])},"
        f" .date = {text(p['date'])}, .basis = {text(p['basis'])}}},\n" for p in device["price"]["cloud"])
    return f"constexpr CloudPrice {prices_name(device)}[] = {{\n{rows}}};\n"


def device_entry(device):
    records = device_records(device)

    def numbers(table):
        return [(member, optional(base(records[key]), kind)) for member, key, kind in table]

    peaks = ", ".join(optional(base(records[f"peak_ops_per_s.{f}"]), "OpsPerSecond") for f in FORMATS)
    int8 = device["int8_on_matrix_unit"]
    fields = [(key, text(device[key])) for key in ("id", "name", "vendor")]
    fields += [("kind", f"DeviceKind::{device['kind']}"), ("family", text(device["family"])),
               ("release", text((device["release"] or {}).get("value"))), ("status", text(device["status"])),
               ("training_capable", flag(device["training_capable"])),
               ("inference_focus", flag(device["inference_focus"])),
               ("peak_dense", f"{{{{{peaks}}}}}"),
               ("sparse_multiplier", optional(base(records["sparse_multiplier"]))),
               ("int8_on_matrix_unit", "std::nullopt" if int8 is None else flag(int8))]
    fields += numbers(NUMBERS)
    fields += [("link_type", text(device["link"]["type"])), ("topology", text(device["link"]["topology"]))]
    fields += numbers(LINK_NUMBERS)
    fields += [("ranks_per_device", str(records["ranks_per_device"]["value"]))]
    fields += numbers(LAST_NUMBERS)
    fields += [("cloud", prices_name(device) if device["price"]["cloud"] else "{}")]
    return "    " + struct(fields, 4) + ",\n"


def device_table(catalogue):
    devices = catalogue.devices.values()
    return (HEAD + "".join(prices(d) for d in devices if d["price"]["cloud"])
            + "constexpr Device device_table[] = {\n" + "".join(map(device_entry, devices)) + "};\n")


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
