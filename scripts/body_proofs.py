"""Each function body of the specification against Etalon's formula: is it the same real function?

The nodes are those of the operators' own cases, at most twelve of each version, with other lengths,
attributes or types each; `etalon equivalent --prove` compares the node with a call of its body.
"""

import collections
import json
import pathlib
import subprocess
import tempfile

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

import function_bodies

HOME = pathlib.Path(__file__).resolve().parent.parent
PAGE = HOME / "data/bodies.md"
NODES = 12
FLOATS = {"float", "double", "float16", "bfloat16"}
INTEGERS = {"int64", "int32", "int16", "int8", "uint64", "uint32", "uint16", "uint8", "bool"}
HEAD = """# Function bodies and formulas

ONNX defines some operators by a function body as well. For each version that has one, up to twelve nodes of
its own cases, with other lengths, attributes or types each, are compared with a call of the body by
`etalon equivalent --prove`: for all values of the float inputs, as functions of real numbers. Rounding, NaN,
infinities and the sign of zeros are not in it. `scripts/python scripts/function_bodies.py --prove` writes
this page.

"""


def body_of(schema, node, types):
    """The node's body, or None."""
    if schema.has_function:
        return schema.function_body
    opset = max(schema.context_dependent_function_opset_versions)
    body = schema.get_context_dependent_function_with_opset_version(
        opset, node.SerializeToString(), [each.SerializeToString() for each in types])
    return onnx.FunctionProto.FromString(body) if body else None


def with_defaults(schema, node):
    """The node's attributes, and the defaults of the others: a body has none of its own."""
    given = {each.name for each in node.attribute}
    defaults = [each.default_value for name, each in schema.attributes.items()
                if name not in given and each.default_value.name]
    return list(node.attribute) + defaults


def models(schema, case):
    """The node and the call of its body, as models; ValueError where there is none."""
    node, types = function_bodies.node_of(schema, case)
    body = body_of(schema, node, types)
    if not body:
        raise ValueError("no body")
    for kind in types:
        kind.tensor_type.shape.SetInParent()  # that of a scalar has no dimensions
    inputs = [helper.make_value_info(name, kind) for name, kind in zip(node.input, types) if name]
    made_by_nodes = {name for one in body.node for name in one.output}
    kept = [i for i, name in enumerate(body.output) if name in made_by_nodes and i < len(node.output)]
    given = [node.output[i] for i in kept]
    outputs = [onnx.ValueInfoProto(name=name) for name in given if name]
    call = helper.make_node(node.op_type, node.input, given, domain="body")
    wanted = set(body.attribute) | {each.name for each in body.attribute_proto}
    call.attribute.extend(each for each in with_defaults(schema, node) if each.name in wanted)
    body.domain = "body"
    names = [body.output[i] for i in kept]
    del body.output[:]
    body.output.extend(names)
    if all(each.domain for each in body.opset_import):
        body.opset_import.append(helper.make_opsetid("", onnx.defs.onnx_opset_version()))
    imports = {each.domain: each.version for each in body.opset_import}
    made = []
    version = case["opset"] if function_bodies.in_force(schema, case.get("opset")) else schema.since_version
    for one, functions, opsets in ((node, [], imports | {schema.domain: version}),
                                   (call, [body], imports | {"body": 1})):
        graph = helper.make_graph([one], "node", inputs, outputs)
        opset_imports = [helper.make_opsetid(domain, version) for domain, version in opsets.items()]
        made.append(helper.make_model(graph, opset_imports=opset_imports, functions=functions, ir_version=10))
    return made


def integers(schema, case):
    """Inputs that are not floats, as the case has them."""
    values = {}
    for i, each in enumerate(case.get("inputs", [])):
        if each and each["type"] in INTEGERS:
            kind = bool if each["type"] == "bool" else each["type"]
            data = numpy.array(each["data"]).astype(kind)
            values[function_bodies.formal_name(schema.inputs, i)] = data.reshape(function_bodies.shape_of(each))
    return values


def kind_of(case):
    """What differs between nodes: attributes, lengths and types."""
    inputs = [each and (each.get("type"), function_bodies.shape_of(each)) for each in case.get("inputs", [])]
    return json.dumps([case.get("attributes", {}), inputs], sort_keys=True)


def nodes(schema):
    """Cases of the version, or else of others, with floats that have elements; each with another kind of node."""
    cases = [case for case in function_bodies.own_cases(schema, None)
             if all(each is None or "data" in each for each in case.get("inputs", []))]  # tensors
    own = [case for case in cases if function_bodies.in_force(schema, case.get("opset"))]
    seen = set()
    for case in own or cases:
        floats = [each for each in case.get("inputs", []) if each and each["type"] in FLOATS]
        empty = any(0 in function_bodies.shape_of(each) for each in floats)
        if not floats or empty or kind_of(case) in seen:
            continue
        seen.add(kind_of(case))
        yield case


def proof(etalon, folder, before, after, given):
    """What etalon says of the two, or the sentence of its error."""
    files = []
    for name, model in (("node", before), ("body", after)):
        files.append(folder / f"{name}.onnx")
        onnx.save(model, files[-1])
    words = [etalon, "equivalent", *files, "--prove", "--interface", "shape", "--format", "json"]
    if given:
        numpy.savez(folder / "given.npz", **given)
        words += ["--inputs", folder / "given.npz"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    if done.returncode > 1:
        return None, done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}"
    return json.loads(done.stdout)["proof"], ""


def reason(found):
    if found["problem"]:
        return found["problem"]
    if found["unknown"]:
        return "nothing is known of " + ", ".join(found["unknown"][:3])
    return next(each["why"] for each in found["outputs"] if not each["proved"])


def row(etalon, schema, folder):
    """Of a version: how many nodes are proved, how many were compared, and why others are not."""
    proved, count, reasons = 0, 0, collections.Counter()
    for case in nodes(schema):
        if count == NODES:
            break
        try:
            before, after = models(schema, case)
        except (ValueError, KeyError, RuntimeError, TypeError):
            continue
        try:
            found, error = proof(etalon, folder, before, after, integers(schema, case))
        except subprocess.TimeoutExpired:
            found, error = None, "it takes longer than two minutes"
        count += 1
        if found and found["proved"]:
            proved += 1
        else:
            reasons[error or reason(found)] += 1
    return proved, count, reasons


def prove(etalon):
    rows, whole, some = [], 0, 0
    with tempfile.TemporaryDirectory() as name:
        schemas = [each for each in onnx.defs.get_all_schemas_with_history()
                   if each.has_function or each.has_context_dependent_function]
        for schema in sorted(schemas, key=function_bodies.label):
            proved, count, reasons = row(etalon, schema, pathlib.Path(name))
            print(f"{function_bodies.label(schema)}: {proved} of {count}", flush=True)
            whole += count > 0 and proved == count
            some += 0 < proved < count
            why = "; ".join(f"{text} ({number})" for text, number in reasons.most_common(2))
            rows.append(f"| {function_bodies.label(schema)} | {proved} of {count} | {why.replace('|', '/')} |")
    summary = (f"{len(rows)} versions have a body: of {whole} all nodes are proved, of {some} some, of "
               f"{len(rows) - whole - some} none.\n\n")
    PAGE.write_text(HEAD + summary + "| version | proved | the others |\n|---|---|---|\n" + "\n".join(rows) + "\n",
                    encoding="utf-8")
    print(summary.strip())
