#!/usr/bin/env python3
"""Try the shells' completions and the manual page of a build against what `etalon --help` says.

    scripts/test_completion.py [FOLDER]      default: build/release

FOLDER has the command and what the build wrote with it, in command/. A shell that is not installed
is left out, and named. The shells themselves complete: bash and fish in a batch, zsh on a terminal
of its own. Exit codes: 0 all as they should be, 1 a difference, 2 wrong usage.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parent.parent

# Words before the cursor, and some words that must be offered; the last word is being typed.
CASES = [
    (["etalon", ""], {"test", "run", "corpus", "help", "man"}),
    (["etalon", "help", "corp"], {"corpus"}),
    (["etalon", "te"], {"test"}),
    (["etalon", "eq"], {"equivalent"}),
    (["etalon", "corpus", ""], {"list", "fetch"}),
    (["etalon", "mdf", "run", "--format", ""], {"text", "json"}),
    (["etalon", "test", "--rule", ""], {"official", "verdict"}),
    (["etalon", "test", "--rule", "v"], {"verdict"}),
    (["etalon", "test", "--rule=v"], {"--rule=verdict"}),
    (["etalon", "explain", "Softmax", "Sof"], {"Softmax", "Softplus"}),
    (["etalon", "test", "--release", ""], {"1.22.0", "own", "all"}),
    (["etalon", "corpus", "fetch", "1.2."], {"1.2.1", "1.2.2", "1.2.3"}),
    (["etalon", "explain", "Softm"], {"Softmax", "SoftmaxCrossEntropyLoss"}),
    (["etalon", "generate", "--operator", "ai.onnx.ml.Sca"], {"ai.onnx.ml.Scaler"}),
    (["etalon", "run", "mod"], {"model one.onnx"}),
    (["etalon", "test", "--report", "mod"], {"model one.onnx"}),
    (["etalon", "test", "--jobs", ""], set()),
]

ZSH = r"""
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT=READY; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; cd $2"
zpty -w z "zstyle ':completion:*' list-colors ''; zstyle ':completion:*' verbose no"
zpty -w z "LISTMAX=0; setopt noautolist nolistambiguous noalwayslastprompt; zstyle ':completion:*' menu no"
zpty -w z "compadd() { if [[ \$@ == *-[OAD]* ]]; then builtin compadd \"\$@\"; return; fi
  typeset -a hits; builtin compadd -A hits \"\$@\"; print -rl -- OFFER:\$^hits; builtin compadd \"\$@\" }"
sleep "$(($4 / 2))"
zpty -w -n z "$3"$'\t'
sleep "$4"
zpty -w -n z $'\C-u'
zpty -r -m z output '*READY*' 2>/dev/null; print -r -- "$output"
while zpty -r -t z output; do print -r -- "$output"; done
zpty -d z
"""


def run(command, folder, **options):
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=60, **options
    )
    return done.stdout


def bash_offers(files, folder, words):
    script = (
        f'source "{files}/etalon.bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _etalon; '
        'for word in "${COMPREPLY[@]}"; do echo "$word"; done'
    )
    return run(["bash", "--norc", "-c", script, "bash", *words], folder).split("\n")[:-1]


def fish_offers(files, folder, words):
    script = f"source '{files}/etalon.fish'; complete -C $argv[1]"
    lines = run(["fish", "--no-config", "-c", script, " ".join(words)], folder).splitlines()
    return [line.split("\t")[0].replace("\\", "") for line in lines]


def zsh_offers(files, folder, words):
    """zsh answers on a terminal, after some time: on a busy machine after more."""
    for seconds in (2, 8):
        arguments = [files, folder, " ".join(words), str(seconds)]
        output = run(["zsh", "-f", "-c", ZSH, "zsh", *arguments], folder)
        offered = re.findall(r"OFFER:([^$\r\n][^\r\n]*)", output)  # not where ZSH itself is echoed
        if offered:
            break
    return [word.replace("\\", "") for word in offered]


SHELLS = {"bash": bash_offers, "fish": fish_offers, "zsh": zsh_offers}


def commands(etalon):
    """Every command with subcommands and options, from the help texts: {words: {option}}."""
    found = {}
    left = [()]
    while left:
        words = left.pop()
        text = run([etalon, *words, "--help"], HOME)
        options, _, inner = text.partition("Subcommands:")
        found[words] = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", options, re.M))
        left += [(*words, name) for name in re.findall(r"^  (\w+)", inner, re.M)]
    return found


def differences(shell, files, folder, every):
    """Sentences about what a shell does not offer as it should."""
    offers = SHELLS[shell]
    cases = [*CASES]
    if shell != "zsh":  # which takes three seconds for each
        cases += [(["etalon", *words, "--"], options) for words, options in every.items()]
    else:
        cases.append((["etalon", "test", "--"], every[("test",)]))
    for words, wanted in cases:
        offered = set(offers(files, folder, words))
        typed = words[-1]
        lacking = wanted - offered
        strange = {word for word in offered if not word.startswith(typed)}
        if lacking or strange or (not wanted and offered):
            yield f"{shell}: '{' '.join(words)}' offers {sorted(offered)}, not {sorted(wanted)}"


def manual_differences(page, every):
    """Sentences about a manual page: what renders it complains about, and what it lacks."""
    if shutil.which("mandoc"):
        lint = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], capture_output=True, text=True)
        if lint.stdout.strip():
            yield f"mandoc: {lint.stdout.strip()}"
    if shutil.which("man"):
        text = run(["man", "-l", page], HOME, env={"PATH": "/usr/bin:/bin", "MANWIDTH": "200",
                                                   "LC_ALL": "C.UTF-8"})
        for words, options in every.items():
            for option in options:
                if option not in text:
                    yield f"the manual page lacks {option} of etalon {' '.join(words)}"


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HOME / "build" / "release").resolve()
    files = build / "command"
    every = commands(build / "etalon")
    os.environ["PATH"] = f"{build}{os.pathsep}{os.environ['PATH']}"  # the shells ask the command
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "model one.onnx").touch()
        for shell in SHELLS:
            if not shutil.which(shell):
                print(f"test_completion.py: left out: {shell} is not installed")
                continue
            problems += differences(shell, files, folder, every)
    for program in ("man", "mandoc"):
        if not shutil.which(program):
            print(f"test_completion.py: left out: {program} is not installed")
    for page in ("etalon", "etalon-mdf"):
        of_page = {words: every[words] for words in every if (words[:1] == ("mdf",)) == (page != "etalon")}
        problems += manual_differences(files / f"{page}.1", of_page)
    for sentence in problems:
        print(f"test_completion.py: {sentence}", file=sys.stderr)
    options = sum(len(options) for options in every.values())
    print(f"test_completion.py: {len(every)} commands, {options} options, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
