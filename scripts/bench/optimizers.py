#!/usr/bin/env python3
"""Tries optimizers on drawn graphs, for a nightly run: what they rewrite must be the same function.

    scripts/bench/optimizers.py [--tools NAMES] [--count N] [--seed N] [--out FOLDER] [--known FILE]

Draws N graphs (`etalon generate --graphs`) and N pairs (`--pairs`) by the seed, lets each tool rewrite
every graph and both models of every pair, and judges each rewrite by `etalon equivalent`. A finding is a
rewrite that is another function (different), that Etalon cannot read or evaluate (unread), or a model
that the tool fails on (refused), but for what ONNX Runtime says it does not implement. Findings of one
cause are one group: of one tool, at the same operators, or with the same message. Groups that FILE
judges are known: {"onnxslim different: Conv → Conv": {"judged": "true", "sentence": …}, …}. Writes
report.json and report.md into FOLDER, and keeps the rewritten models of findings in FOLDER/rewritten.

Tools are those of equivalence_tools.txt, in environments that are made when they are missing. Exit codes:
0 no new group, 1 a new one, 2 wrong usage, 5 nothing was judged.
"""

import argparse
import collections
import json
import pathlib
import re
import shlex
import sys
import tempfile
import time

import equivalence
from equivalence import HOME, Job, Tool

FINDINGS = ("different", "unread", "refused")
# In a refusal: ONNX Runtime has no kernel for the operator and its types, or not these types.
LACKS = re.compile("NOT_IMPLEMENTED|is not currently registered or supported")
GRAPH_OPSET = 21  # which all tools know; pairs are of every opset that graphs have
NAMED = re.compile(r"\s*\([^()]*\)|'[^']*'|\"[^\"]*\"|\S*/\S*")
NUMBERS = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")


def say(sentence):
    print(f"optimizers: {sentence}", file=sys.stderr, flush=True)


def is_finding(result):
    return result["verdict"] in FINDINGS and not LACKS.search(result["why"])


def cause_of(result):
    """What findings of one cause have in common: operators, else the message without names and numbers."""
    if result.get("piece"):
        sides = [{re.sub(r"-\d+$", "", label.strip(" …")) for label in NAMED.sub("", side).split(",")} - {""}
                 for side in result["piece"].split("→")]
        return " → ".join(", ".join(sorted(side)) or "no node" for side in sides)
    why = re.sub(r"^different \(\w+\): ", "", result["why"])
    return " ".join(NUMBERS.sub("#", NAMED.sub(" …", why)).split())[:160]


def group_of(result):
    return f"{result['tool']} {result['verdict']}: {cause_of(result)}"


def draw(arguments, kind):
    """The folder of the drawn models, which are drawn once."""
    folder = arguments.out / f"{kind}_{arguments.seed}_{arguments.count}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=arguments.out) as drawn:
            opset = ["--opset", GRAPH_OPSET] if kind == "graphs" else []
            run = equivalence.etalon(arguments, "generate", f"--{kind}", *opset, "--count", arguments.count,
                                     "--seed", arguments.seed, "--out", f"{drawn}/all")
            if run.returncode != 0:
                sys.exit(f"optimizers: {kind} are not drawn: {run.stderr.strip()}")
            pathlib.Path(drawn, "all").rename(folder)
    return folder


def drawn_models(arguments):
    """(set, name, file, inputs) of each model."""
    for folder in sorted(draw(arguments, "graphs").iterdir()):
        yield "graphs", folder.name, folder / "model.onnx", folder / "test_data_set_0"
    for folder in sorted(draw(arguments, "pairs").iterdir()):
        of = json.loads((folder / "pair.json").read_text("utf-8"))
        for side in ("before", "after"):
            name = f"{folder.name} {side} ({of['kind']}: {of['of']})"
            yield "pairs", name, folder / f"{side}.onnx", folder / "test_data_set_0"


def run_tool(arguments, tool, program, models):
    """The results of one tool."""
    rewriter = equivalence.Rewriter(arguments, tool, program)
    results, told = [], time.monotonic()
    for done, (kind, name, file, inputs) in enumerate(models, 1):
        job = Job(tool, kind, name, file, None, inputs)
        results.append(equivalence.result_of(arguments, rewriter, job) | {"file": str(file)})
        if time.monotonic() - told > 10 or done == len(models):
            told = time.monotonic()
            say(f"{tool.name}: {done} of {len(models)} models; findings: {sum(map(is_finding, results))}")
    rewriter.close()
    return results


def groups_of(results, known):
    """[group], the new ones and the large ones first."""
    by_group = collections.defaultdict(list)
    for result in results:
        if is_finding(result):
            by_group[group_of(result)].append(result)
    groups = [{"group": group, "count": len(found), **known.get(group, {}), "first": found[0]}
              for group, found in by_group.items()]
    return sorted(groups, key=lambda each: ("judged" in each, -each["count"], each["group"]))


def again(arguments, tool, result):
    """The command that judges a finding again."""
    name = re.sub(r"\W", "_", f"{result['set']} {result['model']} {tool}") + ".onnx"
    return shlex.join(map(str, ["etalon", "equivalent", result["file"], arguments.out / "rewritten" / name,
                                "--inputs", pathlib.Path(result["file"]).parent / "test_data_set_0"]))


def page(arguments, results, groups):
    count = collections.Counter((result["tool"], result["verdict"]) for result in results)
    packages = {result["tool"]: result["packages"] for result in results}
    lines = [f"# Optimizers on {arguments.count} drawn graphs and {arguments.count} pairs, "
             f"seed {arguments.seed}", ""]
    for tool in packages:
        words = ", ".join(f"{n} {verdict.replace('_', ' ')}" for (name, verdict), n in sorted(count.items())
                          if name == tool)
        lines.append(f"- {tool} ({packages[tool]}): {words}")
    for each in groups:
        first = each["first"]
        lines += ["", f"## {each['group']}", "",
                  f"{each['count']} × {'judged ' + each['judged'] if 'judged' in each else 'new'}. "
                  + each.get("sentence", ""), "", f"First: {first['set']} {first['model']}", "",
                  f"    {first['why']}"]
        if first.get("witness"):
            lines.append(f"    {first['witness']}")
        if first["verdict"] != "refused":
            lines.append(f"    {again(arguments, first['tool'], first)}")
    return "\n".join(lines) + "\n"


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", default="onnxoptimizer,onnxsim,onnxslim,onnxscript-optimizer,ort-extended",
                        help="names of equivalence_tools.txt with commas (default: %(default)s)")
    parser.add_argument("--program", action="append", default=[], metavar="NAME=COMMAND",
                        help="also try this program, which reads and writes the lines of equivalence_rewrites.py")
    parser.add_argument("--count", type=int, default=60, help="graphs, and pairs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=int(time.time()) // 86400,
                        help="of the drawn models (default: the number of today's day)")
    parser.add_argument("--cases", type=int, default=4, help="random inputs for a model (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=30, help="seconds for a judgement (default: %(default)s)")
    parser.add_argument("--tool-timeout", type=float, default=900,
                        help="seconds of a tool's process (default: %(default)s)")
    parser.add_argument("--etalon", type=pathlib.Path, default=HOME / "build/release/etalon",
                        help="the command (default: that of the release build)")
    parser.add_argument("--out", type=pathlib.Path, default=HOME / "build/optimizers",
                        help="the folder for models and reports (default: build/optimizers)")
    parser.add_argument("--known", type=pathlib.Path, default=HOME / "data/optimizers.json",
                        help="the groups that are judged (default: data/optimizers.json)")
    parser.add_argument("--environments", type=pathlib.Path,
                        default=HOME / "build/equivalence/environments",
                        help="the folder of the tools' packages (default: %(default)s)")
    arguments = parser.parse_args()
    if arguments.count < 1:
        parser.error("--count needs a number above 0")
    return arguments, parser


def wanted_tools(arguments, parser):
    """[(tool, command or None)]."""
    known = {tool.name: tool for tool in equivalence.tools_known()}
    wanted = []
    for name in filter(None, arguments.tools.split(",")):
        if name not in known:
            parser.error(f"'{name}' is not a tool of equivalence_tools.txt")
        wanted.append((known[name], None))
    for words in arguments.program:
        name, equals, command = words.partition("=")
        if not equals:
            parser.error(f"--program {words}: NAME=COMMAND is expected")
        wanted.append((Tool(name, "", "-", command), shlex.split(command)))
    return wanted


def main():
    arguments, parser = read_arguments()
    tools = wanted_tools(arguments, parser)
    known = json.loads(arguments.known.read_text("utf-8")) if arguments.known.exists() else {}
    arguments.real_cases = arguments.cases
    (arguments.out / "rewritten").mkdir(parents=True, exist_ok=True)
    say(f"seed {arguments.seed}")
    models, results = list(drawn_models(arguments)), []
    for tool, program in tools:
        try:
            results += run_tool(arguments, tool, program, models)
        except equivalence.runtimes.NotReady as problem:
            say(f"{tool.name} is left out: {problem}")
    if not results:
        say("nothing was judged")
        return 5
    groups = groups_of(results, known)
    (arguments.out / "report.json").write_text(json.dumps(
        {"seed": arguments.seed, "count": arguments.count, "groups": groups, "results": results}, indent=1), "utf-8")
    (arguments.out / "report.md").write_text(page(arguments, results, groups), "utf-8")
    new = [each for each in groups if "judged" not in each]
    say(f"{len(results)} rewrites, {len(groups)} groups of findings, {len(new)} of them new: "
        f"{arguments.out / 'report.md'}")
    for each in new:
        say(f"new: {each['count']} × {each['group']}")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
