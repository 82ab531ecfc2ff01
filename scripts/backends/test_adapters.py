#!/usr/bin/env python3
"""Try adapters on a hundred official cases of 1.22.0 each.

    scripts/backends/test_adapters.py                       onnxruntime, onnx.reference and tract
    scripts/backends/test_adapters.py tract openvino        these
    scripts/backends/test_adapters.py all                   every one of runtimes.txt; or 'light'

`scripts/backends/verdicts --install --runtimes NAMES` installs them; what is not installed is left
out with a sentence. Exit code 1 where a runtime passes fewer cases than it is known to pass, where
more end as fail, error, crash or timeout, where the protocol is broken, where an operator that a
runtime lacks is not `unsupported`, or where the adapter's lines for runtime.py do not run.
"""

import argparse
import collections
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

import runtimes

DEFAULT = ["onnxruntime", "onnx.reference", "tract"]
CASES = """
    abs acos add add_bcast add_uint8 add_int16 and2d argmax_keepdims_example asin atan
    averagepool_2d_default basic_conv_with_padding basic_conv_without_padding batchnorm_example
    bitwise_and_i32_2d bitshift_left_uint8 cast_DOUBLE_to_FLOAT16 cast_FLOAT_to_DOUBLE
    cast_FLOAT16_to_FLOAT8E4M3FN cast_FLOAT_to_BFLOAT16 cast_INT4_to_FLOAT ceil celu
    clip_default_inbounds concat_2d_axis_1 constant convtranspose cos
    depthtospace_crd_mode_example dequantizelinear div div_example einsum_transpose elu equal erf
    exp eyelike_with_dtype flatten_axis1 floor gather_0 gather_elements_0 gathernd_example_int32
    gelu_default_1 gemm_default_no_bias globalaveragepool globalmaxpool greater greater_equal
    hardmax_axis_0 hardsigmoid hardswish identity instancenorm_example isnan leakyrelu less log
    lrn matmul_2d matmul_3d max_example maxpool_2d_default mean_two_inputs min_example mish
    mod_int64_fmod mod_mixed_sign_int32 mul neg not_2d onehot_with_axis or2d pow prelu_example
    quantizelinear reciprocal relu reshape_reordered_last_dims round selu shape sigmoid sign sin
    softmax_axis_0 softplus softsign sqrt sub sum_example tan tanh transpose_default where_example
    xor2d
""".split()
# Operators, types and kinds of values that many runtimes lack: these pass or are unsupported.
RARE = """
    adagrad string_split_basic sequence_insert_at_back optional_get_element_optional_tensor
""".split()
# How many of the cases pass at least; how many at most end as fail, error or invalid, and how many
# as crash or timeout; with the versions of runtimes.txt. Of others nothing is known.
EXPECTED = {
    "onnxruntime": (99, 0, 0),
    "onnx.reference": (100, 0, 0),
    "onnxruntime-plain": (99, 0, 0),
    "tract": (87, 0, 0),
    "opencv": (91, 2, 0),
    "mnn": (73, 6, 6),
    "jaxonnxruntime": (45, 0, 0),
    "iree": (89, 5, 0),
    "emx-onnx-cgen": (97, 0, 0),
}
# The case that the adapter's lines run, by repro.py: a sum.
REPRO = runtimes.HERE.parent.parent / "conformance/repro/repro.py"
MODEL = """
import onnx.parser

text = '<ir_version: 8, opset_import: ["": 17]> add (float[1,2] x, float[1,2] y) => (float[1,2] sum)'
onnx.save(onnx.parser.parse_model(text + " { sum = Add(x, y) }"), "model.onnx")
"""


def row(name, data):
    return {"name": name, "type": "float", "shape": [1, 2], "data": data}


CASE = {"title": "a sum", "remarks": [], "command": None, "rtol": 1e-3, "atol": 1e-7,
        "inputs": [row("x", [1, 2]), row("y", [10, 20])], "outputs": [row("sum", [11, 22])]}
# What stands in the message of an error that is the adapter's.
BROKEN = ("the backend's reply", "the backend wrote", "outputs where the model declares")


def report_of(arguments, runtime):
    """The cases of a report; exits where there is none."""
    names = "|".join(CASES + RARE)
    python = runtimes.place_of(runtime, arguments.environments) / "bin/python"
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [arguments.etalon, "test", "--release", "1.22.0", "--suite", "node",
                   "--jobs", "1", "--include", f"^test_({names})$", "--report", report,
                   "--backend", f"'{python}' {runtimes.HERE / runtime.adapter}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if not report.exists():
            sys.exit(f"test_adapters: {runtime.name}: {done.stderr.strip()}")
        return json.loads(report.read_text(encoding="utf-8"))["cases"]


def lines_complaint(arguments, runtime):
    """What is wrong with the lines for runtime.py; empty where they give the sum."""
    python = runtimes.place_of(runtime, arguments.environments) / "bin/python"
    words = [python, *shlex.split(f"{runtimes.HERE / runtime.adapter}")]
    asked = subprocess.run(words, input='{"id": 1, "ask": "describe", "protocol": 1}\n',
                           capture_output=True, text=True)
    lines = json.loads(asked.stdout).get("repro")
    if not lines:
        return "there are no lines for runtime.py"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-c", MODEL], cwd=folder, check=True)
        for name, text in (("repro.json", json.dumps(CASE)), ("runtime.py", lines),
                           ("repro.py", REPRO.read_text(encoding="utf-8"))):
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
        done = subprocess.run([python, "repro.py"], cwd=folder, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    return f"repro.py with its lines gives {done.stdout.strip()} {done.stderr.strip()[-300:]}"


def complaints(name, cases):
    """What is wrong with a runtime's report, as sentences."""
    counts = collections.Counter(case["status"] for case in cases)
    least, most_wrong, most_dead = EXPECTED.get(name, (1, len(cases), 0))
    wrong = counts["fail"] + counts["error"] + counts["invalid"]
    if len(cases) != len(CASES) + len(RARE):
        yield f"{len(cases)} cases, not {len(CASES) + len(RARE)}"
    if counts["pass"] < least:
        yield f"{counts['pass']} cases pass, fewer than {least}"
    if wrong > most_wrong:
        yield f"{wrong} cases end as fail, error or invalid, more than {most_wrong}"
    dead = counts["crash"] + counts["timeout"]
    for case in cases:
        short, status, message = case["name"][len("test_") :], case["status"], case["message"]
        ended = status in ("crash", "timeout") and dead > most_dead
        if ended or any(part in message for part in BROKEN):
            yield f"{short}: {status}: {message}"
        elif short in RARE and status not in ("pass", "unsupported"):
            yield f"{short}: neither passes nor is unsupported: {status}: {message}"


def parsed():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="RUNTIME", default=DEFAULT)
    parser.add_argument("--etalon", type=pathlib.Path,
                        default=runtimes.HOME / "build/release/etalon")
    parser.add_argument("--environments", type=pathlib.Path, default=runtimes.ENVIRONMENTS,
                        help="the folder that has an environment for each runtime")
    found = parser.parse_args()
    try:
        found.runtimes = runtimes.chosen(",".join(found.names))
    except runtimes.NotReady as problem:
        parser.error(str(problem))
    return found


def main():
    arguments = parsed()
    failed = False
    for runtime in arguments.runtimes:
        if not (runtimes.place_of(runtime, arguments.environments) / "bin/python").exists():
            print(f"{runtime.name}: left out, because it is not installed")
            continue
        cases = report_of(arguments, runtime)
        counts = collections.Counter(case["status"] for case in cases)
        words = ", ".join(f"{count} {status}" for status, count in counts.most_common())
        print(f"{runtime.name}: {words}", flush=True)
        for sentence in [*complaints(runtime.name, cases),
                         *filter(None, [lines_complaint(arguments, runtime)])]:
            print(f"  {sentence}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
