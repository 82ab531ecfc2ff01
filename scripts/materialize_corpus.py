#!/usr/bin/env python3
"""Write the node cases of an ONNX release that contains only the code for its cases.

Run this with a Python that has that release of onnx, and numpy; scripts/python has 1.23.1:

    scripts/python scripts/materialize_corpus.py [--output FOLDER] [--manifest FILE] [--check]

The cases come from the package's public functions, are drawn from a fixed seed, and are written in
the official layout: FOLDER/node/<case>/model.onnx, test_data_set_N/input_I.pb and output_I.pb.
Cases in other data folders, which the package contains, are fetched like any corpus.

The manifest contains the versions of onnx and numpy with which the project's own copy was made, and
a checksum of each case. After writing, the cases are compared with the manifest and differences are
reported: another numpy or another processor may round elementary functions differently. With
--record a new manifest is written instead; with --check nothing is written.

Exit codes: 0 done and as in the manifest, 1 done and different, 2 wrong usage, 3 no onnx or numpy.
"""

import argparse
import hashlib
import json
import pathlib
import random
import shutil
import sys
import tempfile
import warnings

DIFFERENT, MISSING = 1, 3
SEED = 0
HOME = pathlib.Path(__file__).resolve().parent.parent
DIGITS = 16  # the digits of a case's SHA-256 in the manifest


def say(message):
    print(f"materialize_corpus.py: {message}", file=sys.stderr, flush=True)


def packages():
    """Imports onnx and numpy, or ends with a sentence."""
    try:
        import numpy
        import onnx

        return onnx, numpy
    except ImportError as problem:
        say(f"{problem}; run this in an environment that has onnx and numpy")
        sys.exit(MISSING)


def collect(numpy):
    """The release's node cases by name, drawn from one seed for each operator."""
    from onnx.backend.test.case.node import collect_testcases

    random.seed(SEED)
    numpy.random.seed(SEED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = collect_testcases(None)
    return {case.name: case for case in sorted(cases, key=lambda case: case.name)}


def value_bytes(value, info):
    """A value in the form of the official cases: a message of the type that the model declares."""
    import onnx.numpy_helper as helper

    if hasattr(value, "SerializeToString"):
        message = type(value)()
        message.CopyFrom(value)
        message.name = info.name
        return message.SerializeToString(deterministic=True)
    kind = info.type.WhichOneof("value")
    if kind == "map_type":
        message = helper.from_dict(value, info.name)
    elif kind == "sequence_type":
        message = helper.from_list(value, info.name)
    elif kind == "optional_type":
        message = helper.from_optional(value, info.name)
    else:
        message = helper.from_array(numpy_array(value), info.name)
    return message.SerializeToString(deterministic=True)


def numpy_array(value):
    import numpy

    return value if isinstance(value, numpy.ndarray) else numpy.array(value)


def write_case(onnx, case, folder):
    """Writes the case's files to `folder`."""
    folder.mkdir(parents=True)
    model = case.model
    (folder / "model.onnx").write_bytes(model.SerializeToString(deterministic=True))
    for number, (inputs, outputs) in enumerate(case.data_sets):
        data = folder / f"test_data_set_{number}"
        data.mkdir()
        for stem, values, infos in (
            ("input", inputs, model.graph.input),
            ("output", outputs, model.graph.output),
        ):
            for i, (value, info) in enumerate(zip(values, infos)):
                (data / f"{stem}_{i}.pb").write_bytes(value_bytes(value, info))
    # The release's own runner allows bfloat16 outputs two steps of that type.
    bfloat16 = any(
        output.type.tensor_type.elem_type == onnx.TensorProto.BFLOAT16
        for output in model.graph.output
    )
    terms = {"rtol": max(case.rtol, 2**-6) if bfloat16 else case.rtol, "atol": case.atol}
    if terms != {"rtol": 1e-3, "atol": 1e-7}:
        (folder / "data.json").write_text(json.dumps(terms) + "\n")


def checksum(folder):
    """SHA-256 over the model and data sets, as conformance/cases/cases.h defines a case's identity."""
    files = [folder / "model.onnx"]
    files += [path for path in folder.glob("test_data_set_*/**/*") if path.is_file()]
    total = hashlib.sha256()
    for path in sorted(files, key=lambda path: path.relative_to(folder).as_posix()):
        content = path.read_bytes()
        name = path.relative_to(folder).as_posix()
        total.update(f"{name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


def materialize(onnx, numpy, folder):
    """Writes all cases to folder/node; returns their checksums by name."""
    sums = {}
    for name, case in collect(numpy).items():
        write_case(onnx, case, folder / "node" / name)
        sums[name] = checksum(folder / "node" / name)[:DIGITS]
    return sums


def put_in_place(made, output):
    """Replaces `output` by the finished tree."""
    output.parent.mkdir(parents=True, exist_ok=True)
    if output.exists():
        shutil.rmtree(output)
    shutil.move(made, output)


def record(manifest, versions, sums):
    head = json.dumps({"schema": 1, **versions, "seed": SEED, "cases": len(sums)})
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(sums[name])}" for name in sorted(sums))
    manifest.write_text(head[:-1] + ', "sha256": {\n' + lines + "\n}}\n")
    say(f"{len(sums)} checksums in {manifest}")


def compare(manifest, versions, sums):
    """Reports the differences from the manifest; returns the exit code."""
    if not manifest.exists():
        say(f"{manifest} does not exist: nothing to compare with")
        return DIFFERENT
    expected = json.loads(manifest.read_text())
    for name, version in versions.items():
        if expected[name] != version:
            say(f"{name} is {version}, the manifest was made with {expected[name]}")
    known = expected["sha256"]
    different = sorted(name for name in known.keys() | sums.keys() if known.get(name) != sums.get(name))
    for name in different[:20]:
        state = "missing" if name not in sums else "new" if name not in known else "different"
        say(f"{name}: {state}")
    if different:
        say(f"{len(different)} of {len(known)} cases differ from the manifest")
        return DIFFERENT
    say(f"all {len(sums)} cases match the manifest")
    return 0


def parse_arguments(release):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--output",
        type=pathlib.Path,
        default=HOME / "data" / "downloads" / "materialized" / release,
        help="the folder to write (default: where Etalon searches for it)",
    )
    parser.add_argument(
        "--manifest",
        type=pathlib.Path,
        default=HOME / "data" / f"materialized-{release}.json",
        help="the checksums to compare with",
    )
    parser.add_argument("--record", action="store_true", help="write a new manifest")
    parser.add_argument("--check", action="store_true", help="compare, but do not write the folder")
    return parser.parse_args()


def main():
    onnx, numpy = packages()
    arguments = parse_arguments(onnx.__version__)
    versions = {"onnx": onnx.__version__, "numpy": numpy.__version__}
    with tempfile.TemporaryDirectory() as scratch:
        made = pathlib.Path(scratch) / "made"
        sums = materialize(onnx, numpy, made)
        if not arguments.check:
            put_in_place(made, arguments.output)
            say(f"{len(sums)} cases in {arguments.output}")
    if arguments.record:
        return record(arguments.manifest, versions, sums)
    return compare(arguments.manifest, versions, sums)


if __name__ == "__main__":
    sys.exit(main())
