"""Writes the device table, packed: whole numbers in fixed units and one text of all words. As plain structs the
table was a sixth of the module the page loads; catalogue_devices.cpp unpacks it without parsing."""

from decimal import Decimal

from catalogue_schema import FORMATS
from catalogue_tables import HEAD, packed_bytes, text
from catalogue_values import base, device_records

# Base units a step stands for, so that every published figure is a whole number of steps.
RATE = Decimal(10) ** 9        # GFLOP/s
MEMORY = Decimal(2) ** 10      # KiB
BANDWIDTH = Decimal(10) ** 5   # 0.0001 GB/s
CLOCK = Decimal(10) ** 3       # kHz
PLAIN = Decimal("0.001")

# In the order of catalogue_devices.cpp.
SLOTS = [(f"peak_ops_per_s.{f}", RATE) for f in FORMATS] + [
    ("sparse_multiplier", PLAIN), ("memory_bytes", MEMORY), ("bandwidth_bytes_per_s", BANDWIDTH),
    ("cache_bytes", MEMORY), ("matrix_unit_count", PLAIN), ("processor_count", PLAIN), ("array_side", PLAIN),
    ("clock_hz", CLOCK), ("power_limit_w", PLAIN), ("mean_power_w", PLAIN), ("least_power_w", PLAIN),
    ("estimated_power_w", PLAIN), ("link_one_way_bytes_per_s", BANDWIDTH),
    ("link_one_way_each_bytes_per_s", BANDWIDTH), ("links", PLAIN), ("host_one_way_bytes_per_s", BANDWIDTH),
    ("pcie_generation", PLAIN), ("pcie_lanes", PLAIN), ("server_devices", PLAIN), ("pod_chips", PLAIN),
    ("msrp_usd", PLAIN), ("street_usd", PLAIN), ("rent_usd_per_hour", Decimal("0.0001"))]

LARGEST = 2 ** 31 - 1


def steps(value, step, where):
    if value is None:
        return None
    count = value / step
    if count != count.to_integral_value() or not 0 <= count <= LARGEST:
        raise SystemExit(f"{where}: {value} is not a whole number of steps of {step}: widen core/data/catalogue_packed.py")
    return int(count)


def packed(count):
    """Bytes of a number of steps: 0 not published, 1 zero, else 2 + 10 × digits + zeros that follow them. Published
    figures are round, so most take one to three bytes."""
    code = 0 if count is None else 1
    if count:
        zeros = 0
        while count % 10 == 0 and zeros < 9:
            count, zeros = count // 10, zeros + 1
        code = 2 + 10 * count + zeros
    return packed_bytes(code)


def words(device):
    texts = [device["id"], device["name"], device["vendor"], device["family"],
             (device["release"] or {}).get("value"), device["status"], device["link"]["type"],
             device["link"]["topology"]]
    return "".join((t or "") + "\n" for t in texts)


def entry(device):
    records = device_records(device)
    int8 = {None: "-1", False: "0", True: "1"}[device["int8_on_matrix_unit"]]
    return (f"    {{DeviceKind::{device['kind']}, {str(device['training_capable']).lower()}, "
            f"{str(device['inference_focus']).lower()}, {int8}, {records['ranks_per_device']['value']}}},\n")


def numbers(device):
    records = device_records(device)
    found = (steps(base(records[key]), step, f"{device['id']}: {key}") for key, step in SLOTS)
    return "    " + "".join(f"{byte}, " for count in found for byte in packed(count)) + "\n"


def device_table(catalogue):
    devices = list(catalogue.devices.values())
    lines = "\n".join("    " + text(words(d)) for d in devices)
    return (HEAD + f"static_assert(slot_count == {len(SLOTS)});\n" + "constexpr PackedDevice packed_devices[] = {\n" + "".join(map(entry, devices)) + "};\n"
            + "constexpr std::uint8_t packed_numbers[] = {\n" + "".join(map(numbers, devices)) + "};\n"
            + f"constexpr std::string_view packed_words =\n{lines};\n")
