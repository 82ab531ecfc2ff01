#!/usr/bin/env python3
"""Tests of the scoreboard, and that what is published comes from data/scoreboard."""

import json
import pathlib
import tempfile
import unittest

import history
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

    def test_a_run_with_constant_inputs_stands_beside_the_other(self):
        more = self.read(report("onnxruntime 1.31.1", {
            "node/test_relu": (["Relu-14"], "pass", None, ""), "node/test_abs": (["Abs-13"], "pass", None, ""),
            "simple/test_two": (["Abs-13", "Relu-14"], "pass", None, "")}))
        board = scoreboard.merged([self.read(FIRST), self.read(SECOND)], [more])
        self.assertEqual([one.get("constants") for one in board["runtimes"]],
                         [{"statuses": "pp-p", "verdicts": "...."}, None])
        self.assertEqual(board["runtimes"][0]["statuses"], "uf-p")
        self.assertEqual(json.loads(scoreboard.written(board)), board)
        self.assertEqual(scoreboard.merged([board]), board)
        first, second = scoreboard.table_rows(board)
        self.assertEqual((first[6:8], second[6:8]), ([1, "3 (+2)"], [1, ""]))
        self.assertEqual(len(first), len(scoreboard.HEADS))

    def test_constant_inputs_of_another_version_are_refused(self):
        with self.assertRaisesRegex(SystemExit, "my runtime 2 has a run with constant inputs, and no other"):
            scoreboard.merged([self.read(FIRST)], [self.read(SECOND)])

    def test_a_part_of_the_cases_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "a part of the cases"):
            self.read({**FIRST, "partial": {"reason": "SIGINT"}})

    def test_rows_tell_what_is_sound_from_what_is_supported(self):
        (cells,) = scoreboard.table_rows(self.read(FIRST))
        self.assertEqual(cells[2:8], ["ONNX Runtime 1.31.1", 3, "66.6 %", "50.0 %", 1, ""])
        words = dict(zip(scoreboard.HEADS[8:], cells[8:]))
        self.assertEqual({word: count for word, count in words.items() if count}, {"rounding": 1, "wrong": 1, "unsupported": 1})

    def test_a_row_is_in_the_words_of_the_verdict_whatever_the_tolerance_says(self):
        results = [("pass", None), ("pass", "wrong"), ("pass", "unknown"), ("fail", "rounding"), ("fail", "unlikely"),
                   ("fail", None), ("open", "wrong"), ("statistical", None), ("erratum", None), ("erratum", "same"),
                   ("error", None), ("invalid", None), ("crash", None), ("timeout", None), ("unsupported", None)]
        cases = {f"node/test_{i}": (["Abs-13"], status, verdict, "") for i, (status, verdict) in enumerate(results)}
        (cells,) = scoreboard.table_rows(self.read(report("tract 1", cases)))
        self.assertEqual(dict(zip(scoreboard.HEADS[4:], cells[4:])), {
            "supported": "93.3 %", "sound of these": "35.7 %", "sound": 5, "sound, constant inputs": "", "same": 2, "rounding": 1,
            "open": 2, "unknown": 2, "unlikely": 1, "wrong": 2, "refused": 4, "unsupported": 1})

    def test_a_runtime_that_supports_nothing_has_no_share(self):
        (cells,) = scoreboard.table_rows(self.read(report("tract 1", {"node/test_x": ([], "unsupported", None, "")})))
        self.assertEqual(cells[4:7], ["0.0 %", "", 0])

    def test_adapters_are_those_of_runtimes_txt_in_its_order(self):
        tract, plain = (self.read(report(f"{name} 1", {"node/test_x": ([], "pass", None, "")}))
                        for name in ("tract", "onnxruntime-plain"))
        board = scoreboard.with_adapters(scoreboard.merged([tract, plain]))
        self.assertEqual([(one["name"], one["adapter"]) for one in board["runtimes"]], [
            ("onnxruntime-plain", "onnxruntime_adapter.py --name onnxruntime-plain --no-optimisations"),
            ("tract", "tract_adapter.py")])


def run_of(version, date, **words):
    """A report whose cases have these verdicts: wrong="a b"."""
    cases = [{"release": "1.22.0", "suite": "node", "name": name, "verdict": word}
             for word, names in words.items() for name in names.split()]
    return {"backend": f"my runtime {version}", "run": {"date": "2026-11-30T08:00:00Z"}, "cases": cases}, date


class History(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "history"

    def add(self, *run):
        history.add("my runtime", *run_of(*run[:2], **run[2]), folder=self.folder)

    def test_releases_are_in_order_and_measured_again_in_place(self):
        self.add("1.10.0", "2026-03-01", {"same": "a b", "wrong": "c"})
        self.add("1.9.1", "2025-12-24", {"same": "a", "wrong": "c", "refused": "b"})
        self.add("1.10.0", "2026-03-01", {"same": "a b", "rounding": "c"})
        document = json.loads((self.folder / "my runtime.json").read_text(encoding="utf-8"))
        self.assertEqual(document["runtime"], "my runtime")
        first, second = document["runs"]
        self.assertEqual((first["version"], second["version"]), ("1.9.1", "1.10.0"))
        self.assertEqual(first, {
            "version": "1.9.1", "date": "2025-12-24", "measured": "2026-11-30", "release": "1.22.0", "cases": 3,
            "counts": {"same": 1, "rounding": 0, "open": 0, "unknown": 0, "unlikely": 0, "wrong": 1, "refused": 1,
                       "unsupported": 0},
            "cases_by_verdict": {"wrong": ["node/c"], "unlikely": [], "refused": ["node/b"], "unsupported": [],
                                 "unknown": []}})
        self.assertEqual((second["counts"]["rounding"], second["counts"]["wrong"]), (1, 0))

    def test_an_unknown_verdict_and_a_name_outside_the_folder_are_refused(self):
        with self.assertRaisesRegex(ValueError, "unknown verdict 'beyond'"):
            self.add("1", "2026-03-01", {"beyond": "a"})
        with self.assertRaisesRegex(ValueError, "is not the name of a runtime"):
            history.add("../x", *run_of("1", "2026-03-01", same="a"), folder=self.folder)
        self.assertFalse(self.folder.exists())


class Published(unittest.TestCase):
    def setUp(self):
        self.boards = [scoreboard.read(file) for file in sorted((scoreboard.HOME / "data/scoreboard").glob("*.json"))]

    def test_the_manual_has_the_rows_of_every_release(self):
        rows = scoreboard.TABLE.read_text(encoding="utf-8").splitlines()
        for board in self.boards:
            self.assertEqual(board, scoreboard.with_adapters(board))
            for cells in (scoreboard.HEADS, *scoreboard.table_rows(board)):
                row = f"| {' | '.join(map(str, cells))} |"
                self.assertTrue(row in rows, row)

    def test_every_run_of_the_history_is_whole(self):
        files = sorted(history.FOLDER.glob("*.json"))
        self.assertGreaterEqual(len(files), 5)
        for file in files:
            document = json.loads(file.read_text(encoding="utf-8"))
            self.assertEqual(file, history.file_of(document["runtime"]))
            runs = document["runs"]
            self.assertEqual(history.written(document["runtime"], runs), file.read_text(encoding="utf-8"))
            self.assertEqual([run["date"] for run in runs], sorted(run["date"] for run in runs))
            for run in runs:
                with self.subTest(runtime=document["runtime"], version=run["version"]):
                    self.assertEqual(sum(run["counts"].values()), run["cases"])
                    for word, names in run["cases_by_verdict"].items():
                        self.assertEqual(len(set(names)), run["counts"][word])

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
