#!/usr/bin/env python3
"""Runs ONNX's checker on case folders: on each model, and on each file against the declared type.

    scripts/python scripts/backends/check_cases.py FOLDER…

A FOLDER is a case (model.onnx, test_data_set_N) or contains cases. Requires onnx and numpy in the
Python that runs it. Cases of an opset that this onnx does not know are left out and counted. Exit code 0
if all other cases are accepted, 1 if not, 5 if there are no cases.
"""

import argparse
import pathlib
import sys

import onnx
from onnx import checker, numpy_helper, shape_inference


def cases(folders):
    for folder in folders:
        own = (folder / "model.onnx").exists()
        yield from [folder] if own else sorted(m.parent for m in folder.glob("*/model.onnx"))


def check_file(file, info):
    """Raises an exception if the file does not contain a value of the declared type."""
    kind, content = info.type.WhichOneof("value"), file.read_bytes()
    if kind == "sequence_type":
        numpy_helper.to_list(onnx.SequenceProto.FromString(content))
    elif kind == "optional_type":
        numpy_helper.to_optional(onnx.OptionalProto.FromString(content))
    elif kind == "map_type":
        numpy_helper.to_dict(onnx.MapProto.FromString(content))
    else:
        tensor = onnx.TensorProto.FromString(content)
        checker.check_tensor(tensor)
        declared = info.type.tensor_type
        if tensor.data_type != declared.elem_type:
            raise ValueError(f"{file.name} does not have the declared type of '{info.name}'")
        shape = [d.dim_value if d.HasField("dim_value") else None for d in declared.shape.dim]
        found = numpy_helper.to_array(tensor).shape
        fits = len(found) == len(shape) and all(s in (None, f) for s, f in zip(shape, found))
        if declared.HasField("shape") and not fits:
            raise ValueError(f"{file.name} has the shape {list(found)}, not the declared {shape}")


def is_newer(model):
    newest = onnx.defs.onnx_opset_version()
    return any(one.domain in ("", "ai.onnx") and one.version > newest for one in model.opset_import)


def check(folder, model):
    checker.check_model(model, full_check=True)
    shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True)
    for data in folder.glob("test_data_set_*"):
        for stem, infos in (("input", model.graph.input), ("output", model.graph.output)):
            for i, info in enumerate(infos):
                check_file(data / f"{stem}_{i}.pb", info)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="FOLDER")
    total = refused = newer = 0
    for folder in cases(parser.parse_args().folders):
        total += 1
        try:
            model = onnx.load(folder / "model.onnx")
            if is_newer(model):
                newer += 1
                continue
            check(folder, model)
        except Exception as error:  # every exception of the checker is a refusal
            refused += 1
            print(f"{folder.name}: {' '.join(str(error).split())}")
    print(f"onnx {onnx.__version__}: {total} cases, {total - refused - newer} accepted, {refused} refused"
          + (f", {newer} of a release to come" if newer else ""))
    return 5 if total == 0 else int(refused > 0)


if __name__ == "__main__":
    sys.exit(main())
