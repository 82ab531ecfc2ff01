#!/usr/bin/env python3
"""Measures Etalon's verdicts as a classifier.

    scripts/bench/verdicts                       the table
    scripts/bench/verdicts --operator Softmax    one operator (and --operator Conv, …)
    scripts/bench/verdicts --quick               a tenth
    scripts/bench/verdicts --json FILE           every evaluation with its verdict

Each trial is a model of one node with seeded inputs. It is evaluated in NumPy in sound ways, which
differ in the order of sums, in FMA, in the errors of functions within 4 ULP, in the form of the
formula; and in unsound ones: an epsilon lost, sums in float16, an approximated function, a term
dropped, and so on (operators' files list them). `etalon check` judges all. A sound evaluation
that is unlikely or wrong is accused; an unsound one that is `same`, `rounding` or `unknown` is missed, if its
error is at least 10 times the largest sound one. Errors are those from a reference of 64 bits, of
single elements for operators of which no element depends on another, otherwise of an output's
largest; evaluations with the same outputs count once. Each reference is first compared with
Etalon's own result: where they differ, the trial is left out, and listed.

Some evaluations have arithmetic that a runtime declares (--arithmetic of `etalon check`), and are judged
under its name, sound ones and planted errors; and some are by fast algorithms that no name stands for:
what is said of these is listed, and is not a part of the totals.

A published function body that is unstable, such as LayerNormalization's variance in one pass on
data with a large mean, is `contested`, and no part of the totals.

Requires a release build, or ETALON, the path of the command. Exit codes: 0 no accusation, and at most
5 % of the unsound evaluations missed; 1 more than that, or a reference that differs; 2 wrong usage.
"""

import argparse
import dataclasses
import json
import multiprocessing
import os
import pathlib
import sys
import time

import elementwise
import layers
import microsoft
import normalizations
import page
import products
import reductions
import trial
from arithmetic import has_extended_type
from registry import OPERATORS, SIZES

ROOT = pathlib.Path(__file__).resolve().parents[3]
MOST_MISSED = 0.05


def fail(sentence):
    print(f"verdicts: {sentence}", file=sys.stderr)
    sys.exit(2)


def arguments():
    parser = argparse.ArgumentParser(
        prog="verdicts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--operator", action="append", help="only this operator (may be repeated)")
    parser.add_argument("--seed", type=int, default=1, help="of the data (default: 1)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the trials")
    parser.add_argument("--json", type=pathlib.Path, help="write every evaluation to this file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    return parser.parse_args()


def command():
    path = pathlib.Path(os.environ.get("ETALON", ROOT / "build/release/etalon"))
    if not path.exists():
        fail("there is no release build; run scripts/setup release")
    return path


def jobs(options, etalon):
    """What trial.run is given: (etalon, number of the operator, type, size, data, seed)."""
    found = []
    for i, operator in enumerate(OPERATORS):
        if options.operator and operator.name not in options.operator:
            continue
        for type in operator.types:
            kinds = operator.kinds if type == operator.types[0] else operator.kinds[:1]
            if type == "float64" and not has_extended_type():
                continue
            found += [(etalon, i, type, size, k, options.seed) for size in SIZES for k in kinds]
    return found[options.seed % 10 :: 10] if options.quick else found


def tried(job):
    etalon, number, *rest = job
    operator = OPERATORS[number]
    try:
        evaluations, problem = trial.run(etalon, operator, *rest)
    except RuntimeError as error:
        evaluations, problem = [], str(error)
    type, size, data, _ = rest
    where = f"{operator.label or operator.name}, {type}, {size}, {data}"
    return evaluations, f"{where}: {problem}" if problem else ""


def measured(options, etalon):
    evaluations, problems = [], []
    with multiprocessing.Pool(options.jobs) as pool:
        for some, problem in pool.imap(tried, jobs(options, etalon)):
            evaluations += some
            problems += [problem] if problem else []
    return evaluations, problems


def main():
    options = arguments()
    unknown = set(options.operator or []) - {operator.name for operator in OPERATORS}
    if unknown:
        fail(f"there are no trials of {', '.join(sorted(unknown))}")
    begin = time.monotonic()
    evaluations, problems = measured(options, command())
    if not evaluations and not problems:
        fail("no trial is selected")
    if options.json:
        content = [dataclasses.asdict(evaluation) for evaluation in evaluations]
        options.json.write_text(json.dumps({"evaluations": content, "problems": problems}, indent=1))
    totals = page.Totals(evaluations)
    print(page.text(evaluations, problems, time.monotonic() - begin))
    good = not problems and not totals.accused and totals.missed_part <= MOST_MISSED
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
