#!/usr/bin/env python3
"""Run the shards of an etalon command as Ray tasks, on this machine or on a cluster, and merge them.

    python3 scripts/cluster/run_shards.py --shards 32 --out DIR [--address auto] -- \\
        etalon test --release all --backend 'python3 adapter.py'
    python3 scripts/cluster/run_shards.py --shards 32 --out DIR -- etalon fuzz --backend … --cases 1000000

Needs the package ray in the Python that runs it, and the command, with what it names, at the same place
on every node; results travel through Ray, so that no folder need be shared. A shard whose worker is lost
or whose command is killed runs again (--retries), on any node. Each result is written to DIR as it comes
in: shard-I.json of test, the folder shard-I of fuzz. The same command line goes on where it was stopped.
At the end the reports of test are merged into DIR/all.json, the folders of fuzz into DIR/all.

Without --address, Ray is started on this machine for the run, with --workers processes.
Exit codes: etalon's own for the merged run; 1 also where a shard could not be done, 2 usage, 3 DIR
belongs to another command, 130 stopped.
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

# What etalon ends with when it has written its result: fine, a mismatch, refused, unsupported, no case.
FINISHED = (0, 1, 3, 4, 5)
FAILED, OTHER_COMMAND = 1, 3


def run_shard(command, shard, shards):
    """In a worker: one shard's result as bytes. Raises where the command did not finish."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder) / "result"
        word = "--report" if subcommand(command) == "test" else "--out"
        result = place.with_suffix(".json") if word == "--report" else place
        words = [*command, "--shard", f"{shard}/{shards}", word, str(result)]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode not in FINISHED or not result.exists():
            raise RuntimeError(f"shard {shard} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return packed(result)


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


def target(out, command, shard):
    return out / f"shard-{shard}{'.json' if subcommand(command) == 'test' else ''}"


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


def is_ours(out, command, shards):
    """Whether the folder is new, or of this command and number of shards."""
    note, wanted = out / "command.json", {"command": command, "shards": shards}
    if note.exists():
        return json.loads(note.read_text()) == wanted
    out.mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(wanted) + "\n")
    return True


def progress(done, shards, lost):
    text = f"run_shards: {done} of {shards} shards done" + (f", {lost} failed" if lost else "")
    end = "\r" if sys.stderr.isatty() else "\n"
    print(text, end=end, file=sys.stderr, flush=True)


def run_all(arguments, missing):
    """Runs the missing shards and keeps each as it comes; the number that could not be done."""
    import ray

    where = {"address": arguments.address} if arguments.address else {"num_cpus": arguments.workers}
    ray.init(log_to_driver=False, include_dashboard=False, **where)
    task = ray.remote(num_cpus=1, max_retries=arguments.retries, retry_exceptions=True)(run_shard)
    running = {task.remote(arguments.command, shard, arguments.shards): shard for shard in missing}
    lost = 0
    try:
        while running:
            (ready, *_), _ = ray.wait(list(running), num_returns=1)
            shard = running.pop(ready)
            try:
                keep(target(arguments.out, arguments.command, shard), ray.get(ready))
            except Exception as problem:  # whatever happened in the worker or to it
                lost += 1
                print(f"run_shards: shard {shard}: {str(problem).strip().splitlines()[-1]}", file=sys.stderr)
            progress(arguments.shards - len(running) - lost, arguments.shards, lost)
    finally:
        ray.shutdown()
    return lost


def merge(arguments):
    """Puts the shards' results together in DIR/all.json, or the folder DIR/all; the command's exit code."""
    out, command = arguments.out, arguments.command
    results = [str(target(out, command, shard)) for shard in range(1, arguments.shards + 1)]
    if subcommand(command) == "test":
        words = ["report", "merge", *results, "--report", str(out / "all.json")]
    else:
        shutil.rmtree(out / "all", ignore_errors=True)
        words = ["fuzz", "--merge", *results, "--out", str(out / "all")]
    return subprocess.run([*command[: command.index(subcommand(command))], *words]).returncode


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--address", help="of a Ray cluster, such as auto")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="without --address")
    parser.add_argument("--retries", type=int, default=5, help="of a shard (default: 5)")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="-- etalon test …, or fuzz")
    arguments = parser.parse_args()
    arguments.command = [word for i, word in enumerate(arguments.command) if i or word != "--"]
    taken = [word for word in arguments.command if re.match("--(shard|report|out)(=|$)", word)]
    if subcommand(arguments.command) is None or taken or arguments.shards < 1:
        parser.error("give `-- etalon test …` or `fuzz …` without --shard, --report and --out")
    return arguments


def main():
    arguments = parse()
    if not is_ours(arguments.out, arguments.command, arguments.shards):
        print(f"run_shards: {arguments.out} has the results of another command", file=sys.stderr)
        return OTHER_COMMAND
    shards = range(1, arguments.shards + 1)
    missing = [shard for shard in shards if not target(arguments.out, arguments.command, shard).exists()]
    try:
        if missing and run_all(arguments, missing):
            return FAILED
    except KeyboardInterrupt:
        print("run_shards: stopped; the same command goes on", file=sys.stderr)
        return 130
    return merge(arguments)


if __name__ == "__main__":
    sys.exit(main())
