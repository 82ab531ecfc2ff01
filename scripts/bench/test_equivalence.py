#!/usr/bin/env python3
"""Tests of what equivalence.py keeps of a judgement, and of its page; needs no command and no network."""

import json
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import equivalence  # noqa: E402
import equivalence_page  # noqa: E402


def document(verdict, inputs=3, proof=None, stopped=None, outputs=(), interface=()):
    return {"verdict": verdict, "inputs": inputs, "proof": proof, "stopped": stopped, "witness": None,
            "outputs": list(outputs), "interface": list(interface), "initializers": []}


def tool(name, packages="onnx==1"):
    return equivalence.Tool(name, "onnx", "-", packages)


def result(name, verdict, model="a", **more):
    return {"tool": name, "set": "official", "model": model, "verdict": verdict, "seconds": 1} | more


class Judgements(unittest.TestCase):
    def test_a_proof_is_kept_and_one_but_for_rounded_constants_is_none(self):
        for proof, proved in (({"proved": True}, True), (None, False),
                              ({"proved": False, "but_for_rounding": True}, False)):
            self.assertIs(equivalence.of_document(document("open", proof=proof))["proved"], proved)

    def test_nothing_that_was_compared_is_not_identical(self):
        kept = equivalence.of_document(document("identical", inputs=0, stopped="10 s are over"))
        self.assertEqual((kept["verdict"], kept["why"]), ("stopped", "10 s are over"))
        self.assertEqual(equivalence.of_document({"stopped": "10 s are over"})["verdict"], "stopped")

    def test_a_verdict_of_the_interface_has_its_sentence(self):
        found = document("different", interface=[{"what": "order", "verdict": "accepted"},
                                                 {"what": "x became fixed", "verdict": "different"}],
                         outputs=[{"verdict": "identical"}])
        self.assertEqual(equivalence.of_document(found)["why"], "x became fixed")


class Page(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.file = pathlib.Path(self.place.name) / "equivalence.json"

    def saved(self, results, *tools):
        equivalence_page.save(self.file, results, tools)
        return json.loads(self.file.read_text("utf-8"))

    def test_rows_without_new_results_stay(self):
        one, two = tool("one"), tool("two")
        self.saved([result("two", "different", why="w"), result("one", "refused")], one, two)
        kept = self.saved([result("one", "identical", proved=True)], one, two)
        self.assertEqual([row["tool"] for row in kept["table"]], ["one", "two"])
        self.assertEqual([each["tool"] for each in kept["differences"]], ["two"])
        self.assertEqual(kept["others"], [])
        lines = equivalence_page.table(kept).splitlines()
        proved = [line.split("|")[-4].strip() for line in lines]
        self.assertEqual(proved, ["proved", "---", "1", "–"])

    def test_rows_of_other_packages_go(self):
        self.saved([result("one", "identical")], tool("one"), tool("two"))
        kept = self.saved([result("two", "identical")], tool("one", "onnx==2"), tool("two"))
        self.assertEqual([row["tool"] for row in kept["table"]], ["two"])

    def test_a_difference_of_the_interface_is_told_without_an_input(self):
        kept = self.saved([result("one", "different", why="x became fixed", input=None)], tool("one"))
        self.assertIn("`x became fixed`\n", equivalence_page.differences(kept))


if __name__ == "__main__":
    unittest.main()
