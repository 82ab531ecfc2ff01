"""A runtime with onnx_etalon's arithmetic and a planted defect, for the tests of the plugin."""

import os
import time

import numpy
import onnx

import onnx_etalon


def run(model, inputs):
    """Etalon's outputs. Wrong: Relu is the identity. Unsupported: Pow."""
    operators = [node.op_type for node in onnx.load_model_from_string(model).graph.node]
    if "Pow" in operators:
        raise NotImplementedError("Pow")
    outputs = onnx_etalon.run(model, inputs)
    if operators == ["Relu"]:
        return [numpy.array(x) for x in inputs.values()]
    return list(outputs.values())


def crash(model, inputs):
    """Ends the process."""
    os.abort()


def hang(model, inputs):
    """Never answers."""
    time.sleep(1000)


def operators_of(model):
    return {node.op_type for node in onnx.load_model_from_string(model).graph.node}


def crash_on_relu(model, inputs):
    """Etalon's outputs. Ends the process for Relu."""
    return crash(model, inputs) if "Relu" in operators_of(model) else run(model, inputs)


def hang_on_abs(model, inputs):
    """Etalon's outputs. Never answers for Abs."""
    return hang(model, inputs) if "Abs" in operators_of(model) else run(model, inputs)


def skips_abs(model, inputs):
    """Leaves Abs out, and fails otherwise, as a test does."""
    import pytest

    if "Abs" in operators_of(model):
        pytest.skip("no Abs")
    pytest.fail("no Relu")


def keys_are_texts(model, inputs):
    """Etalon's outputs, if every map has keys of Python's own types."""
    for value in inputs.values():
        assert not isinstance(value, dict) or all(type(key) in (str, int) for key in value)
    return onnx_etalon.run(model, inputs)


def without_asymmetric_pads(model, inputs):
    """Etalon's outputs. Wrong: pads at an end of an axis are taken for those at its begin."""
    proto = onnx.load_model_from_string(model)
    for node in proto.graph.node:
        for attribute in node.attribute:
            if attribute.name == "pads":
                half = len(attribute.ints) // 2
                begins = list(attribute.ints)[:half]
                del attribute.ints[:]
                attribute.ints.extend(begins + begins)
    for info in proto.graph.output:
        info.type.tensor_type.ClearField("shape")
    return list(onnx_etalon.run(proto, inputs).values())
