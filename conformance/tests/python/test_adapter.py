"""Functions behind `etalon test --backend python:…`, and the same in this process."""

import importlib.util
import json
import pathlib
import subprocess
import sys

import pytest

import onnx_etalon
from onnx_etalon import _native, _runtimes

HERE = pathlib.Path(__file__).parent
ADAPTER = pathlib.Path(_native.data_folder()).parent / "scripts/backends/adapter.py"


@pytest.fixture
def statuses(tmp_path, monkeypatch):
    """The cases of a run by name."""
    monkeypatch.chdir(HERE)

    def run(function, include, *, streams="", options=()):
        report = tmp_path / "report.json"
        command = [sys.executable, "-m", "onnx_etalon", "test", "--release", "own", "--include", include,
                   "--backend", f"python:{function}", "--report", str(report), *options]
        done = subprocess.run(["sh", "-c", f'exec "$@" {streams}', "sh", *command],
                              capture_output=True, text=True)
        assert report.exists(), done.stderr
        return json.loads(report.read_text())["cases"]

    return run


def in_process(function, name):
    sys.path.insert(0, str(HERE))
    try:
        run = _runtimes.function_named(function)
    finally:
        sys.path.remove(str(HERE))
    (case,) = onnx_etalon.cases(release="own", name=name)
    return case.judge(run)


@pytest.fixture(scope="module")
def a_case():
    """The name of a case of Abs that gives outputs."""
    found = onnx_etalon.cases(release="own", operator="Abs")
    return next(case.name for case in found if case.error is None)


def test_what_is_printed_during_the_import_is_no_reply(statuses):
    found = statuses("loud_runtime:run", "^Abs: ")
    assert found and all(case["status"] == "pass" for case in found)


def test_values_in_requests_and_in_files_are_the_same(statuses):
    include = "^(Abs|Identity|SequenceConstruct|OptionalHasElement): "
    by_request = statuses("loud_runtime:run", include)
    by_files = statuses("loud_runtime:run", include, options=["--files"])
    assert by_request
    assert [(case["name"], case["status"]) for case in by_request] == [
        (case["name"], case["status"]) for case in by_files]


@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_descriptors_change_nothing(statuses, streams):
    found = statuses("loud_runtime:run", "^Abs: ", streams=streams)
    assert found and all(case["status"] == "pass" for case in found)


def test_an_adapter_without_standard_error_answers(tmp_path, monkeypatch):
    monkeypatch.chdir(HERE)
    script = ADAPTER.with_name("python_backend_adapter.py")
    backend = f"{sys.executable} {script} loud_runtime:run 2>&-"
    done = subprocess.run(
        [sys.executable, "-m", "onnx_etalon", "test", "--release", "own", "--include", "^Abs: ",
         "--backend", backend], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_inputs_can_be_written(statuses, a_case):
    found = statuses("loud_runtime:changes_inputs", "^(Abs|Add): ")
    assert {case["status"] for case in found} == {"pass"}
    assert in_process("loud_runtime:changes_inputs", a_case).status == "pass"


@pytest.mark.parametrize(
    "function, words",
    [("four_outputs", "4 outputs"), ("other_names", "no output 'other'|'other', which is not an output")],
)
def test_outputs_that_the_model_does_not_have_are_an_error(statuses, a_case, function, words):
    results = [in_process(f"loud_runtime:{function}", a_case).data]
    results += statuses(f"loud_runtime:{function}", "^Abs: ")
    for case in results:
        assert case["status"] == "error"
        assert any(word in case["message"] for word in words.split("|"))


def test_bits_in_uint8_are_taken_for_types_that_numpy_lacks(statuses):
    found = statuses("loud_runtime:bits", "^Cast: (19 saturates|21 rounds fractions)")
    assert found and {case["status"] for case in found} <= {"pass"}


@pytest.mark.parametrize("function", ["lacks", "lacks_by_message"])
def test_what_common_runtimes_raise_is_unsupported(statuses, a_case, function):
    assert in_process(f"loud_runtime:{function}", a_case).status == "unsupported"
    assert {case["status"] for case in statuses(f"loud_runtime:{function}", "^Abs: ")} == {"unsupported"}


def test_adapter_and_package_know_the_same_exceptions():
    found = importlib.util.spec_from_file_location("adapter_of_the_wheel", ADAPTER)
    adapter = importlib.util.module_from_spec(found)
    found.loader.exec_module(adapter)
    assert adapter.NOT_IMPLEMENTED == _runtimes.NOT_IMPLEMENTED
    assert adapter.LACKING == _runtimes.LACKING
