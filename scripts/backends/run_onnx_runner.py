#!/usr/bin/env python3
"""ONNX's own backend test runner on Etalon; prints its totals.

    scripts/backends/run_onnx_runner.py [-v] [--real]

Wants a release build, and the onnx, numpy and pytest-free standard unittest of the Python that runs
it: python3 -m venv V && V/bin/pip install onnx numpy && V/bin/python scripts/backends/run_onnx_runner.py
"""

import argparse
import sys
import unittest

import etalon_backend
import onnx
import onnx.backend.test


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-v", action="store_true", help="name each test")
    parser.add_argument("--real", action="store_true", help="the light models too")
    arguments = parser.parse_args()

    tests = onnx.backend.test.BackendTest(etalon_backend.EtalonBackend, __name__)
    if not arguments.real:
        tests.exclude("test_(bvlc_alexnet|densenet121|inception_v|resnet50|shufflenet|squeezenet|vgg19|zfnet512)")
    tests.exclude("_cuda")
    suite = unittest.TestSuite()
    for case in tests.test_cases.values():
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    result = unittest.TextTestRunner(verbosity=2 if arguments.v else 0, stream=sys.stdout).run(suite)
    passed = result.testsRun - len(result.failures) - len(result.errors) - len(result.skipped)
    print(
        f"onnx {onnx.__version__}: {result.testsRun} tests, {passed} passed, "
        f"{len(result.failures)} failed, {len(result.errors)} errors, {len(result.skipped)} skipped"
    )
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
