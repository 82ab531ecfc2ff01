#!/usr/bin/env python3
"""Tests of optimizers.py with programs in place of the optimizers; needs the built command, no network."""

import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import optimizers  # noqa: E402

# An optimizer in Python: `rewrite` makes the new model's bytes of the old one's. op_type is the field
# 4 of a node, and 0x22 its tag.
PROGRAM = """
import json, pathlib, sys
def rewrite(model):
    {}
for line in sys.stdin:
    job = json.loads(line)
    before = pathlib.Path(job["model"]).read_bytes()
    try:
        after = rewrite(before)
        pathlib.Path(job["out"]).write_bytes(after)
        answer = {{"how": "unchanged" if after == before else "written", "why": ""}}
    except Exception as error:
        answer = {{"how": "refused", "why": str(error)}}
    print(json.dumps(answer), flush=True)
"""


class Optimizers(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = pathlib.Path(self.place.name)

    def run_with(self, body, *words):
        program = self.folder / "program.py"
        program.write_text(PROGRAM.format(body), "utf-8")
        command = [sys.executable, HERE / "optimizers.py", "--tools", "", "--count", "4", "--seed", "3",
                   "--out", self.folder / "out", "--known", self.folder / "known.json",
                   "--program", f"fake={shlex.join([sys.executable, str(program)])}", *words]
        run = subprocess.run(command, capture_output=True, text=True)
        file = self.folder / "out/report.json"
        return run, json.loads(file.read_text("utf-8")) if file.exists() else None

    def test_an_optimizer_that_makes_sums_of_differences_is_found(self):
        run, report = self.run_with(r"""return model.replace(b'\x22\x03Add', b'\x22\x03Sub')""")
        self.assertEqual(run.returncode, 1, run.stderr)
        groups = {each["group"]: each for each in report["groups"]}
        wrong = [name for name in groups if name.startswith("fake different: ") and "Sub" in name]
        self.assertTrue(wrong, list(groups))
        self.assertEqual(len(report["results"]), 4 + 2 * 4)  # graphs, and both models of pairs
        page = (self.folder / "out/report.md").read_text("utf-8")
        self.assertIn(f"## {wrong[0]}", page)
        self.assertIn("etalon equivalent ", page)
        judged = {name: {"judged": "true", "sentence": "a - b is not a + b"} for name in groups}
        (self.folder / "known.json").write_text(json.dumps(judged), "utf-8")
        run, report = self.run_with(r"""return model.replace(b'\x22\x03Add', b'\x22\x03Sub')""")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual({each["judged"] for each in report["groups"]}, {"true"})

    def test_an_optimizer_that_changes_nothing_has_no_findings(self):
        run, report = self.run_with("return model")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(report["groups"], [])
        self.assertEqual({each["verdict"] for each in report["results"]}, {"unchanged"})

    def test_refusals_with_other_names_are_one_group(self):
        run, report = self.run_with("raise ValueError(f\"node 'Add_{len(model)}' has {len(model)} inputs\")")
        self.assertEqual(run.returncode, 1, run.stderr)
        (group,) = report["groups"]
        self.assertEqual(group["group"], "fake refused: node … has # inputs")
        self.assertEqual(group["count"], 12)

    def test_the_cause_of_a_difference_is_its_operators(self):
        piece = "Conv-22 'Conv_v1', BatchNormalization-15 (output 'v9') → Conv-22 (output 'a, b')"
        result = {"tool": "t", "verdict": "different", "piece": piece, "why": ""}
        self.assertEqual(optimizers.group_of(result), "t different: BatchNormalization, Conv → Conv")

    def test_wrong_usage_ends_with_2(self):
        for words in (["--tools", "none-such"], ["--program", "nothing"], ["--count", "0"]):
            run = subprocess.run([sys.executable, HERE / "optimizers.py", *words], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2, run.stderr)


if __name__ == "__main__":
    unittest.main()
