"""Pairs of models, sound and unsound, and how `etalon equivalent` judges them.

    conformance/tests/equivalent/pairs [--etalon FILE] [--kind RE] [--list] [--write FOLDER] [-- OPTION…]

prints a table: for each kind how many pairs have which verdict, then every pair whose verdict is not
what it should be: an unsound pair that passes; a sound one that does not, also where no special
values are (NaN, infinities, zeros of either sign, the greatest numbers). OPTIONs go to `equivalent`.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import onnx
import optimizer  # noqa: F401: adds its pairs
import sound  # noqa: F401: adds its pairs
import unsound  # noqa: F401: adds its pairs
from corpus import PAIRS, Pair

WORDS = ["identical", "exactly_equal", "equal_up_to_rounding", "open", "not_shown", "different", "failed"]
HOME = pathlib.Path(__file__).parents[3]


def verdict_of(etalon: str, options: list[str], before: pathlib.Path, after: pathlib.Path) -> dict:
    command = [etalon, "equivalent", str(before), str(after), "--format", "json", *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        return json.loads(done.stdout)
    except (json.JSONDecodeError, subprocess.TimeoutExpired) as failure:
        text = done.stderr if isinstance(failure, json.JSONDecodeError) else str(failure)
        return {"verdict": "failed", "pass": False, "failure": text.strip()}


def write(folder: pathlib.Path, number: int, pair: Pair) -> tuple[pathlib.Path, pathlib.Path]:
    stem = f"{number:03}-{'sound' if pair.sound else 'unsound'}-{pair.kind.replace(' ', '-')}"
    files = folder / f"{stem}-before.onnx", folder / f"{stem}-after.onnx"
    for file, model in zip(files, (pair.before, pair.after)):
        onnx.save(model, file)
    return files


def passes(report: dict) -> bool:
    """Also where only special values differ."""
    bad = ("not_shown", "different")
    return report["pass"] or ("outputs" in report and all(
        output["verdict"] not in bad or (output["special_only"] and output["usual"] not in bad)
        for output in report["outputs"]))


def row(cells: list[object]) -> str:
    return "| " + " | ".join(str(cell or "") for cell in cells) + " |"


def table(pairs: list[Pair], found: list[dict]) -> str:
    lines = []
    for sound_ones in (False, True):
        counts: dict[str, collections.Counter] = {}
        for pair, report in zip(pairs, found):
            if pair.sound == sound_ones:
                counts.setdefault(pair.kind, collections.Counter())[report["verdict"]] += 1
        total = sum(counts.values(), collections.Counter())
        title = "sound" if sound_ones else "unsound"
        lines += ["", row([title, "pairs", *[word.replace("_",
            " ") for word in WORDS]]), "|---" * (len(WORDS) + 2) + "|"]
        for kind, count in {**counts, "all": total}.items():
            lines.append(row([kind, sum(count.values()), *[count[word] for word in WORDS]]))
    return "\n".join(lines[1:])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--etalon", default=str(HOME / "build/release/etalon"))
    parser.add_argument("--kind", default="", help="only kinds that match this expression")
    parser.add_argument("--list", action="store_true", help="print the pairs and their reasons")
    parser.add_argument("--write", type=pathlib.Path, help="keep the models in this folder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("options", nargs="*")
    given = parser.parse_args()
    chosen = [pair for pair in PAIRS if re.search(given.kind, pair.kind)]
    for pair in chosen:
        for model in (pair.before, pair.after):
            onnx.checker.check_model(model)
        if given.list:
            print(f"{'sound' if pair.sound else 'unsound':8}{pair.kind:14}{pair.why}")
    if given.list:
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.write or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        files = [write(folder, number, pair) for number, pair in enumerate(chosen)]
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            found = list(pool.map(lambda two: verdict_of(given.etalon, given.options, *two), files))
        seconds = time.monotonic() - began
    print(table(chosen, found))
    surprises = [(pair, report, two) for pair, report, two in zip(chosen, found, files)
                 if (passes(report) if pair.sound else not report["pass"]) is False]
    print(f"\n{len(chosen)} pairs in {seconds:.1f} s; {len(surprises)} not as they should be:")
    for pair, report, (before, _) in surprises:
        print(f"  {before.name[:3]} {'sound' if pair.sound else 'unsound'}, {pair.kind}: {report['verdict']}"
              f" ({report.get('failure', '')[:90]}) {pair.why}")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
