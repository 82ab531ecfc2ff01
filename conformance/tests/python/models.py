"""Small models for the tests."""

import numpy
from onnx import TensorProto, TypeProto, helper

FLOAT = TensorProto.FLOAT


def tensor(name, dtype=FLOAT, shape=(None,)):
    return helper.make_tensor_value_info(name, dtype, shape)


def sequence(name, dtype=FLOAT):
    return helper.make_tensor_sequence_value_info(name, dtype, (None,))


def optional(name, inner):
    kind = TypeProto()
    kind.optional_type.elem_type.CopyFrom(inner.type)
    return helper.make_value_info(name, kind)


def mapping(name, key, value):
    kind = TypeProto()
    kind.map_type.key_type = key
    kind.map_type.value_type.CopyFrom(value.type)
    return helper.make_value_info(name, kind)


def model(nodes, inputs, outputs, initializers=(), opset=18):
    graph = helper.make_graph(nodes, "g", inputs, outputs, list(initializers))
    opsets = [helper.make_opsetid("", opset), helper.make_opsetid("ai.onnx.ml", 3)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8 if opset < 21 else 10)


def one_node(op_type, inputs, outputs, domain="", opset=18, **attributes):
    names = [i.name for i in inputs], [o.name for o in outputs]
    node = helper.make_node(op_type, *names, domain=domain, **attributes)
    return model([node], inputs, outputs, opset=opset)


def f32(*values):
    return numpy.array(values, numpy.float32)


DIFFERENCE = one_node("Sub", [tensor("a"), tensor("b")], [tensor("c")])


def endless():
    """A loop of 10^12 iterations."""
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["going"], ["still"]),
            helper.make_node("Add", ["before", "before"], ["after"]),
        ],
        "body",
        [
            tensor("i", TensorProto.INT64, ()),
            tensor("going", TensorProto.BOOL, ()),
            tensor("before", FLOAT, ()),
        ],
        [tensor("still", TensorProto.BOOL, ()), tensor("after", FLOAT, ())],
    )
    node = helper.make_node("Loop", ["n", "", "x"], ["out"], body=body)
    inputs = [tensor("n", TensorProto.INT64, ()), tensor("x", FLOAT, ())]
    return model([node], inputs, [tensor("out", FLOAT, ())])
