#!/usr/bin/env python3
"""Etalon as an oracle: a model and inputs in; outputs, verdict and open points out, as JSON.

    oracle.py MODEL INPUTS [OUTPUTS]     OUTPUTS: what another runtime gave

INPUTS and OUTPUTS are .npz files by name, or folders with input_0.pb, … or output_0.pb, … (these need
the package onnx). Requires the package onnx_etalon (scripts/wheel). "verdict" is "right", "open",
"wrong", or null without OUTPUTS. Exit code 0, 1 for wrong, 3 for a refusal, which has "error" in place
of the rest.
"""

import json
import pathlib
import sys

import numpy
import onnx_etalon


def values(place, stem):
    if pathlib.Path(place).is_file():
        return dict(numpy.load(place))
    from onnx import numpy_helper, TensorProto

    files = sorted(pathlib.Path(place).glob(f"{stem}_*.pb"), key=lambda f: int(f.stem.split("_")[-1]))
    return [numpy_helper.to_array(TensorProto.FromString(file.read_bytes())) for file in files]


def plain(value):
    """A value as JSON has it; what JSON has no number for is text: "nan", "-inf"."""
    if isinstance(value, numpy.ndarray):
        data = [plain(each) for each in value.ravel().tolist()]
        return {"type": str(value.dtype), "shape": list(value.shape), "data": data}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, float):
        return value if numpy.isfinite(value) else str(value)
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


def consult(model, inputs, got=None):
    right = onnx_etalon.load(model).run(inputs, open_points=True)
    points = [{"output": p.output, "point": p.point, "node": p.node, "elements": plain(p.mask)["data"]}
              for p in right.open_points]
    judged = [] if got is None else [output.data for output in onnx_etalon.check(model, inputs, got).outputs]
    wrong = any(not each["pass"] for each in judged)
    is_open = any(each["verdict"] == "open" for each in judged)
    verdict = None if got is None else "wrong" if wrong else "open" if is_open else "right"
    return {"outputs": {name: plain(value) for name, value in right.items()},
            "verdict": verdict, "judgements": judged, "open_points": points}


def main(model, inputs, outputs=None):
    try:
        got = None if outputs is None else values(outputs, "output")
        answer = consult(model, values(inputs, "input"), got)
    except onnx_etalon.EtalonError as error:
        answer = {"error": type(error).__name__, "message": str(error)}
    print(json.dumps(answer, ensure_ascii=False, indent=1))
    return 3 if "error" in answer else 1 if answer["verdict"] == "wrong" else 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
