#!/usr/bin/env python3
"""Tests of the scoreboard, and that what is published comes from data/scoreboard."""

import json
import pathlib
import tempfile
import unittest

import scoreboard


def report(backend, results, **more):
    """A report of {"node/test_x": (operators, status, verdict, message)}."""
    cases = []
    for case, (operators, status, verdict, message) in results.items():
        suite, name = case.split("/")
        cases.append({"release": "1.22.0", "suite": suite, "name": name, "operators": operators, "status": status,
                      "message": message, **({"judged": {"verdict": verdict}} if verdict else {})})
    return {"backend": backend, "run": {"date": "2026-11-27T10:00:00Z"}, "cases": cases, **more}


FIRST = report("onnxruntime 1.31.1", {
    "node/test_relu": (["Relu-14"], "pass", "rounding", ""),
    "node/test_abs": (["Constant-13", "Abs-13"], "fail", "wrong", "got 1,\n expected 2"),
    "simple/test_two": (["Abs-13", "Relu-14"], "unsupported", None, "Relu is not there"),
})
SECOND = report("my runtime 2", {
    "node/test_abs": ([], "crash", None, "killed by signal 11"),  # the process did not tell its operators
    "node/test_new": (["Abs-13"], "pass", None, ""),
})


class Scoreboard(unittest.TestCase):
    def read(self, content):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "report.json"
            file.write_text(json.dumps(content), encoding="utf-8")
            return scoreboard.read(file)

    def test_letters_stand_for_cases_in_order(self):
        board = self.read(FIRST)
        self.assertEqual(board["cases"], {"": ["simple/test_two"], "Abs-13": ["node/test_abs"], "Relu-14": ["node/test_relu"]})
        (one,) = board["runtimes"]
        self.assertEqual((one["name"], one["version"], one["date"]), ("onnxruntime", "1.31.1", "2026-11-27"))
        self.assertEqual((one["statuses"], one["verdicts"]), ("ufp", ".wr"))
        self.assertEqual(one["messages"], {"node/test_abs": "got 1, expected 2"})

    def test_runtimes_stand_side_by_side_and_are_replaced(self):
        board = scoreboard.merged([self.read(FIRST), self.read(SECOND)])
        self.assertEqual(board["cases"]["Abs-13"], ["node/test_abs", "node/test_new"])
        self.assertEqual([one["statuses"] for one in board["runtimes"]], ["uf-p", "-cp-"])
        better = report("my runtime 3", {"node/test_abs": (["Abs-13"], "pass", None, "")})
        board = scoreboard.merged([board, self.read(better)])
        self.assertEqual([(one["version"], one["statuses"]) for one in board["runtimes"]], [("1.31.1", "ufp"), ("3", "-p-")])

    def test_what_is_written_is_read_again(self):
        board = scoreboard.merged([self.read(FIRST), self.read(SECOND)])
        self.assertEqual(json.loads(scoreboard.written(board)), board)
        self.assertEqual(scoreboard.merged([board]), board)

    def test_a_part_of_the_cases_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "a part of the cases"):
            self.read({**FIRST, "partial": {"reason": "SIGINT"}})

    def test_rows_tell_what_is_right_from_what_is_supported(self):
        (cells,) = scoreboard.table_rows(self.read(FIRST))
        self.assertEqual(cells[2:9], ["ONNX Runtime 1.31.1", 3, "66.6 %", "50.0 %", 1, 1, 0])


class Published(unittest.TestCase):
    def setUp(self):
        self.boards = [scoreboard.read(file) for file in sorted((scoreboard.HOME / "data/scoreboard").glob("*.json"))]

    def test_the_manual_has_the_rows_of_every_release(self):
        rows = scoreboard.TABLE.read_text(encoding="utf-8").splitlines()
        for board in self.boards:
            for cells in scoreboard.table_rows(board):
                self.assertIn(f"| {' | '.join(map(str, cells))} |", rows)

    def test_verdicts_are_those_of_the_scoreboard(self):
        published = json.loads((scoreboard.HOME / "data/verdicts.json").read_text(encoding="utf-8"))
        wrong = {(one["name"], f"{board['release']}/{case}", status) for board in self.boards for one in board["runtimes"]
                 if one["name"] in published["runtimes"]
                 for case, (label, status, _, _) in scoreboard.rows_from(board, one).items()
                 if label and status in scoreboard.SAID}
        listed = {(name, case, status) for each in published["operators"].values() for name, entry in each.items()
                  for case, status, _ in entry.get("cases", []) if not case.startswith("own/")}
        self.assertEqual(listed, wrong)


if __name__ == "__main__":
    unittest.main()
