"""The compressions of TIFF files that a wheel to be given away cannot read."""

import importlib.metadata
import struct

import numpy
import pytest
from onnx import TensorProto

import onnx_etalon
from models import one_node, tensor

MODEL = one_node(
    "ImageDecoder",
    [tensor("encoded", TensorProto.UINT8)],
    [tensor("image", TensorProto.UINT8, (None, None, 3))],
    opset=20,
)


def tiff(compression):
    """A file of one gray pixel, 77, as it is where nothing is compressed."""
    fields = {256: 1, 257: 1, 258: 8, 259: compression, 262: 1, 273: 122, 277: 1, 278: 1, 279: 1}
    entries = [struct.pack("<HHIHH", tag, 3, 1, value, 0) for tag, value in fields.items()]
    head = struct.pack("<2sHIH", b"II", 42, 8, len(fields))
    file = head + b"".join(entries) + bytes(4) + bytes([77])
    return numpy.frombuffer(file, numpy.uint8)


def has_all_compressions():
    """True for a wheel with the distribution's libtiff, which is linked with JBIG's library."""
    (file,) = [f for f in importlib.metadata.files("onnx-etalon") if f.name == "THIRD_PARTY.md"]
    return "\n| jbigkit |" in file.read_text()


def test_a_pixel():
    assert onnx_etalon.run(MODEL, [tiff(1)])["image"].tolist() == [[[77, 77, 77]]]


@pytest.mark.parametrize(
    ("scheme", "name"),
    [(34661, "ISO JBIG"), (34887, "LERC"), (34925, "LZMA"), (50000, "ZSTD"), (50001, "WEBP")],
)
def test_a_compression_that_the_wheel_lacks_is_named(scheme, name):
    if has_all_compressions():  # and the pixel's byte is not the beginning of such data
        assert onnx_etalon.run(MODEL, [tiff(scheme)])["image"].shape == (0, 0, 3)
        return
    with pytest.raises(onnx_etalon.Unsupported, match=f"TIFF file with the compression {name}, "):
        onnx_etalon.run(MODEL, [tiff(scheme)])
