#!/usr/bin/env python3
"""Tests of runtimes.txt and how it is read, of what is asked of the package index, and of what
`scripts/backends/verdicts` says before it installs. Nothing is installed and no index is asked."""

import argparse
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import package_index
import runtimes

loader = importlib.machinery.SourceFileLoader("verdicts", str(runtimes.HERE / "verdicts"))
verdicts = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(verdicts)

ENTRY = """
[r]
weight = light
adapter = r_adapter.py --fast
packages = onnx==1.0 r-compiler==3.1
    r-runtime==3.1 helper==0.5
download = 40
minutes = 3
constants = yes: it fixes shapes before it runs

[r-slow]
weight = heavy
adapter = r_adapter.py --name r-slow
environment = r
minutes = 5
constants = no: measured
"""


def known(text=ENTRY):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "runtimes.txt"
        file.write_text(text, encoding="utf-8")
        return runtimes.known(file)


class Runtimes(unittest.TestCase):
    def test_an_entry_is_read_and_may_use_the_packages_of_another(self):
        one, other = known().values()
        self.assertEqual(one, ("r", "light", "r_adapter.py --fast",
                               ["onnx==1.0", "r-compiler==3.1", "r-runtime==3.1", "helper==0.5"], "r", 40, 3,
                               "yes: it fixes shapes before it runs", False))
        self.assertEqual((other.name, other.packages, other.environment), ("r-slow", one.packages, "r"))
        self.assertEqual((runtimes.version_of(one), verdicts.matters(one), verdicts.matters(other)),
                         ("3.1", True, False))

    def test_an_entry_without_a_reason_is_refused(self):
        for wrong in (ENTRY.replace("yes: it fixes shapes before it runs", "yes"),
                      ENTRY.replace("light", "small"), ENTRY.replace("packages", "package"),
                      ENTRY.replace("minutes = 3", "minutes = soon"), "r | light"):
            with self.assertRaisesRegex(runtimes.NotReady, "runtimes.txt: "):
                known(wrong)

    def test_versions_have_environments_of_their_own_and_the_pinned_one_keeps_its(self):
        runtime = known()["r-slow"]
        dates = {"3.1": "2026-03-01", "3.0.2": "2026-02-01", "3.0.1": "2026-01-01", "2.9": "2025-12-01"}
        with mock.patch.object(package_index, "releases", lambda name: dates):
            found = runtimes.versions_of(runtime, "3")
        self.assertEqual({version: each.environment for version, each in found.items()},
                         {"3.1": "r", "3.0.2": "r-3.0.2", "2.9": "r-2.9"})
        self.assertEqual(found["2.9"].packages, ["onnx==1.0", "r-compiler==2.9", "r-runtime==2.9", "helper"])
        newest = runtimes.newest_of(runtime)
        self.assertEqual((newest.environment, newest.packages, newest.renewed),
                         ("r-newest", ["onnx", "r-compiler", "r-runtime", "helper"], True))

    def test_constant_inputs_are_an_option_of_the_adapter(self):
        with mock.patch.object(runtimes, "installed", lambda *_: "python"):
            self.assertEqual(runtimes.backend(known()["r"], constants=True),
                             f"'python' {runtimes.HERE}/r_adapter.py --fast --constant-inputs all")

    def test_every_runtime_has_an_adapter_and_a_size(self):
        for runtime in runtimes.known().values():
            with self.subTest(runtime=runtime.name):
                self.assertTrue((runtimes.HERE / runtime.adapter.split()[0]).exists())
                self.assertGreater(runtime.download, 0)
                self.assertTrue(all(word.count("==") == 1 for word in runtime.packages))


class Index(unittest.TestCase):
    def test_a_version_has_the_day_of_its_first_file(self):
        found = package_index.listed("1.10.0 2026-03-02\n1.10.0 2026-03-01\n1.9.1 2025-12-24\n")
        self.assertEqual(found, {"1.10.0": "2026-03-01", "1.9.1": "2025-12-24"})

    def test_each_minor_version_counts_once_by_its_newest_patch(self):
        dates = {"5.0.0.93": "2026-03-01", "4.14.0.94": "2026-02-01", "4.13.0.92": "2025-12-01",
                 "4.13.0.90": "2025-11-01", "4.12.0.88": "2025-01-01"}
        self.assertEqual(package_index.last_minor(dates, 3), ["5.0.0.93", "4.14.0.94", "4.13.0.92"])

    def test_a_patch_of_an_old_version_after_a_new_version_is_left_out(self):
        dates = {"0.23.9": "2026-10-15", "0.22.4": "2026-09-07", "0.21.19": "2026-10-15", "0.21.16": "2026-08-01"}
        self.assertEqual(package_index.last_minor(dates, 3), ["0.23.9", "0.22.4", "0.21.16"])


class Forecast(unittest.TestCase):
    def said(self, is_there=False, **more):
        words = {"runtimes": list(known().values()), "releases": "", "install": False, "release": "1.22.0", "jobs": 1}
        with mock.patch.object(runtimes, "is_installed", lambda runtime: is_there):
            return verdicts.forecast(argparse.Namespace(**(words | more)))

    def test_what_is_installed_and_how_long_it_takes_are_said_before(self):
        # 40 MB once, since both share packages; 2 · 3 min with and without constants, and 5 min.
        self.assertEqual(self.said(), "installs r in build/runtimes: 40 MB to fetch, two to four times that on the "
                                      "disk; the cases take about 11 min where no results are kept")
        self.assertEqual(self.said(is_there=True), "the cases take about 11 min where no results are kept")
        self.assertEqual(self.said(is_there=True, install=True), "")
        large = [each._replace(download=3042) for each in known().values()]
        self.assertIn("3.0 GB to fetch", self.said(runtimes=large))
        self.assertEqual(self.said(releases="3.1,3.0"),
                         "fetches about 80 MB for 2 releases, each of which is removed when it has run, but for the "
                         "versions of runtimes.txt; the cases take about 16 min where no results are kept")
        unknown = [each._replace(minutes=each.minutes * (each.name == "r")) for each in known().values()]
        self.assertIn("about 6 min where no results are kept, without those of r-slow, which",
                      self.said(runtimes=unknown))

    def test_options_that_do_not_fit_are_refused(self):
        for words in (["--releases", "3", "--newest"], ["--releases", "0"], ["--releases", "3", "own"],
                      ["--jobs", "0"], ["--runtimes", "nothing"]):
            with mock.patch.object(sys, "argv", ["verdicts", *words]), self.assertRaises(SystemExit) as ended:
                with contextlib.redirect_stderr(io.StringIO()):
                    verdicts.parsed()
            self.assertEqual(ended.exception.code, 2)


class Releases(unittest.TestCase):
    def test_the_oldest_runs_first_and_what_is_not_whole_is_left_out(self):
        dates = {"3.1": "2026-03-01", "3.0": "2026-01-01", "2.9": "2025-12-01", "2.8": "2025-06-01"}
        removed, added, compared = [], [], []

        def judged(_, runtime, words, reports, quiet):
            version = runtimes.version_of(runtime)
            if version == "2.9":
                raise runtimes.NotReady("it does not install")
            report = {"version": version} | ({"partial": {}} if version == "2.8" else {})
            reports[0].write_text(json.dumps(report), encoding="utf-8")
            return True

        with contextlib.ExitStack() as stack:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
            for place, name, double in (
                    (verdicts, "judged", judged),
                    (package_index, "releases", lambda name: dates),
                    (runtimes, "remove", lambda runtime: removed.append(runtime.environment)),
                    (verdicts.history, "add", lambda *words: added.append(words)),
                    (subprocess, "run", lambda words: compared.append([each.name for each in words[3:]]))):
                stack.enter_context(mock.patch.object(place, name, double))
            said = stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
            stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
            whole = verdicts.run_releases(argparse.Namespace(
                out=folder, label="1.22.0", release="1.22.0", releases="4", etalon="etalon"), known()["r"])
        self.assertFalse(whole)
        self.assertEqual(added, [("r", {"version": "3.0"}, "2026-01-01"), ("r", {"version": "3.1"}, "2026-03-01")])
        self.assertEqual(compared, [["r-1.22.0-3.0.json", "r-1.22.0-3.1.json"]])
        self.assertEqual(removed, ["r-2.8", "r-2.9", "r-3.0"])  # not that of runtimes.txt
        self.assertEqual(said.getvalue(), "verdicts: r 2.8 gave no whole report\nverdicts: it does not install\n"
                                          "verdicts: r 2.9 gave no whole report\n")


class Adapter(unittest.TestCase):
    def test_a_python_without_numpy_is_named(self):
        """As of `etalon test --backend python:MODULE`, by a Python that sees no packages."""
        for name in ("adapter.py", "python_backend_adapter.py"):
            done = subprocess.run([sys.executable, "-S", "-E", runtimes.HERE / name, "module"],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"^the Python {sys.executable} cannot import numpy .*"
                                          "ETALON_PYTHON names another Python\n$")


if __name__ == "__main__":
    unittest.main()
