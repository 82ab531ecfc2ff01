#!/usr/bin/env python3
"""Write the function bodies that the specification gives, one for each operator version that has one.

    scripts/python scripts/function_bodies.py
    scripts/python scripts/function_bodies.py --prove [ETALON]   data/bodies.md (body_proofs.py)

They come from the `onnx` package that scripts/extract_schemas.py reads, which must be importable.
Writes data/function_bodies.json: {"Mish-18": {"opset": 18, "body": [LINE, …]}}. A body that depends on the
node (`context`) is that of an own case that the package builds one for: the one that the file has, as long
as there is one like it, or else the version's first; "of" says
which node that is in words, "attributes", "inputs" (their types, "" where one is left out) and "outputs" (how
many) for programs.
"""

import json
import pathlib
import sys

import onnx
from onnx import TypeProto, helper

from extract_schemas import VERSION

HOME = pathlib.Path(__file__).resolve().parent.parent
FILE = HOME / "data/function_bodies.json"
ELEMENT = {"float": 1, "double": 11, "float16": 10, "bfloat16": 16, "int64": 7, "int32": 6, "int8": 3,
           "uint8": 2, "int16": 5, "uint16": 4, "uint32": 12, "uint64": 13, "bool": 9, "string": 8,
           "complex64": 14, "complex128": 15}


def element(text):
    return ELEMENT.get(text.removeprefix("tensor(").removesuffix(")"))


def label(schema):
    return f"{schema.domain + '.' if schema.domain else ''}{schema.name}-{schema.since_version}"


def own_cases(schema, of):
    """The operator's own cases without an error: first those whose node is `of`, then those of the version,
    shortest first."""
    folder = HOME / "data" / "cases" / (schema.domain or "ai.onnx")
    for file in folder.glob(f"*/{schema.name}.json"):
        cases = json.loads(file.read_text(encoding="utf-8"))["cases"]
        chosen = [one for one in cases if "error" not in one]
        yield from sorted(chosen, key=lambda one: (written(schema, one) != of, not in_force(schema, one.get("opset")),
                                                   len(json.dumps(one))))


def in_force(schema, opset):
    try:
        found = onnx.defs.get_schema(schema.name, opset or schema.since_version, schema.domain)
    except onnx.defs.SchemaError:
        return False
    return found.since_version == schema.since_version


def attribute(schema, name, value):
    kind = schema.attributes[name].type.name
    if kind in ("TENSOR", "GRAPH"):
        raise ValueError(f"{name} is a {kind}")
    if kind in ("FLOAT", "FLOATS"):
        value = [float(each) for each in value] if isinstance(value, list) else float(value)
    return helper.make_attribute(name, value)


def node_of(schema, case):
    """The case's node, and the types of its inputs; ValueError where it has other than tensors."""
    inputs = case.get("inputs", [])
    types = []
    for each in inputs:
        kind = TypeProto()
        if each is not None:
            if element(each["type"]) is None:
                raise ValueError(f"{each['type']} is left out")
            kind.tensor_type.elem_type = element(each["type"])
            for length in shape_of(each):
                kind.tensor_type.shape.dim.add().dim_value = length
        types.append(kind)
    names = [formal_name(schema.inputs, i) if each is not None else "" for i, each in enumerate(inputs)]
    outputs = [formal_name(schema.outputs, i) if each is not None else ""
               for i, each in enumerate(case["outputs"])]
    node = helper.make_node(schema.name, names, outputs, domain=schema.domain)
    for name, value in known_attributes(schema, case):
        node.attribute.append(attribute(schema, name, value))
    return node, types


def shape_of(value):
    if "shape" in value:
        return value["shape"]
    return [len(value["data"])] if isinstance(value["data"], list) else []


def formal_name(formals, index):
    if index < len(formals):
        return formals[index].name
    return f"{formals[-1].name}_{index}"


def lines_of(function):
    text = onnx.printer.to_text(function)
    if not isinstance(function, onnx.FunctionProto):
        raise ValueError("not a function")
    return text.rstrip().splitlines()


def known_attributes(schema, case):
    """The case's attributes that the version has: the case may be another version's."""
    return [each for each in case.get("attributes", {}).items() if each[0] in schema.attributes]


def written(schema, case):
    """The node in words: attributes, then the types of inputs."""
    attributes = [f"{name} = {json.dumps(value)}" for name, value in known_attributes(schema, case)]
    types = [each.get("type", "no tensor") if each else "none" for each in case.get("inputs", [])]
    return ", ".join(attributes + ["inputs of " + ", ".join(types)] if types else attributes)


def context_body(schema, of):
    for case in own_cases(schema, of):
        try:
            node, types = node_of(schema, case)
            opset = max(schema.context_dependent_function_opset_versions)
            body = schema.get_context_dependent_function_with_opset_version(
                opset, node.SerializeToString(), [each.SerializeToString() for each in types])
        except (ValueError, KeyError, RuntimeError, TypeError):
            continue
        if not body:
            continue
        function = onnx.FunctionProto.FromString(body)
        types = [each["type"] if each else "" for each in case.get("inputs", [])]
        return {"opset": opset, "of": written(schema, case), "attributes": dict(known_attributes(schema, case)),
                "inputs": types, "outputs": len(case["outputs"]), "body": lines_of(function)}
    return None


def main():
    if onnx.__version__ != VERSION:
        sys.exit(f"function_bodies: this needs onnx {VERSION}, not {onnx.__version__}")
    bodies, without = {}, []
    before = json.loads(FILE.read_text(encoding="utf-8"))
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.has_function:
            opset = max([each for each in schema.function_opset_versions] or [schema.since_version])
            bodies[label(schema)] = {"opset": opset, "body": lines_of(schema.function_body)}
        elif schema.has_context_dependent_function:
            found = context_body(schema, before.get(label(schema), {}).get("of"))
            if found:
                bodies[label(schema)] = found
            else:
                without.append(label(schema))
    rows = [f"{json.dumps(key)}: {json.dumps(bodies[key], ensure_ascii=False)}" for key in sorted(bodies)]
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    print(f"{len(bodies)} bodies; none for {', '.join(without) or 'no version'}")


if __name__ == "__main__":
    if "--prove" in sys.argv[1:2]:
        import body_proofs
        body_proofs.prove(sys.argv[2] if len(sys.argv) > 2 else HOME / "build/release/etalon")
    else:
        main()
