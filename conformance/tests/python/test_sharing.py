"""Large arrays are read where they are. What they hold is compared with NumPy's own bytes."""

import gc
import sys
import threading
import weakref

import ml_dtypes
import numpy
import pytest
from onnx import TensorProto, helper

import onnx_etalon
from models import FLOAT, f32, model, one_node, sequence, tensor

LARGE = 1 << 20  # elements
SQUARE = (None, None)
LITTLE_MEMORY = 1 << 18  # bytes, less than any large array


def identity(dtype=FLOAT, opset=25):
    return one_node("Identity", [tensor("x", dtype)], [tensor("y", dtype)], opset=opset)


def through(x, dtype=FLOAT, **limits):
    return onnx_etalon.run(identity(dtype), {"x": x}, **limits)["y"]


@pytest.mark.parametrize("name", ["float32", "float64", "int16", "uint8", "complex64", "complex128"])
def test_a_large_array_needs_no_memory_of_its_own(name):
    x = numpy.arange(LARGE).astype(name)
    x.setflags(write=False)
    y = through(x, helper.np_dtype_to_tensor_dtype(x.dtype), max_memory=LITTLE_MEMORY)
    assert y.dtype == x.dtype and y.tobytes() == x.tobytes()


def test_an_array_of_a_type_of_ml_dtypes_is_shared():
    x = numpy.arange(LARGE).astype(ml_dtypes.bfloat16)
    y = through(x, TensorProto.BFLOAT16, max_memory=LITTLE_MEMORY)
    assert y.dtype == x.dtype and y.tobytes() == x.tobytes()


def test_an_array_in_another_order_is_copied_once_by_python():
    x = numpy.arange(LARGE, dtype=numpy.float32).reshape(1024, -1).T
    y = onnx_etalon.run(one_node("Neg", [tensor("x", shape=SQUARE)], [tensor("y", shape=SQUARE)]), {"x": x})
    assert (y["y"] == -x).all()


def test_an_array_that_is_not_aligned_is_copied():
    whole = numpy.zeros(4 * LARGE + 1, numpy.uint8)
    x = whole[1:].view(numpy.float32)
    x[:] = numpy.arange(LARGE)
    assert not x.flags.aligned
    assert through(x).tobytes() == x.tobytes()
    with pytest.raises(onnx_etalon.LimitExceeded):
        through(x, max_memory=LITTLE_MEMORY)


def test_bytes_of_a_bool_that_are_neither_0_nor_1():
    x = numpy.full(LARGE, 7, numpy.uint8).view(bool)
    assert set(through(x, TensorProto.BOOL).view(numpy.uint8)) == {1}
    assert set(x.view(numpy.uint8)) == {7}


def test_a_change_after_the_call_does_not_change_what_was_returned():
    x = numpy.ones(LARGE, numpy.float32)
    pair = model(
        [helper.make_node("Identity", ["x"], ["y"]), helper.make_node("SequenceConstruct", ["x"], ["s"])],
        [tensor("x")],
        [tensor("y"), sequence("s")],
    )
    values = onnx_etalon.run(pair, {"x": x}, all_values=True)
    x[:] = 2
    assert (values["y"] == 1).all() and (values["s"][0] == 1).all()


def test_a_runtime_that_keeps_its_inputs_keeps_no_memory_of_ours():
    x = numpy.ones(LARGE, numpy.float32)
    kept = []

    def runtime(_, inputs):
        kept.append(inputs["x"])
        return [inputs["x"]]

    found = onnx_etalon.bisect(identity(), {"x": x}, runtime)
    x[:] = 2
    assert found and (kept[0] == 1).all()


def test_an_array_is_released_with_the_last_tensor():
    class Array(numpy.ndarray):
        pass

    x = numpy.ones(LARGE, numpy.float32).view(Array)
    observer, before = weakref.ref(x), sys.getrefcount(x)
    for _ in range(3):
        through(x)
        with pytest.raises(onnx_etalon.InvalidInput):
            through(x, TensorProto.DOUBLE)
    gc.collect()
    assert sys.getrefcount(x) == before
    del x
    assert observer() is None


def test_threads_share_one_array():
    x = numpy.arange(LARGE, dtype=numpy.float32)
    negation = onnx_etalon.load(one_node("Neg", [tensor("x")], [tensor("y")]))
    outcomes = []

    def work():
        for _ in range(5):
            outcomes.append(bool((negation.run([x])["y"] == -x).all()))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [True] * 20


def test_an_output_is_an_input_of_the_next_model():
    y = through(numpy.arange(LARGE, dtype=numpy.float32))
    z = through(y, max_memory=LITTLE_MEMORY)
    del y
    assert z[-1] == LARGE - 1 and through(f32(3)).tolist() == [3]
