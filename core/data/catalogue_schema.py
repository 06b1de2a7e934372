"""What the files of core/data may hold: fields, units and words. README.md explains each of them."""

import re

ID = re.compile(r"[a-z0-9]([a-z0-9.-]{0,38}[a-z0-9])?\Z")
MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])\Z")
SEEN = ("read", "derived", "recalled")

# Order of the enum Format of catalogue.hpp.
FORMATS = ("fp64", "fp32", "tf32", "bf16", "fp16", "fp16_acc16", "fp8", "fp8_acc16", "int8", "int4", "fp4")
PEAKS = FORMATS + ("fp64_matrix", "fp16_acc32", "unspecified")
KINDS = ("tpu", "gpu", "asic", "npu", "cpu")
FAMILIES = ("maxwell", "pascal", "volta", "turing", "ampere", "ada", "hopper", "blackwell", "blackwell-ultra",
            "cdna1", "cdna2", "cdna3", "cdna4", "rdna3", "rdna4", "tpu-2", "tpu-4", "tpu-6", "mtia", "gaudi",
            "trainium", "apple", "cpu")
FORMS = ("pcie-card", "sxm", "oam", "superchip", "soc", "laptop", "cloud")  # or null
STATUSES = ("current", "cloud-only", "discontinued", "internal", "announced")

# Every number of a device file and its unit. All paths must be there; null means "not published".
DEVICE_UNITS = {
    **{f"peak_dense.{f}": "TOP/s" if f in ("int8", "int4", "unspecified") else "TFLOP/s" for f in PEAKS},
    "sparse_multiplier": "ratio",
    "memory.capacity": "GiB", "memory.usable": "MiB", "memory.capacity_max": "GiB",
    "memory.bandwidth": "GB/s",
    "on_chip.l2": "MiB", "on_chip.llc": "MiB", "on_chip.sram": "MiB", "on_chip.vmem": "MiB",
    "on_chip.cmem": "MiB", "on_chip.bandwidth": "GB/s",
    "on_chip.local_per_element": "KiB", "on_chip.local_bandwidth_per_element": "GB/s",
    "matrix_unit.count": "count", "matrix_unit.processors": "count",
    "clock": "MHz",
    "power.tdp": "W", "power.most": "W", "power.mean": "W", "power.least": "W", "power.estimate": "W",
    "link.one_way": "GB/s", "link.one_way_each": "GB/s", "link.links": "count",
    "host.one_way": "GB/s", "host.pcie_generation": "generation", "host.pcie_lanes": "lanes",
    "ranks_per_device": "count",
    "pod.server_devices": "count", "pod.max_chips": "count",
    "price.msrp": "USD", "price.street": "USD",
}
DEVICE_TEXTS = ("id", "name", "vendor", "kind", "family", "status")
DEVICE_LABELS = ("process_node", "notes", "memory.type", "matrix_unit.type", "matrix_unit.shape", "link.type",
                 "link.topology")  # may be null
DEVICE_FLAGS = ("training_capable", "inference_focus")
DATED = ("price.msrp", "price.street")  # with the month they hold for
DEVICE_OTHERS = ("form", "release", "int8_on_matrix_unit", "price.cloud", "conflicts")
CLOUD_KEYS = ("provider", "region", "date", "basis")

SHAPE_COUNTS = ("layers", "width", "heads", "kv_heads", "head_width", "mlp_width", "max_positions",
                "norms_per_layer")
SHAPE_OPTIONAL_COUNTS = ("encoder_layers", "vocabulary", "window", "windowed_layers", "token_types", "classes",
                         "patch_values")
SHAPE_FLAGS = ("gated", "tied_head", "parallel_mlp", "qk_norm", "mlp_bias", "head_bias", "attention_sinks",
               "pooler")
SHAPE_WORDS = {"position": ("rope", "learned", "relative-bias"), "norm": ("layernorm", "rmsnorm"),
               "attention_bias": ("none", "qkv", "qkvo")}
EXPERT_COUNTS = ("count", "active", "shared", "width", "shared_width", "dense_layers_first")
LATENT_COUNTS = ("query_rank", "kv_rank", "nope_width", "rope_width", "value_width")
ARCHITECTURES = ("decoder", "encoder", "encdec", "vit")
MODEL_KEYS = ("id", "name", "family", "architecture", "source", "seen", "shape", "experts", "latent",
              "parameters", "checks", "notes")
CHECKS = ("total", "active", "input_embedding", "kv_cache_values_per_token")
