#!/usr/bin/env python3
"""One table of several runtimes, from reports of `etalon test`, as Markdown. Minutes are those of all
cases one after the other, as they took when they were run: results may have been kept since.

    scripts/backends/runtime_table.py REPORT.json…
    scripts/backends/runtime_table.py REPORT.json… --out STEM     also as STEM.md and STEM.json
"""

import argparse
import json
import pathlib

STATUSES = ["pass", "fail", "fail_rounding", "fail_unlikely", "fail_wrong", "unsupported", "invalid",
            "error", "crash", "timeout", "open", "erratum", "statistical"]
HEADINGS = {"fail_rounding": "rounding", "fail_unlikely": "unlikely", "fail_wrong": "wrong"}
EARLIER = {"fail_rounding": "fail_within", "fail_wrong": "fail_beyond"}  # in older reports


def row(report):
    """A line of the table, of one report's content."""
    name, _, version = report["backend"].rpartition(" ")
    counts = report["summary"]
    return {
        "runtime": name,
        "version": version,
        "date": report["run"]["date"][:10],
        "minutes": round(sum(case.get("seconds", 0) for case in report["cases"]) / 60, 1),
        "cases": counts["total"],
        **{status: counts.get(status, counts.get(EARLIER.get(status), 0)) for status in STATUSES},
        "partial": "partial" in report,
    }


def with_constants(file):
    """More of a line: the passes where all inputs but the first are constants; None where it did not run so."""
    runs = runs_of(file) if file else []
    return {"pass_with_constants": runs[0]["summary"]["pass"] if runs else None}


def runs_of(file):
    """The reports of a file: one, or those that `etalon report merge` put together."""
    document = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    return document.get("runs", [document])


def rows_of(files):
    return [row(run) for file in files for run in runs_of(file)]


def markdown(rows):
    """The table, with columns of equal width; `rounding`, `unlikely`, `wrong` are parts of `fail`."""
    keys = ["runtime", "version", "date", "minutes", "cases", *STATUSES]
    table = [[HEADINGS.get(key, key) for key in keys]]
    for each in rows:
        cells = [str(each[key]) for key in keys]
        cells[4] += " so far" if each["partial"] else ""
        if each.get("pass_with_constants") is not None:
            cells[5] += f" ({each['pass_with_constants'] - each['pass']:+} with constant inputs)"
        table.append(cells)
    widths = [max(map(len, column)) for column in zip(*table)]
    table.insert(1, ["-" * width for width in widths])
    lines = (" | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) for cells in table)
    return "".join(f"| {line} |\n" for line in lines)


def write(rows, stem):
    """Prints the table, and writes STEM.md and STEM.json."""
    text = markdown(rows)
    print(text, end="", flush=True)
    pathlib.Path(f"{stem}.md").write_text(text, encoding="utf-8")
    pathlib.Path(f"{stem}.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reports", nargs="+", metavar="REPORT.json")
    parser.add_argument("--out", metavar="STEM", help="writes STEM.md and STEM.json, too")
    arguments = parser.parse_args()
    rows = rows_of(arguments.reports)
    if arguments.out:
        write(rows, arguments.out)
    else:
        print(markdown(rows), end="")


if __name__ == "__main__":
    main()
