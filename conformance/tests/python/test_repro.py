"""repro.py, which shows what is wrong with a runtime without Etalon."""

import json
import pathlib
import shutil
import subprocess
import sys

import onnx
import pytest

HERE = pathlib.Path(__file__).parent
PROGRAM = HERE.parent.parent / "repro/repro.py"
RIGHT = """
import numpy


def run(model, inputs):
    return [numpy.maximum(x, 0) for x in inputs.values()]
"""


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
        # Called from where the runtime is, by whatever path; the case names none.
        for file in folder.rglob("*.[jp][sy]*"):
            assert str(HERE) not in file.read_text() and sys.executable not in file.read_text()
        given = [] if backend.startswith("python:") else [backend]
        done = subprocess.run([sys.executable, folder / "repro.py", *given], capture_output=True,
                              text=True)
        assert done.returncode == 1, done.stderr
        lines = done.stdout.splitlines()
        assert lines[-5] == "expected" and lines[-3] == "got"
        assert "array(0., dtype=float32)" in lines[-4] and "array(-1., dtype=float32)" in lines[-2]
        # A right runtime, here one that is put in place of the wrong one.
        (tmp_path / "toy_runtime.py").write_text(RIGHT)
        done = subprocess.run([sys.executable, folder / "repro.py", *given], cwd=tmp_path,
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
        assert done.stdout.endswith("as expected\n")


def floats(name, data):
    return {"name": name, "type": "float", "shape": [len(data)], "data": data}


def ended(folder, inputs, outputs, lines, command=None, title="title"):
    """repro.py on a case, run from its folder; what it prints is text that a terminal shows."""
    shutil.copy(PROGRAM, folder)
    (folder / "runtime.py").write_text(lines, encoding="utf-8")
    case = {"title": title, "remarks": [title], "command": command, "rtol": 1e-3, "atol": 1e-7,
            "inputs": inputs, "outputs": outputs}
    (folder / "repro.json").write_text(json.dumps(case), encoding="utf-8")
    done = subprocess.run([sys.executable, "repro.py"], cwd=folder, capture_output=True)
    shown = done.stdout.decode()
    assert all(c.isprintable() or c == "\n" for c in shown), shown
    return done.returncode, shown


NAMES = ('"""";open("PWNED","w");\'\'\'#', "\'\'\'\nopen('PWNED','w')\n\'\'\'", "\\", "../../PWNED",
         "\n\nopen('PWNED', 'w')\n", "\r\x0copen('PWNED', 'w')", "{open('PWNED','w')}%s{0}",
         "$(touch PWNED)`touch PWNED`; touch PWNED", "\x1b[31m\x1b]0;PWNED\x07\x9b31m\u202e", "a\0b")


@pytest.mark.parametrize("name", NAMES)
def test_names_are_data(tmp_path, name):
    x = floats(name, [1, 2])
    code, shown = ended(tmp_path, [x], [x], "got = [inputs[outputs[0]]]", title=name)
    assert code == 0 and shown.endswith("as expected\n"), shown
    text = {"name": "text", "type": "string", "shape": [1], "data": [name]}
    assert ended(tmp_path, [text], [text], "raise ValueError(inputs['text'][0])")[0] == 1
    assert not list(tmp_path.glob("**/*PWNED*")) and not (tmp_path.parent / "PWNED").exists()


@pytest.mark.parametrize("lines, code, says", [
    ("got = [inputs['x']]", 0, "as expected\n"),
    ("got = [np.array([1, 1000.5], 'float32')]", 0, ""),  # within rtol 0.001
    ("got = [np.array([1, 1002], 'float32')]", 1, "this is not what is expected\n"),
    ("got = [np.array([1, np.nan], 'float32')]", 1, ""),
    ("got = [inputs['x'].astype('float64')]", 1, ""),
    ("got = [inputs['x'][:1]]", 1, ""),
    ("got = []", 1, ""),
    ("assert outputs == ['x']\nraise ValueError('\\x1b[31m')", 1, "ValueError: \\x1b[31m\n"),
    ("import no_such_runtime", 2, "not run: No module named 'no_such_runtime'"),
    ("open('model.onnx')", 1, "FileNotFoundError"),  # in the folder of the case
])
def test_the_exit_code_says_whether_the_difference_shows(tmp_path, lines, code, says):
    found, shown = ended(tmp_path, [floats("x", [1, 1000])], [floats("x", [1, 1000])], lines)
    assert found == code and says in shown, shown


def test_values_of_every_kind_are_read(tmp_path):
    values = [
        floats("special", [1, "nan", "-0", "inf", "-inf"]),
        {"name": "text", "type": "string", "shape": [1, 2], "data": ["a\x1b", "\u00e4"]},
        {"name": "complex", "type": "complex64", "shape": [1], "data": [[1, "-inf"]]},
        {"name": "long", "type": "uint64", "shape": [1], "data": [2**64 - 1]},
        {"name": "bool", "type": "bool", "shape": [2, 1], "data": [True, False]},
        {"name": "half", "type": "float16", "shape": [], "data": [0.25]},
        {"name": "none", "type": "int8", "shape": [0, 2], "data": []},
        {"name": "list", "type": "seq(tensor(int8))",
         "items": [{"type": "int8", "shape": [1], "data": [-3]}]},
        {"name": "optional", "type": "optional(tensor(float))", "value": None},
        {"name": "map", "type": "map(int64, tensor(float))", "keys": [3],
         "values": [{"type": "float", "shape": [1], "data": [1]}]}]
    code, shown = ended(tmp_path, values, values, "got = list(inputs.values())")
    assert code == 0, shown
    for part in ("array([  1.,  nan,  -0.,  inf, -inf], dtype=float32)", "[array([-3], dtype=int8)]",
                 "optional: None", "{3: array([1.], dtype=float32)}", "18446744073709551615"):
        assert part in shown


def test_a_command_that_does_not_answer_is_told(tmp_path):
    code, shown = ended(tmp_path, [], [], "", command="no_such_program")
    assert code == 2 and "not run: the command does not answer" in shown
