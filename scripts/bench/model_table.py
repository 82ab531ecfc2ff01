"""The table of data/real_models.md."""

import statistics

HEAD = """# Real models

{count} models: shipped in Python packages, trained by scikit-learn, exported from torch, quantised by ONNX Runtime,
and written by its tools (`runtime-`). `scripts/bench/real_models` gathers them with seeded inputs, evaluates them
and writes this file.

- **Error**: the largest distance from the exact outputs, relative to the output's largest value. Exact is the
  graph in float64: weights, inputs and every value; quantizing operators by their formulas. Etalon evaluates
  it, and its sums and products of float64 are compensated. *Second* is onnx.reference's (NumPy's) distance from
  that, on the same float64 graph. Operators of ai.onnx.ml have no float64 form: there the reference is Etalon's
  result, rounded once to float32. In quantised models a last bit may move a value to the next step of 1/255.
  Where *second* is above 1e-6, onnx.reference is off and ONNX Runtime agrees with Etalon; only the outputs of
  ocr-v4-det (1e-8 for this input) and wake-marvin (7e-6) are too small for that. On processors without VNNI,
  like the one measured, ONNX Runtime saturates sums of 8-bit products: with its precise mode
  (`session.x64quantprecision`) its error falls from 9.9e-2 to 2.5e-3 on torch-encoder-small-dynamic, and from
  3.8e-2 to 7.5e-3 on torch-resnet18-static.
- **Time**: processor seconds for reading, preparing and evaluating on one thread with default options,
  ETALON / ONNX RUNTIME; the ratio is the median of at least five paired runs.
- **Memory**: peak MiB of the processes `etalon run` and Python with ONNX Runtime.
- **Check**: what `etalon check` says of ONNX Runtime's outputs, by the official and by the scaled rule; in
  brackets the number of elements outside. The last bits of ONNX Runtime's outputs depend on the processor.
  The weights of runtime-decoder-int4 permit A in 8 bits (accuracy_level 4), which ONNX Runtime makes use of:
  that is further off than a tolerance allows, and no further than rounding does.

"""
COLUMNS = ["model", "nodes", "parameters", "Etalon", "ONNX Runtime", "onnx.reference", "second", "time, s", "ratio",
           "memory", "check", "scaled"]


def number(said):
    if not said or "error" in said or "relative" not in said:
        return "–"
    text = "0" if said["relative"] == 0 else f"{said['relative']:.1e}"
    return text + (f" ({said['differing']} labels)" if said.get("differing") else "")


def verdict(said):
    if not said or "error" in said:
        return "–"
    return "passes" if said["pass"] else f"fails ({said['outside']})"


def cells(result):
    check = result.get("check", {})
    timed = "ratio" in result
    return [
        result["name"], str(result["nodes"]), f"{result['parameters']:,}",
        number(result.get("etalon")), number(result.get("onnxruntime")), number(result.get("reference")),
        number(result.get("exact", {}).get("second")),
        f"{result['cpu']:.3f} / {result['cpu_onnxruntime']:.3f}" if timed else "–",
        f"{result['ratio']:.2f}" if timed else "–",
        f"{result['peak']:.0f} / {result['peak_onnxruntime']:.0f}" if timed else "–",
        verdict(check.get("official")), verdict(check.get("scaled")),
    ]


def line(result):
    return " | ".join(cells(result))


def failures(results):
    rows = []
    for result in results:
        for key in ("exact", "etalon", "onnxruntime", "reference"):
            said = result.get(key, {})
            said = said.get("second", said) if key == "exact" and "error" not in said else said
            if "error" in said:
                who = {"exact": "float64"}.get(key, key)
                rows.append(f"- {result['name']}, {who}: {said['error']}")
    return "\n## What could not be evaluated\n\n" + "\n".join(rows) + "\n" if rows else ""


def document(results):
    timed = [r["ratio"] for r in results if "ratio" in r]
    rows = ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    rows += ["| " + " | ".join(cells(result)) + " |" for result in results]
    rows.append("")
    if timed:
        within = sum(ratio <= 3 for ratio in timed)
        rows.append(f"Time ratios: median {statistics.median(timed):.2f}, largest {max(timed):.2f}; {within} of "
                    f"{len(timed)} models take at most 3 times ONNX Runtime's time.")
    origins = "\n".join(f"- {r['name']}: {r['origin']}" for r in results)
    return (HEAD.format(count=len(results)) + "\n".join(rows) + "\n" + failures(results)
            + "\n## Origins\n\n" + origins + "\n")
