#!/usr/bin/env python3
"""Judges what optimizers, converters and quantizers make of models, by `etalon equivalent`.

    scripts/bench/equivalence [--tools NAMES] [--models PATTERN] [--sets NAMES] [--out FOLDER]
    scripts/bench/equivalence --page          only writes data/equivalence.md again

Tools are those of equivalence_tools.txt, each in an environment of its own in build/equivalence. The
sets of models: `real` (build/real_models, which scripts/bench/real_models --gather fills, and
data/models), `official` (models of release 1.22.0 with more than one node); and of operators with their
published function bodies `expanded` (official cases), `pairs` (drawn by `etalon generate --pairs=body`)
and `operators` (drawn calls of each version that has a body, which onnx writes). Results are kept in
FOLDER/results.json: a second run does what is missing. At the end the numbers of all, and what is
different, go to data/equivalence.json, and to data/equivalence.md; what these have of tools and sets
without results in FOLDER stays there, if the tool has the same packages. The judgement of a difference is
written by hand into data/equivalence.json ("judged": true, false or open; "sentence"), and stays there.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "backends"))
import runtimes  # noqa: E402

import equivalence_page  # noqa: E402

RELEASE = HOME / "data/downloads/1.22.0"
Tool = collections.namedtuple("Tool", "name environment within packages")
Job = collections.namedtuple("Job", "tool set model before after inputs")
BODIES = ("expanded", "pairs", "operators")


def say(sentence):
    print(f"equivalence: {sentence}", file=sys.stderr, flush=True)


def tools_known():
    lines = (HERE / "equivalence_tools.txt").read_text("utf-8").splitlines()
    rows = [re.split(r"\s*\|\s*", line.strip()) for line in lines if line and line[0] != "#"]
    return [Tool(*row) for row in rows]


def etalon(arguments, *words):
    command = [arguments.etalon, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, errors="replace")


def forget_output_shapes(folder):
    """Those of the drawn sizes, which inputs may give otherwise."""
    import onnx

    for file in folder.rglob("*.onnx"):
        model = onnx.load_model(file)
        for output in model.graph.output:
            output.type.tensor_type.ClearField("shape")
        onnx.save_model(model, file)


def drawn(arguments, folder, *words):
    """A folder of cases that `etalon generate` draws, once; an empty one for what is not drawn."""
    if not folder.exists():
        run = etalon(arguments, "generate", *words, "--out", folder)
        if run.returncode == 0:
            forget_output_shapes(folder)
        elif "--operator" not in words:
            sys.exit(f"equivalence: {folder.name}: {run.stderr.strip()}")
        else:
            say(run.stderr.strip())
    return folder


# --- the sets: (name, before, after or None, inputs or None)


def real(_):
    for folder in sorted((HOME / "build/real_models/set").glob("*")):
        inputs = folder / "inputs.npz"
        yield folder.name, folder / "model.onnx", None, inputs if inputs.exists() else None
    for folder in sorted((HOME / "data/models").iterdir()):
        yield folder.name, folder / "model.onnx", None, folder / "test_data_set_0"


def official(_):
    import onnx

    for file in sorted(RELEASE.rglob("*.onnx")):
        if len(onnx.load_model(file, load_external_data=False).graph.node) < 2:
            continue
        name = file.parent.name if file.name == "model.onnx" else file.stem
        inputs = file.parent / "test_data_set_0"
        yield name, file, None, inputs if inputs.exists() else None


def expanded(_):
    for after in sorted((RELEASE / "node").glob("*_expanded*/model.onnx")):
        before = after.parent.parent / after.parent.name.split("_expanded")[0] / "model.onnx"
        yield after.parent.name, before, after, before.parent / "test_data_set_0"


def pairs(arguments):
    folder = drawn(arguments, arguments.out / "pairs",
                   "--pairs=body", "--count", 300, "--seed", 11)
    for pair in sorted(folder.glob("pair_*")):
        of = json.loads((pair / "pair.json").read_text())["of"]
        yield (f"{pair.name.split('_')[1]} {of}", pair / "before.onnx", pair / "after.onnx",
               pair / "test_data_set_0")


def operators(arguments):
    for key in json.loads((HOME / "data/function_bodies.json").read_text("utf-8")):
        folder = drawn(arguments, arguments.out / "operators" / key,
                       "--operator", key, "--count", 4, "--seed", 5)
        for case in sorted(folder.rglob("model.onnx")):
            yield f"{key} {case.parent.name}", case, None, None


SETS = {"real": real, "official": official, "expanded": expanded, "pairs": pairs,
        "operators": operators}


def jobs(arguments, tool):
    for name in arguments.sets.split(","):
        if (tool.name == "body") != (name in BODIES):
            continue
        for model, before, after, inputs in SETS[name](arguments):
            if re.search(arguments.models, model):
                yield Job(tool, name, model, before, after, inputs)


# --- one rewrite, and its judgement


class Rewriter:
    """The tool's process, which is started again when it dies or hangs."""

    def __init__(self, arguments, tool, program=None):
        """`program`: the command of a process that does what equivalence_rewrites.py does."""
        if program is None:
            environment = runtimes.Runtime(tool.environment, "", "", tool.packages.split())
            python = runtimes.installed(environment, folder=arguments.environments)
            program = [python, HERE / "equivalence_rewrites.py", tool.name]
        self.command = ["timeout", str(arguments.tool_timeout), *program]
        self.log = open(arguments.out / f"{tool.name}.log", "w")
        self.process = None

    def __call__(self, job, out):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=self.log, text=True)
        inputs = None if job.inputs is None else str(job.inputs)
        wish = {"model": str(job.before), "out": str(out), "inputs": inputs}
        try:
            self.process.stdin.write(json.dumps(wish) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):
            return {"how": "refused", "why": f"the tool ends with exit code {self.process.wait()}"}

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def of_document(document):
    """What is kept of a judgement."""
    if "rule" in document:
        outputs = [value for value in document["values"] if value["output"]]
        worst = min(outputs, key=lambda value: float(value["snr"]), default={"snr": "inf"})
        return {"verdict": "within" if document["pass"] else "outside", "snr": float(worst["snr"])}
    if "verdict" not in document:  # a limit ended the work before anything was known
        return {"verdict": "stopped", "why": document["stopped"], "proved": False}
    result = {"verdict": document["verdict"], "stopped": document["stopped"] is not None,
              "proved": (document["proof"] or {}).get("proved", False)}
    if document["verdict"] in ("different", "not_shown"):
        return result | accused(document)
    if document["inputs"] == 0 and result["stopped"]:
        return result | {"verdict": "stopped", "why": document["stopped"]}
    return result


def accused(document):
    """What of the first output that has the document's verdict, else of the first finding of a look at
    the models that has it."""
    verdict = document["verdict"]
    output = next((o for o in document["outputs"] if o["verdict"] == verdict), None)
    if output is None:
        findings = document["interface"] + document["initializers"]
        what = next(f["what"] for f in findings if f["verdict"] == verdict.replace("_", " "))
        return {"why": what[:300], "input": None, "usual": verdict, "piece": "", "witness": ""}
    piece = output["piece"] or {"before_nodes": [], "after_nodes": []}
    named = [", ".join(piece[side][:4]) + (", …" if len(piece[side]) > 4 else "")
             for side in ("before_nodes", "after_nodes")]
    return {"why": output["sentence"][:300], "input": output["input"], "usual": output["usual"],
            "piece": " → ".join(named) if any(named) else "",
            "witness": (document["witness"] or "")[:160]}


def judged(arguments, job, after):
    words = ["equivalent", job.before, after, "--format", "json", "--timeout", arguments.timeout]
    if job.tool.within != "-":
        words += ["--within", job.tool.within, "--count", 0 if job.inputs else 2]
    else:
        words += ["--count", arguments.real_cases if job.set == "real" else arguments.cases]
    words += ["--inputs", job.inputs] if job.inputs else []
    found = etalon(arguments, *words)
    try:
        return of_document(json.loads(found.stdout))
    except json.JSONDecodeError:
        sentence = (found.stderr.strip() or f"exit code {found.returncode}").splitlines()[-1]
        how = "stopped" if "time limit is exceeded" in sentence else "unread"
        return {"verdict": how, "why": sentence.removeprefix("etalon: ")[:300]}


def result_of(arguments, rewriter, job):
    begin, after, answer = time.monotonic(), job.after, {"how": "written"}
    if after is None:
        after = arguments.out / "rewritten" / f"{job.tool.name}.onnx"
        after.unlink(missing_ok=True)
        answer = rewriter(job, after)
    middle = time.monotonic()
    if answer["how"] == "written":
        result = judged(arguments, job, after)
    else:
        result = {"verdict": answer["how"], "why": answer["why"]}
    if result["verdict"] == "not_shown" and "is not evaluated" in result["why"]:
        result["verdict"] = "unread"
    kept = result["verdict"] in ("different", "not_shown", "outside", "unread")
    if kept and job.after is None:
        name = re.sub(r"\W", "_", f"{job.set} {job.model} {job.tool.name}") + ".onnx"
        after.rename(after.parent / name)
    return result | {"tool": job.tool.name, "set": job.set, "model": job.model,
                     "packages": job.tool.packages, "tool_seconds": round(middle - begin, 2),
                     "seconds": round(time.monotonic() - middle, 2)}


def run(arguments, tool, results):
    rewriter, done = Rewriter(arguments, tool), 0
    todo = [job for job in jobs(arguments, tool)
            if results.get(key_of(job), {}).get("packages") != tool.packages]
    for job in todo:
        results[key_of(job)] = result = result_of(arguments, rewriter, job)
        done += 1
        say(f"{done} of {len(todo)}  {tool.name}  {job.set}  {job.model}: {result['verdict']}, "
            f"{result['seconds']} s {result.get('why', '')[:80]}")
        if done % 20 == 0 or result["seconds"] > 10 or done == len(todo):
            (arguments.out / "results.json").write_text(json.dumps(list(results.values()), indent=0))
    rewriter.close()


def key_of(job):
    return (job.tool.name, job.set, job.model)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", default="", help="names with commas; without it all")
    parser.add_argument("--sets", default=",".join(SETS), help=f"of {', '.join(SETS)}")
    parser.add_argument("--models", default="", help="only models whose name has this pattern")
    parser.add_argument("--cases", type=int, default=16, help="inputs that are drawn for a pair")
    parser.add_argument("--real-cases", type=int, default=4, help="the same of real models")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for a pair")
    parser.add_argument("--tool-timeout", type=float, default=1800, help="seconds of a tool's process")
    parser.add_argument("--etalon", type=pathlib.Path, default=HOME / "build/release/etalon")
    parser.add_argument("--out", type=pathlib.Path, default=HOME / "build/equivalence")
    parser.add_argument("--environments", type=pathlib.Path,
                        default=HOME / "build/equivalence/environments")
    parser.add_argument("--page", action="store_true", help="only write the page")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    tools = tools_known()
    wanted = arguments.tools.split(",") if arguments.tools else [tool.name for tool in tools]
    for unknown in set(wanted) - {tool.name for tool in tools}:
        sys.exit(f"equivalence: there is no tool '{unknown}' in equivalence_tools.txt")
    (arguments.out / "rewritten").mkdir(parents=True, exist_ok=True)
    kept = arguments.out / "results.json"
    read = json.loads(kept.read_text()) if kept.exists() else []
    results = {(each["tool"], each["set"], each["model"]): each for each in read}
    for tool in [] if arguments.page else [tool for tool in tools if tool.name in wanted]:
        try:
            run(arguments, tool, results)
        except runtimes.NotReady as problem:
            say(f"{tool.name} is left out: {problem}")
    small = HOME / "data/equivalence.json"
    if results:
        equivalence_page.save(small, list(results.values()), tools)
    page = equivalence_page.page(json.loads(small.read_text("utf-8")))
    (HOME / "data/equivalence.md").write_text(page, "utf-8")


if __name__ == "__main__":
    main()
