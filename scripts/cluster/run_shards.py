#!/usr/bin/env python3
"""Run the shards of an etalon command as Ray tasks, on this machine or on a cluster, and merge them.

    python3 scripts/cluster/run_shards.py --shards 32 --out DIR [--address auto] -- \\
        etalon test --release all --backend 'python3 adapter.py'
    python3 scripts/cluster/run_shards.py --shards 32 --out DIR -- etalon fuzz --backend … --count 1000000
    python3 scripts/cluster/run_shards.py --shards 8 --out DIR --runtimes onnxruntime,tract \\
        --releases 1.21.0,1.22.0 -- etalon test

Needs the package ray in the Python that runs it, and the command, with what it names, at the same place
on every node; results travel through Ray, so that no folder need be shared. A shard whose worker is lost
or whose command is killed runs again (--retries), on any node. Each result is written to DIR as it comes
in: shard-I.json of test, the folder shard-I of fuzz. The same command line goes on where it was stopped.
At the end the reports of test are merged into DIR/all.json, the folders of fuzz into DIR/all.

With --runtimes, every runtime of scripts/backends/runtimes.txt that is named ('light', 'all') gets
every shard of every release. A worker makes the environment of a runtime in build/runtimes when it
first needs it. Results are in DIR/RUNTIME/RELEASE; DIR/RUNTIME.json is the report of what has been
done so far, and DIR/table.md and .json have all runtimes at the end.

Without --address, Ray is started on this machine for the run, with --workers processes.
Exit codes: etalon's own for the merged run, or 0 with --runtimes; 1 where a shard could not be done,
2 usage, 3 DIR belongs to another command, 130 stopped.
"""

import argparse
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import typing

# What etalon ends with when it has written its result: fine, a mismatch, refused, unsupported, no case.
FINISHED = (0, 1, 3, 4, 5)
FAILED, OTHER_COMMAND = 1, 3
BACKENDS = pathlib.Path(__file__).resolve().parent.parent / "backends"
STREAMED = 30  # seconds between two merges of a report that is not complete


class Job(typing.NamedTuple):
    folder: pathlib.Path  # where its result belongs
    command: list[str]
    runtime: str  # of runtimes.txt; "" where the command names its backend
    shard: int

    def result(self):
        return self.folder / f"shard-{self.shard}{suffix(self.command)}"

    def title(self):
        release = f"{self.runtime} {self.folder.name} " if self.runtime else ""
        return f"{release}shard {self.shard}"


def run_shard(command, runtime, shard, shards, backends):
    """In a worker: one shard's result as bytes. Raises where the command did not finish."""
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / f"result{suffix(command)}"
        option = "--report" if result.suffix else "--out"
        words = [*command, "--shard", f"{shard}/{shards}", option, str(result)]
        variables = dict(os.environ)
        if runtime:
            words += backend_of(runtime, backends, variables)
        done = subprocess.run(words, env=variables, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode not in FINISHED or not result.exists():
            raise RuntimeError(f"ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return packed(result)


def backend_of(name, backends, variables):
    """In a worker: the option for a runtime, whose environment is made if it is missing; sets what
    it needs among the variables."""
    sys.path.insert(0, backends)
    import runtimes

    runtime = runtimes.known()[name]
    variables.update(runtimes.locale_for(runtime))
    return ["--backend", runtimes.backend(runtime)]


def suffix(command):
    """A report of test is a file, the findings of fuzz are a folder."""
    return ".json" if subcommand(command) == "test" else ""


def subcommand(command):
    """"test" or "fuzz"."""
    return next((word for word in command if word in ("test", "fuzz")), None)


def packed(result):
    if result.is_file():
        return result.read_bytes()
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        archive.add(result, arcname=".")
    return stream.getvalue()


def keep(file, content):
    """Writes a shard's result completely or not at all."""
    if file.suffix == ".json":
        part = file.with_suffix(".part")
        part.write_bytes(content)
        part.replace(file)
        return
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as archive:
            archive.extractall(folder, filter="data")
        shutil.copytree(folder, f"{file}.part", dirs_exist_ok=True)
    os.replace(f"{file}.part", file)


def is_ours(arguments):
    """Whether the folder is new, or of this command, number of shards, runtimes and releases."""
    note = arguments.out / "command.json"
    wanted = {"command": arguments.command, "shards": arguments.shards}
    if arguments.runtimes:
        packages = {runtime.name: runtime.packages for runtime in arguments.runtimes}
        wanted |= {"runtimes": packages, "releases": arguments.releases}
    if note.exists():
        return json.loads(note.read_text()) == wanted
    arguments.out.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(wanted) + "\n")
    return True


def jobs_of(arguments):
    """All jobs: the shards of the command, or runtime × release × shard."""
    shards = range(1, arguments.shards + 1)
    if not arguments.runtimes:
        return [Job(arguments.out, arguments.command, "", shard) for shard in shards]
    return [
        Job(arguments.out / runtime.name / release, [*arguments.command, "--release", release],
            runtime.name, shard)
        for runtime in arguments.runtimes for release in arguments.releases for shard in shards
    ]


def progress(done, jobs, lost):
    text = f"run_shards: {done} of {jobs} shards done" + (f", {lost} failed" if lost else "")
    end = "\r" if sys.stderr.isatty() else "\n"
    print(text, end=end, file=sys.stderr, flush=True)


def run_all(arguments, jobs, missing):
    """Runs the missing jobs and keeps each result as it comes; the number that could not be done."""
    import ray

    where = {"address": arguments.address} if arguments.address else {"num_cpus": arguments.workers}
    ray.init(log_to_driver=False, include_dashboard=False, **where)
    task = ray.remote(num_cpus=1, max_retries=arguments.retries, retry_exceptions=True)(run_shard)
    running = {
        task.remote(job.command, job.runtime, job.shard, arguments.shards, str(BACKENDS)): job
        for job in missing
    }
    lost, merged = 0, time.monotonic()
    try:
        while running:
            (ready, *_), _ = ray.wait(list(running), num_returns=1)
            job = running.pop(ready)
            try:
                content = ray.get(ready)
                job.folder.mkdir(parents=True, exist_ok=True)
                keep(job.result(), content)
            except Exception as problem:  # whatever happened in the worker or to it
                lost += 1
                reason = str(problem).strip().splitlines()[-1]
                print(f"run_shards: {job.title()}: {reason}", file=sys.stderr)
            progress(len(jobs) - len(running) - lost, len(jobs), lost)
            if job.runtime and time.monotonic() - merged > STREAMED:
                merge_runtime(arguments, jobs, job.runtime)
                merged = time.monotonic()
    finally:
        ray.shutdown()
    return lost


def etalon_of(command):
    return command[: command.index(subcommand(command))]


def merge(command, results, whole, *options):
    """Puts results together; the command's exit code."""
    if subcommand(command) == "test":
        words = ["report", "merge", *map(str, results), *options, "--report", str(whole)]
    else:
        shutil.rmtree(whole, ignore_errors=True)
        words = ["fuzz", "--merge", *map(str, results), "--out", str(whole)]
    quiet = subprocess.DEVNULL if options else None
    return subprocess.run([*etalon_of(command), *words], stdout=quiet).returncode


def merge_runtime(arguments, jobs, runtime):
    """DIR/RUNTIME.json from the shards that are there: those of a release, then the releases."""
    folders = {}
    for job in jobs:
        if job.runtime == runtime and job.result().exists():
            folders.setdefault(job.folder, []).append(job.result())
    for folder, results in folders.items():
        merge(arguments.command, results, folder / "all.json", "--partial")
    wholes = [folder / "all.json" for folder in folders]
    if wholes:
        merge(arguments.command, wholes, arguments.out / f"{runtime}.json", "--partial")


def write_table(arguments, jobs):
    """Merges every runtime's report, prints the table of all and writes it."""
    import runtime_table

    for runtime in arguments.runtimes:
        merge_runtime(arguments, jobs, runtime.name)
    files = [arguments.out / f"{runtime.name}.json" for runtime in arguments.runtimes]
    rows = runtime_table.rows_of(file for file in files if file.exists())
    runtime_table.write(rows, arguments.out / "table")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--address", help="of a Ray cluster, such as auto")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="without --address")
    parser.add_argument("--retries", type=int, default=5, help="of a shard (default: 5)")
    parser.add_argument("--runtimes", metavar="NAME,…", help="of runtimes.txt, or 'light', 'all'")
    parser.add_argument("--releases", default="1.22.0", metavar="RELEASE,…",
                        help="with --runtimes (default: 1.22.0)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="-- etalon test …, or fuzz")
    arguments = parser.parse_args()
    arguments.command = [word for i, word in enumerate(arguments.command) if i or word != "--"]
    taken = [word for word in arguments.command if re.match("--(shard|report|out)(=|$)", word)]
    if subcommand(arguments.command) is None or taken or arguments.shards < 1:
        parser.error("give `-- etalon test …` or `fuzz …` without --shard, --report and --out")
    if arguments.runtimes:
        choose_runtimes(parser, arguments)
    return arguments


def choose_runtimes(parser, arguments):
    """--runtimes and --releases as lists."""
    sys.path.insert(0, str(BACKENDS))
    import runtimes

    taken = any(re.match("--(backend|release)(=|$)", word) for word in arguments.command)
    if taken or subcommand(arguments.command) != "test":
        parser.error("with --runtimes, give `-- etalon test …` without --backend and --release")
    arguments.releases = arguments.releases.split(",")
    try:
        arguments.runtimes = runtimes.chosen(arguments.runtimes)
    except runtimes.NotReady as problem:
        parser.error(str(problem))


def main():
    arguments = parse()
    if not is_ours(arguments):
        print(f"run_shards: {arguments.out} has the results of another command", file=sys.stderr)
        return OTHER_COMMAND
    jobs = jobs_of(arguments)
    missing = [job for job in jobs if not job.result().exists()]
    try:
        lost = run_all(arguments, jobs, missing) if missing else 0
    except KeyboardInterrupt:
        print("run_shards: stopped; the same command goes on", file=sys.stderr)
        return 130
    if arguments.runtimes:
        write_table(arguments, jobs)
        return FAILED if lost else 0
    if lost:
        return FAILED
    whole = arguments.out / f"all{suffix(arguments.command)}"
    return merge(arguments.command, [job.result() for job in jobs], whole)


if __name__ == "__main__":
    sys.exit(main())
