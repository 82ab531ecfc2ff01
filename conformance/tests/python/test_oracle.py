"""scripts/backends/oracle.py: outputs, verdict and open points as JSON."""

import json
import pathlib
import subprocess
import sys

import numpy
import pytest
from onnx import numpy_helper

from models import DIFFERENCE, f32, one_node, tensor

ORACLE = pathlib.Path(__file__).parents[3] / "scripts/backends/oracle.py"


@pytest.fixture
def ask(tmp_path):
    """The exit code and the answer; inputs and outputs are dicts by name."""

    def run(model, inputs, outputs=None):
        (tmp_path / "model.onnx").write_bytes(model.SerializeToString())
        words = [tmp_path / "model.onnx"]
        for stem, given in (("inputs", inputs), ("outputs", outputs)):
            if isinstance(given, dict):
                numpy.savez(tmp_path / f"{stem}.npz", **given)
                given = tmp_path / f"{stem}.npz"
            words += [] if given is None else [given]
        done = subprocess.run([sys.executable, ORACLE, *words], capture_output=True, text=True)
        return done.returncode, json.loads(done.stdout)

    return run


def test_without_outputs_there_is_no_verdict(ask):
    code, answer = ask(DIFFERENCE, {"a": f32(5), "b": f32(3)})
    assert code == 0 and answer["verdict"] is None and answer["open_points"] == []
    assert answer["outputs"] == {"c": {"type": "float32", "shape": [1], "data": [2.0]}}


def test_a_wrong_output_is_wrong_and_a_right_one_right(ask):
    inputs = {"a": f32(5), "b": f32(3)}
    code, answer = ask(DIFFERENCE, inputs, {"c": f32(2)})
    assert code == 0 and answer["verdict"] == "right"
    code, answer = ask(DIFFERENCE, inputs, {"c": f32(2.5)})
    assert code == 1 and answer["verdict"] == "wrong"
    first = answer["judgements"][0]["first"]
    assert (first["where"], first["got"], first["expected"]) == ("[0]", "2.5", "2")


def test_an_open_element_is_open_and_no_number_of_json(ask):
    relu = one_node("Relu", [tensor("x")], [tensor("y")])
    code, answer = ask(relu, {"x": f32(numpy.nan, 2)}, {"y": f32(0, 2)})
    assert code == 0 and answer["verdict"] == "open"
    assert answer["outputs"]["y"]["data"] == ["nan", 2.0]
    (point,) = answer["open_points"]
    assert (point["output"], point["point"], point["elements"]) == ("y", "Relu.nan", [True, False])


def test_inputs_may_be_a_folder_of_the_official_layout(ask, tmp_path):
    for i, value in enumerate((f32(5), f32(3))):
        (tmp_path / f"input_{i}.pb").write_bytes(numpy_helper.from_array(value).SerializeToString())
    assert ask(DIFFERENCE, tmp_path)[1]["outputs"]["c"]["data"] == [2.0]


def test_what_etalon_refuses_is_an_error_with_its_sentence(ask):
    code, answer = ask(DIFFERENCE, {"a": f32(1, 2, 3), "b": f32(1, 2)})
    assert code == 3 and answer["error"] == "InvalidInput" and "broadcast" in answer["message"]
