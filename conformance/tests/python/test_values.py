"""Values of every kind, in and out. Expectations are computed by hand."""

import ml_dtypes
import numpy
import pytest
from onnx import TensorProto, helper, numpy_helper

import onnx_etalon
from models import DIFFERENCE, f32, mapping, one_node, optional, sequence, tensor

STRING, INT64, BOOL = TensorProto.STRING, TensorProto.INT64, TensorProto.BOOL

PLAIN = [
    "float32 float64 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool",
    "complex64 complex128",
]
NARROW = {
    "bfloat16": (TensorProto.BFLOAT16, [0, 1, -2.5]),
    "float8_e4m3fn": (TensorProto.FLOAT8E4M3FN, [0, 1, -2.5]),
    "float8_e5m2fnuz": (TensorProto.FLOAT8E5M2FNUZ, [0, 1, -2.5]),
    "int4": (TensorProto.INT4, [-8, 7, -1]),
    "uint4": (TensorProto.UINT4, [0, 15, 8]),
    "float4_e2m1fn": (TensorProto.FLOAT4E2M1, [0.5, -6, 3]),
}


def identity(dtype, shape=(None,), opset=25):
    return one_node("Identity", [tensor("x", dtype, shape)], [tensor("y", dtype, shape)], opset=opset)


def through(x, dtype, shape=(None,)):
    return onnx_etalon.run(identity(dtype, shape), {"x": x})["y"]


@pytest.mark.parametrize("name", " ".join(PLAIN).split())
def test_types_of_numpy_pass_unchanged(name):
    x = numpy.array([0, 1, 3], name)
    y = through(x, helper.np_dtype_to_tensor_dtype(x.dtype))
    assert y.dtype == x.dtype and y.tobytes() == x.tobytes()


@pytest.mark.parametrize("name", NARROW)
def test_types_of_ml_dtypes_pass_unchanged(name):
    dtype, values = NARROW[name]
    x = numpy.array(values, getattr(ml_dtypes, name))
    y = through(x, dtype)
    assert y.dtype == x.dtype and y.tolist() == x.tolist() == values


def test_layouts_that_are_not_contiguous():
    x = numpy.arange(12, dtype=numpy.float32).reshape(3, 4)
    for view in (x.T, x[::2, ::-1], x[:, 1], x[1:1], x.astype(">f4")):
        shape = (None,) * view.ndim
        y = through(view, TensorProto.FLOAT, shape)
        assert y.shape == view.shape and y.tolist() == view.tolist()


def test_scalars_lists_and_read_only_arrays():
    assert through(2.5, TensorProto.FLOAT, ()) == numpy.float32(2.5)
    assert through(2.5, TensorProto.FLOAT, ()).shape == ()
    assert through([1, 2], TensorProto.FLOAT).tolist() == [1, 2]
    frozen = f32(1, 2)
    frozen.setflags(write=False)
    assert through(frozen, TensorProto.FLOAT).tolist() == [1, 2]
    assert through(numpy.zeros((2, 0), numpy.float32), TensorProto.FLOAT, (2, 0)).shape == (2, 0)


def test_a_list_is_rounded_to_the_declared_type():
    assert through([0.1], TensorProto.BFLOAT16).astype(numpy.float32).tolist() == [0.10009765625]


def test_dlpack_of_another_library():
    class Foreign:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    assert through(Foreign(f32(1, 2)), TensorProto.FLOAT).tolist() == [1, 2]


def test_messages_are_values():
    assert through(numpy_helper.from_array(f32(1, 2)), TensorProto.FLOAT).tolist() == [1, 2]


def test_outputs_are_views_that_outlive_the_model():
    y = through(f32(1, 2, 3), TensorProto.FLOAT)
    assert not y.flags.writeable and not y.flags.owndata
    del_later = y[1:]
    del y
    assert del_later.tolist() == [2, 3]


def test_strings():
    for x in (numpy.array(["é", ""], object), numpy.array(["é", ""]), ["é", ""], [b"\xc3\xa9", ""]):
        y = through(x, STRING)
        assert y.dtype == object and y.tolist() == ["é", ""]
    assert through([b"\xff"], STRING).tolist() == [b"\xff"]
    assert through("a", STRING, ()).item() == "a"


def test_sequences():
    append = one_node("SequenceInsert", [sequence("s"), tensor("x")], [sequence("t")])
    for before in ([], [f32(1), f32(2, 3)], (f32(1),)):
        after = onnx_etalon.run(append, {"s": before, "x": f32(4)})["t"]
        assert [each.tolist() for each in after] == [b.tolist() for b in before] + [[4]]


def test_optionals():
    there = tensor("there", BOOL, ())
    asks = one_node("OptionalHasElement", [optional("o", tensor("o"))], [there])
    assert not onnx_etalon.run(asks, {"o": None})["there"]
    assert onnx_etalon.run(asks, {"o": f32(1)})["there"]
    gets = one_node("Identity", [optional("o", tensor("o"))], [optional("p", tensor("p"))])
    assert onnx_etalon.run(gets, {"o": None})["p"] is None
    assert onnx_etalon.run(gets, {"o": f32(7)})["p"].tolist() == [7]


def test_maps():
    vectorize = one_node(
        "DictVectorizer",
        [mapping("m", INT64, tensor("v", shape=()))],
        [tensor("y", shape=(3,))],
        "ai.onnx.ml",
        int64_vocabulary=[7, 8, 9],
    )
    y = onnx_etalon.run(vectorize, {"m": {9: numpy.float32(2.5), 7: 1.5}})["y"]
    assert y.tolist() == [1.5, 0, 2.5]
    zip_map = one_node(
        "ZipMap",
        [tensor("x", shape=(2, 2))],
        [helper.make_value_info("z", _list_of_maps())],
        "ai.onnx.ml",
        classlabels_strings=["a", "b"],
    )
    z = onnx_etalon.run(zip_map, {"x": f32(1, 2, 3, 4).reshape(2, 2)})["z"]
    assert [{k: float(v) for k, v in each.items()} for each in z] == [
        {"a": 1, "b": 2},
        {"a": 3, "b": 4},
    ]


def _list_of_maps():
    kind = mapping("m", STRING, tensor("v", shape=())).type
    whole = type(kind)()
    whole.sequence_type.elem_type.CopyFrom(kind)
    return whole


@pytest.mark.parametrize(
    "value, sentence",
    [
        (None, "'a': a NoneType is given where the model declares tensor(float)"),
        ({}, "'a': a dict is given where the model declares tensor(float)"),
        (object(), "'a': a object cannot be made a tensor"),
        (numpy.array(["2020"], "datetime64[Y]"), "'a': ONNX has no element type for arrays of"),
        (f32(1).astype(numpy.float64), "input 'a' is a tensor(double) where the model declares a tensor(float)"),
        (["\ud800"], "'a': "),
    ],
)
def test_values_that_do_not_fit_are_refused(value, sentence):
    with pytest.raises(onnx_etalon.InvalidInput) as refusal:
        onnx_etalon.run(DIFFERENCE, {"a": value, "b": f32(1)})
    assert sentence in str(refusal.value) and "\n" not in str(refusal.value)


def test_an_array_that_contains_something_else_than_strings():
    with pytest.raises(onnx_etalon.InvalidInput, match="'x': a tensor of strings contains a int"):
        through(numpy.array(["a", 1], object), STRING)
