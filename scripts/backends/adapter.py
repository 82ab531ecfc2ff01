"""Shared by the adapters: Etalon's backend protocol (conformance/BACKENDS.md) around one function.

    adapter.serve("name", "1.0", run)

`run(request)` writes the outputs of a request. Unsupported and NotImplementedError give the status
"unsupported", Refused gives "invalid", and any other exception "error".
"""

import json
import os
import sys

import numpy
import onnx
from onnx import numpy_helper


class Refused(Exception):
    """The runtime refuses the model or its inputs."""


class Unsupported(Exception):
    """The runtime does not support this."""


# Backends import this exception from different modules, so it is recognised by its name.
NOT_IMPLEMENTED = "BackendIsNotSupposedToImplementIt"
# Those of onnx_etalon, which need not be installed.
REFUSALS = ("InvalidModel", "InvalidInput")


def serve(name, version, run):
    """Answers requests until standard input ends. The runtime's output goes to standard error."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], "status": "ok"}
        if request["ask"] == "describe":
            reply.update(name=name, version=version)
        elif request["ask"] == "run":
            reply.update(_outcome(run, request))
        else:
            reply.update(status="error", message=f"unknown request {request['ask']!r}")
        print(json.dumps(reply), file=replies, flush=True)


def _outcome(run, request):
    try:
        run(request)
        return {}
    except Exception as problem:  # every exception of a runtime is an answer
        kind = type(problem).__name__
        # The path of a case differs from machine to machine.
        message = str(problem).replace(os.path.dirname(request["model"]) + os.sep, "")
        if isinstance(problem, Refused) or kind in REFUSALS:
            return {"status": "invalid", "message": message}
        if isinstance(problem, (Unsupported, NotImplementedError)) or kind == NOT_IMPLEMENTED:
            return {"status": "unsupported", "message": message}
        return {"status": "error", "message": f"{kind}: {message}"}


def is_tensor(entry):
    """True for an input or output of a request that is a tensor."""
    return entry["type"].startswith("tensor(")


def read_value(entry):
    """The value of an input: an array, list, dictionary, or None."""
    with open(entry["file"], "rb") as file:
        content = file.read()
    kind = entry["type"].split("(")[0]
    if kind == "tensor":
        return numpy_helper.to_array(onnx.TensorProto.FromString(content))
    if kind == "seq":
        return _with_texts(numpy_helper.to_list(onnx.SequenceProto.FromString(content)))
    if kind == "optional":
        return _with_texts(numpy_helper.to_optional(onnx.OptionalProto.FromString(content)))
    if kind == "map":
        return _with_texts(numpy_helper.to_dict(onnx.MapProto.FromString(content)))
    raise Unsupported(f"values of type {entry['type']}")


def _with_texts(value):
    """The value with str in place of bytes as the keys of its maps."""
    if isinstance(value, list):
        return [_with_texts(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key.decode() if isinstance(key, bytes) else key: _with_texts(item)
        for key, item in value.items()
    }


def write_value(entry, value):
    """Writes an output as the type that the model declares for it."""
    with open(entry["file"], "wb") as file:
        file.write(_proto(entry["type"], value).SerializeToString())


def _inner(written):
    """tensor(float) of seq(tensor(float)); the type of a map's values."""
    inside = written[written.index("(") + 1 : -1]
    return inside.split(",", 1)[1].strip() if written.startswith("map(") else inside


def _proto(written, value):
    kind = written.split("(")[0]
    if kind == "seq":
        return _sequence(written, value)
    if kind == "optional":
        return _optional(written, value)
    if kind == "map":
        return _map(written, value)
    if kind != "tensor":
        raise Unsupported(f"values of type {written}")
    return numpy_helper.from_array(_array(written, value))


def _array(written, value):
    """The array unchanged; a bare Python number or string as an array of the declared type."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return numpy.asarray(value)
    if isinstance(value, (list, dict)) or value is None:
        raise TypeError(f"a {type(value).__name__} where the model declares {written}")
    named = onnx.TensorProto.DataType.Value(_inner(written).upper())
    return numpy.asarray(value, dtype=onnx.helper.tensor_dtype_to_np_dtype(named))


def _sequence(written, value):
    element = _inner(written)
    proto = onnx.SequenceProto()
    kind = element.split("(")[0]
    field, proto.elem_type = {
        "tensor": (proto.tensor_values, onnx.SequenceProto.TENSOR),
        "seq": (proto.sequence_values, onnx.SequenceProto.SEQUENCE),
        "map": (proto.map_values, onnx.SequenceProto.MAP),
        "optional": (proto.optional_values, onnx.SequenceProto.OPTIONAL),
    }[kind]
    field.extend(_proto(element, item) for item in value)
    return proto


def _optional(written, value):
    element = _inner(written)
    proto = onnx.OptionalProto()
    if value is None:
        proto.elem_type = onnx.OptionalProto.UNDEFINED
    elif element.startswith("seq("):
        proto.elem_type = onnx.OptionalProto.SEQUENCE
        proto.sequence_value.CopyFrom(_proto(element, value))
    else:
        proto.elem_type = onnx.OptionalProto.TENSOR
        proto.tensor_value.CopyFrom(_proto(element, value))
    return proto


def _map(written, value):
    proto = onnx.MapProto()
    if written.startswith("map(string"):
        proto.key_type = onnx.TensorProto.STRING
        proto.string_keys.extend(str(key).encode() for key in value)
    else:
        proto.key_type = onnx.TensorProto.INT64
        proto.keys.extend(int(key) for key in value)
    proto.values.CopyFrom(_sequence(f"seq({_inner(written)})", value.values()))
    return proto
