"""What each release of a runtime made of the official cases, in data/scoreboard/history, from reports of
`etalon test`. data/README.md has the form of its files.

    add("tract", report, "2026-10-15")   adds a run, or replaces that of the same version and cases
"""

import collections
import json
import pathlib

WORDS = ["same", "rounding", "open", "unknown", "unlikely", "wrong", "refused", "unsupported"]
NAMED = ["wrong", "unlikely", "refused", "unsupported", "unknown"]  # whose cases are listed
FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "data/scoreboard/history"


def run_of(report, date):
    """The run of a whole report, of a runtime that was released on this day."""
    cases = report["cases"]
    words = collections.defaultdict(list)
    for case in cases:
        words[case["verdict"]].append(f"{case['suite']}/{case['name']}")
    if other := set(words) - set(WORDS):
        raise ValueError(f"the report has the unknown verdict {sorted(other)[0]!r}")
    return {"version": report["backend"].rpartition(" ")[2], "date": date, "measured": report["run"]["date"][:10],
            "release": cases[0]["release"], "cases": len(cases), "counts": {word: len(words[word]) for word in WORDS},
            "cases_by_verdict": {word: sorted(words[word]) for word in NAMED}}


def written(runtime, runs):
    """The file as text, a list of cases in each line."""
    def plain(value):
        return json.dumps(value, ensure_ascii=False)

    def text(run):
        lists = [f'   {plain(word)}: {plain(names)}' for word, names in run["cases_by_verdict"].items()]
        head = plain({key: value for key, value in run.items() if key != "cases_by_verdict"})[:-1]
        return "  " + head + ', "cases_by_verdict": {\n' + ",\n".join(lists) + "}}"

    return f'{{"runtime": {plain(runtime)}, "runs": [\n' + ",\n".join(map(text, runs)) + "\n]}\n"


def file_of(runtime, folder=FOLDER):
    """The runtime's file; ValueError for a name that is not one of a file in the folder."""
    if pathlib.PurePath(runtime).name != runtime or runtime.startswith("."):
        raise ValueError(f"{runtime!r} is not the name of a runtime")
    return folder / f"{runtime}.json"


def runs_of(runtime, folder=FOLDER):
    """The runs that are kept, the oldest release first."""
    file = file_of(runtime, folder)
    return json.loads(file.read_text(encoding="utf-8"))["runs"] if file.exists() else []


def place(version):
    """Orders versions: 1.9 before 1.10."""
    return [int(part) if part.isdigit() else -1 for part in version.split(".")]


def add(runtime, report, date, folder=FOLDER):
    new = run_of(report, date)
    kept = [run for run in runs_of(runtime, folder)
            if (run["version"], run["release"]) != (new["version"], new["release"])]
    runs = sorted([*kept, new], key=lambda run: (run["date"], place(run["version"]), run["release"]))
    file = file_of(runtime, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(written(runtime, runs), encoding="utf-8")
