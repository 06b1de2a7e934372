"""Reads core/data and checks it. Nothing is guessed: a record that is missing, has the wrong unit or has no
source stops the build with the file and the field."""

import json
from decimal import Decimal
from pathlib import Path

from catalogue_schema import (ARCHITECTURES, CHECKS, CLOUD_KEYS, DATED, DEVICE_FLAGS, DEVICE_LABELS, DEVICE_OTHERS, DEVICE_TEXTS,
                              DEVICE_UNITS, EXPERT_COUNTS, FAMILIES, FORMS, ID, KINDS, LATENT_COUNTS, MODEL_KEYS, MONTH,
                              SEEN, SHAPE_COUNTS, SHAPE_FLAGS, SHAPE_OPTIONAL_COUNTS, SHAPE_WORDS, STATUSES)


def flat(node, path=""):
    """Yields (path, value) of everything that is not a plain group; records, lists and null are leaves."""
    for key, value in node.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, dict) and "value" not in value:
            yield from flat(value, here)
        else:
            yield here, value


def at(node, path):
    for key in path.split("."):
        node = node[key]
    return node


def is_number(value):
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


class Catalogue:
    """Everything in core/data, with the problems found while reading it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.problems = []
        self.sources = self.load("sources.json") or {}
        self.devices = self.load_all("devices")
        self.models = self.load_all("models")
        self.aliases = self.load("aliases.json") or {}
        for name, source in self.sources.items():
            self.check_source("sources.json", name, source)
        for file, device in self.devices.items():
            DeviceCheck(self, file, device).run()
        for file, model in self.models.items():
            ModelCheck(self, file, model).run()
        self.check_aliases()

    def problem(self, file, field, text):
        self.problems.append(f"core/data/{file}: {field}: {text}")

    def load(self, name):
        def no_duplicates(pairs):
            keys = [key for key, _ in pairs]
            for key in sorted({k for k in keys if keys.count(k) > 1}):
                self.problem(name, key, "given twice")
            return dict(pairs)

        try:
            text = (self.folder / name).read_text(encoding="utf-8")
            return json.loads(text, parse_float=Decimal, object_pairs_hook=no_duplicates)
        except (OSError, ValueError) as error:
            self.problem(name, "(file)", str(error))
            return None

    def load_all(self, kind):
        found = {}
        for path in sorted((self.folder / kind).glob("*.json")):
            content = self.load(f"{kind}/{path.name}")
            if isinstance(content, dict):
                found[f"{kind}/{path.name}"] = content
        return found

    def check_source(self, file, name, source):
        if not ID.match(name):
            self.problem(file, name, "not an id")
        for key in ("title", "publisher", "ref"):
            if not isinstance(source, dict) or not source.get(key):
                self.problem(file, name, f"has no {key}")

    def check_aliases(self):
        for kind, items in (("devices", self.devices), ("models", self.models)):
            ids = {item.get("id") for item in items.values()}
            for alias, target in self.aliases.get(kind, {}).items():
                if not ID.match(alias) or alias in ids:
                    self.problem("aliases.json", f"{kind}.{alias}", "not an id, or the id of an entry")
                if target not in ids:
                    self.problem("aliases.json", f"{kind}.{alias}", f"leads to {target}, which does not exist")


class Check:
    def __init__(self, catalogue, file, item):
        self.catalogue, self.file, self.item = catalogue, file, item

    def problem(self, field, text):
        self.catalogue.problem(self.file, field, text)

    def keys(self, field, value, required, optional=()):
        """Exactly these keys: a forgotten one and a misspelt one are both mistakes."""
        if not isinstance(value, dict):
            self.problem(field, "is not an object")
            return False
        for key in sorted(set(required) - set(value)):
            self.problem(f"{field}.{key}" if field else key, "is missing (null means not published)")
        for key in sorted(set(value) - set(required) - set(optional)):
            self.problem(f"{field}.{key}" if field else key, "is not a known field")
        return set(required) <= set(value)

    def record(self, field, record, unit, extra=()):
        """One number with its unit and where it comes from; null is "not published", zero is never meant."""
        if record is None:
            return
        if not self.keys(field, record, ("value", "unit", *extra), ("source", "seen", "quoted", "rule")):
            return
        if unit == "month":
            if not isinstance(record["value"], str) or not MONTH.match(record["value"]):
                self.problem(field, "value is not a month YYYY-MM")
        elif not is_number(record["value"]) or record["value"] <= 0:
            self.problem(field, "value is not a number above zero (null means not published)")
        if record["unit"] != unit:
            self.problem(field, f"unit is {record['unit']}, not {unit}")
        self.origin(field, record)

    def origin(self, field, record):
        source = record.get("source", self.item.get("source"))
        seen = record.get("seen", self.item.get("seen"))
        if seen not in SEEN:
            self.problem(field, f"seen is {seen}, not one of {', '.join(SEEN)}")
        if source is None and not (seen == "derived" and record.get("rule")):
            self.problem(field, "has no source, and is not derived with a rule")
        if source is not None and source not in self.catalogue.sources:
            self.problem(field, f"source {source} is not in sources.json")

    def count(self, field, value, optional=False):
        if value is None and optional:
            return
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.problem(field, "is not a whole number")

    def flag(self, field, value):
        if not isinstance(value, bool):
            self.problem(field, "is not true or false")

    def word(self, field, value, words):
        if value not in words:
            self.problem(field, f"is {value}, not one of {', '.join(words)}")

    def name(self):
        item_id = self.item.get("id")
        if not isinstance(item_id, str) or not ID.match(item_id):
            self.problem("id", "is not an id")
        elif not self.file.endswith(f"/{item_id}.json"):
            self.problem("id", "differs from the file name")


class DeviceCheck(Check):
    def run(self):
        self.name()
        leaves = dict(flat(self.item))
        required = (*DEVICE_UNITS, *DEVICE_TEXTS, *DEVICE_LABELS, *DEVICE_FLAGS, *DEVICE_OTHERS)
        if not self.keys("", leaves, required, ("source", "seen")):
            return
        for field, unit in DEVICE_UNITS.items():
            self.record(field, leaves[field], unit, ("date",) if field in DATED else ())
            self.dated(field, leaves[field], field in DATED)
        self.record("release", leaves["release"], "month")
        for field in DEVICE_TEXTS:
            if not isinstance(leaves[field], str) or not leaves[field]:
                self.problem(field, "is not a text")
        self.word("kind", leaves["kind"], KINDS)
        self.word("family", leaves["family"], FAMILIES)
        self.word("status", leaves["status"], STATUSES)
        for field in DEVICE_FLAGS:
            self.flag(field, leaves[field])
        if leaves["int8_on_matrix_unit"] is not None:
            self.flag("int8_on_matrix_unit", leaves["int8_on_matrix_unit"])
        if leaves["ranks_per_device"] is None:
            self.problem("ranks_per_device", "must be given")
        if leaves["form"] is not None:
            self.word("form", leaves["form"], FORMS)
        for i, price in enumerate(leaves["price.cloud"]):
            self.record(f"price.cloud[{i}]", price, "USD/h", CLOUD_KEYS)
            self.dated(f"price.cloud[{i}]", price, True)
        for i, conflict in enumerate(leaves["conflicts"]):
            self.conflict(f"conflicts[{i}]", conflict, leaves)
        self.plausible(leaves)

    def dated(self, field, record, wanted):
        if not wanted or record is None:
            return
        if not MONTH.match(str(record.get("date"))):
            self.problem(field, "has no date YYYY-MM: a price holds for its time")
        if record.get("seen") == "recalled" or record.get("source") == "vendor":
            self.problem(field, "was not read: a price without a page is null")

    def conflict(self, field, conflict, leaves):
        if not self.keys(field, conflict, ("field", "unit", "chosen", "why", "candidates")):
            return
        if conflict["field"] not in leaves:
            self.problem(field, f"is about {conflict['field']}, which is no field")
            return
        used = leaves[conflict["field"]]
        used = used["value"] if isinstance(used, dict) else used
        if used is not None and conflict["unit"].endswith("both directions"):
            used = used * 2
        if used != conflict["chosen"]:
            self.problem(field, f"chose {conflict['chosen']}, but the field holds {used}")
        for candidate in conflict["candidates"]:
            if candidate.get("source") not in self.catalogue.sources:
                self.problem(field, f"candidate source {candidate.get('source')} is not in sources.json")

    def plausible(self, leaves):
        def value(field):
            return leaves[field]["value"] if isinstance(leaves[field], dict) else None

        if value("peak_dense.fp16") != value("peak_dense.fp16_acc32"):
            self.problem("peak_dense.fp16", "differs from fp16_acc32, the rate it stands for")
        rates = [value("peak_dense.bf16"), value("peak_dense.fp16")]
        rates = [rate for rate in rates if rate is not None]
        bandwidth = value("memory.bandwidth")
        if rates and bandwidth and not 1 <= max(rates) * 1000 / bandwidth <= 2000:
            self.problem("peak_dense", "16-bit rate over bandwidth is not within 1 to 2,000 operations per byte")


class ModelCheck(Check):
    def run(self):
        self.name()
        if not self.keys("", self.item, MODEL_KEYS):
            return
        self.origin("shape", self.item)
        self.word("architecture", self.item["architecture"], ARCHITECTURES)
        shape = self.item["shape"]
        if self.keys("shape", shape, (*SHAPE_COUNTS, *SHAPE_OPTIONAL_COUNTS, *SHAPE_FLAGS, *SHAPE_WORDS)):
            for key in SHAPE_COUNTS:
                self.count(f"shape.{key}", shape[key])
            for key in SHAPE_OPTIONAL_COUNTS:
                self.count(f"shape.{key}", shape[key], optional=True)
            for key in SHAPE_FLAGS:
                self.flag(f"shape.{key}", shape[key])
            for key, words in SHAPE_WORDS.items():
                self.word(f"shape.{key}", shape[key], words)
        self.part("experts", EXPERT_COUNTS, ("dense_width",), ("expert_bias", "router_bias"))
        self.part("latent", LATENT_COUNTS)
        if self.keys("parameters", self.item["parameters"], ("total", "active")):
            self.record("parameters.total", self.item["parameters"]["total"], "count")
            self.record("parameters.active", self.item["parameters"]["active"], "count")
            if self.item["parameters"]["total"] is None:
                self.problem("parameters.total", "must be given")
        if self.keys("checks", self.item["checks"], CHECKS):
            for key in CHECKS:
                value = self.item["checks"][key]
                self.count(f"checks.{key}", value.get("value") if isinstance(value, dict) else None)

    def part(self, name, counts, optional=(), flags=()):
        part = self.item[name]
        if part is None or not self.keys(name, part, (*counts, *optional, *flags)):
            return
        for key in counts:
            self.count(f"{name}.{key}", part[key])
        for key in optional:
            self.count(f"{name}.{key}", part[key], optional=True)
        for key in flags:
            self.flag(f"{name}.{key}", part[key])
