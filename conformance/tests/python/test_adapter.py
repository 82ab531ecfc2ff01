"""Functions behind `etalon test --backend python:…`, and the same in this process."""

import importlib.util
import json
import pathlib
import subprocess
import sys

import numpy
import onnx
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
def adapter():
    """The module of the adapters."""
    found = importlib.util.spec_from_file_location("adapter_of_the_wheel", ADAPTER)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


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


def model_of(node, inputs, *, ir_version=8):
    """A serialized model of one node with output y, whose inputs have these arrays, and a request."""
    graph = onnx.helper.make_graph(
        [node], "g",
        [onnx.helper.make_tensor_value_info(name, onnx.helper.np_dtype_to_tensor_dtype(array.dtype),
                                            array.shape) for name, array in inputs.items()],
        [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, None)])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)],
                                   ir_version=ir_version)
    entries = [{"name": name, "type": "tensor(float)",
                "content": onnx.numpy_helper.from_array(array, name).SerializeToString()}
               for name, array in inputs.items()]
    return {"model": model.SerializeToString(), "inputs": entries}


@pytest.mark.parametrize(
    "wanted, constants",
    [("shapes", ["pads", "axes"]), ("all", ["pads", "value", "axes"]), ("value,axes", ["value", "axes"]),
     ("nothing", [])],
)
@pytest.mark.parametrize("ir_version", [3, 8])
def test_inputs_become_constants(adapter, wanted, constants, ir_version):
    node = onnx.helper.make_node("Pad", ["x", "pads", "value", "axes"], ["y"])
    inputs = {"x": numpy.ones((2, 2), "float32"), "pads": numpy.array([1, 1]),
              "value": numpy.array(3, "float32"), "axes": numpy.array([0])}
    request = model_of(node, inputs, ir_version=ir_version)
    assert adapter.make_constants(request, wanted) == constants
    model = onnx.ModelProto.FromString(request["model"])
    left = [name for name in inputs if name not in constants]
    assert [info.name for info in model.graph.input] == left
    assert [entry["name"] for entry in request["inputs"]] == left
    held = {each.name: onnx.numpy_helper.to_array(each) for each in model.graph.initializer}
    assert list(held) == constants
    assert all(numpy.array_equal(held[name], inputs[name]) for name in constants)


def test_a_given_input_takes_the_place_of_its_initializer(adapter):
    node = onnx.helper.make_node("Reshape", ["x", "shape"], ["y"])
    request = model_of(node, {"x": numpy.ones(4, "float32"), "shape": numpy.array([2, 2])})
    model = onnx.ModelProto.FromString(request["model"])
    model.graph.initializer.append(onnx.numpy_helper.from_array(numpy.array([4]), "shape"))
    request["model"] = model.SerializeToString()
    assert adapter.make_constants(request, "shapes") == ["shape"]
    (held,) = onnx.ModelProto.FromString(request["model"]).graph.initializer
    assert list(onnx.numpy_helper.to_array(held)) == [2, 2]


@pytest.mark.parametrize("message, cause", [
    ("Translating model\n\nCaused by:\n    0: Node 3 \"y\" Reshape\n    1: expected a const",
     "expected a const"),
    ("Inference failed\n\nCaused by:\n    Unimplemented(LSTM)\n\nStack backtrace:\n   0: tract::f\n   1: g",
     "Unimplemented(LSTM)"),
    ("Check 'a == b' failed at src/core/src/node.cpp:12:\nWhile validating node 'Add'",
     "While validating node 'Add'"),
    ("OpenCV(5.0.0) /io/opencv/modules/dnn/src/layers/shape_layer.cpp:112: error: (-215:Assertion failed)"
     " blobs.size() == 1 in function 'forward'\n",
     "(-215:Assertion failed) blobs.size() == 1 in function 'forward'"),
    ("it fails\nTraceback (most recent call last):\n  File \"a.py\", line 3\nKeyError: 'k'\n", "KeyError: 'k'"),
    ("axis 3 is out of range", "axis 3 is out of range"),
])
def test_messages_are_shortened_to_their_cause(adapter, message, cause):
    assert adapter.cause(message) == cause


def test_the_description_declares_arithmetic(monkeypatch):
    monkeypatch.chdir(HERE)
    script = ADAPTER.with_name("python_backend_adapter.py")

    def described(*options):
        done = subprocess.run([sys.executable, script, "toy_runtime", *options], capture_output=True,
                              text=True, input='{"id": 1, "ask": "describe"}\n')
        return json.loads(done.stdout)

    assert "arithmetic" not in described()
    assert described("--arithmetic", "tf32,flush")["arithmetic"] == ["tf32", "flush"]


def test_errors_that_a_pattern_matches_are_unsupported(tmp_path, monkeypatch):
    monkeypatch.chdir(HERE)
    script = ADAPTER.with_name("python_backend_adapter.py")

    def status(options):
        report = tmp_path / "report.json"
        subprocess.run(
            [sys.executable, "-m", "onnx_etalon", "test", "--release", "own", "--include", "^Abs: ",
             "--report", str(report), "--backend",
             f"{sys.executable} {script} loud_runtime:lacks_in_its_words {options}"], capture_output=True)
        return {case["status"] for case in json.loads(report.read_text())["cases"]}

    assert status("") == {"error"}
    assert status("--unsupported-if other --unsupported-if 'no ker.el'") == {"unsupported"}


def test_options_of_the_adapter_follow_the_module(statuses):
    def found(options):
        return {case["status"] for case in statuses(f"loud_runtime:lacks_in_its_words{options}", "^Abs: ")}

    assert found("") == {"error"}
    assert found(" --unsupported-if other --unsupported-if 'no ker.el'") == {"unsupported"}
