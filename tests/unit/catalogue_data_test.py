#!/usr/bin/env python3
"""The generator refuses a bad catalogue and says where: each test breaks one thing in a copy of core/data."""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "core" / "data"
GENERATOR = DATA / "generate_tables.py"


def run(*arguments):
    return subprocess.run([sys.executable, str(GENERATOR), *arguments], capture_output=True, text=True, check=False)


class CatalogueData(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def copy(self):
        data = self.folder / "data"
        shutil.copytree(DATA, data, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        return data

    def broken(self, file, change):
        """Runs the check on a copy in which `change` was made to `file`; returns what it complained of."""
        data = self.copy()
        content = json.loads((data / file).read_text(encoding="utf-8"))
        change(content)
        (data / file).write_text(json.dumps(content), encoding="utf-8")
        result = run("--check", "--data", str(data))
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn(f"core/data/{file}: ", result.stderr)
        return result.stderr

    def test_the_catalogue_as_it_is_passes(self):
        result = run("--check")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_number_without_a_source_is_refused(self):
        def change(device):
            del device["memory"]["bandwidth"]["source"]

        self.assertIn("devices/tpu-v4.json: memory.bandwidth: has no source", self.broken("devices/tpu-v4.json", change))

    def test_a_record_inherits_the_source_of_its_file(self):
        data = self.copy()
        path = data / "devices/tpu-v4.json"
        device = json.loads(path.read_text(encoding="utf-8"))
        del device["memory"]["bandwidth"]["source"]
        device["source"] = "gcp-v4"
        path.write_text(json.dumps(device), encoding="utf-8")
        self.assertEqual(run("--check", "--data", str(data)).returncode, 0)

    def test_a_derived_number_needs_its_rule(self):
        def change(device):
            del device["ranks_per_device"]["rule"]

        self.assertIn("ranks_per_device: has no source", self.broken("devices/tpu-v2.json", change))

    def test_an_unknown_source_is_refused(self):
        def change(device):
            device["clock"]["source"] = "nobody"

        self.assertIn("clock: source nobody is not in sources.json", self.broken("devices/t4.json", change))

    def test_zero_is_refused(self):
        def change(device):
            device["power"]["tdp"]["value"] = 0

        self.assertIn("power.tdp: value is not a number above zero", self.broken("devices/t4.json", change))

    def test_a_wrong_unit_is_refused(self):
        def change(device):
            device["memory"]["capacity"]["unit"] = "GB"

        self.assertIn("memory.capacity: unit is GB, not GiB", self.broken("devices/t4.json", change))

    def test_a_missing_field_is_refused(self):
        def change(device):
            del device["peak_dense"]["fp8"]

        self.assertIn("peak_dense.fp8: is missing", self.broken("devices/t4.json", change))

    def test_a_misspelt_field_is_refused(self):
        def change(device):
            device["memory"]["bandwith"] = None

        self.assertIn("memory.bandwith: is not a known field", self.broken("devices/t4.json", change))

    def test_an_implausible_rate_is_refused(self):
        def change(device):
            for field in ("fp16", "fp16_acc32"):
                device["peak_dense"][field]["value"] = 65000

        self.assertIn("peak_dense: 16-bit rate over bandwidth", self.broken("devices/t4.json", change))

    def test_a_rate_with_another_accumulator_is_refused(self):
        def change(device):
            device["peak_dense"]["fp16"]["value"] = 330.3

        self.assertIn("peak_dense.fp16: differs from fp16_acc32", self.broken("devices/rtx-4090.json", change))

    def test_a_conflict_must_have_chosen_what_the_field_holds(self):
        def change(device):
            device["conflicts"][0]["chosen"] = 1

        self.assertIn("conflicts[0]: chose 1", self.broken("devices/tpu-v2.json", change))

    def test_an_id_must_be_the_name_of_its_file(self):
        def change(model):
            model["id"] = "llama-2-8b"

        self.assertIn("id: differs from the file name", self.broken("models/llama-2-7b.json", change))

    def test_a_shape_without_a_source_is_refused(self):
        def change(model):
            model["source"] = None

        self.assertIn("shape: has no source", self.broken("models/llama-2-7b.json", change))

    def test_an_alias_must_lead_somewhere(self):
        def change(aliases):
            aliases["devices"]["v100"] = "v100-nowhere"

        self.assertIn("devices.v100: leads to v100-nowhere", self.broken("aliases.json", change))

    def test_an_alias_must_not_hide_an_entry(self):
        def change(aliases):
            aliases["devices"]["t4"] = "l4"

        self.assertIn("devices.t4: not an id, or the id of an entry", self.broken("aliases.json", change))

    def test_a_constant_outside_its_bounds_is_refused(self):
        def change(calibration):
            calibration["constants"]["product.shader.compute_share"]["value"] = 0.2

        self.assertIn("product.shader.compute_share: value is outside its bounds", self.broken("calibration/products.json", change))

    def test_a_share_above_one_is_refused(self):
        def change(calibration):
            calibration["constants"]["product.shader.bandwidth_share"]["high"] = 1.2

        self.assertIn("product.shader.bandwidth_share: a share has bounds within 0 and 1", self.broken("calibration/products.json", change))

    def test_a_constant_without_a_known_source_is_refused(self):
        def change(calibration):
            calibration["constants"]["call.eager.launch_s"]["source"] = "nobody"

        self.assertIn("call.eager.launch_s: source nobody is not in sources.json", self.broken("calibration/products.json", change))

    def test_a_constant_with_a_forgotten_key_is_refused(self):
        def change(calibration):
            del calibration["constants"]["product.default.loop_s"]["rows"]

        self.assertIn("product.default.loop_s: has not exactly the keys", self.broken("calibration/products.json", change))

    def with_table(self, constants):
        """The complaints about products.json with a table of two rows and one column, and these cells."""
        def change(calibration):
            calibration["tables"]["toy"] = {"rows": ["volta.tensor", "tensor"], "columns": ["share"]}
            for name in constants:
                calibration["constants"][name] = dict(calibration["constants"]["product.shader.compute_share"])
        return self.broken("calibration/products.json", change)

    def test_a_cell_that_nothing_gives_is_refused(self):
        self.assertIn("nothing gives share of tensor", self.with_table(["toy.volta.tensor.share"]))

    def test_a_constant_of_no_cell_is_refused(self):
        problems = self.with_table(["toy.default.share", "toy.tensor.shore", "toy.pascal.share"])
        self.assertIn("toy.tensor.shore: is no cell of the table toy", problems)
        self.assertIn("toy.pascal.share: is no cell of the table toy", problems)
        self.assertNotIn("nothing gives", problems)

    def test_a_constant_in_two_files_is_refused(self):
        data = self.copy()
        shutil.copy(data / "calibration/products.json", data / "calibration/again.json")
        result = run("--check", "--data", str(data))
        self.assertIn("again.json: attention_share: is in products too", result.stderr)

    def test_text_that_is_not_json_is_refused(self):
        data = self.copy()
        (data / "models/gpt2.json").write_text("{", encoding="utf-8")
        result = run("--check", "--data", str(data))
        self.assertEqual(result.returncode, 1)
        self.assertIn("core/data/models/gpt2.json", result.stderr)

    def test_a_key_given_twice_is_refused(self):
        data = self.copy()
        path = data / "models/gpt2.json"
        path.write_text(path.read_text(encoding="utf-8").replace('"id"', '"name": "x", "id"', 1), encoding="utf-8")
        result = run("--check", "--data", str(data))
        self.assertEqual(result.returncode, 1)
        self.assertIn("models/gpt2.json: name: given twice", result.stderr)

    def test_the_same_data_gives_the_same_bytes(self):
        for name in ("one", "two"):
            self.assertEqual(run("--out", str(self.folder / name)).returncode, 0)
        for path in sorted((self.folder / "one").iterdir()):
            self.assertEqual(path.read_bytes(), (self.folder / "two" / path.name).read_bytes(), path.name)

    def test_a_price_without_a_date_or_a_source_is_refused(self):
        def undated(device):
            del device["price"]["msrp"]["date"]

        def unsourced(device):
            device["price"]["cloud"] = [{"value": 1, "unit": "USD/h", "seen": "read", "provider": "P", "region": "R",
                                         "date": "2025-01", "basis": "per chip"}]

        def no_month(device):
            device["price"]["msrp"]["date"] = "last summer"

        def of_a_year(device):
            device["price"]["msrp"]["date"] = "2018"

        def recalled(device):
            device["price"]["msrp"]["seen"] = "recalled"

        self.assertIn("price.msrp", self.broken("devices/rtx-2080-ti.json", undated))
        self.assertIn("price.msrp: has no date", self.broken("devices/rtx-2080-ti.json", of_a_year))
        self.assertIn("price.msrp: was not read", self.broken("devices/rtx-2080-ti.json", recalled))
        self.assertIn("price.msrp: has no date", self.broken("devices/rtx-2080-ti.json", no_month))
        self.assertIn("price.cloud[0]: has no source", self.broken("devices/rtx-2080-ti.json", unsourced))

    def test_every_price_was_read_on_a_page_or_in_a_file_and_has_its_month(self):
        sources = json.loads((DATA / "sources.json").read_text(encoding="utf-8"))
        prices = 0
        for path in sorted((DATA / "devices").glob("*.json")):
            price = json.loads(path.read_text(encoding="utf-8"))["price"]
            for record in [price["msrp"], price["street"], *price["cloud"]]:
                if record is None:
                    continue
                prices += 1
                self.assertRegex(record["date"], r"^20\d\d-\d\d$", path.name)
                self.assertIn(record["source"], sources, path.name)
                self.assertNotEqual(record["source"], "vendor", path.name)
                self.assertEqual(record["seen"], "read", path.name)
        self.assertGreater(prices, 100)

    def test_the_figures_that_stand_in_for_a_grid_a_tariff_and_a_life_name_a_dated_page(self):
        sources = json.loads((DATA / "sources.json").read_text(encoding="utf-8"))
        for name, year in (("ember-2025", "2025"), ("eia-2023", "2024")):
            self.assertIn(year, sources[name]["publisher"])
            self.assertTrue(sources[name]["ref"].startswith("https://"))
        self.assertIn("473", sources["ember-2025"]["title"])
        self.assertIn("five-year", sources["irs-946"]["title"])


if __name__ == "__main__":
    unittest.main()
