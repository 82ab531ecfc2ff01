"""A model with every float32 and float16 value as float64, for exact reference outputs.

Operators whose schema has no float64 get casts around them, except the quantizing ones, which are
replaced by their formulas.
"""

import numpy
import onnx
from onnx import TensorProto, defs, helper, numpy_helper

NARROW = (TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.BFLOAT16)


def wide_tensor(tensor):
    if tensor.data_type not in NARROW:
        return tensor
    return numpy_helper.from_array(numpy_helper.to_array(tensor).astype(numpy.float64), tensor.name)


def widen_type(declared):
    if declared.HasField("tensor_type") and declared.tensor_type.elem_type in NARROW:
        declared.tensor_type.elem_type = TensorProto.DOUBLE


class Widening:
    """Widens one model; `types` has the element type of each value where it is known."""

    def __init__(self, model):
        self.opset = {o.domain: o.version for o in model.opset_import}
        self.count = 0
        self.ranks = {}

    def name(self):
        self.count += 1
        return f"widened_{self.count}"

    def cast(self, value, to, nodes):
        name = self.name()
        nodes.append(helper.make_node("Cast", [value], [name], to=to))
        return name

    def constant(self, value, nodes, dtype=numpy.float64):
        name = self.name()
        tensor = numpy_helper.from_array(numpy.asarray(value, dtype))
        nodes.append(helper.make_node("Constant", [], [name], value=tensor))
        return name

    def node(self, op, inputs, nodes, output=None, **attributes):
        output = output or self.name()
        nodes.append(helper.make_node(op, inputs, [output], **attributes))
        return output

    def quantized(self, x, scale, zero, output, nodes, signed):
        """output = saturate(round(x / scale) + zero)"""
        low, high = (-128, 127) if signed else (0, 255)
        rounded = self.node("Round", [self.node("Div", [x, scale], nodes)], nodes)
        if zero:
            rounded = self.node("Add", [rounded, self.cast(zero, TensorProto.DOUBLE, nodes)], nodes)
        limits = [self.constant(low, nodes), self.constant(high, nodes)]
        clipped = self.node("Clip", [rounded, *limits], nodes)
        self.node("Cast", [clipped], nodes, output, to=TensorProto.INT8 if signed else TensorProto.UINT8)

    def dynamic(self, node, nodes):
        """DynamicQuantizeLinear by its function body."""
        x, (y, scale, zero) = node.input[0], (list(node.output) + ["", ""])[:3]
        scale, zero = scale or self.name(), zero or self.name()
        nothing = self.constant(0, nodes)
        high = self.node("Max", [self.node("ReduceMax", [x], nodes, keepdims=0), nothing], nodes)
        low = self.node("Min", [self.node("ReduceMin", [x], nodes, keepdims=0), nothing], nodes)
        steps = self.constant(255, nodes)
        self.node("Div", [self.node("Sub", [high, low], nodes), steps], nodes, scale)
        start = self.node("Div", [self.node("Sub", [nothing, low], nodes), scale], nodes)
        clipped = self.node("Clip", [start, nothing, steps], nodes)
        self.node("Cast", [self.node("Round", [clipped], nodes)], nodes, zero, to=TensorProto.UINT8)
        self.quantized(x, scale, zero, y, nodes, signed=False)

    def aligned(self, value, node, nodes):
        """A scale or zero point with one value for each entry along the axis, made to broadcast."""
        shape = self.ranks.get(value)
        rank = self.ranks.get(node.input[0])
        if not shape or shape[-1] == 1 or rank is None:
            return value
        axis = next((a.i for a in node.attribute if a.name == "axis"), 1) % len(rank)
        wanted = [1] * len(rank)
        wanted[axis] = -1
        return self.node("Reshape", [value, self.constant(wanted, nodes, numpy.int64)], nodes)

    def dequantize(self, node, nodes):
        x = self.cast(node.input[0], TensorProto.DOUBLE, nodes)
        if len(node.input) > 2 and node.input[2]:
            zero = self.cast(node.input[2], TensorProto.DOUBLE, nodes)
            self.ranks[zero] = self.ranks.get(node.input[2])
            x = self.node("Sub", [x, self.aligned(zero, node, nodes)], nodes)
        self.node("Mul", [x, self.aligned(node.input[1], node, nodes)], nodes, node.output[0])

    def quantize(self, node, nodes):
        zero = node.input[2] if len(node.input) > 2 else ""
        signed = self.types.get(zero) == TensorProto.INT8
        self.quantized(node.input[0], node.input[1], zero, node.output[0], nodes, signed)

    def general(self, node, nodes):
        """The node itself, with casts at the inputs and outputs that admit only float32."""
        for attribute in node.attribute:
            self.attribute(node, attribute)
        schema = defs.get_schema(node.op_type, self.opset.get(node.domain, 1), node.domain)
        allowed = {c.type_param_str: set(c.allowed_type_strs) for c in schema.type_constraints}
        narrow = lambda formal: "tensor(float)" in (types := allowed.get(formal.type_str, {formal.type_str})) \
            and "tensor(double)" not in types
        for i, value in enumerate(node.input):
            formal = schema.inputs[min(i, len(schema.inputs) - 1)]
            if value and narrow(formal) and self.types.get(value, TensorProto.FLOAT) in NARROW:
                node.input[i] = self.cast(value, TensorProto.FLOAT, nodes)
        nodes.append(node)
        for i, value in enumerate(node.output):
            formal = schema.outputs[min(i, len(schema.outputs) - 1)]
            if value and narrow(formal) and self.types.get(value, TensorProto.FLOAT) in NARROW:
                node.output[i] = self.name()
                self.node("Cast", [node.output[i]], nodes, value, to=TensorProto.DOUBLE)

    def attribute(self, node, attribute):
        if attribute.type == onnx.AttributeProto.GRAPH:
            self.graph(attribute.g)
        elif attribute.type == onnx.AttributeProto.TENSOR:
            attribute.t.CopyFrom(wide_tensor(attribute.t))
        elif attribute.name in ("to", "dtype") and attribute.i in NARROW:
            attribute.i = TensorProto.DOUBLE
        elif node.op_type == "Constant" and attribute.name in ("value_float", "value_floats"):
            number = attribute.f if attribute.name == "value_float" else list(attribute.floats)
            tensor = numpy_helper.from_array(numpy.asarray(number, numpy.float64))
            attribute.CopyFrom(helper.make_attribute("value", tensor))

    def graph(self, graph):
        for info in [*graph.input, *graph.output, *graph.value_info]:
            widen_type(info.type)
        for tensor in graph.initializer:
            tensor.CopyFrom(wide_tensor(tensor))
        nodes = []
        special = {"DynamicQuantizeLinear": self.dynamic, "DequantizeLinear": self.dequantize,
                   "QuantizeLinear": self.quantize}
        for node in graph.node:
            special.get(node.op_type, self.general)(node, nodes)
        del graph.node[:]
        graph.node.extend(nodes)

    def note_types(self, graph):
        for info in [*graph.input, *graph.output, *graph.value_info]:
            declared = info.type.tensor_type
            self.types[info.name] = declared.elem_type
            if declared.HasField("shape"):
                self.ranks[info.name] = [d.dim_value for d in declared.shape.dim]
        for tensor in graph.initializer:
            self.types[tensor.name] = tensor.data_type
            self.ranks[tensor.name] = list(tensor.dims)


def widened(model):
    """The model in float64. Throws for operators that have no schema in onnx."""
    inferred = onnx.shape_inference.infer_shapes(model)
    work = Widening(model)
    work.types = {}
    work.note_types(inferred.graph)
    result = onnx.ModelProto()
    result.CopyFrom(model)
    work.graph(result.graph)
    del result.graph.value_info[:]
    return result
