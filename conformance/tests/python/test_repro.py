"""repro.py, which shows what is wrong with a runtime without Etalon."""

import pathlib
import subprocess
import sys

import onnx

HERE = pathlib.Path(__file__).parent


def test_the_program_prints_what_is_expected_and_what_the_runtime_gives(tmp_path, monkeypatch):
    monkeypatch.chdir(HERE)
    x = onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [3])
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [3])
    graph = onnx.helper.make_graph([onnx.helper.make_node("Relu", ["x"], ["y"])], "g", [x], [y])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 14)],
                                   ir_version=8)
    onnx.save(model, tmp_path / "model.onnx")
    given = onnx.helper.make_tensor("x", onnx.TensorProto.FLOAT, [3], [1, -2, 3])
    (tmp_path / "x.pb").write_bytes(given.SerializeToString())
    for backend in ("python:toy_runtime:run",
                    f"{sys.executable} {HERE / 'no_lines.py'} toy_runtime:run"):
        folder = tmp_path / backend.split()[0].replace("/", "_")
        found = subprocess.run(
            [sys.executable, "-m", "onnx_etalon", "bisect", tmp_path / "model.onnx", "--input",
             f"x={tmp_path / 'x.pb'}", "--backend", backend, "--output-dir", folder],
            capture_output=True, text=True)
        assert "1 of 3 elements; repro.py shows it without Etalon" in found.stdout, found.stderr
        done = subprocess.run([sys.executable, "repro.py"], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert lines[0] == "expected" and lines[-2] == "got"
        assert "array(0., dtype=float32)" in lines[1] and "array(-1., dtype=float32)" in lines[-1]
