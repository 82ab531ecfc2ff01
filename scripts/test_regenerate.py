#!/usr/bin/env python3
"""Tests what scripts/regenerate relies on: numbers of statements that last, answers of runtimes that are
missing, and printed numbers of the manual.

    scripts/test_regenerate.py [PATTERN]

Exit code 0 if all is as it should be.
"""

import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(SCRIPTS / "backends"))


def module(name):
    loader = importlib.machinery.SourceFileLoader(name.replace(".", "_"), str(SCRIPTS / name))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(found)
    return found


requirements, test_readme = module("requirements"), module("test_readme.py")


def refusal(key):
    return {"kind": "refusal", "key": key, "operator": "A-1", "domain": "ai.onnx"}


class Numbers(unittest.TestCase):
    def test_another_formatting_index_keeps_the_name(self):
        statements = [refusal("refusal k is {}, outside [0, {}]")]
        checks = requirements.name_checks(statements, {"k-is-outside": "k is {}, outside [1, {}]"}, set())
        self.assertEqual(checks, {"k-is-outside": "k is {}, outside [0, {}]"})
        self.assertEqual(statements[0]["key"], "refusal k-is-outside")

    def test_another_word_keeps_the_name_and_another_check_gets_one(self):
        statements = [refusal("refusal axis {} is not in [{}, {}]"), refusal("refusal the mask has no elements")]
        known = {"axis-is-outside": "axis {} is outside [{}, {}]"}
        checks = requirements.name_checks(statements, known, {"axis-is-outside"})
        self.assertEqual(checks, {"axis-is-outside": "axis {} is not in [{}, {}]",
                                  "the-mask-has-no-elements": "the mask has no elements"})

    def test_a_check_that_is_still_made_keeps_its_message(self):
        statements = [refusal("refusal axis-is-outside"), refusal("refusal axis {} is outside [{}, {})")]
        known = {"axis-is-outside": "axis {} is outside [{}, {}]"}
        checks = requirements.name_checks(statements, known, {"axis-is-outside"})
        self.assertEqual(checks["axis-is-outside"], "axis {} is outside [{}, {}]")
        self.assertEqual(checks["axis-is-outside-2"], "axis {} is outside [{}, {})")

    def test_a_sentence_that_is_worded_anew_keeps_its_place(self):
        keys = ["formula Y is the sum of A and B.", "types T", "formula Each sum is rounded once."]
        live = ["formula Y is the sum of A and of B.", "types T1", keys[2]]
        self.assertEqual(requirements.placed(list(keys), live), [live[0], "types T", keys[2], "types T1"])

    def test_a_sentence_about_something_else_is_last(self):
        keys = ["formula Y is the sum of A and B."]
        live = ["formula The type of X decides about NaN."]
        self.assertEqual(requirements.placed(list(keys), live), keys + live)


class Printed(unittest.TestCase):
    def test_numbers_are_those_of_the_output(self):
        expected = ["suite   total", "…", "all      1905  7 errata"]
        actual = ["suite   total", "node 3", "all     11906  8 errata"]
        self.assertEqual(test_readme.with_numbers_of(actual, expected), ["suite   total", "…", actual[2]])

    def test_other_words_are_left_to_somebody(self):
        self.assertIsNone(test_readme.with_numbers_of(["7 cases failed"], ["7 cases passed"]))
        self.assertIsNone(test_readme.with_numbers_of(["7 cases", "more"], ["8 cases"]))


class Peers(unittest.TestCase):
    """Needs the Python packages."""

    def setUp(self):
        if importlib.util.find_spec("onnx") is None:
            self.skipTest("onnx is not installed")
        self.peers = module("backends/open_points.py")

    def test_digits_are_alike_and_other_answers_are_not(self):
        old = {"outputs": [{"type": "float", "data": [3, 0.5]}]}
        self.assertTrue(self.peers.is_alike(old, {"outputs": [{"type": "float", "data": [3.0000002, 0.5]}]}))
        self.assertFalse(self.peers.is_alike(old, {"outputs": [{"type": "float", "data": [2, 0.5]}]}))
        self.assertFalse(self.peers.is_alike(old, {"error": "no"}))

    def test_a_missing_package_keeps_the_row(self):
        old = {"outputs": []}
        self.peers.alone = lambda *call: {"missing": "Pillow must be installed"}
        before = {"peers": {}, "answers": {"Abs.int_min": {"onnx.reference": old}}}
        answers, lacking = self.peers.measured(before, dict.fromkeys(self.peers.PEERS))
        self.assertEqual(answers["Abs.int_min"], {"onnx.reference": old})
        self.assertIn("Pillow must be installed", lacking["onnx.reference"])

    def test_a_missing_runtime_keeps_its_rows(self):
        self.peers.VERSIONS = {"onnxruntime": None, "onnx.reference": "2"}
        before = {"peers": {"onnxruntime": "1", "onnx.reference": "1"}}
        self.assertIsNotNone(self.peers.why_kept("onnxruntime", before, False))
        self.assertIsNone(self.peers.why_kept("onnx.reference", before, False))
        self.assertIsNotNone(self.peers.why_kept("onnx.reference", before, True))

    def test_an_operator_that_is_not_registered_is_unsupported(self):
        def refuse(model, inputs):
            raise RuntimeError("Com_microsoft is not a registered function/op")
        self.peers.PEERS["onnx.reference"] = refuse
        self.peers.readable_cases.one_node = lambda document, case: (None, None)
        self.assertIn("unsupported", self.peers.answer("onnx.reference", {}, {}))


if __name__ == "__main__":
    unittest.main()
