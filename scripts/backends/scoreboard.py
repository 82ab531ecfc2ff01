#!/usr/bin/env python3
"""The scoreboard of a release: the status and the verdict of each case and runtime, from reports
of `etalon test`. data/README.md has its form.

    scripts/backends/scoreboard.py REPORT.json… [--constants REPORT.json…]
                                                    writes data/scoreboard/RELEASE.json, and its rows of the
                                                    table in conformance/BACKENDS.md

--constants has reports of the same runtimes with constant inputs. Runtimes that have no report here stay as
they are. A report of a part of the cases is an error.
"""

import argparse
import collections
import json
import pathlib
import re
import sys

import runtimes

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
TABLE = HOME / "conformance/BACKENDS.md"
LETTERS = {"pass": "p", "fail": "f", "unsupported": "u", "invalid": "i", "error": "e", "crash": "c",
           "timeout": "t", "erratum": "r", "open": "o", "statistical": "s", "missing": "-"}
VERDICTS = {"same": "s", "rounding": "r", "open": "o", "unknown": "?", "unlikely": "u", "wrong": "w",
            "none": "."}
EARLIER = {"within": "rounding", "beyond": "wrong"}  # of older boards and reports
ABOUT = ["name", "version", "date"]
SAID = {"fail", "error", "crash", "timeout", "invalid", "erratum", "open"}  # whose messages are kept
WORDS = ["same", "rounding", "open", "unknown", "unlikely", "wrong", "refused", "unsupported"]  # of the table
SOUND = WORDS[:3]
HEADS = ["date", "release", "runtime", "cases", "supported", "sound of these", "sound", "sound, constant inputs", *WORDS]
MOST_LETTERS = 160
NAMES = {"onnxruntime": "ONNX Runtime", "openvino": "OpenVINO", "opencv": "OpenCV", "mnn": "MNN", "tvm": "TVM",
         "iree": "IREE", "onnxruntime-plain": "ONNX Runtime without optimisations",
         "onnxruntime-openvino": "ONNX Runtime with OpenVINO's provider"}  # as people write them


def label_of(case):
    """The only operator of a case apart from Constant, "Conv-11"; "" where there are several."""
    labels = [each for each in case["operators"] if not each.startswith("Constant-")]
    return labels[0] if len(labels) == 1 else ""


def rows_of(report):
    """{"node/test_x": (label, status, verdict, message)} of a report's content."""
    found = {}
    for case in report["cases"]:
        verdict = (case.get("judged") or case.get("rounding") or {}).get("verdict", "none")
        verdict = EARLIER.get(verdict, verdict)
        message = " ".join(case["message"].split())[:MOST_LETTERS] if case["status"] in SAID else ""
        found[f"{case['suite']}/{case['name']}"] = (label_of(case), case["status"], verdict, message)
    return found


def rows_from(board, runtime):
    """The same of a runtime of a scoreboard, or of its run with constant inputs, which has no messages."""
    cases = [(label, case) for label, names in board["cases"].items() for case in names]
    statuses = {letter: word for word, letter in board["statuses"].items()}
    verdicts = {letter: word for word, letter in board["verdicts"].items()}
    messages = runtime.get("messages", {})
    return {case: (label, statuses[status], verdicts[verdict], messages.get(case, ""))
            for (label, case), status, verdict in zip(cases, runtime["statuses"], runtime["verdicts"])
            if status != LETTERS["missing"]}


def constant_rows_from(board, runtime):
    """Those of the run with constant inputs; nothing where there is none."""
    return rows_from(board, runtime["constants"]) if "constants" in runtime else {}


def runtime_of(report):
    name, _, version = report["backend"].rpartition(" ")
    return {"name": name, "version": version, "date": report["run"]["date"][:10]}


def letters_of(rows, order):
    """The statuses and verdicts of these cases as letters."""
    found = [rows.get(case, ("", "missing", "none", "")) for case in order]
    return {"statuses": "".join(LETTERS[row[1]] for row in found),
            "verdicts": "".join(VERDICTS[row[2]] for row in found)}


def board_of(release, runtimes):
    """A scoreboard of [(a runtime's name, version and date, its rows, those with constant inputs)]."""
    labels = {}
    for _, *runs in runtimes:
        for rows in runs:
            for case, (label, *_) in rows.items():  # a process that crashed does not tell its operators
                labels[case] = label or labels.get(case, "")
    order = sorted(labels, key=lambda case: (labels[case], case))
    entries = []
    for about, rows, constants in runtimes:
        entries.append({**about, **letters_of(rows, order),
                        **({"constants": letters_of(constants, order)} if constants else {}),
                        "messages": {case: rows[case][3] for case in order if case in rows and rows[case][3]}})
    cases = {label: [case for case in order if labels[case] == label] for label in sorted(set(labels.values()))}
    return {"schema": 1, "release": release, "statuses": LETTERS, "verdicts": VERDICTS, "runtimes": entries,
            "cases": cases}


def read(file):
    """A scoreboard, from a file that is one, a report, or reports that `etalon report merge` joined."""
    content = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    if "runtimes" in content:
        return content
    boards = []
    for run in content.get("runs", [content]):
        if "partial" in run or "shard" in run:
            sys.exit(f"scoreboard: {file} is a report of a part of the cases")
        boards.append(board_of(run["cases"][0]["release"], [(runtime_of(run), rows_of(run), {})]))
    return merged(boards)


def merged(boards, constants=()):
    """One scoreboard of several of one release; of a runtime that several have, the last counts. `constants`
    are scoreboards of runs with constant inputs; a version that has none of its own has none."""
    releases = {board["release"] for board in boards}
    if len(releases) != 1:
        sys.exit(f"scoreboard: reports of several releases: {', '.join(sorted(releases))}")
    found = {}
    for board in boards:
        for one in board["runtimes"]:
            about = {key: one[key] for key in ABOUT}
            found[one["name"]] = (about, rows_from(board, one), constant_rows_from(board, one))
    for board in constants:
        for one in board["runtimes"]:
            about, rows, _ = found.get(one["name"], ({}, {}, {}))
            if about.get("version") != one["version"]:
                sys.exit(f"scoreboard: {one['name']} {one['version']} has a run with constant inputs, and no other")
            found[one["name"]] = (about, rows, rows_from(board, one))
    return board_of(releases.pop(), list(found.values()))


def with_adapters(board):
    """The scoreboard with each adapter's file and options, as runtimes.txt has them, its runtimes in that order."""
    known = runtimes.known()
    entries = [{**{key: one[key] for key in ABOUT}, "adapter": known[one["name"]].adapter, **one}
               for one in board["runtimes"]]
    order = list(known)
    return {**board, "runtimes": sorted(entries, key=lambda one: order.index(one["name"]))}


def written(board):
    """The scoreboard as text, a runtime's fields and an operator's cases one a line."""
    def lines(entries, begin, end):
        return begin + ",\n".join(entries) + end

    def plain(value):
        return json.dumps(value, ensure_ascii=False)

    runtimes = [lines([f"  {plain(key)}: {plain(value)}" for key, value in one.items()], " {\n", "\n }")
                for one in board["runtimes"]]
    cases = [f"  {plain(label)}: {plain(names)}" for label, names in board["cases"].items()]
    head = plain({key: value for key, value in board.items() if key not in ("runtimes", "cases")})[:-1]
    return head + lines(runtimes, ', "runtimes": [\n', "\n],\n") + lines(cases, '"cases": {\n', "\n}}\n")


def word_of(status, verdict):
    """What a case's status and verdict come to in one word, as conformance/judge/result.h has it."""
    if status in ("error", "invalid", "crash", "timeout"):
        return "refused"
    if status in ("open", "statistical"):
        return "open"
    if status == "unsupported" or verdict == "none":
        return {"pass": "same", "fail": "wrong", "erratum": "unknown", "unsupported": "unsupported"}[status]
    return verdict


def words_of(rows):
    """How many of these cases have each word."""
    return collections.Counter(word_of(status, verdict) for _, status, verdict, _ in rows.values())


def table_rows(board):
    """The cells of the release's rows of the table in the manual."""
    def percent(part, whole):
        return f"{1000 * part // whole / 10} %" if whole else ""

    for one in board["runtimes"]:
        counts = words_of(rows_from(board, one))
        constants = words_of(constant_rows_from(board, one))
        sound, with_constants = (sum(found[word] for word in SOUND) for found in (counts, constants))
        cases = counts.total()
        supported = cases - counts["unsupported"]
        yield [one["date"], board["release"], f"{NAMES.get(one['name'], one['name'])} {one['version']}", cases,
               percent(supported, cases), percent(sound, supported), sound,
               f"{with_constants} ({with_constants - sound:+})" if constants else "", *(counts[word] for word in WORDS)]


def update_table(board):
    """Replaces the heads and the release's rows of the table in the manual."""
    text = TABLE.read_text(encoding="utf-8")
    table = r"(.*\n)\| date \| release \|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)*)(.*)"
    before, rows, rest = re.search(table, text, re.DOTALL).groups()
    kept = [row for row in rows.splitlines() if f"| {board['release']} |" not in row]
    new = [f"| {' | '.join(map(str, cells))} |" for cells in (HEADS, *table_rows(board))]
    lines = [new[0], "|---" * len(HEADS) + "|", *new[1:], *kept]
    TABLE.write_text(before + "\n".join(lines) + "\n" + rest, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", metavar="REPORT.json")
    parser.add_argument("--constants", nargs="+", default=[], metavar="REPORT.json")
    arguments = parser.parse_args()
    board = merged([read(file) for file in arguments.reports], [read(file) for file in arguments.constants])
    target = HOME / "data/scoreboard" / f"{board['release']}.json"
    if target.exists():
        board = merged([read(target), board])
    board = with_adapters(board)
    target.parent.mkdir(exist_ok=True)
    target.write_text(written(board), encoding="utf-8")
    update_table(board)


if __name__ == "__main__":
    main()
