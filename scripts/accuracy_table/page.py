"""The table of what was measured: data/accuracy.json, and data/accuracy.md for readers."""

import collections
import json
import math

import compound
import elementwise
import gmpy2
import numpy
import onnx
import onnxruntime
from judge import TYPES

PEERS = ("Etalon", "ONNX Runtime", "onnx.reference")
HEAD = """# Accuracy

The largest error in ULP of the exact result, and the share of results that are not correctly
rounded, of Etalon, ONNX Runtime (CPU) and onnx.reference. Written by `scripts/accuracy`; the same
figures by kind of data, with the worst inputs, are in [accuracy.json](accuracy.json).

{versions}

- **Judge**: {judge} and exact rationals, not the library that Etalon evaluates with.
  An exact result is that of the operator's formula on the given inputs, rounded once to the type
  (LayerNormalization: to float32, its `stash_type`, and then to the type).
- **Inputs** of unary operators: all finite values of float16 and bfloat16; of float32
  {shards},
  values near 0, 1, powers of two and ten and multiples of π/4, and the 512 of 131,072 values whose
  results lie nearest to a tie; of float64 such values without the last, and random ones. Of binary
  operators: random bit patterns, values between 2^-40 and 2^10, and of [0, 4) with [-30, 30).
- **Inputs** of operators that sum: six kinds of data (all positive, cancelling, wide exponents, near
  overflow, subnormal, random), in sums of 7, 64 and for some operators 1,000 terms.
- **Error**: 0.5 where every result is correctly rounded, or wrong only in the sign of a zero. Where
  a number and infinity stand for each other, it is the number of the type's values between them;
  **NaN** where a number and NaN do. **–**: the runtime does not have the operator for the type.

| operator | type | results | Etalon | | ONNX Runtime | | onnx.reference | |
|---|---|--:|--:|--:|--:|--:|--:|--:|
"""


def versions():
    return {"ONNX Runtime": onnxruntime.__version__, "onnx.reference": onnx.__version__}


def number(ulp):
    if ulp is None or ulp < 0.5:
        return "0.5"
    if math.isinf(ulp):
        return "NaN"
    text = f"{ulp:.3g}" if ulp < 1000 else f"{ulp:.1e}"
    return "> 0.5" if text == "0.5" else text


def share(figures):
    percent = 100 * figures["misrounded"] / figures["results"]
    if percent == 0:
        return "0"
    return f"{percent:.2g} %" if percent < 99.5 else f"{percent:.0f} %"


def cells(figures):
    if "misrounded" not in figures:
        return ["–", ""]
    return [number(figures["ulp"]), share(figures)]


def short(figures):
    return "; ".join(f"{name} {' '.join(cells(figures[name]))}" for name in figures)


def merged(parts):
    """The figures of one runtime over all parts but those that it does not have."""
    known = [each for each in parts if "misrounded" in each]
    if not known:
        return {"unsupported": parts[0]["unsupported"]}
    figures = {
        "results": sum(each["results"] for each in known),
        "misrounded": sum(each["misrounded"] for each in known),
        "ulp": max((each["ulp"] for each in known if each["ulp"] is not None), default=None),
    }
    worst = [each for each in known if each["ulp"] is not None and each["ulp"] == figures["ulp"]]
    if worst:
        figures["worst"] = worst[0]["worst"]
    return figures


def without_overlap(parts):
    """Shards of different counts overlap: of them only those of the count with the most values."""
    values = collections.Counter()
    for each in parts:
        if "-of-" in each["part"]:
            values[each["part"].partition("-of-")[2]] += results(each)
    best = values.most_common(1)[0][0] if values else None
    return [
        each
        for each in parts
        if "-of-" not in each["part"] or each["part"].partition("-of-")[2] == best
    ]


def results(part):
    return max(each.get("results", 0) for each in part["figures"].values())


def opset_of(operator, kind):
    """The opset whose version of the operator is measured."""
    calls = elementwise.UNARY + elementwise.BINARY + compound.COMPOUND
    return next(call for call in calls if call.name == operator).opset_for(TYPES[kind])


def rows(folder):
    """The rows of the table, in the order in which the parts were first measured."""
    groups = collections.OrderedDict()
    files = sorted(folder.glob("*.json"), key=lambda file: (file.name.split(".")[0], file.name))
    for file in files:
        part = json.loads(file.read_text(encoding="utf-8"))
        groups.setdefault((part["operator"], part["type"]), []).append(part)
    for (operator, kind), parts in groups.items():
        parts = without_overlap(parts)
        by_peer = {
            peer: merged([each["figures"][peer] for each in parts]) for peer in PEERS
        }
        if all("misrounded" not in figures for figures in by_peer.values()):
            continue
        count = sum(results(each) for each in parts)
        entry = {"operator": operator, "opset": opset_of(operator, kind), "type": kind}
        entry |= {"results": count, "runtimes": by_peer}
        kinds = {each["part"]: each["figures"] for each in parts if "-of-" not in each["part"]}
        yield {**entry, "parts": kinds}, parts


def plain(value):
    """Without numbers that JSON does not have: "NaN" for an infinite error."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return "NaN" if isinstance(value, float) and math.isinf(value) else value


def shard_text(parts):
    """Which float32 patterns the unary operators were measured on."""
    shards = collections.defaultdict(set)
    for each in parts:
        number, of, count = each["part"].partition("-of-")
        if of:
            shards[each["operator"], int(count)].add(number)
    if not shards:
        return "no sample of bit patterns"
    share, count = min((len(found) / n, n) for (_, n), found in shards.items())
    text = f"{round(share * count)} of {count:,} shards (each every {count:,}th bit pattern)"
    whole = sorted(name for (name, n), found in shards.items() if len(found) == n)
    return text + (f", all values for {', '.join(whole)}" if whole and share < 1 else "")


def write(folder, data):
    found = list(rows(folder))
    parts = [part for _, each in found for part in each]
    if not parts:
        raise SystemExit("accuracy: nothing is measured yet")
    measured = sorted({tuple(sorted(part["versions"].items())) for part in parts})
    names = "; ".join(", ".join(f"{k} {v}" for k, v in each) for each in measured)
    judge = f"{gmpy2.mpfr_version()} (gmpy2 {gmpy2.version()})"
    entries = [entry for entry, _ in found]
    head = {"schema": 1, "versions": [dict(each) for each in measured], "judge": judge}
    lines = ",\n".join(f"  {json.dumps(plain(entry))}" for entry in entries)
    text = f'{json.dumps(head)[:-1]}, "rows": [\n{lines}\n]}}\n'
    (data / "accuracy.json").write_text(text, encoding="utf-8")
    table = [
        " | ".join(
            [f"| {entry['operator']}", entry["type"], f"{entry['results']:,}"]
            + [cell for peer in PEERS for cell in cells(entry["runtimes"][peer])]
        )
        + " |"
        for entry in entries
    ]
    head = HEAD.format(
        versions=f"Versions: {names}; NumPy {numpy.__version__}.",
        judge=judge,
        shards=shard_text(parts),
    )
    (data / "accuracy.md").write_text(head + "\n".join(table) + "\n", encoding="utf-8")
