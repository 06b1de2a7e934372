"""The values of the compiled catalogue: which record each one comes from, in base units. The keys are those
of the catalogue JSON (catalogue_json.hpp), of explanations and of sources_bundle.json."""

import re
from decimal import Decimal

from catalogue_files import at, flat
from catalogue_schema import FORMATS

FACTOR = {"TFLOP/s": Decimal(10) ** 12, "TOP/s": Decimal(10) ** 12, "GB/s": Decimal(10) ** 9,
          "GiB": Decimal(2) ** 30, "MiB": Decimal(2) ** 20, "KiB": Decimal(2) ** 10, "MHz": Decimal(10) ** 6,
          "W": Decimal(1), "USD": Decimal(1), "USD/h": Decimal(1), "count": Decimal(1), "ratio": Decimal(1),
          "generation": Decimal(1), "lanes": Decimal(1)}

# One lane, one direction, in bytes per second: transfers per second over 8 bits, less the line code.
# Generation 6 sends 242 of every 256 bytes.
PCIE_LANE = {1: Decimal("2.5e9") / 10, 2: Decimal("5e9") / 10, 3: Decimal("8e9") / 8 * 128 / 130,
             4: Decimal("16e9") / 8 * 128 / 130, 5: Decimal("32e9") / 8 * 128 / 130,
             6: Decimal("64e9") / 8 * 242 / 256}

# Catalogue key -> record of the file, the first that is published. A chip has one last level of memory of
# its own: the infinity or system cache of a GPU, else its L2; CMEM where a TPU has it, else VMEM; the SRAM of
# other parts. Programs find less memory than is sold where error correction and the driver take some: that
# is used where somebody published it. The power limit is the TDP, or the published maximum. fp64 runs on the matrix unit where it can.
DEVICE_FIELDS = {
    **{f"peak_ops_per_s.{f}": (f"peak_dense.{f}",) for f in FORMATS},
    "peak_ops_per_s.fp64": ("peak_dense.fp64_matrix", "peak_dense.fp64"),
    "sparse_multiplier": ("sparse_multiplier",),
    "memory_bytes": ("memory.usable", "memory.capacity"),
    "bandwidth_bytes_per_s": ("memory.bandwidth",),
    "cache_bytes": ("on_chip.llc", "on_chip.cmem", "on_chip.sram", "on_chip.l2", "on_chip.vmem"),
    "matrix_unit_count": ("matrix_unit.count",),
    "processor_count": ("matrix_unit.processors",),
    "array_side": (),
    "clock_hz": ("clock",),
    "power_limit_w": ("power.tdp", "power.most"),
    "mean_power_w": ("power.mean",),
    "least_power_w": ("power.least",),
    "estimated_power_w": ("power.estimate",),
    "link_one_way_bytes_per_s": ("link.one_way",),
    "link_one_way_each_bytes_per_s": ("link.one_way_each",),
    "links": ("link.links",),
    "host_one_way_bytes_per_s": ("host.one_way",),
    "pcie_generation": ("host.pcie_generation",),
    "pcie_lanes": ("host.pcie_lanes",),
    "ranks_per_device": ("ranks_per_device",),
    "server_devices": ("pod.server_devices",),
    "pod_chips": ("pod.max_chips",),
    "msrp_usd": ("price.msrp",),
    "street_usd": ("price.street",),
    "rent_usd_per_hour": (),
}


def base(record):
    return None if record is None else Decimal(record["value"]) * FACTOR[record["unit"]]


def array_side(device):
    shape = device["matrix_unit"]["shape"]
    match = re.fullmatch(r"(\d+)x(\d+)", shape or "")
    if not match or match.group(1) != match.group(2):
        return None
    return {"value": int(match.group(1)), "unit": "count", "seen": "derived",
            "rule": f"side of the published shape {shape}"}


def host_rate(device):
    """PCIe generation x lanes, where the rate itself is not published."""
    generation, lanes = device["host"]["pcie_generation"], device["host"]["pcie_lanes"]
    if generation is None or lanes is None:
        return None
    rate = PCIE_LANE[generation["value"]] * lanes["value"] / 10 ** 9
    return {"value": rate.quantize(Decimal("0.0001")).normalize(), "unit": "GB/s", "seen": "derived",
            "source": generation.get("source", device.get("source")),
            "rule": f"PCIe {generation['value']} line rate less the line code, {lanes['value']} lanes"}


def rent(device):
    """The lowest price listed for a whole chip; where, when and what it was are part of the note."""
    whole = [(price["value"], i) for i, price in enumerate(device["price"]["cloud"]) if "only" not in price["basis"]]
    if not whole:
        return None
    place = min(whole)[1]
    price = device["price"]["cloud"][place]
    return {**price, "field": f"price.cloud.{place}",
            "rule": f"the lowest listed price: {price['provider']}, {price['date']}, {price['basis']}"}


def device_records(device):
    """Catalogue key -> the record used, or None; `field` in a record names its place in the file."""
    found = {}
    for key, paths in DEVICE_FIELDS.items():
        published = [(path, at(device, path)) for path in paths]
        found[key] = next(({**record, "field": path} for path, record in published if record is not None), None)
    found["array_side"] = array_side(device)
    found["rent_usd_per_hour"] = rent(device)
    found["host_one_way_bytes_per_s"] = found["host_one_way_bytes_per_s"] or host_rate(device)
    return found


def note(record, item):
    """What an explanation shows about one record."""
    keys = ("value", "unit", "seen", "source", "quoted", "rule", "field", "date")
    shown = {key: record[key] for key in keys if record.get(key) is not None}
    for key in ("source", "seen"):
        if key not in shown and item.get(key) is not None and "rule" not in shown:
            shown[key] = item[key]
    return shown


def device_notes(device):
    """Catalogue key -> note; facts that no estimate uses come under their path in the file."""
    used = device_records(device)
    notes = {key: note(record, device) for key, record in used.items() if record is not None}
    shown = {record.get("field") for record in used.values() if record is not None}
    for path, record in flat(device):
        if isinstance(record, dict) and path not in shown:
            notes[path] = note(record, device)
    for i, price in enumerate(device["price"]["cloud"]):
        notes[f"cloud.{i}.usd_per_hour"] = note(price, device)
    return notes


def prices(device):
    """Every price with its date, its source and what was paid for; the lowest rent is what a cost is made of."""
    found = []
    for what in ("msrp", "street"):
        record = device["price"][what]
        if record is not None:
            basis = "list price at release" if what == "msrp" else record.get("quoted", "")
            found.append({"what": what, "usd": record["value"], "date": record["date"], "source": record["source"], "basis": basis})
    for record in device["price"]["cloud"]:
        basis = ", ".join((record["provider"], record["region"], record["basis"]))
        found.append({"what": "rent", "usd": record["value"], "date": record["date"], "source": record["source"], "basis": basis})
    return found


def model_notes(model):
    notes = {"shape": {"source": model["source"], "seen": model["seen"]}}
    for key, record in model["parameters"].items():
        if record is not None:
            notes[f"parameters.published_{key}"] = note(record, model)
    return notes


def bundle(catalogue):
    """sources_bundle.json: what the page fetches when an explanation opens."""
    catalogue_keys = {path: key for key, paths in DEVICE_FIELDS.items() for path in paths}
    devices, models = {}, {}
    for device in catalogue.devices.values():
        conflicts = [{**conflict, "field": catalogue_keys.get(conflict["field"], conflict["field"])}
                     for conflict in device["conflicts"]]
        labels = {path: value for path, value in flat(device)
                  if path in ("form", "process_node", "memory.type", "matrix_unit.type", "matrix_unit.shape") and value}
        devices[device["id"]] = {"fields": device_notes(device), "labels": labels, "prices": prices(device), "conflicts": conflicts,
                                 "notes": device["notes"]}
    for model in catalogue.models.values():
        models[model["id"]] = {"fields": model_notes(model), "notes": model["notes"]}
    return {"schema": 1, "sources": catalogue.sources, "devices": devices, "models": models}
