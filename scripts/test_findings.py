#!/usr/bin/env python3
"""Tests of scripts/findings: the ledger's quotations, what is installed beside another version, and the programs
of issues.

    scripts/test_findings.py [PATTERN]

Exit code 0 if all is as it should be. The programs are run where Python has onnx.
"""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

SCRIPTS = pathlib.Path(__file__).resolve().parent
DATA = SCRIPTS.parent / "data"
loader = importlib.machinery.SourceFileLoader("findings", str(SCRIPTS / "findings"))
findings = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(findings)

# What the program of a runtime that gives the input back has.
LINES = "got = list(inputs.values())\n"
CASE = {"name": "x", "opset": 13, "shapes": True, "attributes": {"axis": 0},
        "inputs": [{"type": "float", "shape": [2], "data": [1, "-inf"]}, None, {"type": "int64", "data": 3}],
        "outputs": [{"type": "float", "shape": [2], "data": ["0x1p-3", 0]}], "derivation": "by hand"}
DOCUMENT = {"domain": "ai.onnx", "operator": "Clip", "cases": [CASE]}


def plain(text):
    return " ".join(text.split())


def words_of(texts):
    return " ".join(map(words_of, texts.values())) if isinstance(texts, dict) else texts


class Ledger(unittest.TestCase):
    def test_each_finding_quotes_its_operators_text(self):
        texts = {}
        for file in ("onnx", "com.microsoft"):
            for name, text in json.loads((DATA / f"texts/{file}.json").read_text(encoding="utf-8")).items():
                operator = name.rpartition("-")[0].rpartition(".")[2]
                texts[operator] = texts.get(operator, "") + " " + plain(words_of(text))
        for file in findings.LEDGER.glob("*/*.json"):
            document = json.loads(file.read_text(encoding="utf-8"))
            finding = document["finding"]
            # Other pages of ONNX are not in data/texts.
            if "/operators/" in finding["page"]:
                operator = document.get("operator", finding.get("operator"))
                with self.subTest(finding=findings.name_of(file)):
                    self.assertTrue(finding["sentence"])
                    self.assertIn(plain(finding["sentence"]), texts[operator])

    def test_each_finding_was_tried_and_is_of_a_known_kind(self):
        for file in findings.LEDGER.glob("*/*.json"):
            finding = json.loads(file.read_text(encoding="utf-8"))["finding"]
            with self.subTest(finding=findings.name_of(file)):
                self.assertIn(finding["severity"], findings.SEVERITIES)
                self.assertIn(file.parent.name, findings.runtimes.known())
                self.assertGreater(len(set(finding["versions"].values()) - {"right"}), 0)


class Versions(unittest.TestCase):
    def test_packages_of_the_same_version_move_along_and_others_are_left_to_pip(self):
        runtime = findings.runtimes.Runtime("r", "light", "r.py", [
            "onnx==1.0", "r-compiler==3.1", "r-runtime==3.1", "helper==0.5", "pillow==2.0"])
        found = findings.runtimes.versions_of(runtime, "3.0,3.1")
        self.assertEqual(found["3.1"], runtime)
        self.assertEqual(found["3.0"].environment, "r-3.0")
        self.assertEqual(found["3.0"].packages, [
            "onnx==1.0", "r-compiler==3.0", "r-runtime==3.0", "helper", "pillow==2.0"])


    def test_another_version_that_does_not_start_is_left_out(self):
        file = next(findings.LEDGER.glob("onnxruntime/*.json"))
        pinned = findings.runtimes.version_of(findings.runtimes.known()["onnxruntime"])

        def results(files, backend, variables):
            if backend != "onnxruntime":
                raise findings.NotTried("it does not start")
            return {file: [("pass", "")] for file in files}

        with (mock.patch.multiple(findings, results=results),
              mock.patch.multiple(findings.runtimes, backend=lambda runtime, constants: runtime.environment, locale_for=lambda _: {}),
              contextlib.redirect_stderr(io.StringIO()) as said):
            table = findings.run([file], f"{pinned},0.1")
        self.assertEqual(table, {file: {pinned: ("right", "")}})
        self.assertIn("onnxruntime 0.1 is not tried: it does not start", said.getvalue())


class Program(unittest.TestCase):
    def test_numbers_that_json_has_no_notation_for_are_python(self):
        self.assertEqual([findings.finding_program.number(each) for each in (1, -0.5, "-inf", "0x1p-3", "-0")],
                         ["1", "-0.5", "float('-inf')", "0.125", "float('-0')"])

    def test_a_float_attribute_is_a_float_where_json_has_an_integer(self):
        document = {"domain": "ai.onnx.ml", "operator": "Imputer", "cases": [{
            **CASE, "opset": 1, "attributes": {"imputed_value_floats": [7], "replaced_value_int64": 0}}]}
        self.assertIn("imputed_value_floats=[7.0], replaced_value_int64=0",
                      findings.finding_program.program(document, LINES))

    def test_a_value_that_is_no_tensor_has_no_program(self):
        case = {**CASE, "outputs": [{"type": "seq(tensor(float))", "items": []}]}
        self.assertIsNone(findings.finding_program.program({**DOCUMENT, "cases": [case]}, LINES))

    def test_the_lines_of_the_runtime_see_the_inputs_that_are_not_constants(self):
        text = findings.finding_program.program(DOCUMENT, LINES, ["input_2"])
        compile(text, "program.py", "exec")
        self.assertIn("'Clip', ['input_0', '', 'input_2'], ['output_0'], axis=0", text)
        self.assertIn("constants = [\n    helper.make_tensor('input_2', TensorProto.INT64, [], [3]),\n]", text)
        if importlib.util.find_spec("onnx") is None:
            self.skipTest("Python has no onnx")
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(text, {})
            self.assertEqual(said.getvalue().splitlines(), [
                "expected", "array([0.125, 0.   ], dtype=float32)", "got", "array([  1., -inf], dtype=float32)"])
            self.assertTrue(pathlib.Path("model.onnx").exists())


if __name__ == "__main__":
    unittest.main()
