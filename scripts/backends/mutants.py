#!/usr/bin/env python3
"""Valid calls with one thing wrong, through Etalon and through ONNX's checker.

    scripts/python scripts/backends/mutants.py [--count N] [--seed N] [--update] [ETALON]

Draws valid calls of every operator version of ONNX's domains and changes one thing in each: an attribute, a type, a
shape, an element of an input of integers, the number of inputs or outputs, the opset, a body. Etalon evaluates the
model. The checker infers its shapes strictly, with data propagation; inputs of integers and bools are initializers
there, so that it sees them. A call that one takes and the other refuses must be listed in data/mutants.json:

    {"Etalon refuses": {REASON: [Etalon's message, …]},
     "the checker refuses": {REASON: ["OPERATOR, kind of change: the checker's message", …]}}

without what differs from call to call. One that is not listed is printed, and the exit code is 1; --update adds it to
the list of the reason "". Left out are calls that Etalon refuses only because an output differs from what the model
declares of it, and calls that end at a limit.
"""

import argparse
import copy
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

import numpy
import onnx
from onnx import AttributeProto, TensorProto, checker, helper, numpy_helper, shape_inference

HOME = pathlib.Path(__file__).resolve().parents[2]
LIST = HOME / "data/mutants.json"
INDICES = (TensorProto.INT64, TensorProto.INT32)
EXTREMES = (-1, 0, 1, 2, 7, -9, 2**31 - 1, -(2**63))
ONE = helper.make_tensor("one", TensorProto.FLOAT, [], [1.0])
OTHER_TYPES = (
    TensorProto.FLOAT, TensorProto.INT64, TensorProto.STRING, TensorProto.BOOL, TensorProto.UINT8,
    TensorProto.DOUBLE, TensorProto.FLOAT8E4M3FN, TensorProto.COMPLEX64,
)
SECONDS = 10  # for the checker's answer to a call
DIRECTIONS = ("Etalon refuses", "the checker refuses")
# Etalon's refusals that are not about the call, or are not refusals.
LEFT_OUT = re.compile(r"but the model declares|^timeout|limit")


class Call:
    """A model and its inputs; the last node is the operator's."""

    def __init__(self, folder):
        self.model = onnx.load(folder / "model.onnx")
        self.inputs = {}  # name → the bytes of its file
        for i, info in enumerate(self.model.graph.input):
            self.inputs[info.name] = (folder / f"test_data_set_0/input_{i}.pb").read_bytes()
        for output in self.model.graph.output:  # what is declared of them is not what is changed
            for each in tensor_types(output.type):
                each.ClearField("shape")

    @property
    def node(self):
        return self.model.graph.node[-1]

    def copied(self):
        return copy.deepcopy(self)

    def info(self, name):
        return next((info for info in self.model.graph.input if info.name == name), None)

    def tensor(self, name):
        """The input of this name; None where it is not a tensor."""
        info = self.info(name)
        if info is None or not info.type.HasField("tensor_type"):
            return None
        return TensorProto.FromString(self.inputs[name])

    def replace(self, name, array, element_type=None):
        """Another tensor in its place, declared as it is."""
        old = self.tensor(name)
        tensor = helper.make_tensor(name, element_type or old.data_type, array.shape, array.flatten())
        self.inputs[name] = tensor.SerializeToString()
        self.info(name).type.CopyFrom(helper.make_tensor_type_proto(tensor.data_type, array.shape))

    def tensors(self, types=None):
        """The names of the node's inputs that are tensors of these types."""
        found = []
        for name in self.node.input:
            tensor = self.tensor(name) if name else None
            if tensor is not None and (types is None or tensor.data_type in types):
                found.append(name)
        return found

    def write(self, folder):
        data = folder / "test_data_set_0"
        data.mkdir(parents=True)
        (folder / "model.onnx").write_bytes(self.model.SerializeToString())
        for i, info in enumerate(self.model.graph.input):
            (data / f"input_{i}.pb").write_bytes(self.inputs[info.name])

    def for_checker(self):
        """The model, with inputs of integers and bools as initializers, and with a constant as its only output: the
        checker wants the shape of an output, which is what it is to infer."""
        model = copy.deepcopy(self.model)
        del model.graph.output[:]
        model.graph.output.append(helper.make_tensor_value_info("etalon_one", TensorProto.FLOAT, []))
        model.graph.node.append(helper.make_node("Constant", [], ["etalon_one"], value=ONE))
        for name in self.tensors((*INDICES, TensorProto.BOOL)):
            if all(each.name != name for each in model.graph.initializer):
                model.graph.initializer.append(self.tensor(name))
                model.graph.initializer[-1].name = name
        kept = [i for i in model.graph.input if i.name not in {t.name for t in model.graph.initializer}]
        del model.graph.input[:]
        model.graph.input.extend(kept)
        model.ir_version = max(model.ir_version, 4)  # before, an initializer is an input, too
        return model


def tensor_types(type_proto):
    kind = type_proto.WhichOneof("value")
    if kind in ("tensor_type", "sparse_tensor_type"):
        yield getattr(type_proto, kind)
    elif kind in ("sequence_type", "optional_type"):
        yield from tensor_types(getattr(type_proto, kind).elem_type)
    elif kind == "map_type":
        yield from tensor_types(type_proto.map_type.value_type)


def mutant(function):
    MUTANTS[function.__name__.replace("_", " ")] = function
    return function


# Each changes one thing in the call, and returns what; None where there is nothing to change.
MUTANTS = {}


@mutant
def unknown_attribute(call, draw):
    call.node.attribute.append(helper.make_attribute("colour", draw.choice([1, "red", [1, 2]])))
    return "attribute colour"


def attributes_of(call, *kinds):
    return [each for each in call.node.attribute if not kinds or each.type in kinds]


def changed_attribute(kinds, value):
    """The change of one attribute of these kinds; `value(attribute, draw)` is None where there is nothing to change."""

    def change(call, draw):
        found = attributes_of(call, *kinds)
        if not found:
            return None
        attribute = draw.choice(found)
        changed = value(attribute, draw)
        if changed is None:
            return None
        attribute.CopyFrom(helper.make_attribute(attribute.name, changed, attr_type=None))
        return attribute.name

    return change


def value_of_another_type(attribute, draw):
    values = [3, 0.5, "text", [1, 2], [0.5, 1.5], ["a", "b"]]
    types = [AttributeProto.INT, AttributeProto.FLOAT, AttributeProto.STRING, AttributeProto.INTS,
             AttributeProto.FLOATS, AttributeProto.STRINGS]
    return draw.choice([v for v, t in zip(values, types) if t != attribute.type])


def other_integers(attribute, draw):
    values = list(attribute.ints)
    return draw.choice([values + [1], values[:-1] or None, [-1 for _ in values] or None, [0 for _ in values] or None])


def other_tensor(attribute, draw):
    array = numpy_helper.to_array(attribute.t)
    return numpy_helper.from_array(draw.choice([array[None, None], numpy.repeat(array.reshape(-1), 2)]))


MUTANTS |= {
    "attribute type": changed_attribute((), value_of_another_type),
    "attribute integer": changed_attribute(
        (AttributeProto.INT,), lambda a, draw: draw.choice([v for v in EXTREMES if v != a.i])),
    "attribute integers": changed_attribute((AttributeProto.INTS,), other_integers),
    "attribute floats": changed_attribute((AttributeProto.FLOATS,), lambda a, draw: [*a.floats, 0.5]),
    "attribute float": changed_attribute(
        (AttributeProto.FLOAT,), lambda a, draw: draw.choice([-1.0, float("nan"), float("inf"), 0.0])),
    "attribute word": changed_attribute(
        (AttributeProto.STRING,), lambda a, draw: draw.choice(["silu", "", a.s.decode().lower() + "_"])),
    "attribute words": changed_attribute((AttributeProto.STRINGS,), lambda a, draw: draw.choice(
        [[*(s.decode() for s in a.strings), "silu"], ["silu"] * len(a.strings) or None])),
    "attribute tensor": changed_attribute((AttributeProto.TENSOR,), other_tensor),
}


@mutant
def attribute_missing(call, draw):
    found = attributes_of(call)
    if not found:
        return None
    gone = draw.choice(found)
    name = gone.name
    call.node.attribute.remove(gone)
    return name


@mutant
def attribute_twice(call, draw):
    found = attributes_of(call)
    if not found:
        return None
    call.node.attribute.append(draw.choice(found))
    return call.node.attribute[-1].name


def parameter(call, name):
    return f"input {list(call.node.input).index(name)}"


def changed_input(call, draw, names, change):
    """Replaces one of these inputs by what `change` gives of its tensor: an array, and perhaps a type of elements."""
    if not names:
        return None
    name = draw.choice(names)
    call.replace(name, *change(call.tensor(name)))
    return parameter(call, name)


@mutant
def input_type(call, draw):
    def change(tensor):
        other = draw.choice([each for each in OTHER_TYPES if each != tensor.data_type])
        text = other == TensorProto.STRING
        return numpy.full(tuple(tensor.dims), "1" if text else 1, object if text else None), other

    return changed_input(call, draw, call.tensors(), change)


def resized(call, draw, shape_of):
    def change(tensor):
        shape = shape_of(tuple(tensor.dims))
        array = numpy_helper.to_array(tensor).flatten()
        size = int(numpy.prod(shape))
        nothing = b"" if tensor.data_type == TensorProto.STRING else 0
        array = numpy.resize(array, size) if array.size else numpy.full(size, nothing, array.dtype)
        return (array.reshape(shape),)

    names = [name for name in call.tensors() if shape_of(tuple(call.tensor(name).dims)) is not None]
    return changed_input(call, draw, names, change)


@mutant
def rank_greater(call, draw):
    return resized(call, draw, lambda shape: (*shape, 1) if draw.random() < 0.5 else (2, *shape))


@mutant
def rank_less(call, draw):
    return resized(call, draw, lambda shape: (shape[1:] if draw.random() < 0.5 else shape[:-1]) if shape else None)


@mutant
def dimension(call, draw):
    def other(shape):
        if not shape:
            return None
        i = draw.randrange(len(shape))
        return (*shape[:i], draw.choice([shape[i] + 1, shape[i] + 3, 0, max(shape[i] - 1, 0)]), *shape[i + 1 :])

    return resized(call, draw, other)


@mutant
def index(call, draw):
    def change(tensor):
        array = numpy_helper.to_array(tensor).copy()
        value = draw.choice(EXTREMES)
        if tensor.data_type == TensorProto.INT32:
            value = max(value, -(2**31))
        array.flat[draw.randrange(array.size)] = value
        return (array,)

    names = [name for name in call.tensors(INDICES) if numpy_helper.to_array(call.tensor(name)).size]
    return changed_input(call, draw, names, change)


@mutant
def float_for_size(call, draw):
    """A scalar or 1-D input of floats: two elements more, or a negative one."""
    def change(tensor):
        array = numpy_helper.to_array(tensor).reshape(-1)
        return (draw.choice([numpy.concatenate([array, array[:1], array[:1]]), -abs(array) - 1]),)

    names = [name for name in call.tensors((TensorProto.FLOAT,)) if len(call.tensor(name).dims) <= 1]
    return changed_input(call, draw, names, change)


@mutant
def input_too_many(call, draw):
    if not call.tensors():
        return None
    call.node.input.append(draw.choice(call.tensors()))
    return ""


@mutant
def input_missing(call, draw):
    if not call.node.input:
        return None
    i = draw.randrange(len(call.node.input))
    if draw.random() < 0.5:
        call.node.input[i] = ""
    else:
        del call.node.input[i]
    return f"input {i}"


@mutant
def output_too_many(call, draw):
    call.node.output.append("one_more")
    return ""


@mutant
def output_missing(call, draw):
    if len(call.node.output) < 2:
        return None
    gone = call.node.output[0]
    if draw.random() < 0.5:
        call.node.output[0] = ""
    else:
        del call.node.output[0]
    kept = [each for each in call.model.graph.output if each.name != gone]
    del call.model.graph.output[:]
    call.model.graph.output.extend(kept)
    return ""


@mutant
def opset(call, draw):
    imports = [each for each in call.model.opset_import if each.domain == call.node.domain]
    if not imports:
        return None
    imports[0].version = draw.choice([0, 1, imports[0].version - 1, 99, -1])
    return str(imports[0].version) if imports[0].version in (0, 99, -1) else "older"


@mutant
def domain(call, draw):
    call.node.domain = draw.choice(["ai.onnx.ml", "nowhere", "com.microsoft"])
    return call.node.domain


def bodies(call):
    return [each.g for each in call.node.attribute if each.type == AttributeProto.GRAPH]


@mutant
def body(call, draw):
    found = bodies(call)
    if not found:
        return None
    graph = draw.choice(found)
    change = draw.choice(["output more", "output less", "input more", "input less", "input type", "shadows"])
    if change == "output more" and graph.output:
        graph.output.append(graph.output[-1])
    elif change == "output less" and graph.output:
        del graph.output[-1]
    elif change == "input more":
        graph.input.append(helper.make_tensor_value_info("one_more", TensorProto.FLOAT, None))
    elif change == "input less" and graph.input:
        del graph.input[-1]
    elif change == "input type" and graph.input and graph.input[-1].type.HasField("tensor_type"):
        old = graph.input[-1].type.tensor_type
        old.elem_type = TensorProto.STRING if old.elem_type != TensorProto.STRING else TensorProto.FLOAT
    elif change == "shadows" and call.model.graph.input and graph.node and graph.node[-1].output:
        graph.node[-1].output[0] = call.model.graph.input[0].name
    else:
        return None
    return change


def by_checker(call):
    """The checker's refusal; empty where it takes the model."""
    try:
        model = call.for_checker()
        checker.check_model(model, full_check=True)
        shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True)
        return ""
    except Exception as problem:  # every exception of the checker is a refusal
        return " ".join(str(problem).split()) or type(problem).__name__


def by_checker_in_child(calls):
    """The checker's refusals of the first calls, in a process of its own: until one does not end."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with os.fdopen(writer, "w", encoding="utf-8") as replies:
            for call in calls:
                signal.alarm(SECONDS)  # ends the process
                print(json.dumps(by_checker(call)), file=replies, flush=True)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as replies:
        found = [json.loads(line) for line in replies]
    os.waitpid(child, 0)
    return found


def checked(calls):
    """The checker's refusal of each call; empty where it takes it."""
    found = []
    while len(found) < len(calls):
        found += by_checker_in_child(calls[len(found) :])
        if len(found) < len(calls):
            found.append("the checker does not end")
    return found


def by_etalon(etalon, folder):
    """{case: Etalon's refusal, or empty where it answers}. The cases have no outputs."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = [etalon, "test", folder, "--case-timeout", "3", "--report", report.name]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cases = json.loads(pathlib.Path(report.name).read_text(encoding="utf-8"))["cases"]
    found = {}
    for case in cases:
        answers = case["status"] == "pass" or case["status"] == "fail" and case["kind"] == "count"
        found[case["name"]] = "" if answers else f"{case['status']}: {case['message']}"
    return found


def pattern(message):
    """A message without what differs from call to call: the nodes, names, numbers, shapes and types."""
    message = re.sub(r"==> Context:.*|\(op_type:[^)]*\):|Error node name: \S*|in node \S+", "", message)
    message = re.sub(r"^(invalid|error|unsupported): ([\w.]+-\d+ (\('[^']*'\)|\(output '[^']*'\)): )+", "", message)
    message = re.sub(r"(?<!\w)'[^']*'|\"[^\"]*\"|“[^”]*”|[\[(][-\d., …x]*[\])]", "…", message)
    message = re.sub(r"-?\b\d+(\.\d+)?(e[+-]?\d+)?\b|-?\binf\b|\bnan\b", "…", message)
    message = re.sub(r"(seq|optional|map|sparse_tensor|tensor)\([\w()…, ]*\)+", "TYPE", message)
    message = re.sub(r"it may be .*", "it may be …", message)
    return re.sub(r"…([ ,]*…)+", "…", " ".join(message.split()))[:200].strip()


def versions(etalon, only):
    """The labels of ONNX's operator versions that can be drawn: ai.onnx.Add-14."""
    rows = subprocess.run([etalon, "ops", "--format", "json"], check=True, capture_output=True).stdout
    domains = ("ai.onnx", "ai.onnx.ml", "ai.onnx.preview.training")
    newest = onnx.defs.onnx_opset_version()
    for row in json.loads(rows):
        is_newer = row["domain"] == "ai.onnx" and row["since_version"] > newest
        if row["domain"] in domains and row["implemented"] and not row["deprecated"] and not is_newer:
            label = f"{row['domain']}.{row['name']}-{row['since_version']}"
            if re.search(only, label):
                yield label


def mutants(etalon, label, options, folder):
    """(kind, what, mutant) for each kind of change that a valid call of the version has something for."""
    draw = random.Random(f"{options.seed} {label}")
    command = [etalon, "generate", "--operator", label, "--count", str(options.count), "--aim", "any",
               "--seed", str(options.seed), "--out", folder]
    subprocess.run(command, check=False, capture_output=True)
    for model in sorted(folder.glob("*/model.onnx")):
        for kind, change in MUTANTS.items():
            mutant_call = Call(model.parent)
            what = change(mutant_call, draw)
            if what is not None:
                yield kind, what, mutant_call


def compare(options):
    """Counts, and {(direction, pattern): an example}."""
    tried, found = {"both take": 0, "both refuse": 0, "left out": 0, **dict.fromkeys(DIRECTIONS, 0)}, {}
    with tempfile.TemporaryDirectory() as work:
        work, asked = pathlib.Path(work), {}
        for label in versions(options.etalon, options.only):
            changed = list(mutants(options.etalon, label, options, work / "drawn" / label))
            for (kind, what, call), refusal in zip(changed, checked([each[2] for each in changed])):
                case = f"{len(asked):06}"
                call.write(work / "mutants" / case)
                asked[case] = label, kind, what, refusal
        for case, etalon in by_etalon(options.etalon, work / "mutants").items():
            label, kind, what, checks = asked[case]
            if LEFT_OUT.search(etalon):
                tried["left out"] += 1
            elif bool(etalon) == bool(checks):
                tried["both refuse" if etalon else "both take"] += 1
            else:
                direction = DIRECTIONS[0] if etalon else DIRECTIONS[1]
                operator = label.rsplit("-", 1)[0]
                key = pattern(etalon) if etalon else f"{operator}, {kind}: {pattern(checks)}"
                tried[direction] += 1
                found.setdefault((direction, key), f"{label}, {kind} {what}: {etalon or checks}")
    return tried, found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1, help="valid calls of each operator version (1)")
    parser.add_argument("--seed", type=int, default=0, help="of the calls and changes (0)")
    parser.add_argument("--only", default="", metavar="REGEX", help="only operator versions that it is found in")
    parser.add_argument("--update", action="store_true", help="add what is not listed, without a reason")
    parser.add_argument("etalon", nargs="?", default=HOME / "build/release/etalon")
    options = parser.parse_args()
    known = json.loads(LIST.read_text(encoding="utf-8"))
    listed = {(direction, each) for direction in DIRECTIONS for list in known[direction].values() for each in list}
    tried, found = compare(options)
    new = {key: example for key, example in sorted(found.items()) if key not in listed}
    print(f"{sum(tried.values())} calls with one thing wrong: "
          + ", ".join(f"{count} {what}" for what, count in tried.items()))
    for (direction, each), example in new.items():
        print(f"not listed, {direction}: {each}\n  {example}")
        known[direction].setdefault("", []).append(each)
    if options.update and new:
        text = json.dumps(known, ensure_ascii=False, indent=1)
        LIST.write_text(text + "\n", encoding="utf-8", newline="\n")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
