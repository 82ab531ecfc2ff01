"""Arrays of every type of ml_dtypes, bit pattern by bit pattern, in and out.

What the patterns mean is told by ml_dtypes (its conversion to float64), not by Etalon.
"""

import ml_dtypes
import numpy
import pytest
from onnx import TensorProto, helper, numpy_helper

import onnx_etalon
from models import one_node, sequence, tensor

# Name of ml_dtypes: the name of ONNX, bits.
TYPES = {
    "bfloat16": ("BFLOAT16", 16),
    "float8_e4m3fn": ("FLOAT8E4M3FN", 8),
    "float8_e4m3fnuz": ("FLOAT8E4M3FNUZ", 8),
    "float8_e5m2": ("FLOAT8E5M2", 8),
    "float8_e5m2fnuz": ("FLOAT8E5M2FNUZ", 8),
    "float8_e8m0fnu": ("FLOAT8E8M0", 8),
    "float6_e2m3fn": ("FLOAT6E2M3", 6),
    "float6_e3m2fn": ("FLOAT6E3M2", 6),
    "float4_e2m1fn": ("FLOAT4E2M1", 4),
    "int4": ("INT4", 4),
    "uint4": ("UINT4", 4),
    "int2": ("INT2", 2),
    "uint2": ("UINT2", 2),
}
FOREIGN = ["int1", "uint1", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz"]

OPSET = 28  # the first in which operators take all of them

every_type = pytest.mark.parametrize("name", TYPES)


def code(name):
    return getattr(TensorProto, TYPES[name][0])


def patterns(name):
    """An array of every element that the type has, in the order of ml_dtypes' own slots."""
    bits = TYPES[name][1]
    slots = numpy.arange(2**bits, dtype=numpy.uint16 if bits == 16 else numpy.uint8)
    return slots.view(getattr(ml_dtypes, name))


def same(a, b):
    """The same type, shape and bits; what is above an element's bits in its slot is nothing."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    unsigned = numpy.uint16 if b.dtype.itemsize == 2 else numpy.uint8
    above = 8 * b.dtype.itemsize - TYPES[b.dtype.name][1]
    return numpy.array_equal(*(each.copy().view(unsigned) << unsigned(above) for each in (a, b)))


def identity(name, shape):
    """Of a value that is not optional, this operator gives the value."""
    values = [tensor("x", code(name), shape)], [tensor("y", code(name), shape)]
    return one_node("OptionalGetElement", *values, opset=OPSET)


def through(x, name, shape):
    return onnx_etalon.run(identity(name, shape), {"x": x})["y"]


@every_type
def test_every_bit_pattern_goes_in_and_out(name):
    x = patterns(name)
    assert same(through(x, name, (None,)), x)
    assert same(through(numpy.tile(x, 300), name, (None,)), numpy.tile(x, 300))  # too large to be copied


@every_type
def test_every_layout(name):
    x = patterns(name).reshape(2, -1)
    for view in (x.T, x[:, ::-1], x[:, 1::2], x[1:, :0], numpy.asfortranarray(x)):
        assert same(through(view, name, (None, None)), numpy.ascontiguousarray(view))
    for scalar in (x[1, 1], numpy.array(x[1, 1])):
        y = through(scalar, name, ())
        assert y.shape == () and same(y.reshape(1), x[1:, 1])


@every_type
def test_messages_of_onnx_and_elements_of_sequences(name):
    x = patterns(name)[:-1]  # an odd number: the last byte of a packed message is not full
    assert same(through(numpy_helper.from_array(x), name, (None,)), x)
    values = [sequence("s", code(name))], [sequence("t", code(name))]
    echo = one_node("OptionalGetElement", *values, opset=OPSET)
    given = [x, x[:3]]
    taken = onnx_etalon.run(echo, {"s": given})["t"]
    assert all(same(one, other) for one, other in zip(taken, given, strict=True))


@every_type
def test_elements_mean_what_they_mean_to_ml_dtypes(name):
    x = patterns(name)
    widens = [tensor("x", code(name))], [tensor("y", TensorProto.DOUBLE)]
    y = onnx_etalon.run(one_node("Cast", *widens, opset=OPSET, to=TensorProto.DOUBLE), {"x": x})["y"]
    with numpy.errstate(invalid="ignore"):
        meant = x.astype(numpy.float64)
    assert numpy.array_equal(y, meant, equal_nan=True)
    assert numpy.array_equal(numpy.signbit(y[y == 0]), numpy.signbit(meant[meant == 0]))
    finite = numpy.isfinite(meant)
    narrows = [tensor("x", TensorProto.DOUBLE)], [tensor("y", code(name))]
    back = onnx_etalon.run(one_node("Cast", *narrows, opset=OPSET, to=code(name)), {"x": meant[finite]})
    assert same(back["y"], x[finite])


@every_type
def test_numbers_of_python_become_the_declared_type(name):
    numbers = [1.0, 0.0] if "float" in name else [1, 0]
    if name == "float8_e8m0fnu":
        numbers = [1.0, 0.5]
    y = through(numbers, name, (None,))
    assert y.dtype == getattr(ml_dtypes, name) and y.astype(float).tolist() == numbers


@every_type
def test_a_wrong_element_is_found(name):
    x = numpy.array([1, 1, 1], getattr(ml_dtypes, name))
    wrong = x.copy()
    wrong[2] = 2 if name == "float8_e8m0fnu" else 0
    model = identity(name, (None,))
    assert onnx_etalon.check(model, [x], [x]) and not onnx_etalon.check(model, [x], [wrong])
    assert "[2]" in onnx_etalon.check(model, [x], [wrong]).first_wrong.first.where


@pytest.mark.parametrize("name", ["int4", "int2", "uint4", "uint2", "float4_e2m1fn", "float6_e2m3fn"])
def test_bits_above_an_element_are_not_part_of_it(name):
    x = patterns(name)
    dirty = (x.view(numpy.uint8) ^ numpy.uint8(0xFF << TYPES[name][1] & 0xFF)).view(x.dtype)
    assert same(through(dirty, name, (None,)), x)


@pytest.mark.parametrize("name", FOREIGN)
def test_types_that_onnx_lacks_are_refused(name):
    x = numpy.zeros(2, getattr(ml_dtypes, name))
    with pytest.raises(onnx_etalon.InvalidInput, match=f"ONNX has no element type for arrays of {name}"):
        through(x, "int4", (None,))


def test_the_types_are_all_that_onnx_and_ml_dtypes_have():
    theirs = {str(helper.tensor_dtype_to_np_dtype(each)) for each in TensorProto.DataType.values() if each}
    assert {each for each in theirs if hasattr(ml_dtypes, each)} == set(TYPES)
