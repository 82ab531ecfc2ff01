#!/usr/bin/env python3
"""Counts the operators and the element types of real models, and writes data/operator_mix.json.

    scripts/python scripts/bench/operator_mix.py [--models FOLDER] [--out FILE] [--check]

Counts the models of FOLDER (default: build/real_models/set, which `scripts/bench/real_models --gather`
fills): nodes of ai.onnx, those of bodies and functions included, but for Constant, and the element
types of their outputs as far as shape inference tells them. Each origin, such as one
release of a package, has the same weight, and in it each model. Numbers are parts per million.
`etalon generate --graphs` chooses operators and types by this file. Exit codes: 0 written, 1 with
--check when the file is another one, 2 when there are no models.
"""

import argparse
import collections
import json
import pathlib
import sys

import onnx

HOME = pathlib.Path(__file__).resolve().parents[2]
MILLION = 1_000_000


def say(sentence):
    print(f"operator_mix: {sentence}", file=sys.stderr)


def nodes_of(nodes):
    """The nodes, and those of the graphs in their attributes."""
    for node in nodes:
        yield node
        for attribute in node.attribute:
            for inner in [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]:
                yield from nodes_of(inner.node)


def types_of(model):
    """The element types of the outermost graph's values, by name."""
    try:
        model = onnx.shape_inference.infer_shapes(model)
    except Exception as problem:  # a model that inference refuses is counted by its operators alone
        say(f"there are no types: {' '.join(str(problem).split())[:120]}")
    graph = model.graph
    return {value.name: onnx.TensorProto.DataType.Name(value.type.tensor_type.elem_type).lower()
            for value in [*graph.value_info, *graph.output] if value.type.tensor_type.elem_type}


def counted(model):
    """({operator: nodes}, {element type: outputs of nodes})."""
    nodes = [*nodes_of(model.graph.node),
             *(node for function in model.functions for node in nodes_of(function.node))]
    nodes = [node for node in nodes if node.domain in ("", "ai.onnx") and node.op_type != "Constant"]
    known = types_of(model)
    types = [known[name] for node in nodes for name in node.output if name in known]
    return collections.Counter(node.op_type for node in nodes), collections.Counter(types)


def shares(counters):
    """The mean of the counters' shares."""
    full = [counter for counter in counters if counter]
    mean = collections.Counter()
    for counter in full:
        total = sum(counter.values())
        for name, count in counter.items():
            mean[name] += count / total / len(full)
    return mean


def models_in(folder):
    """(origin, name, file) of each model."""
    for file in sorted(folder.glob("*/model.onnx")):
        origin = file.parent / "origin"
        yield origin.read_text("utf-8") if origin.exists() else "", file.parent.name, file


def mix_of(models):
    names, operators, types = (collections.defaultdict(list) for _ in range(3))
    for origin, name, file in models:
        counts = counted(onnx.load_model(file, load_external_data=False))
        names[origin].append(name)
        operators[origin].append(counts[0])
        types[origin].append(counts[1])
    parts = {"operators": operators, "types": types}
    mix = {"models": {origin: sorted(names[origin]) for origin in sorted(names)}}
    for key, by_origin in parts.items():
        mean = shares([shares(counters) for counters in by_origin.values()])
        rounded = {name: round(MILLION * share) for name, share in sorted(mean.items())}
        mix[key] = {name: parts for name, parts in rounded.items() if parts}
    return mix


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", type=pathlib.Path, default=HOME / "build/real_models/set",
                        help="a folder of models, each in a folder with the file model.onnx")
    parser.add_argument("--out", type=pathlib.Path, default=HOME / "data/operator_mix.json",
                        help="the file to write")
    parser.add_argument("--check", action="store_true", help="only say whether the file would change")
    arguments = parser.parse_args()
    mix = mix_of(models_in(arguments.models))
    if not mix["models"]:
        say(f"there are no models in {arguments.models}; run scripts/bench/real_models --gather")
        return 2
    text = json.dumps(mix, indent=1) + "\n"
    if arguments.check:
        return int(not arguments.out.exists() or arguments.out.read_text("utf-8") != text)
    arguments.out.write_text(text, "utf-8")
    say(f"{sum(map(len, mix['models'].values()))} models of {len(mix['models'])} origins, "
        f"{len(mix['operators'])} operators: {arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
