"""What is left when the interpreter ends: nanobind reports objects that nobody has destroyed."""

import subprocess
import sys

import pytest

WARN = "import onnx_etalon; onnx_etalon._native.set_leak_warnings(True)\n"

HELD = """
onnx_etalon.held = onnx_etalon.cases(release="own", operator="Trilu")
onnx_etalon._native.held = next(onnx_etalon.held)._native
onnx_etalon._native.held_again = [onnx_etalon._native.held]
import ctypes
ctypes.pythonapi.Py_IncRef(ctypes.py_object(onnx_etalon._native.held))
"""
GLOBAL_OBJECTS = """
(case,) = onnx_etalon.generate(operator="Softmax-13", seed=3)
model = onnx_etalon.load(case.model)
right = model.run(case.inputs)
report = onnx_etalon.check(case.model, case.inputs, right)
blame = onnx_etalon.bisect(case.model, case.inputs, onnx_etalon.run)
evaluator = onnx_etalon.ReferenceEvaluator(case.model)
cases = list(onnx_etalon.cases(release="own", operator="Trilu"))
cycle = [model, case]
cycle.append(cycle)
"""
EXCEPTION = """
def fail():
    (case,) = onnx_etalon.generate(operator="Softmax-13", seed=3)
    model = onnx_etalon.load(case.model)
    model.run({"nowhere": 1})
fail()
"""
BACKEND = """
import onnx
import onnx_etalon.backend
(case,) = onnx_etalon.generate(operator="Relu-14", seed=3)
prepared = onnx_etalon.backend.prepare(onnx.load_model_from_string(case.model))
prepared.run(list(case.inputs.values()))
"""
HYPOTHESIS = """
from hypothesis import given, settings
from onnx_etalon import strategies

@settings(max_examples=5, database=None)
@given(strategies.calls("Relu-14"))
def test(call):
    assert onnx_etalon.run(call.model, call.inputs)
test()
"""


def end_of(program, folder):
    """What a program writes to standard error."""
    (folder / "program.py").write_text(WARN + program)
    done = subprocess.run([sys.executable, "program.py"], capture_output=True, text=True, cwd=folder)
    assert ("InvalidInput" in done.stderr) if program is EXCEPTION else done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.parametrize("program", [GLOBAL_OBJECTS, EXCEPTION, BACKEND, HYPOTHESIS])
def test_nothing_is_left_at_the_end(program, tmp_path):
    assert "leaked" not in end_of(program, tmp_path)


def test_what_is_left_would_be_reported(tmp_path):
    assert "leaked 1 instances" in end_of(HELD, tmp_path)


def test_sessions_of_pytest_leave_nothing(tmp_path):
    """Hypothesis' plugin may keep the session of pytest beyond the end."""
    (tmp_path / "conftest.py").write_text(WARN)
    (tmp_path / "test_one.py").write_text("import onnx_etalon\n" + HYPOTHESIS.removesuffix("test()\n"))
    (tmp_path / "adapter.py").write_text("from onnx_etalon import run\n")
    words = ["--etalon-runtime", "adapter", "--etalon-release", "own", "-k", "Trilu or test_one"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and "test_one.py" in done.stdout and "leaked" not in done.stdout + done.stderr, done.stdout
