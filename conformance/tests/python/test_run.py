"""Loading, evaluating, limits, errors, threads, signals."""

import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy
import pytest
from onnx import TensorProto, helper, numpy_helper

import onnx_etalon
from models import DIFFERENCE, endless, f32, model, one_node, tensor


def test_inputs_by_name_and_by_position():
    for inputs in ({"b": f32(3), "a": f32(5)}, [f32(5), f32(3)], (f32(5), f32(3))):
        assert onnx_etalon.run(DIFFERENCE, inputs)["c"].tolist() == [2]


def test_a_model_is_a_path_bytes_or_a_message(tmp_path):
    file = tmp_path / "model.onnx"
    file.write_bytes(DIFFERENCE.SerializeToString())
    for given in (file, str(file), file.read_bytes(), DIFFERENCE):
        assert onnx_etalon.run(given, [f32(5), f32(3)])["c"].tolist() == [2]
    with pytest.raises(onnx_etalon.InvalidInput, match="not a int"):
        onnx_etalon.run(7, [])


def test_inputs_with_an_initializer_may_be_left_out():
    node = helper.make_node("Sub", ["a", "b"], ["c"])
    initial = numpy_helper.from_array(f32(10), "a")
    session = onnx_etalon.load(
        model([node], [tensor("a"), tensor("b")], [tensor("c")], [initial])
    )
    assert session([f32(3)])["c"].tolist() == [7]
    assert session([f32(5), f32(3)])["c"].tolist() == [2]
    assert [info.name for info in session.required_inputs] == ["b"]


def test_open_points_show_which_elements_the_specification_leaves_open():
    node = helper.make_node("ReduceMax", ["x"], ["y"], keepdims=0, axes=[1])
    rows = tensor("x", shape=(None, None))
    session = onnx_etalon.load(model([node], [rows], [tensor("y")], opset=13))
    x = numpy.array([[1, 2], [float("nan"), 3]], "float32")
    result = session.run([x], open_points=True)
    assert result["y"][0] == 2
    (point,) = result.open_points
    assert (point.output, point.point, point.depends, point.shape) == (
        "y",
        "ReduceMax.nan",
        False,
        False,
    )
    assert point.mask.tolist() == [False, True]
    assert session.run([x[:1]], open_points=True).open_points == []
    assert not hasattr(session.run([x]), "open_points")


def test_open_points_give_whole_outputs_where_some_elements_have_no_value():
    node = helper.make_node("Div", ["a", "b"], ["c"])
    inputs = [tensor("a", TensorProto.INT32), tensor("b", TensorProto.INT32)]
    division = model([node], inputs, [tensor("c", TensorProto.INT32)])
    values = [numpy.array([6, 7], "int32"), numpy.array([2, 0], "int32")]
    with pytest.raises(onnx_etalon.Unspecified, match="divided by 0"):
        onnx_etalon.run(division, values)
    result = onnx_etalon.run(division, values, open_points=True)
    assert result["c"][0] == 3
    assert result.open_points[0].mask.tolist() == [False, True]


def test_a_fraction_that_every_rule_makes_the_same_integer_is_a_result():
    node = helper.make_node("Gemm", ["a", "b", "c"], ["y"], beta=0.0625)
    a, b, c, y = (tensor(name, TensorProto.INT32, (1, 1)) for name in "abcy")
    gemm = model([node], [a, b, c], [y])
    values = [numpy.array([[n]], "int32") for n in (2, 3)]
    with pytest.raises(onnx_etalon.Unspecified, match="beta is 0.0625"):
        onnx_etalon.run(gemm, [*values, numpy.array([[15]], "int32")])  # 6 + 15/16: 6 or 7
    assert onnx_etalon.run(gemm, [*values, numpy.array([[1]], "int32")])["y"] == 6  # 6 + 1/16


def test_a_session_describes_its_model():
    session = onnx_etalon.load(DIFFERENCE)
    assert session.inputs[0] == ("a", "tensor(float)", (None,))
    assert session.outputs[0].name == "c"
    assert session.opsets == {"": 18, "ai.onnx.ml": 3}
    assert session.operators == ["Sub-14"]
    assert repr(session) == "<onnx_etalon.Session: (a, b) → c>"


def test_all_values_are_by_name():
    nodes = [helper.make_node("Neg", ["x"], ["t"]), helper.make_node("Abs", ["t"], ["y"])]
    values = onnx_etalon.run(model(nodes, [tensor("x")], [tensor("y")]), [f32(2)], all_values=True)
    assert {name: value.tolist() for name, value in values.items()} == {"x": [2], "t": [-2], "y": [2]}


def test_proved_refuses_what_is_not_proved():
    exp = model([helper.make_node("Exp", ["x"], ["y"])], [tensor("x")], [tensor("y")])
    assert onnx_etalon.run(exp, [f32(2)], proved=True)["y"].tolist() == [7.389056205749512]
    # A derivative is found numerically.
    domain = "ai.onnx.preview.training"
    square = helper.make_node("Mul", ["x", "x"], ["y"])
    slope = helper.make_node("Gradient", ["x"], ["d"], domain=domain, xs=["x"], y="y")
    derived = model([square, slope], [tensor("x")], [tensor("d")])
    derived.opset_import.append(helper.make_opsetid(domain, 1))
    assert onnx_etalon.run(derived, [f32(3)])["d"].tolist() == [6]
    with pytest.raises(onnx_etalon.Unsupported, match="not all digits are proved.*Gradient-1"):
        onnx_etalon.run(derived, [f32(3)], proved=True)


def test_outputs_without_a_declared_shape():
    graph = helper.make_graph(
        [helper.make_node("Neg", ["x"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, None)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    )
    anything = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    assert onnx_etalon.run(anything, [f32(1)])["y"].tolist() == [-1]


@pytest.mark.parametrize(
    "kind, given, sentence",
    [
        ("InvalidInput", {"x": f32(1)}, "the model has no input 'x'"),
        ("InvalidInput", [f32(1)] * 3, "3 inputs are given to a model that takes 2"),
        ("InvalidInput", {"a": f32(1)}, "input 'b' "),
        ("InvalidInput", [f32(1, 2), f32(1, 2, 3)], "Sub-14"),
        ("InvalidInput", "ab", "inputs must be a dict by name or a list by position"),
    ],
)
def test_errors_are_one_sentence(kind, given, sentence):
    with pytest.raises(getattr(onnx_etalon, kind)) as caught:
        chosen = onnx_etalon._native.Settings()
        loaded = onnx_etalon._native.LoadedModel.of_bytes(
            DIFFERENCE.SerializeToString(), "", chosen
        )
        loaded.run(given, False, chosen)
    assert sentence in str(caught.value) and "\n" not in str(caught.value)


def test_each_kind_of_error_is_a_class(tmp_path):
    with pytest.raises(onnx_etalon.InvalidModel):
        onnx_etalon.load(b"no model")
    with pytest.raises(onnx_etalon.InvalidModel, match="nowhere.onnx"):
        onnx_etalon.load(tmp_path / "nowhere.onnx")
    unknown = one_node("Frobnicate", [tensor("x")], [tensor("y")])
    with pytest.raises((onnx_etalon.Unsupported, onnx_etalon.InvalidModel), match="Frobnicate"):
        onnx_etalon.run(unknown, [f32(1)])
    big = one_node("Expand", [tensor("x"), tensor("s", TensorProto.INT64)], [tensor("y", shape=None)])
    with pytest.raises(onnx_etalon.LimitExceeded, match="memory limit"):
        onnx_etalon.run(big, [f32(1), numpy.array([1 << 28])], max_memory=1 << 20)
    assert issubclass(onnx_etalon.Unsupported, NotImplementedError)
    for name in "InvalidModel InvalidInput Unspecified Unsupported LimitExceeded InternalError".split():
        assert issubclass(getattr(onnx_etalon, name), onnx_etalon.EtalonError)


def test_limits_that_do_not_exist_or_do_not_fit():
    with pytest.raises(TypeError, match="max_memroy"):
        onnx_etalon.run(DIFFERENCE, [], max_memroy=1)
    for wrong in ({"timeout": -1}, {"timeout": float("nan")}, {"max_memory": -1}, {"seed": 1 << 40}):
        with pytest.raises(onnx_etalon.InvalidInput, match=next(iter(wrong))):
            onnx_etalon.run(DIFFERENCE, [f32(5), f32(3)], **wrong)
    with pytest.raises(onnx_etalon.InvalidInput, match="0.0.1"):
        onnx_etalon.run(DIFFERENCE, [f32(5), f32(3)], as_of="0.0.1")


def test_plain_gives_the_same_bytes():
    softmax = one_node("Softmax", [tensor("x")], [tensor("y")])
    x = numpy.linspace(-9, 80, 64, dtype=numpy.float32)
    quick, plain = (onnx_etalon.run(softmax, [x], plain=way)["y"] for way in (False, True))
    assert quick.tobytes() == plain.tobytes()
    # 1 / (1 + e), to six digits
    assert abs(onnx_etalon.run(softmax, [f32(0, 1)], plain=True)["y"][0] - 0.268941) < 1e-6


def test_lenient_warns():
    wrong = one_node("Neg", [tensor("x")], [tensor("y", TensorProto.FLOAT, (None, None))])
    with pytest.raises(onnx_etalon.InvalidModel):
        onnx_etalon.run(wrong, [f32(1)])
    with pytest.warns(RuntimeWarning, match="'y'"):
        onnx_etalon.run(wrong, [f32(1)], lenient=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning):
            onnx_etalon.run(wrong, [f32(1)], lenient=True)


def test_dialect_of_onnxruntime():
    weight = helper.make_tensor("scale", TensorProto.FLOAT, [2], [2, 4])
    node = helper.make_node("LayerNormalization", ["x", "scale"], ["y"])
    rows = [tensor(name, TensorProto.FLOAT, (None, 2)) for name in ("x", "y")]
    graph = helper.make_graph([node], "g", rows[:1], rows[1:], [weight])
    saved = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 12)])
    x = f32(-3, 3).reshape(1, 2)
    for dialect in ("auto", "onnx"):
        with pytest.raises(onnx_etalon.InvalidModel, match="an operator of ONNX Runtime"):
            onnx_etalon.load(saved, dialect=dialect)
    # (∓3) / √(9 + 1e-5) · scale
    right = {"y": f32(-1.9999989, 3.9999979).reshape(1, 2)}
    assert onnx_etalon.run(saved, [x], dialect="onnxruntime")["y"].tolist() == right["y"].tolist()
    assert onnx_etalon.load(saved, dialect="onnxruntime")([x])["y"].tolist() == right["y"].tolist()
    assert onnx_etalon.check(saved, [x], right, dialect="onnxruntime")
    assert onnx_etalon.equivalent(saved, saved, dialect="onnxruntime")
    saved.producer_name = "onnxruntime"
    assert onnx_etalon.run(saved, [x])["y"].tolist() == right["y"].tolist()
    with pytest.raises(onnx_etalon.InvalidInput, match="ort"):
        onnx_etalon.load(saved, dialect="ort")


def test_lenient_sorts_nodes():
    nodes = [helper.make_node("Neg", ["a"], ["y"]), helper.make_node("Abs", ["x"], ["a"])]
    unsorted = model(nodes, [tensor("x")], [tensor("y")])
    with pytest.raises(onnx_etalon.InvalidModel, match="topological order"):
        onnx_etalon.run(unsorted, [f32(-2)])
    with pytest.warns(RuntimeWarning, match="the first out of order is Neg"):
        assert onnx_etalon.run(unsorted, [f32(-2)], lenient=True)["y"].tolist() == [-2]
    with pytest.warns(RuntimeWarning, match="topological order"):
        assert onnx_etalon.load(unsorted, lenient=True)([f32(3)])["y"].tolist() == [-3]
    with pytest.warns(RuntimeWarning, match="topological order"):
        made = onnx_etalon.generate(unsorted, inputs=[f32(3)], lenient=True)
    assert onnx_etalon.run(made[0].model, [f32(3)])["y"].tolist() == [-3]


def test_a_newer_opset_warns():
    newer = one_node("Neg", [tensor("x")], [tensor("y")], opset=99)
    with pytest.warns(RuntimeWarning, match="opset 99 of ai.onnx, newer than"):
        assert onnx_etalon.run(newer, [f32(1)])["y"].tolist() == [-1]
    unknown = one_node("Brandnew", [tensor("x")], [tensor("y")], opset=99)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(onnx_etalon.Unsupported, match="Brandnew"):
            onnx_etalon.run(unknown, [f32(1)])


def test_a_seed_gives_the_same_numbers():
    draws = one_node("RandomNormal", [], [tensor("y")], shape=[3])
    once, again, other = (onnx_etalon.run(draws, [], seed=seed)["y"] for seed in (1, 1, 2))
    assert once.tolist() == again.tolist() != other.tolist()


def test_many_threads_use_one_session():
    session = onnx_etalon.load(DIFFERENCE)

    def work(k):
        return [session([f32(k + i), f32(i)])["c"].item() for i in range(200)]

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        assert list(pool.map(work, range(64))) == [[k] * 200 for k in range(64)]


def test_outputs_released_by_other_threads_leave_the_memory_budget_as_it_was():
    session = onnx_etalon.load(one_node("Neg", [tensor("x")], [tensor("y")]))
    x = numpy.zeros(1 << 18, numpy.float32)  # 1 MiB; the limit has room for eight of them

    def work(_):
        return [session.run([x], max_memory=8 << 20)["y"] for _ in range(20)]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for arrays in pool.map(work, range(4)):
            del arrays
    assert session.run([x], max_memory=8 << 20)["y"].size == 1 << 18


def test_other_threads_run_during_an_evaluation():
    ticks = []
    ended = threading.Event()

    def tick():
        while not ended.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    begin = time.monotonic()
    with pytest.raises(onnx_etalon.LimitExceeded, match="time"):
        onnx_etalon.run(endless(), [numpy.int64(10**12), numpy.float32(0)], timeout=0.5)
    end = time.monotonic()
    ended.set()
    thread.join()
    assert sum(begin < each < end for each in ticks) > 5


def test_an_interrupt_ends_an_evaluation():
    # Python ignores the signal where its parent did, as in the background of a shell.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            onnx_etalon.run(endless(), [numpy.int64(10**12), numpy.float32(0)], timeout=20)
        assert time.monotonic() - begin < 5
    finally:
        signal.signal(signal.SIGINT, before)


def test_external_data_of_bytes_needs_a_folder(tmp_path):
    (tmp_path / "w.bin").write_bytes(f32(10, 20).tobytes())
    w = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[2])
    w.data_location = TensorProto.EXTERNAL
    w.external_data.add(key="location", value="w.bin")
    node = helper.make_node("Add", ["x", "w"], ["y"])
    content = model([node], [tensor("x")], [tensor("y")], [w]).SerializeToString()
    with pytest.raises(onnx_etalon.InvalidModel, match="'w'"):
        onnx_etalon.load(content)
    session = onnx_etalon.load(content, folder=tmp_path)
    assert session([f32(1, 2)])["y"].tolist() == [11, 22]


def test_external_data_that_becomes_shorter_is_one_error(tmp_path):
    (tmp_path / "w.bin").write_bytes(bytes(4 << 20))
    w = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[1 << 20])
    w.data_location = TensorProto.EXTERNAL
    w.external_data.add(key="location", value="w.bin")
    node = helper.make_node("Add", ["x", "w"], ["y"])
    (tmp_path / "model.onnx").write_bytes(model([node], [tensor("x")], [tensor("y")], [w]).SerializeToString())
    script = """
import os, numpy, onnx_etalon
session = onnx_etalon.load("model.onnx")
x = numpy.ones(1, numpy.float32)
assert session([x])["y"].sum() == 1 << 20
os.truncate("w.bin", 10000)
for i in range(2):
    try:
        session([x])
    except onnx_etalon.InvalidInput as error:
        print(error)
os.truncate("w.bin", 4 << 20)
del session
print(onnx_etalon.run("model.onnx", [x])["y"].sum() == 1 << 20)
"""
    words = [sys.executable, "-c", script]
    child = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    shorter = "a model or a file of its external data became shorter while it was in use"
    assert (child.returncode, child.stderr) == (0, "")
    *errors, again = child.stdout.splitlines()
    assert len(errors) == 2 and all(shorter in each for each in errors) and again == "True"
