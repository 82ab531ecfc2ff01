#!/usr/bin/env python3
"""Execute every command of README.md and the manual, and compare outputs with what is printed there.

    scripts/python scripts/test_readme.py [--offline] [--write] [PATTERN]

The manual is the README.md of every folder, and conformance/BACKENDS.md.

A ```console block has commands after "$ " and their output; a line "…" stands for any lines. The
commands of a ```sh block must succeed. Paths, times, versions, and counts that depend on what is
fetched are not compared. The commands of a file run one after the other in a folder from which the
project's data, scripts and build are seen as in the source tree, with the Python that runs this script.

SKIPPED names the commands that are not executed, each with the reason, and MADE the files of the
user's own that commands need. With --offline, commands that need more Python packages than there are
are left out, and listed. With --write, printed outputs that differ by their numbers alone get those of
the commands. PATTERN, a regular expression, chooses commands.

Exit codes: 0 all as printed, 1 a difference, 2 wrong usage.
"""

import argparse
import difflib
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parent.parent
BUILD = HOME / "build" / "release"

SKIPPED = {
    r"^scripts/conformance": "it is set-up, fetching and `etalon test`, which scripts/test does",
    r"^scripts/(test|regenerate)": "it would call itself",
    r"^scripts/setup": "scripts/test begins with it",
    r"^scripts/backends/verdicts": "it takes minutes and other Python packages",
    r"^scripts/wheel": "scripts/test does it",
    r"^pytest |python:mypkg": "scripts/test_wheel tests the package where it is installed",
    r"^cpack ": "scripts/test_install does it",
    r"^cmake --install": "scripts/test_install does it",
    r"^etalon corpus fetch all": "440 MB",
    r"scripts/ci/conformance": "scripts/test_roots does it",
    r"^scripts/release": "it takes an hour",
    r"libmine\.so": "the library is the reader's",
    r"build/mine\.so": "scripts/test_install does it",
    r"V/bin/python": "the same as with python3, in an environment of its own",
    r"'python3 adapter\.py'|^git add": "the adapter and the list are the reader's",
    r"^conformance/mutation/score": "hours",
    r"scripts/cluster/": "scripts/cluster/test_cluster does it",
    r"^scripts/(python|fuzz|lint)|^build/release/etalon-(tests|bench)": "scripts/test does it",
}
# Commands whose exit code is not 0: another runtime fails official cases, or a case of its own; nothing
# has failed before.
CODES = {r"^etalon test --backend": 1, r"--status fail": 5, r"node/repro\.py": 1}
# Commands whose numbers depend on the processor.
INEXACT = r"onnxruntime\.npz"
NEEDS = {"onnxruntime": r"onnxruntime", "onnx": r"onnx_reference|node/re|python -m|etalon_backend|onnx\.numpy_helper|mine\.npz|fuzz --merge"}

# What a user has before the first command: shell commands that make it.
MADE = """
mkdir -p my inputs
cp -r data/downloads/1.22.0/node/test_relu my/cases
cp my/cases/model.onnx model.onnx
cp my/cases/test_data_set_0/input_0.pb inputs/
for i in 1 2 3; do etalon test --include test_softmax --shard $i/3 --report $i.json; done
for name in ort reference old new; do etalon test --include test_softmax --report $name.json; done
"""
# A normalization without its epsilon.
OWN_OUTPUTS = """
import numpy, onnx, onnx.numpy_helper
case = "data/downloads/1.22.0/node/test_instancenorm_example/test_data_set_0/"
x, s, bias = (onnx.numpy_helper.to_array(onnx.load_tensor(f"{case}input_{i}.pb")) for i in range(3))
d = x - x.mean((2, 3), keepdims=True)
deviation = numpy.sqrt((d * d).mean((2, 3), keepdims=True))
numpy.savez("mine.npz", y=s[:, None, None] * d / deviation + bias[:, None, None])
"""
# ONNX Runtime's outputs for test_erf and for a ReduceMax of NaN, which `check` judges.
ONNXRUNTIME_OUTPUTS = """
import numpy, onnx, onnx.helper, onnx.numpy_helper, onnxruntime
case = "data/downloads/1.22.0/node/test_erf/"
x = onnx.numpy_helper.to_array(onnx.load_tensor(case + "test_data_set_0/input_0.pb"))
session = onnxruntime.InferenceSession(case + "model.onnx")
y, = session.run(None, {session.get_inputs()[0].name: x})
numpy.savez("onnxruntime.npz", y=y)

FLOAT = onnx.TensorProto.FLOAT
node = onnx.helper.make_node("ReduceMax", ["x", "axes"], ["y"], keepdims=0)
axes = onnx.helper.make_tensor("axes", onnx.TensorProto.INT64, [1], [1])
graph = onnx.helper.make_graph([node], "g", [onnx.helper.make_tensor_value_info("x", FLOAT, [2, 2])],
                               [onnx.helper.make_tensor_value_info("y", FLOAT, [2])], [axes])
opset = onnx.helper.make_opsetid("", 18)
model = onnx.helper.make_model(graph, opset_imports=[opset], ir_version=8)
onnx.save(model, "reducemax.onnx")
x = numpy.array([[numpy.nan, 2], [2, numpy.nan]], numpy.float32)
y, = onnxruntime.InferenceSession("reducemax.onnx").run(None, {"x": x})
numpy.savez("inputs.npz", x=x)
numpy.savez("reducemax.npz", y=y)
"""

# What is not compared, and what stands for it.
DEPENDS = [
    (r"\b\d+(\.\d+)+…\d+(\.\d+)+/", "RELEASES/"),
    (r"\b\d+\.\d+\.\d+/", "RELEASES/"),
    (r"\b\d+\.\d+\.\d+\b", "VERSION"),
    (r"\b\d+\.\d+ s\b", "TIME"),
    (r"^( *)\d+ official cases", r"\1N official cases"),
    (r"… \d+ more", "… N more"),
    # The site grows with each file of code, and with each release that is fetched.
    (r": \d+ pages: ", ": N pages: "),
    (r"MDF; \d+\.\d MB$", "MDF; SIZE"),
    (r"\.cc:\d+", ".cc:LINE"),
]


def blocks(text):
    """(line, language, lines) of every code block."""
    block = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("```"):
            if block:
                block[2].append(line)
        elif block:
            yield block
            block = None
        else:
            block = (number, line[3:].strip(), [])


def console_commands(block):
    """(line, command, expected lines) of a console block."""
    number, _, lines = block
    commands = []
    for i, line in enumerate(lines, number + 1):
        if line.startswith("$ "):
            commands.append((i, line[2:], []))
        else:
            commands[-1][2].append(line)
    return commands


def shell_commands(block):
    """(line, command, None) of a sh block; a command may go on after a backslash."""
    number, _, lines = block
    commands = []
    continued = False
    for i, line in enumerate(lines, number + 1):
        if continued:
            at, command, _ = commands[-1]
            commands[-1] = (at, command + "\n" + line, None)
        elif line.strip() and not line.startswith("#"):
            commands.append((i, line, None))
        continued = line.endswith("\\")
    return commands


def commands_of(text):
    for block in blocks(text):
        if block[1] == "console":
            yield from console_commands(block)
        elif block[1] == "sh":
            yield from shell_commands(block)


def plain(line):
    for pattern, word in DEPENDS:
        line = re.sub(pattern, word, line)
    return re.sub(r"  +", "  ", line.rstrip())


def agrees(actual, expected):
    """True when the lines are the same; "…" stands for any number of lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line == "…" else re.escape(plain(line)) + r"\n" for line in expected
    )
    return re.fullmatch(pattern, "".join(plain(line) + "\n" for line in actual)) is not None


def with_numbers_of(actual, expected):
    """The printed lines with the numbers of the output; None if they differ by more than numbers."""
    lines, rest = [], iter(actual)
    for line in expected:
        words = (r"\d+(?:[.,]\d+)*" if word[:1].isdigit() else r"\s+" if word.isspace() else re.escape(word)
                 for word in re.findall(r"\d+(?:[.,]\d+)*|\s+|[^\d\s]+", line))
        pattern = re.compile("".join(words))
        found = line if line == "…" else next((each for each in rest if pattern.fullmatch(each.rstrip())), None)
        if found is None:
            return None
        lines.append(line if plain(found) == plain(line) else found.rstrip())
    return lines if agrees(actual, lines) else None


class Shell:
    """Runs commands in one folder; variables that a command sets stay set."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("data", "scripts", "conformance"):
            (folder / name).symlink_to(HOME / name)
        (folder / "build").mkdir()
        (folder / "build" / "release").symlink_to(BUILD)
        path = [str(BUILD), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]]
        self.environment = dict(os.environ, PATH=":".join(path))
        self.assignments = ""

    def begin_file(self):
        self.assignments = ""

    def run(self, command):
        done = subprocess.run(
            ["bash", "-c", f"{self.assignments}{command}"],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        if re.fullmatch(r"\w+=\S+", command):
            self.assignments += command + "\n"
        return done.returncode, done.stdout.splitlines()


def lacking(command):
    """The Python package that a command needs and that is missing; None when all are there."""
    for package, pattern in NEEDS.items():
        if re.search(pattern, command) and importlib.util.find_spec(package) is None:
            return package
    return None


def reason_to_skip(command):
    for pattern, reason in SKIPPED.items():
        if re.search(pattern, command):
            return reason
    return None


def problem(code, actual, page, command, expected):
    """What is wrong with a command, as text; empty when it does what its page says."""
    if expected is None:
        wanted = next((code for pattern, code in CODES.items() if re.search(pattern, command)), 0)
        return "" if code == wanted else f"exit code {code}:\n" + "\n".join(actual[-15:])
    if re.search(INEXACT, command):
        actual, expected = ([re.sub("[-+.0-9e█]+", "N", line) for line in lines]
                            for lines in (actual, expected))
    if agrees(actual, expected):
        return ""
    printed = [plain(line) for line in expected]
    return "\n".join(
        difflib.unified_diff(
            printed, [plain(line) for line in actual], page, "output", lineterm=""
        )
    )


def prepare(shell):
    made = [f"python3 - <<'PYTHON'{program}PYTHON" for program in (OWN_OUTPUTS, ONNXRUNTIME_OUTPUTS)]
    for command in [MADE, *made]:
        if lacking(command):
            continue
        code, output = shell.run(command)
        if code:
            sys.exit("test_readme.py: preparing failed:\n" + "\n".join(output))


def pages():
    """README.md first, then the manual."""
    listed = subprocess.run(["git", "ls-files", "*README.md"], cwd=HOME, capture_output=True, text=True, check=True)
    return sorted(listed.stdout.split(), key=lambda page: (page.count("/"), page)) + ["conformance/BACKENDS.md"]


def try_page(shell, page, arguments):
    """(number of commands run, number that do not what the page says); variables of other pages are unset."""
    ran, wrong = 0, 0
    shell.begin_file()
    for line, command, expected in commands_of((HOME / page).read_text()):
        setting = re.fullmatch(r"\w+=\S+", command)
        if not setting and not re.search(arguments.pattern, command):
            continue
        missing = lacking(command)
        reason = reason_to_skip(command)
        if missing and arguments.offline:
            reason = f"the Python package {missing} is missing"
        if reason:
            print(f"{page}:{line}: left out: {command.splitlines()[0]}: {reason}")
            continue
        ran += 1
        code, actual = shell.run(command)
        trouble = problem(code, actual, page, command, expected)
        mended = with_numbers_of(actual, expected) if trouble and arguments.write and expected else None
        if mended:
            lines = (HOME / page).read_text().splitlines()
            lines[line:line + len(mended)] = mended
            (HOME / page).write_text("\n".join(lines) + "\n")
            print(f"{page}:{line}: written: {command.splitlines()[0]}")
        elif trouble:
            wrong += 1
            print(f"{page}:{line}: {command}\n{trouble}\n", file=sys.stderr)
    return ran, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--offline", action="store_true", help="leave out what lacks packages")
    parser.add_argument("--write", action="store_true", help="write numbers that differ")
    parser.add_argument("pattern", nargs="?", default="", help="only commands that match this")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(pathlib.Path(folder))
        prepare(shell)
        tried = [try_page(shell, page, arguments) for page in pages()]
    ran, wrong = map(sum, zip(*tried))
    print(f"test_readme.py: {ran} commands of README.md and the manual ran, {wrong} not as printed there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
