#!/usr/bin/env python3
"""Checks the include rules: every #include of another folder must be allowed by FOLDERS below, and what an
installed header includes must be installed, too.

    scripts/include_arrows.py [CHECKOUT]     default: this one

Prints each include that is not allowed as file:line, with what to do instead, and each cycle of
folders. Exit codes: 0 all includes are allowed, 1 some are not.
"""

import pathlib
import re
import sys

# Each folder, and what it may include in addition to its own headers: folders above it in this
# table, by name (`engine/` means every folder of the engine above it), so that there are no cycles.
# Operators are called through the registry (engine/operators/operator.h); only tests include
# headers of ops/.
FOLDERS = {
    "engine/values": "",
    "engine/operators": "engine/values",
    "engine/numerics": "engine/values engine/operators",
    "engine/loader": "engine/values engine/operators engine/numerics",
    "engine/interpreter": "engine/values engine/operators engine/numerics engine/loader",
    "engine": "engine/",
    "ops": "engine/",
    "engine/mdf": "engine/",
    "ops/mdf": "engine/ engine/mdf",
    "conformance/common": "engine/",
    "conformance/cases": "engine/ conformance/common",
    "conformance/bounds": "engine/ conformance/common conformance/cases",
    "conformance/judge": "engine/ conformance/common conformance/cases conformance/bounds",
    "conformance/run": "engine/ conformance/common conformance/cases conformance/judge",
    "conformance/check": "engine/ conformance/common conformance/cases conformance/bounds"
    " conformance/judge",
    "conformance/reports": "engine/ conformance/common conformance/cases conformance/judge",
    "conformance/generate": "engine/ conformance/common conformance/cases conformance/bounds"
    " conformance/judge",
    "conformance/corpus": "engine/ conformance/common conformance/cases conformance/bounds"
    " conformance/judge conformance/run conformance/generate",
    "conformance/bisect": "engine/ conformance/common conformance/cases conformance/bounds"
    " conformance/judge conformance/run conformance/check conformance/generate",
    "conformance/campaign": "engine/ conformance/common conformance/cases conformance/bounds"
    " conformance/judge conformance/run conformance/reports conformance/generate",
    "conformance/repro": "engine/ conformance/common conformance/cases conformance/judge"
    " conformance/run conformance/check conformance/reports conformance/generate"
    " conformance/bisect conformance/campaign",
    "conformance/equivalent": "engine/ conformance/common conformance/cases conformance/bounds"
    " conformance/judge conformance/check conformance/generate conformance/campaign",
    "conformance/explain": "engine/ conformance/common conformance/cases conformance/judge"
    " conformance/check",
    "conformance/site": "engine/ conformance/common conformance/cases conformance/judge"
    " conformance/check conformance/reports conformance/explain",
    "conformance/try": "engine/ conformance/common conformance/cases",
    "conformance/commands": "engine/ conformance/",
    "conformance/mdf": "engine/ conformance/",
    "conformance/python": "engine/ conformance/",
    "conformance": "engine/ conformance/",
    "conformance/bench": "engine/ conformance/",
    "conformance/fuzz": "engine/ conformance/",
    "conformance/mutation": "",
    "conformance/tests": "engine/ conformance/ ops",
}
GENERATED = {"onnx.pb.h"}  # by protoc, from schemas/onnx.proto

INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)')
# Libraries that only one of our headers includes, because it makes them safe.
WRAPPED = {"nlohmann/json.hpp": "engine/values/json.h"}
WITHOUT_IT = {"engine/operators/embed_schemas.cc"}  # a program for the build, of one file


def folder_of(path):
    """engine/values/tensor.h is in engine/values, engine/c_interface.h in engine."""
    parts = path.split("/")
    if parts[:2] == ["ops", "mdf"]:
        return "ops/mdf"
    return parts[0] if parts[0] == "ops" else "/".join(parts[: min(2, len(parts) - 1)])


def allowed(folder):
    """The folders that a folder may include."""
    folders, words = list(FOLDERS), FOLDERS[folder].split()
    above = folders[: folders.index(folder)]
    return [each for each in above if each in words or each.split("/")[0] + "/" in words]


def advice(folder, included):
    """What to do instead of this include."""
    if included not in FOLDERS:
        return "write the path from the top folder, as in engine/values/tensor.h"
    if included == "ops":
        return "use the registry (engine/operators/operator.h), or move the shared code to engine/"
    if included == "conformance/commands":
        return "move the needed code from commands/ to the folder that it belongs to"
    if included.startswith("conformance") and not folder.startswith("conformance"):
        return "move the shared code to engine/"
    own = [each for each in allowed(folder) if each.split("/")[0] == folder.split("/")[0]]
    return "move the needed code to one of: " + ", ".join([folder, *own])


def includes(home):
    """(file, line number, included path, whether it is in quotes) of every #include in the trees."""
    for top in ("engine", "ops", "conformance"):
        for path in sorted((home / top).rglob("*")):
            if path.suffix in (".h", ".cc"):
                lines = path.read_text(encoding="utf-8").splitlines()
                for number, line in enumerate(lines, 1):
                    if found := INCLUDE.match(line):
                        yield path.relative_to(home).as_posix(), number, found[2], found[1] == '"'


def circles(used):
    """A shortest cycle of folders through each include that is in a cycle, each cycle once."""
    seen = set()
    for start in sorted(used):
        paths, reached = [[start]], {start}
        for path in paths:  # grows during the iteration: breadth first
            for folder in sorted(used.get(path[-1], {})):
                if folder == start and frozenset(path) not in seen:
                    seen.add(frozenset(path))
                    yield path
                elif folder not in reached:
                    reached.add(folder)
                    paths.append(path + [folder])


def installed(home):
    """The headers that CMakeLists.txt installs."""
    listed = re.search(r"FILE_SET HEADERS.*?\)", (home / "CMakeLists.txt").read_text(encoding="utf-8"), re.S)
    return set(listed[0].rstrip(")").split()) if listed else set()


def offences(home):
    headers = installed(home)
    used = {}  # folder -> included folder -> the first place that includes it
    wrong_way = False
    for file, number, included, in_quotes in includes(home):
        place = f"{file}:{number}"
        if included in WRAPPED and file not in {WRAPPED[included], *WITHOUT_IT}:
            yield f"{place}: includes {included}; include {WRAPPED[included]} instead"
        if included in GENERATED or not in_quotes:
            continue
        if file in headers and included not in headers:
            yield f"{place}: an installed header includes {included}; CMakeLists.txt is to install that, too"
        folder, other = folder_of(file), folder_of(included)
        if folder not in FOLDERS:
            yield f"{place}: {folder}/ is not a known folder; add it to FOLDERS in scripts/include_arrows.py"
            continue
        if other == folder:
            continue
        used.setdefault(folder, {}).setdefault(other, place)
        if other not in allowed(folder):
            wrong_way = True
            yield f"{place}: {folder} includes {included}; {advice(folder, other)}"
    # The table allows no cycles. They are searched only if every single include is allowed.
    for circle in [] if wrong_way else circles(used):
        yield "cycle of folders:"
        for folder, other in zip(circle, circle[1:] + circle[:1]):
            yield f"  {folder} includes {other} ({used[folder][other]})"


def main(offences):
    """Prints the offences of the checkout that the command line names."""
    here = pathlib.Path(__file__).resolve().parent.parent
    found = list(offences(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(offences))
