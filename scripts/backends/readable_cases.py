"""Cases in the readable form of data/cases and data/open_points, as ONNX models and values.

    model, inputs = one_node(document, case)

The form is written in conformance/cases/own_cases.h and conformance/common/json_values.h.
"""

import math

import numpy
import onnx
from onnx import TensorProto, helper

IR_VERSION = 10
COMPANION_OPSET = 21
NUMPY_TEXT = numpy.dtype(object)
LARGEST_WHOLE = 2**53  # larger floats are written with an exponent


def type_proto(text):
    """"float", "tensor(float)", "seq(tensor(float))", "map(int64, tensor(float))", …"""
    kind, _, inner = text.partition("(")
    inner = inner.rstrip()[:-1] if inner else ""
    if kind == "seq":
        return helper.make_sequence_type_proto(type_proto(inner))
    if kind == "optional":
        return helper.make_optional_type_proto(type_proto(inner))
    if kind == "map":
        key, value = inner.split(", ")
        return helper.make_map_type_proto(_element(key), type_proto(value))
    return helper.make_tensor_type_proto(_element(inner or kind), None)


def _element(name):
    return TensorProto.DataType.Value(name.upper())


def _number(written):
    return float.fromhex(written) if "x" in str(written) else float(written)


def _array(written):
    kind = written["type"].removeprefix("tensor(").removesuffix(")")
    dtype = helper.tensor_dtype_to_np_dtype(_element(kind))
    data = written["data"] if isinstance(written["data"], list) else [written["data"]]
    shape = written.get("shape", [len(data)] if isinstance(written["data"], list) else [])
    if dtype == NUMPY_TEXT:
        return numpy.array(data, dtype=object).reshape(shape)
    if kind in ("float", "double", "float16"):
        data = [_number(each) for each in data]
    return numpy.array(data).astype(dtype).reshape(shape)


def value(written):
    """An array, list, dictionary, or None for an input left out or an empty optional."""
    if written is None:
        return None
    kind = written["type"].partition("(")[0]
    if kind == "seq":
        return [_array(each) for each in written["items"]]
    if kind == "optional":
        return value(written["value"])
    if kind == "map":
        return dict(zip(written["keys"], map(_map_value(written["type"]), written["values"])))
    return _array(written)


def _map_value(text):
    """What makes the values of a map of this type; those of "map(int64, tensor(string))" are strings."""
    element = text.rsplit("tensor(", 1)[1].rstrip(")")
    return str if element == "string" else helper.tensor_dtype_to_np_dtype(_element(element)).type


def _attribute(name, written, schema):
    known = schema is not None and name in schema.attributes
    if isinstance(written, dict) and "nodes" in written:
        return helper.make_attribute(name, _graph(written))
    if isinstance(written, dict):
        return helper.make_attribute(name, onnx.numpy_helper.from_array(_array(written)))
    kinds = onnx.defs.OpSchema.AttrType
    if known and schema.attributes[name].type == kinds.FLOATS:
        return helper.make_attribute(name, [_number(each) for each in written])
    if known and schema.attributes[name].type == kinds.FLOAT:
        return helper.make_attribute(name, _number(written))
    return helper.make_attribute(name, written)


def _info(written):
    info = helper.make_value_info(written["name"], type_proto(written["type"]))
    if "shape" in written:
        info.type.tensor_type.shape.SetInParent()
        for length in written["shape"]:
            info.type.tensor_type.shape.dim.add(dim_value=length)
    return info


def _graph(written):
    def infos(side):
        return [_info(each) for each in written[side]]

    nodes = [
        helper.make_node(x["operator"], x["inputs"], x["outputs"], **x.get("attributes", {}))
        for x in written["nodes"]
    ]
    return helper.make_graph(nodes, "body", infos("inputs"), infos("outputs"))


def _schema(document, opset):
    domain = "" if document["domain"] == "ai.onnx" else document["domain"]
    try:
        return onnx.defs.get_schema(document["operator"], opset, domain)
    except onnx.defs.SchemaError:
        return None


def _outputs(schema, case):
    """The declarations of the outputs; without type where the case expects an error."""
    if "chosen" not in case:
        count = max(schema.min_output if schema else 1, 1)
        return [onnx.ValueInfoProto(name=f"output_{i}") for i in range(count)]
    return [
        helper.make_value_info(f"output_{i}", type_proto(each["type"]))
        if each
        else onnx.ValueInfoProto()
        for i, each in enumerate(case["chosen"])
    ]


def one_node(document, case):
    """The one-node model of a case, and its inputs by name."""
    domain = "" if document["domain"] == "ai.onnx" else document["domain"]
    schema = _schema(document, case["opset"])
    names = ["" if each is None else f"input_{i}" for i, each in enumerate(case["inputs"])]
    outputs = _outputs(schema, case)
    node = helper.make_node(
        document["operator"], names, [each.name for each in outputs], domain=domain
    )
    for name, written in case.get("attributes", {}).items():
        node.attribute.append(_attribute(name, written, schema))
    graph = helper.make_graph(
        [node],
        "case",
        [
            helper.make_value_info(name, type_proto(given["type"]))
            for name, given in zip(names, case["inputs"])
            if name
        ],
        [each for each in outputs if each.name],
    )
    opsets = [helper.make_opsetid(domain, case["opset"])]
    if domain:
        opsets.append(helper.make_opsetid("", COMPANION_OPSET))
    model = helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)
    return model, {n: value(v) for n, v in zip(names, case["inputs"]) if n}


def _written_number(number):
    if isinstance(number, (bool, numpy.bool_)):
        return bool(number)
    if isinstance(number, (int, numpy.integer)):
        return int(number)
    if math.isnan(number) or math.isinf(number):
        return str(float(number))
    if number == 0 and math.copysign(1, number) < 0:
        return "-0"
    # The shortest decimal number that is this one in its own type.
    whole = float(number) == int(number) and abs(number) < LARGEST_WHOLE
    return int(number) if whole else float(str(number))


def written(result):
    """A result in the readable form; the inverse of `value`."""
    if result is None:
        return {"type": "optional(tensor(float))", "value": None}
    if isinstance(result, list) and result and isinstance(result[0], dict):
        return {"maps": [{str(k): _written_number(v) for k, v in each.items()} for each in result]}
    if isinstance(result, list):
        return {"type": "seq", "items": [written(each) for each in result]}
    if isinstance(result, dict):
        return {"maps": [{str(k): _written_number(v) for k, v in result.items()}]}
    array = numpy.asarray(result)
    text = array.dtype.kind in "OUS"
    kind = "string" if text else helper.np_dtype_to_tensor_dtype(array.dtype)
    name = kind if text else TensorProto.DataType.Name(kind).lower()
    flat = [str(x) if text else _written_number(x) for x in array.reshape(-1)]
    return {"type": name, "shape": list(array.shape), "data": flat}
