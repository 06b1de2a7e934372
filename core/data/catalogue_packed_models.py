"""Writes the model table and the aliases, packed: whole numbers one after the other and texts of lines.
catalogue_models.cpp unpacks them, without parsing, when they are first asked for."""

from catalogue_tables import HEAD, packed_bytes, text

# In the order of catalogue_models.cpp.
COUNTS = ("layers", "encoder_layers", "width", "heads", "kv_heads", "head_width", "mlp_width", "vocabulary",
          "max_positions", "norms_per_layer", "token_types", "classes", "patch_values", "window", "windowed_layers")
EXPERT_COUNTS = ("count", "active", "shared", "width", "shared_width", "dense_layers_first", "dense_width")
LATENT_COUNTS = ("query_rank", "kv_rank", "nope_width", "rope_width", "value_width")
ARCHITECTURES = ("decoder", "encoder", "encdec", "vit")


def flags(model):
    shape, experts = model["shape"], model["experts"] or {}
    return (shape["position"] == "learned", shape["gated"], shape["position"] == "relative-bias", shape["tied_head"],
            shape["norm"] == "layernorm", shape["parallel_mlp"], shape["qk_norm"], shape["attention_bias"] != "none",
            shape["attention_bias"] == "qkvo", shape["mlp_bias"], shape["head_bias"], shape["attention_sinks"],
            model["architecture"] in ("decoder", "encdec"), shape["pooler"], model["experts"] is not None,
            experts.get("expert_bias"), experts.get("router_bias"), model["latent"] is not None)


def numbers(model):
    out = [ARCHITECTURES.index(model["architecture"]), sum(1 << i for i, flag in enumerate(flags(model)) if flag)]
    out += [model["shape"][key] or 0 for key in COUNTS]
    for part, keys in (("experts", EXPERT_COUNTS), ("latent", LATENT_COUNTS)):
        if model[part] is not None:
            out += [model[part][key] or 0 for key in keys]
    active = model["parameters"]["active"]
    return out + [model["parameters"]["total"]["value"], active["value"] if active else 0]


def lines(values):
    return text("".join(value + "\n" for value in values))


def model_table(catalogue):
    models = list(catalogue.models.values())
    rows = "".join("    " + "".join(f"{byte}, " for count in numbers(m) for byte in packed_bytes(count)) + "\n"
                   for m in models)
    words = "\n".join("    " + lines((m["id"], m["name"], m["family"])) for m in models)
    return (HEAD + f"constexpr std::size_t model_count = {len(models)};\n"
            + "constexpr std::uint8_t packed_numbers[] = {\n" + rows + "};\n"
            + f"constexpr std::string_view packed_words =\n{words};\n")


def alias_table(catalogue):
    """The aliases of each entry in the order of the entries, each ended by an empty line: what they lead to costs no byte."""
    out = HEAD
    for kind, entries, name in (("devices", catalogue.devices, "device_alias_words"),
                                ("models", catalogue.models, "model_alias_words")):
        known = catalogue.aliases[kind]
        own = [[alias for alias in sorted(known) if known[alias] == entry["id"]] for entry in entries.values()]
        out += f"constexpr std::string_view {name} =\n" + "\n".join("    " + lines([*words, ""]) for words in own) + ";\n"
    return out
