#!/usr/bin/env python3
"""Runs ONNX's own backend test runner on Etalon and prints its totals.

    python scripts/backends/run_onnx_runner.py [-v] [--include RE] [--real]

Requires the packages onnx_etalon and onnx in the Python that runs it.

Runs the CPU variant of each test. A failure is explained if Etalon's result is right: the runner's
expectation is an erratum (data/errata.json) or comes from another random generator, or the runner
cannot compare the result. Exit code 0 if all failures are explained, 1 if not, 5 if no test was
selected.
"""

import argparse
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest
import warnings

import onnx
import onnx.backend.test

import onnx_etalon.backend

EXPLAINED = {
    r"test_bernoulli(_|$)": "random: expects the numbers of NumPy's generator",
    r"test_loop16_seq_none$": "the runner cannot compare a tensor of rank 0 within a sequence",
}


def numbers(release):
    return [int(part) for part in re.findall(r"\d+", release)]


def errata(release):
    """Test name → erratum, for the entries that cover this release of ONNX."""
    file = pathlib.Path(__file__).resolve().parents[2] / "data/errata.json"
    found = {}
    for entry in json.loads(file.read_text())["errata"]:
        first, last = entry.get("from", release), entry.get("to", release)
        covered = numbers(first) <= numbers(release) <= numbers(last)
        if entry.get("follow") == "data" or not covered:
            continue
        if release not in entry.get("releases", [release]):
            continue
        for case in entry["cases"]:
            found[case.split("/")[-1]] = entry["id"]
    return found


def explanation(name, known):
    if name in known:
        return "erratum " + known[name]
    return next((why for pattern, why in EXPLAINED.items() if re.match(pattern, name)), "")


def sentence(traceback):
    """The last error of a traceback, as one line."""
    lines = [line.strip() for line in traceback.splitlines() if line.strip()]
    starts = [i for i, line in enumerate(lines) if re.match(r"[\w.]*(Error|Exception)\b", line)]
    start = starts[-1] if starts else -1
    return " ".join(lines[start:][:5])


def selected(cases, include):
    suite = unittest.TestSuite()
    for case in cases.values():
        for name in unittest.defaultTestLoader.getTestCaseNames(case):
            if name.endswith("_cpu") and re.search(include, name):
                suite.addTest(case(name))
    return suite


def run(suite, verbose):
    with open(os.devnull, "w") as nowhere, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stream = sys.stdout if verbose else nowhere
        return unittest.TextTestRunner(verbosity=2 if verbose else 0, stream=stream).run(suite)


def report(result):
    """Prints the failures and the totals. Returns the number of unexplained failures."""
    known = errata(onnx.__version__)
    failed = result.failures + result.errors
    unexplained = 0
    for test, text in failed:
        name = test._testMethodName.removesuffix("_cpu")
        why = explanation(name, known)
        unexplained += not why
        print(f"  {name}: {why or 'NOT EXPLAINED: ' + sentence(text)}")
    total, skipped = result.testsRun, len(result.skipped)
    print(
        f"onnx {onnx.__version__}, etalon {onnx_etalon.__version__}: {total} tests, "
        f"{total - len(failed) - skipped} passed, {len(failed)} failed "
        f"({unexplained} unexplained), {skipped} skipped"
    )
    return unexplained


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-v", action="store_true", help="print the name of each test")
    parser.add_argument("--include", default="", metavar="RE", help="only matching tests")
    parser.add_argument("--real", action="store_true", help="also run the light models")
    arguments = parser.parse_args()

    # The runner writes its files for the light models to this folder.
    with tempfile.TemporaryDirectory() as home, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        os.environ.setdefault("ONNX_HOME", home)
        cases = onnx.backend.test.BackendTest(onnx_etalon.backend, __name__).test_cases
        if not arguments.real:
            cases.pop("OnnxBackendRealModelTest", None)
        suite = selected(cases, arguments.include)
        if suite.countTestCases() == 0:
            print("run_onnx_runner: no test has a matching name", file=sys.stderr)
            return 5
        return 1 if report(run(suite, arguments.v)) else 0


if __name__ == "__main__":
    sys.exit(main())
