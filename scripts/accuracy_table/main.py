#!/usr/bin/env python3
"""Measures the accuracy of Etalon, ONNX Runtime and onnx.reference: data/accuracy.json and .md.

    scripts/accuracy                        what is missing, then the table
    scripts/accuracy --shards 0-15/4096     float32 of unary operators: 16 of the 4096 shards
    scripts/accuracy --shards 0-4095/4096   exhaustive
    scripts/accuracy --page                 only the table, of what is measured

Results are kept in build/accuracy, a file a part (an operator, type and shard or kind of data).
Parts that are there are not measured again, unless --again is given. The table takes all parts.

Exit codes: 0 the table was written; 1 a runtime could not be started; 2 wrong usage.
"""

import argparse
import json
import os
import pathlib
import re
import sys
import time

import compound
import elementwise
import numpy
import page
import runtimes
from dot_data import KINDS
from judge import TYPES, judged

HOME = pathlib.Path(__file__).resolve().parents[2]
SEED = 20


def measured(call, inputs, exact, kind, peers):
    """The figures of every runtime for one part."""

    def text(i):
        arrays = [array.ravel() for array in inputs.values()]
        if all(len(array) == len(exact) for array in arrays):
            return [float(array[i]).hex() for array in arrays]
        return f"result {i}"

    figures = {}
    for name, run in peers.items():
        try:
            figures[name] = judged(run(call, inputs, kind), exact, text, kind)
        except runtimes.Unsupported as problem:
            figures[name] = {"unsupported": str(problem)}
    return figures


def elementwise_part(call, arrays, kind, peers):
    exact = elementwise.exact_results(call, arrays, kind)
    inputs = {f"x{i}": array for i, array in enumerate(arrays)}
    return measured(call, inputs, exact, kind, peers)


def hard_points(call, kind):
    random = numpy.random.default_rng(SEED)
    points = [elementwise.notable(kind)]
    if kind.name == "float64":
        points.append(elementwise.spread(kind, elementwise.FLOAT64_SAMPLE, random))
        patterns = random.integers(0, 2**64, elementwise.FLOAT64_SAMPLE, dtype=numpy.uint64)
        points.append(elementwise.finite(kind.of_bits(patterns)))
    else:
        values = elementwise.spread(kind, elementwise.CANDIDATES, random)
        results = runtimes.in_float64(call, {"x": values})
        points.append(elementwise.near_ties(results, values, kind))
    return [numpy.concatenate(points)]


def unary_parts(call, kind, shards):
    """{part: function that gives the input arrays}"""
    if kind.name in ("float16", "bfloat16"):
        return {"all": lambda: [elementwise.shard(kind, 0, 1)]}
    parts = {"hard": lambda: hard_points(call, kind)}
    if kind.name == "float32":
        first, last, count = shards
        for k in range(first, last + 1):
            parts[f"{k}-of-{count}"] = lambda k=k: [elementwise.shard(kind, k, count)]
    return parts


def jobs(shards):
    """(operator, type, part, function of the runtimes that gives the figures)"""
    for call in elementwise.UNARY:
        for kind in TYPES.values():
            for part, arrays in unary_parts(call, kind, shards).items():
                yield (
                    call.name,
                    kind.name,
                    part,
                    lambda peers, c=call, k=kind, a=arrays: elementwise_part(c, a(), k, peers),
                )
    for call in elementwise.BINARY:
        for kind in TYPES.values():

            def binary(peers, c=call, k=kind):
                arrays = elementwise.pairs(k, numpy.random.default_rng(SEED))
                return elementwise_part(c, arrays, k, peers)

            yield call.name, kind.name, "pairs", binary
    for call in compound.COMPOUND:
        for name in call.types:
            for data in KINDS:
                for length in call.lengths:

                    def sums(peers, c=call, k=TYPES[name], d=data, n=length):
                        inputs = compound.inputs_of(c, d, k, n)
                        return measured(c, inputs, c.exact(inputs, k), k, peers)

                    yield call.name, name, f"{data.replace(' ', '_')}.{length}", sums


def keep(file, content):
    """The file is there only when it is whole."""
    partial = file.with_suffix(".partial")
    partial.write_text(json.dumps(content) + "\n", encoding="utf-8")
    os.replace(partial, file)


def shards_of(text):
    found = re.fullmatch(r"(\d+)(?:-(\d+))?/(\d+)", text)
    numbers = found and (int(found[1]), int(found[2] or found[1]), int(found[3]))
    if not numbers or not numbers[0] <= numbers[1] < numbers[2]:
        raise argparse.ArgumentTypeError(f"'{text}' is not K/N or K-L/N with K <= L < N")
    return numbers


def arguments_of():
    parser = argparse.ArgumentParser(prog="accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("--etalon", default=str(HOME / "build/release/etalon"), help="the command")
    parser.add_argument("--shards", type=shards_of, default=(0, 3, 65537), help="K/N or K-L/N")
    parser.add_argument("--operators", help="only these: NAME,NAME…")
    parser.add_argument("--types", help="only these: float32,…")
    parser.add_argument("--again", action="store_true", help="also measure what is measured")
    parser.add_argument("--page", action="store_true", help="only write the table")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop measuring then")
    arguments = parser.parse_args()
    operators = {call.name for call in elementwise.UNARY + elementwise.BINARY + compound.COMPOUND}
    for option, known in (("operators", operators), ("types", set(TYPES))):
        words = getattr(arguments, option)
        unknown = sorted(set(words.split(",")) - known) if words else []
        if unknown:
            parser.error(f"--{option} has {unknown[0]!r}, which is not measured")
    return arguments


def chosen(word, words):
    return words is None or word in words.split(",")


def measure(arguments, folder, versions):
    etalon = runtimes.Etalon(arguments.etalon)
    versions["Etalon"] = etalon.version()
    peers = {
        "Etalon": etalon.run,
        "ONNX Runtime": runtimes.onnx_runtime,
        "onnx.reference": runtimes.onnx_reference,
    }
    end = time.monotonic() + arguments.seconds
    for operator, kind, part, figures_by in jobs(arguments.shards):
        file = folder / f"{operator}.{kind}.{part}.json"
        wanted = chosen(operator, arguments.operators) and chosen(kind, arguments.types)
        if not wanted or (file.exists() and not arguments.again):
            continue
        if time.monotonic() > end:
            break
        figures = figures_by(peers)
        content = {"operator": operator, "type": kind, "part": part, "figures": figures}
        keep(file, {**content, "versions": versions})
        print(operator, kind, part, page.short(figures), flush=True)


def main():
    arguments = arguments_of()
    folder = HOME / "build/accuracy"
    folder.mkdir(parents=True, exist_ok=True)
    if not arguments.page:
        measure(arguments, folder, page.versions())
    page.write(folder, HOME / "data")
    return 0


if __name__ == "__main__":
    sys.exit(main())
