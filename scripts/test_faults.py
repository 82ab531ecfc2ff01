#!/usr/bin/env python3
"""Makes every call fail that writes a file, and simulates missing memory and repeated signals:
every loss is reported.

    scripts/test_faults.py [--full] [--only NAME]      with build/release

For each command that writes files, the calls that change files are counted; then the command is run
once for each call and fault: no space, a broken disk, an interrupt, half a write (of many calls: the
first, the last and some between; with --full all). An interrupt and half a write change nothing. If
a file cannot be written, the command prints a sentence with the file and the reason, and does not
exit with 0; each file is whole, as before or as after; no temporary files stay. Then the commands
get a signal twice as timeout(1) sends it, little memory, bad folders for temporary files, files
that are fifos and devices, and models too large for --timeout. Exit codes: 0 all as it should be, 1
not, 2 usage.
"""

import argparse
import concurrent.futures
import errno
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time

HOME = pathlib.Path(__file__).resolve().parent.parent
BUILD = HOME / "build" / "release"
ETALON = str(BUILD / "etalon")
KINDS = ["open", "write", "close", "rename", "mkdir", "sync", "truncate"]
HARD = [errno.ENOSPC, errno.EIO]
SOFT = {"open": [errno.EINTR], "write": [errno.EINTR, 0], "close": [errno.EINTR]}
TIMEOUT = 60
SECONDS = 2  # of one processor, for the faults of a writer
# Two signals, a moment apart: so near, timeout(1) sends them as one where the machine is busy.
TWICE = '"$@" & sleep 1.5; kill -TERM $!; sleep 0.05; kill -TERM $!; wait $!'
WRONG_ADD = {
    "domain": "ai.onnx", "operator": "Add",
    "cases": [{"name": f"wrong {i}", "inputs": [{"type": "float", "data": [i]}, {"type": "float", "data": [1]}],
               "outputs": [{"type": "float", "data": [i]}], "derivation": "wrong on purpose"}
              for i in range(2)]}


class Writer:
    """A command that writes to the folder {W}, made by `before`; {I} has what is read."""

    def __init__(self, name, *words, before=None, spoils_nothing=False, must=(), begins=False, env=None):
        self.name, self.words, self.before = name, words, before
        self.begins = begins  # its first calls come before the work
        self.spoils_nothing = spoils_nothing  # what it cannot write changes neither code nor output
        self.must = must  # parts of what is printed, whatever happens
        self.env = env or {}


def copied(*pairs):
    def before(inputs, folder):
        for source, target in pairs:
            at = folder / target
            at.parent.mkdir(parents=True, exist_ok=True)
            if (inputs / source).is_dir():
                shutil.copytree(inputs / source, at)
            else:
                shutil.copy(inputs / source, at)
    return before


REPORTS = ["r.json", "r.xml", "r.html", "r.md", "r.txt", "scoreboard.json"]
PLANTED = ["--backend", f"so:{BUILD / 'etalon_planted.so'}"]
WRITERS = [
    Writer("test --report", "test", "{I}/cases", "--jobs", "1", "--report", *["{W}/" + r for r in REPORTS],
           before=copied(*[("old/" + r, r) for r in REPORTS]), must=["all "]),
    Writer("test --cache", "test", "{I}/cases", "--jobs", "1", "--cache", "{W}/cache", spoils_nothing=True,
           must=["all "]),
    Writer("test --keep-outputs", "test", "{I}/cases", "--jobs", "1", "--keep-outputs", "{W}/kept", must=["all "]),
    Writer("test --update-known", "test", "{I}/Add.json", "--known", "{W}/known.txt", "--update-known",
           before=copied(("known.txt", "known.txt")), must=["all "]),
    Writer("test --resume", "test", "{I}/cases", "--resume", "{I}/part.json", "--report", "{W}/r.json",
           must=["all "]),
    Writer("test --backend, TMPDIR", "test", "{I}/cases", "--jobs", "1", *PLANTED, env={"TMPDIR": "{W}"}),
    Writer("generate --operator", "generate", "--operator", "Relu", "--count", "2", "--out", "{W}/g"),
    Writer("generate --force", "generate", "--operator", "Relu", "--count", "2", "--seed", "1", "--out", "{W}/g",
           "--force", before=copied(("cases", "g"))),
    Writer("generate MODEL", "generate", "{I}/model.onnx", "--random", "1", "--out", "{W}/g"),
    Writer("generate --node", "generate", "--out", "{W}/g", "--node",
           '{"operator": "Abs", "inputs": [{"type": "float", "data": [-1]}]}'),
    Writer("generate --graphs", "generate", "--graphs", "--count", "1", "--out", "{W}/g"),
    Writer("generate --pairs", "generate", "--pairs", "--count", "1", "--out", "{W}/g"),
    Writer("corpus make", "corpus", "make", "--operator", "Relu-14", "--count", "2", "--jobs", "1", "--out", "{W}/c"),
    Writer("fuzz", "fuzz", *PLANTED, "--operator", "Mul-14", "--count", "6", "--jobs", "1", "--out", "{W}/f",
           env={"ETALON_PLANT": "{PLANT}"}, must=["cases: "], begins=True),
    Writer("fuzz, again", "fuzz", *PLANTED, "--operator", "Mul-14", "--count", "8", "--jobs", "1", "--out", "{W}/f",
           env={"ETALON_PLANT": "{PLANT}"}, before=copied(("fuzz", "f")), must=["cases: "],
           begins=True),
    Writer("fuzz --merge", "fuzz", "--merge", "{I}/fuzz", "--out", "{W}/m"),
    Writer("bisect --output-dir", "bisect", "{I}/model.onnx", "--inputs", "{I}/inputs", *PLANTED, "--shrink", "0",
           "--output-dir", "{W}/n", env={"ETALON_PLANT": "{PLANT}"}, must=["Mul-14"]),
    Writer("why --output-dir", "why", "{I}/case", *PLANTED, "--shrink", "0", "--output-dir", "{W}/n",
           "--rtol", "0", "--atol", "0", env={"ETALON_PLANT": "{PLANT}"}, must=["again:"]),
    Writer("run --output-dir", "run", "{I}/model.onnx", "--inputs", "{I}/inputs", "--output-dir", "{W}/o",
           before=copied(("outputs", "o"))),
    Writer("run --all-values", "run", "{I}/model.onnx", "--inputs", "{I}/inputs", "--output-dir", "{W}/o",
           "--all-values"),
    Writer("report merge", "report", "merge", "{I}/1.json", "{I}/2.json", "--report", "{W}/r.json", "{W}/r.html",
           before=copied(("old/r.json", "r.json")), must=["all "]),
    Writer("report page", "report", "page", "{I}/a.json", "--html", "{W}/p.html", "--dir", "{W}/p"),
    Writer("report filter", "report", "filter", "{I}/a.json", "--operator", "Relu", "--report", "{W}/r.json",
           must=["all "]),
    Writer("report diff", "report", "diff", "{I}/a.json", "{I}/a.json", "--out", "{W}/d.md"),
    Writer("equivalent --report", "equivalent", "{I}/model.onnx", "{I}/other.onnx", "--count", "1", "--report",
           "{W}/e.json", must=["different"]),
    Writer("equivalent --output-dir", "equivalent", "{I}/model.onnx", "{I}/other.onnx", "--count", "1",
           "--output-dir", "{W}/e", must=["different"]),
    Writer("mdf run --plot", "mdf", "run", "{I}/model.json", "--plot", "{W}/p.svg"),
    Writer("site", "site", "--out", "{W}/s"),
]


def run_plain(words, **options):
    return subprocess.run([ETALON, *words], capture_output=True, text=True, timeout=600, check=False, **options)


def field(number, kind, payload):
    """One field of a protobuf message."""
    def varint(value):
        out = b""
        while value > 127:
            out += bytes([value & 127 | 128])
            value >>= 7
        return out + bytes([value])
    if kind == 0:
        return varint(number << 3) + varint(payload)
    payload = payload.encode() if isinstance(payload, str) else payload
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def floats(size):
    return field(1, 2, field(1, 0, 1) + field(2, 2, field(1, 2, field(1, 0, size))))


def sum_of(count):
    """A Sum of so many inputs of two floats, as an ONNX model."""
    names = [f"x{i}" for i in range(count)]
    node = b"".join(field(1, 2, name) for name in names) + field(2, 2, "y") + field(4, 2, "Sum")
    graph = field(1, 2, node) + field(2, 2, "g")
    graph += b"".join(field(11, 2, field(1, 2, name) + field(2, 2, floats(2))) for name in names)
    graph += field(12, 2, field(1, 2, "y") + field(2, 2, floats(2)))
    return field(1, 0, 8) + field(7, 2, graph) + field(8, 2, field(2, 0, 17))


def model(operators, size=3):
    """A chain of operators of two inputs, from x of `size` floats, as an ONNX model."""
    type_of = floats(size)
    graph, last = b"", "x"
    for i, op in enumerate(operators):
        name = "y" if i + 1 == len(operators) else f"v{i}"
        graph += field(1, 2, field(1, 2, last) + field(1, 2, last) + field(2, 2, name) + field(4, 2, op))
        last = name
    graph += field(2, 2, "g")
    graph += field(11, 2, field(1, 2, "x") + field(2, 2, type_of))
    graph += field(12, 2, field(1, 2, "y") + field(2, 2, type_of))
    return field(1, 0, 8) + field(7, 2, graph) + field(8, 2, field(2, 0, 17))


def make_inputs(folder, plant):
    """What the writers read; old/ has reports of an earlier run."""
    (folder / "old").mkdir(parents=True)
    (folder / "model.onnx").write_bytes(model(["Mul", "Add", "Mul"]))
    (folder / "other.onnx").write_bytes(model(["Mul", "Add", "Add"]))
    (folder / "Add.json").write_text(json.dumps(WRONG_ADD))
    (folder / "known.txt").write_text("# known\nown/other  fail\n")
    (folder / "model.json").write_text(json.dumps({"m": {"format": "ModECI MDF v0.4", "graphs": {"g": {"nodes": {
        "n": {"parameters": {"a": {"value": "1"}}, "output_ports": {"o": {"value": "a"}}}}}}}}))
    at = str(folder)
    backend = ["--backend", f"so:{BUILD / 'etalon_planted.so'}"]
    planted = dict(os.environ, ETALON_PLANT=plant)
    steps = [
        (["generate", "--operator", "Relu", "--count", "3", "--out", at + "/cases"], None),
        (["test", at + "/cases", "--report", *[f"{at}/old/{r}" for r in REPORTS]], None),
        (["test", at + "/cases", "--report", at + "/a.json"], None),
        (["test", at + "/cases", "--shard", "1/2", "--report", at + "/1.json"], None),
        (["test", at + "/cases", "--shard", "2/2", "--report", at + "/2.json"], None),
        (["generate", at + "/model.onnx", "--random", "5", "--out", at + "/case"], None),
        (["run", at + "/model.onnx", "--inputs", at + "/case/test_data_set_0", "--output-dir", at + "/outputs"], None),
        (["fuzz", *backend, "--operator", "Mul-14", "--count", "6", "--jobs", "1", "--out", at + "/fuzz"], planted),
    ]
    for words, env in steps:
        done = run_plain(words, env=env)
        if done.returncode not in (0, 1):
            sys.exit(f"etalon {' '.join(words)}: {done.returncode}\n{done.stderr}")
    shutil.copytree(folder / "case" / "test_data_set_0", folder / "inputs")
    part = json.loads((folder / "a.json").read_text())
    part["cases"] = part["cases"][:1]
    (folder / "part.json").write_text(json.dumps(part))


def normal(path, content):
    """Without what differs from run to run: times, dates."""
    if path.suffix in (".pb", ".onnx", ".npy"):
        return content
    return re.sub(rb"[0-9][-0-9.,:eE+TZ]*", b"#", content)


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Trials:
    def __init__(self, writer, root, inputs, plant):
        self.writer, self.root, self.inputs, self.plant = writer, root, inputs, plant
        self.tried = 0

    def fill(self, text, folder):
        text = text.replace("{W}", str(folder)).replace("{I}", str(self.inputs))
        return text.replace("{PLANT}", self.plant)

    def run(self, number, kind=None, at=0, error=0, stays=False):
        """Runs the command with one fault; (outcome, files before, files after, counts)."""
        folder = self.root / f"{number:05}" / "w"
        folder.mkdir(parents=True)
        if self.writer.before:
            self.writer.before(self.inputs, folder)
        before = contents(folder)
        state = folder.parent / "state"
        state.write_bytes(bytes(64))
        env = dict(os.environ, LD_PRELOAD=str(BUILD / "etalon_faults.so"), FAULT_UNDER=str(folder),
                   FAULT_STATE=str(state), FAULT_AT=str(at), FAULT_ERRNO=str(error),
                   FAULT_KIND=str(KINDS.index(kind) if kind else 0))
        if stays:
            env["FAULT_STAYS"] = "1"
        env.update({name: self.fill(value, folder) for name, value in self.writer.env.items()})
        words = [self.fill(word, folder) for word in self.writer.words]
        try:
            done = subprocess.run([ETALON, *words], capture_output=True, text=True, errors="replace", env=env,
                                  timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            done = subprocess.CompletedProcess(words, -99, "", "it hangs")
        after = contents(folder)
        counts = struct.unpack("<8Q", state.read_bytes())
        shutil.rmtree(folder.parent)
        return done, before, after, dict(zip(KINDS, counts))

    def problems(self, done, before, after, kind, at, error, stays):
        """Sentences about what is wrong."""
        found = []
        printed = done.stdout + done.stderr
        if done.returncode < 0 or done.returncode in (134, 139):
            found.append(f"it ends by signal {-done.returncode}" if done.returncode != -99 else "it hangs")
        for part in ("Success", "terminate called", "internal error"):
            if part in printed:
                found.append(f"it says '{part}'")
        known = {path: normal(path, content) for path, content in self.reference.items()}
        whole = 0
        for path, content in after.items():
            if any(".tmp" in part or part.startswith(".etalon") for part in path.parts):
                found.append(f"{path} is left")
            elif path in known and normal(path, content) == known[path]:
                whole += 1
            elif path in before and content == before[path]:
                continue
            elif path.suffix == ".jsonl" or self.writer.spoils_nothing:
                lines = content.split(b"\n")
                if not self.writer.spoils_nothing and lines[-1] != b"" and not stays:
                    found.append(f"{path} ends within a line")
            elif not self.is_complete(path, content):
                found.append(f"{path} is not whole")
        for path in before:
            if path not in after and path in known:
                found.append(f"{path} is lost")
        complete = whole == len(known) and len(after) == len(known)
        soft = error in (0, errno.EINTR)
        same_code = done.returncode == self.code
        if soft and not (complete and same_code):
            found.append(f"exit code {done.returncode} in place of {self.code}, {whole} of {len(known)} files")
        if self.writer.spoils_nothing and not same_code:
            found.append(f"exit code {done.returncode} in place of {self.code}")
        if not complete and not soft:
            if done.returncode == 0 and not self.writer.spoils_nothing:
                found.append(f"exit code 0, with {whole} of {len(known)} files")
            reason = os.strerror(error)
            if reason not in printed:
                found.append(f"it does not say '{reason}'")
            elif not re.search(r"(w/|{})".format(re.escape(str(self.root))), printed):
                found.append("it names no file")
        refused = done.returncode == 2 or (kind in ("mkdir", "open") and not done.stdout)
        refused = refused or (self.writer.begins and at == 1 and not done.stdout)
        for part in self.writer.must:
            if part not in done.stdout and not refused:
                found.append(f"it does not print '{part}'")
        return found

    @staticmethod
    def is_complete(path, content):
        """Of a file that has another content than without the fault."""
        text = content.decode(errors="replace")
        try:
            if path.suffix == ".json":
                json.loads(text)
            ends = {".html": "</html>\n", ".xml": ">\n", ".md": "\n", ".txt": "\n", ".svg": ">\n", ".py": "\n"}
            return path.suffix == ".json" or text.endswith(ends.get(path.suffix, "\0"))
        except ValueError:
            return False

    def plan(self, full):
        """(kind, call, error, stays) of each trial; unless `full`, as many as SECONDS allow, of all kinds."""
        for kind in KINDS:
            count = self.counts[kind]
            calls = range(1, count + 1) if full else sorted({1, count // 2 + 1, count})
            for at in [at for at in calls if 1 <= at <= count]:
                for error in [*HARD, *SOFT.get(kind, [])]:
                    yield kind, at, error, False
            if count and kind in ("open", "write"):
                yield kind, count // 2 + 1, errno.ENOSPC, True

    def all(self, full, jobs):
        """Prints what is wrong; True if nothing is."""
        begin = time.monotonic()
        done, _, self.reference, self.counts = self.run(0)
        most = max(8, int(SECONDS / (time.monotonic() - begin)))
        self.code = done.returncode
        if done.returncode not in (0, 1) or (not self.reference and "TMPDIR" not in self.writer.env):
            print(f"{self.writer.name}: without a fault: exit code {done.returncode}: {done.stderr}{done.stdout}")
            return False
        good = True
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            plan = list(self.plan(full))
            if not full and len(plan) > most:
                plan = plan[::-(-len(plan) // most)]
            tries = [pool.submit(self.run, i + 1, *trial) for i, trial in enumerate(plan)]
            for (kind, at, error, stays), trial in zip(plan, tries):
                done, before, after, _ = trial.result()
                self.tried += 1
                found = self.problems(done, before, after, kind, at, error, stays)
                if found:
                    good = False
                    what = errno.errorcode.get(error, "half")
                    print(f"{self.writer.name}: {what} at {kind} {at} of {self.counts[kind]}"
                          f"{' and later' if stays else ''}: {'; '.join(found)}\n"
                          f"    exit code {done.returncode}: {(done.stderr or done.stdout)[-300:].strip()}")
        return good


class Outside:
    """What a machine lacks, and what stands where a file should be."""

    def __init__(self, inputs, folder):
        self.inputs, self.folder, self.good, self.tried = inputs, folder, True, 0
        folder.mkdir()
        (folder / "long.onnx").write_bytes(model(["Add", "Div"] * 150, 100_000))
        (folder / "many.onnx").write_bytes(sum_of(100_000))
        values = struct.pack("<100000f", *[1 + i % 7 for i in range(100_000)])
        (folder / "x.bin").write_bytes(values)
        (folder / "y.bin").write_bytes(values)
        (folder / "negative.bin").write_bytes(struct.pack("<100000f", *[-1] * 100_000))

    def run(self, words, before=(), env=None, limit=None):
        self.tried += 1
        words = [*before, ETALON, *[word.replace("{I}", str(self.inputs)).replace("{W}", str(self.folder))
                                    for word in words]]
        if limit:
            words = ["bash", "-c", f'ulimit -v {limit}; exec "$@"', "bash", *words]
        begin = time.monotonic()
        try:
            done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=TIMEOUT,
                                  env=dict(os.environ, **(env or {})), check=False)
        except subprocess.TimeoutExpired:
            done = subprocess.CompletedProcess(words, -99, "", "it hangs")
        done.seconds = time.monotonic() - begin
        return done

    def expect(self, what, done, good):
        if good:
            return
        self.good = False
        print(f"{what}: exit code {done.returncode} after {done.seconds:.1f} s\n"
              f"    {done.stdout[-300:].strip()}\n    {done.stderr[-300:].strip()}")

    def signals(self):
        """Twice, as timeout(1) sends them: to the command, and to its process group."""
        check = ["check", "{W}/long.onnx", "--input", "x={W}/x.bin", "--output", "y={W}/y.bin", "--max-ulp", "4"]
        long = ["{W}/long.onnx", "--input", "x={W}/x.bin"]
        fuzz = ["fuzz", *PLANTED, "--count", "1000000", "--jobs", "2", "--out", "{W}/fuzz"]
        for words, said in [
                (check, "y: "),
                (["test", "{I}/cases", "{I}/Add.json", *PLANTED, "--jobs", "1", "--report", "{W}/r.json"], "all "),
                (["bisect", "{W}/long.onnx", "--input", "x={W}/negative.bin", *PLANTED], ""),
                (fuzz, "cases: "),
                (["equivalent", "{W}/long.onnx", "{W}/long.onnx", "--count", "100"], ""),
                (["generate", "--operator", "all", "--count", "50", "--out", "{W}/g"], "")]:
            env = {"ETALON_PLANT": "hang" if words[0] in ("test", "bisect") else "digits"}
            for before in (["timeout", "--preserve-status", "1.5"], ["bash", "-c", TWICE, "bash"]):
                if words == fuzz:
                    shutil.rmtree(self.folder / "fuzz", ignore_errors=True)
                done = self.run(words, before, env)
                good = done.returncode == 143 and said in done.stdout and "SIGTERM" in done.stdout + done.stderr
                self.expect(f"SIGTERM twice ({before[0]}): {words[0]}", done, good and done.seconds < 10)

    def memory(self, full):
        sizes = range(60_000, 2_000_001, 20_000) if full else [60_000, 90_000, 97_000, 104_000, 130_000, 400_000]
        for limit in sizes:
            for words in [["--help"], ["test", "{I}/cases", "--jobs", "2"],
                          ["run", "{W}/long.onnx", "--input", "x={W}/x.bin"],
                          ["check", "{W}/long.onnx", "--quick", "--input", "x={W}/x.bin", "--output", "y={W}/y.bin"],
                          ["fuzz", *PLANTED, "--count", "3", "--out", f"{{W}}/fuzz{limit}"]]:
                done = self.run(words, limit=limit)
                printed = done.stdout + done.stderr
                bad = [part for part in ("terminate called", "Success", "Abort") if part in printed]
                self.expect(f"ulimit -v {limit}: {words[0]}", done, not bad and done.returncode in (0, 1, 3, 127))

    def places(self):
        """Folders for temporary files, and entries that are not regular files."""
        generate = ["test", "{I}/cases", *PLANTED, "--jobs", "1"]
        (self.folder / "file").write_text("")
        for place, code, said in [("", 0, ""), ("/nowhere", 3, "TMPDIR: '/nowhere' is not a folder"),
                                  (f"{self.folder}/file", 3, "is not a folder"),
                                  ("/proc", 3, "cannot make a temporary folder in '/proc'")]:
            done = self.run(generate, env={"TMPDIR": place})
            self.expect(f"TMPDIR={place}", done, done.returncode == code and said in done.stderr)
        os.mkfifo(self.folder / "fifo")
        self.run(["test", "{I}/cases", "--cache", "{W}/cache"])
        for target in (self.folder / "fifo", pathlib.Path("/dev/full"), pathlib.Path("/dev/zero")):
            for kept in (self.folder / "cache").iterdir():
                kept.unlink()
                kept.symlink_to(target)
            done = self.run(["test", "{I}/cases", "--cache", "{W}/cache"])
            said = "results are not kept: cannot write" in done.stderr and "not a regular file" in done.stderr
            self.expect(f"--cache with {target}", done, done.returncode == 0 and said and done.seconds < 5)
        shutil.copytree(self.inputs / "fuzz", self.folder / "journal")
        (self.folder / "journal" / "journal.jsonl").unlink()
        os.mkfifo(self.folder / "journal" / "journal.jsonl")
        for words in [["fuzz", *PLANTED, "--count", "2", "--out", "{W}/journal"],
                      ["fuzz", "--merge", "{W}/journal", "--out", "{W}/merged"],
                      ["test", "{W}/fifo"], ["test", "{I}/cases", "--known", "{W}/fifo"],
                      ["report", "filter", "{W}/fifo"], ["run", "{W}/fifo"],
                      ["run", "{I}/model.onnx", "--input", "x={W}/fifo"]]:
            done = self.run(words)
            self.expect(f"a fifo: {' '.join(words)}", done, done.returncode in (2, 3, 5) and done.seconds < 5)
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([ETALON, "test", str(self.inputs / "cases"), "--report",
                                   str(self.folder / "full.json")], stdout=full, stderr=subprocess.PIPE, text=True,
                                  check=False)
        done.seconds, done.stdout = 0, ""
        self.expect("standard output is full", done,
                    done.returncode == 3 and (self.folder / "full.json").exists() and "could not" in done.stderr)

    def time(self):
        """A node of 100,000 inputs: whatever the command does at the end of --timeout, it ends."""
        many = "{W}/many.onnx"
        for words in [["equivalent", many, many, "--count", "1000"],
                      ["generate", many, "--random", "1", "--out", "{W}/t"],
                      ["run", many, "--inputs", "{I}/inputs"], ["equivalent", many, many, "--within", "rtol=1,atol=1"]]:
            for seconds in ("0.3", "2"):
                done = self.run([*words, "--timeout", seconds])
                good = done.returncode == 124 and "the time limit is exceeded" in done.stdout + done.stderr
                is_run = words[0] == "run" and done.returncode == 3
                self.expect(f"--timeout {seconds}: {words[0]}", done,
                            (good or is_run) and done.seconds < float(seconds) + 4)
        done = self.run(["equivalent", many, many, "--timeout", "0.3", "--format", "json", "--report", "{W}/t.json"])
        same = done.returncode == 124 and "stopped" in json.loads(done.stdout)
        self.expect("--timeout, JSON", done, same and json.loads((self.folder / "t.json").read_text())["stopped"])
        slow = ["--backend", f"{sys.executable} -c 'import time; time.sleep(60)'"]
        for words in [["test", "--release", "own", "--report", "{W}/partial.json"], ["why", "{I}/case", *slow],
                      ["test", "{I}/cases", *slow], ["fuzz", *slow, "--out", "{W}/f"],
                      ["bisect", "{I}/model.onnx", "--inputs", "{I}/inputs", *slow, "--format", "json"],
                      ["explain", "--requirements", "--format", "json"], ["open", "--format", "json"],
                      ["ops", "--sweep-types"], ["site", "--out", "{W}/s"], ["corpus", "make", "--out", "{W}/c"]]:
            seconds = "0.02" if words[0] == "open" else "0.3"
            done = self.run([*words, "--timeout", seconds])
            good = done.returncode == 124 and "--timeout" in done.stdout + done.stderr and done.seconds < 4
            if "json" in words:
                good = good and json.loads(done.stdout)["stopped"] == "stopped by --timeout"
            self.expect(f"--timeout: {words[0]}", done, good)
        report = json.loads((self.folder / "partial.json").read_text())
        self.expect("--timeout: the partial report", done, report["partial"]["reason"] == "--timeout")
        for name in ("s", "c"):
            self.expect(f"--timeout: a part of {name} is left", done, not (self.folder / name).exists())
        if (self.folder / "t").exists():
            self.expect("--timeout: a part of a case is left", done, False)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--full", action="store_true")
    options.add_argument("--only", default="", help="writers whose name contains this")
    options.add_argument("--plant", default="digits", help=argparse.SUPPRESS)
    options = options.parse_args()
    if not (BUILD / "etalon_faults.so").exists():
        sys.exit("test_faults: build/release/etalon_faults.so is not built (target etalon-tests)")
    good, tried = True, 0
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch).resolve()
        inputs = root / "inputs"
        make_inputs(inputs, options.plant)
        chosen = [writer for writer in WRITERS if options.only in writer.name]
        for number, writer in enumerate(chosen):
            trials = Trials(writer, root / str(number), inputs, options.plant)
            good = trials.all(options.full, os.cpu_count() or 2) and good
            tried += trials.tried
        if not options.only or options.only == "outside":
            outside = Outside(inputs, root / "outside")
            outside.signals()
            outside.memory(options.full)
            outside.places()
            outside.time()
            good = good and outside.good
            print(f"signals, memory, folders, devices, time: {outside.tried} runs")
    print(f"{len(chosen)} writers, {tried} faults tried: {'nothing is lost' if good else 'see above'}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
