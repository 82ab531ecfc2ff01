"""A finding of data/findings as a program that needs only the runtime, NumPy and onnx.

    program(document, lines, ["input_1"])

`document` is the file, `lines` what the adapter gives as `repro` (conformance/BACKENDS.md), and the last are the
inputs that are initializers of the model, as the adapter's --constant-inputs makes them.
"""

import json
import pathlib

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "schemas"
COMPANION_OPSET = 21  # of ai.onnx beside another domain, as in conformance/cases/own_cases.cc

BEGIN = """\
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

"""
MODEL = """\
node = helper.make_node({node})
graph = helper.make_graph([node], "case", {infos},
                          {results}{constants})
model = helper.make_model(graph, opset_imports=[{opsets}], ir_version=10)
onnx.save(model, "model.onnx")
inputs = {{x.name: numpy_helper.to_array(x) for x in given}}
outputs = {outputs}

"""
END = """\

print("expected", *(repr(numpy_helper.to_array(x)) for x in expected), sep="\\n")
print("got", *map(repr, got), sep="\\n")
"""
ERROR = """\

print("expected: an error")
print("got", *map(repr, got), sep="\\n")
"""


def is_plain(value):
    """Whether a value of the case is one that the program's lines have: not a sequence, and not of a type of less
    than a byte, which no runtime gives Python."""
    return value is None or "data" in value and value["type"] not in ("int2", "uint2", "int4", "uint4")


def number(element):
    """An element as Python; "nan", "inf", "-0" and "0x1p-3" are texts in JSON."""
    if not isinstance(element, str):
        return repr(element)
    return repr(float.fromhex(element)) if "0x" in element else f"float({element!r})"


def tensor(name, value):
    kind = value["type"].removeprefix("tensor(").rstrip(")")
    data = value["data"] if isinstance(value["data"], list) else [value["data"]]
    shape = value.get("shape", [len(data)] if isinstance(value["data"], list) else [])
    elements = ", ".join(map(repr if kind == "string" else number, data))
    return f"helper.make_tensor({name!r}, TensorProto.{kind.upper()}, {shape}, [{elements}])"


def real_attributes(document, opset):
    """The names of the operator's attributes that are floats: JSON has them without a point, too."""
    file = SCHEMAS / f"{document['domain']}.json"
    versions = [each for each in json.loads(file.read_text(encoding="utf-8"))["operators"]
                if each["name"] == document["operator"] and each["since_version"] <= opset]
    newest = max(versions, key=lambda each: each["since_version"])
    return {each["name"] for each in newest["attributes"] if each["type"] in ("float", "floats")}


def attribute(value, is_real):
    if isinstance(value, dict):
        return tensor("", value)
    if not is_real:
        return repr(value)
    return repr([float(each) for each in value] if isinstance(value, list) else float(value))


def named(values, what):
    return [(f"{what}_{i}" if value is not None else "", value) for i, value in enumerate(values)]


def rows(name, entries):
    lines = "".join(f"    {tensor(*entry)},\n" for entry in entries if entry[1] is not None)
    return f"{name} = [\n{lines}]\n"


def program(document, lines, constants=()):
    """The text, or None where a value is neither a tensor nor left out."""
    (case,) = document["cases"]
    inputs = named(case["inputs"], "input")
    # Of a case that expects an error, the output is declared as the first input is.
    results = named(case.get("outputs", [{**case["inputs"][0], "shape": [0], "data": []}]), "output")
    if not all(is_plain(value) for _, value in inputs + results):
        return None
    domain = "" if document["domain"] == "ai.onnx" else document["domain"]
    node = [repr(document["operator"]), repr([name for name, _ in inputs]), repr([name for name, _ in results])]
    node += [f"domain={domain!r}"] * bool(domain)
    reals = real_attributes(document, case["opset"])
    node += [f"{name}={attribute(value, name in reals)}" for name, value in case.get("attributes", {}).items()]
    opsets = [(domain, case["opset"])] + [("", COMPANION_OPSET)] * bool(domain)
    shape = "x.dims" if case.get("shapes") else "None"
    infos = f"[helper.make_tensor_value_info(x.name, x.data_type, {shape}) for x in "
    return (BEGIN + rows("given", [each for each in inputs if each[0] not in constants])
            + (rows("constants", [each for each in inputs if each[0] in constants]) if constants else "")
            + rows("expected", results)
            + MODEL.format(node=", ".join(node), infos=infos + "given]", results=infos + "expected]",
                           constants=", constants" if constants else "",
                           opsets=", ".join(f"helper.make_opsetid{one}" for one in opsets),
                           outputs=[name for name, value in results if value is not None])
            + lines + (END if "outputs" in case else ERROR))
