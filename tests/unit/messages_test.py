#!/usr/bin/env python3
"""Every code of the core has its texts: what core/src and core/include can say is compared with
core/data/messages, and the sources that formulas and storage formats name with core/data/sources.json."""

import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "core" / "data"
LANGUAGES = ("en", "zh")
SECTIONS = ("issues", "assumptions", "labels")

CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+\Z")
LITERAL = r'"((?:\\.|[^"\\\n])*)"'
SLOT = re.compile(r"\{([a-z_]+)\}")
HAN = re.compile("[\u4e00-\u9fff]")

# Codes that a result carries beside its numbers; what is left of the codes are issues.
# Where codes of a choice of format are made and asked for, not reported.
PRECISION = {"precision.cpp", "limits.cpp", "choices.cpp"}
LABEL_FAMILIES = ("band.", "verdict.", "limit.", "risk.", "plan.")
# What fills the places in texts that are not about an issue.
OTHER_PARAMETERS = {"assumptions": {"path", "value"}, "labels": {"device", "next", "ratio"}}
# The functions that name an item: the parts of a step, and those of the memory.
NAMING = re.compile(
    r"(?:\b(?:product|traffic|add|add_parts|put|scores|attend_layers|stored|tensor|once_item|repeated|exchange)\("
    r"|\.(?:name|part) = "
    r"|\b(?:items_?|parts)\.push_back\(\{"
    r"|\bTensorKind\{"
    r"|\bparts\{\{)" + LITERAL)


def without_comments(text):
    return re.sub(LITERAL + r"|//[^\n]*|/\*.*?\*/",
                  lambda match: match.group(0) if match.group(0).startswith('"') else " ", text, flags=re.DOTALL)


def read_code():
    files = sorted([*(ROOT / "core/src").glob("*/*.[ch]pp"), *(ROOT / "core/include/tilewise").glob("*.hpp")])
    return {path.name: without_comments(path.read_text(encoding="utf-8")) for path in files}


def words_of(code, kind):
    """The words of an enumeration, from the switch of word(kind)."""
    for text in code.values():
        body = re.search(rf"word\({kind} \w+\) \{{(.*?)\n\}}", text, flags=re.DOTALL)
        if body:
            return {word for word in re.findall(r"case [^\n]*return " + LITERAL, body.group(1)) if word}
    raise AssertionError(f"there is no word({kind})")


def formulas(code):
    """id -> source of every FormulaInfo{id, expression, source}."""
    found = {}
    for text in code.values():
        for match in re.finditer(rf"FormulaInfo(?:\s+\w+)?\s*\{{((?:\s*{LITERAL}\s*,?)+)\s*\}}", text):
            joined = re.sub(r'"\s*"', "", re.sub(r",\s*\"\"\s*\Z", ',"@none"', match.group(1).strip()))
            parts = re.findall(LITERAL, joined)
            assert len(parts) == 3, f"unreadable formula: {match.group(0)}"
            found[parts[0]] = "" if parts[2] == "@none" else parts[2]
    return found


def item_names(code):
    found = words_of(code, "Phase")
    for name, text in code.items():
        if name.startswith(("lower", "place", "memory", "estimate_time", "estimate_serve", "time_training")):
            found |= set(NAMING.findall(text))
            found |= {word for pair in re.findall(rf"\bmlp\({LITERAL}, {LITERAL}", text) for word in pair}
            found |= set(re.findall(rf"\btake_items\(\*\w+, {LITERAL}", text))
    return found


def trace_paths(code):
    """Where formulas are kept: not codes, though some look like them."""
    calls = r"\b(?:apply\(&?trace_?, |add_sum\(|throughput\(|find\()" + LITERAL
    return {path for text in code.values() for path in re.findall(calls, text)}


def codes(code):
    """code -> the files that name it. Every dotted literal that is no formula, path or key is a code."""
    others = trace_paths(code) | set(formulas(code)) | {"mm.m", "mm.n", "mm.k"}
    others |= {word for word in re.findall(LITERAL, code["vocabulary.hpp"]) if CODE.match(word)}
    # Names of a GGUF file's own: keys of its metadata and its tensors.
    others |= {word for word in re.findall(LITERAL, code["import_gguf.cpp"]) if not word.startswith("import.")}
    found = {}
    for name, text in code.items():
        includes_cut = re.sub(r"#include [^\n]*", "", text)
        for word in re.findall(LITERAL, includes_cut):
            if CODE.match(word) and word not in others:
                found.setdefault(word, set()).add(name)
    return found


def expected(code):
    """section -> the keys it must have."""
    sections = {section: set() for section in SECTIONS}
    for word, files in codes(code).items():
        if word.startswith("assumption."):
            sections["assumptions"].add(word)
        elif word.startswith(LABEL_FAMILIES):
            sections["labels"].add(word)
        else:
            if "precision.cpp" in files:
                sections["labels"].add(word)
            if files - PRECISION:
                sections["issues"].add(word)
    labels = sections["labels"]
    labels |= {f"formula.{formula}" for formula in formulas(code)}
    labels |= {f"item.{name}" for name in item_names(code)}
    labels |= {f"input.{name}" for text in code.values() for name in re.findall(rf"\b(?:v|given)\({LITERAL}", text)}
    labels |= {f"fits.{word}" for word in words_of(code, "Fits")}
    labels |= {f"bound.{word}" for word in words_of(code, "Bound")}
    return sections


def read_texts(language):
    def no_duplicates(pairs):
        keys = [key for key, _ in pairs]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        assert not twice, f"{language}.json: given twice: {', '.join(twice)}"
        return dict(pairs)

    text = (DATA / "messages" / f"{language}.json").read_text(encoding="utf-8")
    return json.loads(text, object_pairs_hook=no_duplicates)


class Messages(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.code = read_code()
        cls.texts = {language: read_texts(language) for language in LANGUAGES}
        cls.sources = json.loads((DATA / "sources.json").read_text(encoding="utf-8"))

    def all_texts(self):
        for language in LANGUAGES:
            for section in SECTIONS:
                for key, text in self.texts[language][section].items():
                    yield language, section, key, text

    def test_the_code_is_understood(self):
        """An extraction that finds nothing would pass every test below."""
        wanted = expected(self.code)
        for section, key in (("issues", "device.unknown"), ("issues", "link.newer-version"),
                             ("issues", "precision.fallback"), ("assumptions", "assumption.default"),
                             ("labels", "precision.fallback"), ("labels", "verdict.no-time"),
                             ("labels", "formula.memory.kv"), ("labels", "item.kv_cache"), ("labels", "item.mlp-up"),
                             ("labels", "item.backward"), ("labels", "item.input-gradient"), ("labels", "input.tokens"),
                             ("labels", "fits.tight"), ("labels", "bound.launch")):
            self.assertIn(key, wanted[section])
        self.assertEqual(formulas(self.code)["memory.kv"], "gqa")
        self.assertNotIn("flops.mfu", wanted["issues"])

    def test_every_code_has_a_text_and_every_text_has_a_code(self):
        wanted = expected(self.code)
        for language in LANGUAGES:
            self.assertEqual(set(self.texts[language]), set(SECTIONS), f"{language}.json")
            for section in SECTIONS:
                have = set(self.texts[language][section])
                self.assertEqual(sorted(wanted[section] - have), [], f"without a text in {language}.json, {section}")
                self.assertEqual(sorted(have - wanted[section]), [], f"nobody says this: {language}.json, {section}")

    def test_both_languages_fill_in_the_same(self):
        for section in SECTIONS:
            english, chinese = self.texts["en"][section], self.texts["zh"][section]
            self.assertEqual(sorted(english), sorted(chinese), section)
            for key, text in english.items():
                self.assertEqual(sorted(set(SLOT.findall(text))), sorted(set(SLOT.findall(chinese[key]))), key)

    def test_what_a_text_asks_for_is_given(self):
        named = codes(self.code)
        for language, section, key, text in self.all_texts():
            given = OTHER_PARAMETERS.get(section, set())
            if section == "issues":  # by every file that says it
                files = named[key] - PRECISION
                given = set.intersection(*(set(re.findall(LITERAL, self.code[file])) for file in files))
            self.assertEqual(sorted(set(SLOT.findall(text)) - given), [], f"{language}.json, {key}")

    def test_texts_are_texts(self):
        for language, section, key, text in self.all_texts():
            where = f"{language}.json, {section}, {key}"
            self.assertTrue(text.strip() and text == text.strip(), where)
            self.assertEqual(text.count("{"), len(SLOT.findall(text)), f"{where}: a brace that fills in nothing")
            if language == "zh":
                self.assertRegex(text, HAN, where)
            else:
                self.assertNotRegex(text, HAN, where)

    def test_sections_are_sorted(self):
        for language in LANGUAGES:
            for section in SECTIONS:
                keys = list(self.texts[language][section])
                self.assertEqual(keys, sorted(keys), f"{language}.json, {section}")

    def test_every_source_that_a_formula_names_is_known(self):
        named = {formula: source for formula, source in formulas(self.code).items() if source}
        self.assertGreater(len(named), 10)
        self.assertEqual([item for item in named.items() if item[1] not in self.sources], [])

    def test_every_source_that_a_storage_format_names_is_known(self):
        named = re.findall(rf"StorageFormat\{{{LITERAL}, [\d.]+, {LITERAL}", self.code["storage.cpp"])
        self.assertEqual(len(named), self.code["storage.cpp"].count("StorageFormat{"))
        self.assertEqual([item for item in named if item[1] not in self.sources], [])


if __name__ == "__main__":
    unittest.main()
