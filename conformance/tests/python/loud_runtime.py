"""A runtime that prints while it is imported, for the tests of the adapter and the plugin."""

import os

import numpy

import onnx_etalon

print("a welcome", flush=True)
os.write(1, b"a library's welcome\n")


def run(model, inputs):
    """Etalon's outputs, with words on both streams."""
    print("running", flush=True)
    return list(onnx_etalon.run(model, inputs).values())


def changes_inputs(model, inputs):
    """Etalon's outputs. Then writes into every input."""
    outputs = {name: value.copy() for name, value in onnx_etalon.run(model, inputs).items()}
    for array in inputs.values():
        array[...] = 0
    return outputs


def four_outputs(model, inputs):
    """One output too often."""
    return run(model, inputs) * 4


def other_names(model, inputs):
    """The outputs and one that the model does not have."""
    return {**onnx_etalon.run(model, inputs), "other": numpy.float32(0)}


def bits(model, inputs):
    """Etalon's outputs, those of a type that NumPy lacks as bits in uint8."""
    outputs = onnx_etalon.run(model, inputs)
    for name, y in outputs.items():
        if y.dtype.name.startswith(("float8", "int4", "uint4")):
            outputs[name] = y.view("uint8") & (255 if y.dtype.name.startswith("float8") else 15)
    return outputs


class NotImplemented(RuntimeError):  # noqa: A001
    """Named as ONNX Runtime's."""


def lacks(model, inputs):
    """Refuses as ONNX Runtime does."""
    raise NotImplemented("[ONNXRuntimeError] : 9 : NOT_IMPLEMENTED : no kernel")


def lacks_by_message(model, inputs):
    """Refuses as onnx.reference does."""
    raise RuntimeError("No implementation for operator 'Abs' domain ''")


def lacks_in_its_words(model, inputs):
    """Refuses as no common runtime does."""
    raise RuntimeError("no kernel of this type")
