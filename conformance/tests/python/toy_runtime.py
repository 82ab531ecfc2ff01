"""A runtime with onnx_etalon's arithmetic and a planted defect, for the tests of the plugin."""

import numpy
import onnx

import onnx_etalon


def run(model, inputs):
    """Etalon's outputs. Wrong: Abs of negative numbers; MaxPool with strides or dilations is
    unsupported."""
    proto = onnx.load_model_from_string(model)
    for node in proto.graph.node:
        if node.op_type == "MaxPool" and any(a.name in ("strides", "dilations") for a in node.attribute):
            raise NotImplementedError("MaxPool with strides or dilations")
    outputs = onnx_etalon.run(model, inputs)
    if [node.op_type for node in proto.graph.node] == ["Abs"]:
        return [numpy.array(x) for x in inputs.values()]
    return list(outputs.values())


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
