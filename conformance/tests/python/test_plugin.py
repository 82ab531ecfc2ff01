"""The pytest plugin, in pytest processes of its own."""

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
pytest_plugins = ["pytester"]


@pytest.fixture
def run(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE), prepend=os.pathsep)

    def call(*words):
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", "--etalon-release=own", *words)

    return call


RUNTIME = "--etalon-runtime=toy_runtime:run"


def test_without_a_runtime_there_are_no_cases(pytester):
    pytester.makepyfile("def test_nothing(): pass")
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_cases_are_tests(run):
    outcome = run(RUNTIME, "-m", "Trilu or Relu", "-v")
    outcome.stdout.fnmatch_lines(
        ["*Relu*FAILED*", "*etalon::own/ai.onnx/Trilu: *PASSED*", "*own/ai.onnx/Relu*: fail", "operators: Relu-*"]
    )
    assert outcome.ret == 1


def test_unsupported_cases_are_skipped(run):
    outcome = run(RUNTIME, "-k", "Pow", "-rs")
    outcome.stdout.fnmatch_lines(["SKIPPED*Pow*"])
    assert outcome.parseoutcomes()["skipped"] > 0 and outcome.ret == 0


def test_known_failures(run, pytester):
    (pytester.path / "known.txt").write_text('# ours\n"ai.onnx/Relu: *"  fail,pass  # negative numbers\n')
    known = run(RUNTIME, "--etalon-known=known.txt", "-m", "Relu")
    assert known.ret == 0 and known.parseoutcomes()["xfailed"] > 0
    (pytester.path / "known.txt").write_text('"ai.onnx/Relu: *"  error\n"ai.onnx/Trilu: *"\n')
    other = run(RUNTIME, "--etalon-known=known.txt", "-m", "Relu or Trilu")
    assert other.ret == 1 and "xpassed" in other.parseoutcomes()
    strict = run(RUNTIME, "--etalon-known=known.txt", "--etalon-strict-known", "-m", "Trilu")
    assert strict.ret == 1 and "failed" in strict.parseoutcomes()


def test_a_runtime_that_dies_costs_one_case(run):
    outcome = run("--etalon-runtime=toy_runtime:crash_on_relu", "-m", "Relu or Trilu", "-v")
    outcome.stdout.fnmatch_lines(
        ["*Relu*FAILED*", "*Trilu*PASSED*", "*own/ai.onnx/Relu*: crash", "killed by signal 6 (Aborted)*"]
    )
    assert outcome.ret == 1


def test_a_runtime_that_hangs_costs_one_case(run):
    words = ("-m", "Trilu or Abs", "-k", "Trilu or rank", "--etalon-timeout=2")
    outcome = run("--etalon-runtime=toy_runtime:hang_on_abs", *words)
    outcome.stdout.fnmatch_lines(["*own/ai.onnx/Abs*: timeout", "no reply after 2 s"])
    assert outcome.parseoutcomes()["passed"] > 0 and outcome.ret == 1


@pytest.mark.parametrize("status, runtime", [("crash", "crash"), ("timeout", "hang")])
def test_a_case_that_is_known_to_end_the_runtime_fails_as_expected(run, pytester, status, runtime):
    (pytester.path / "known.txt").write_text(f"ai.onnx/Abs*  {status}\n")
    words = ("--etalon-known=known.txt", "-m", "Abs", "-k", "rank", "--etalon-timeout=2")
    outcome = run(f"--etalon-runtime=toy_runtime:{runtime}", *words)
    assert outcome.ret == 0 and set(outcome.parseoutcomes()) == {"xfailed", "deselected"}


@pytest.mark.parametrize("status", ["crash", "timeout"])
def test_in_process_a_case_that_is_known_to_crash_is_not_run(run, pytester, status):
    (pytester.path / "known.txt").write_text(f"ai.onnx/Trilu*  pass,{status}\n")
    words = ("--etalon-in-process", "--etalon-known=known.txt", "-m", "Trilu", "-rx")
    crashing = run("--etalon-runtime=toy_runtime:crash", *words)
    assert crashing.ret == 0 and crashing.parseoutcomes()["xfailed"] > 0
    crashing.stdout.fnmatch_lines(["XFAIL*Trilu*NOTRUN*"])


def test_in_process_gives_the_same(run):
    words = (RUNTIME, "-m", "Trilu or Relu or Pow")
    assert run(*words).parseoutcomes() == run(*words, "--etalon-in-process").parseoutcomes()


def test_what_a_runtime_prints_is_shown_with_its_failure(run):
    outcome = run("--etalon-runtime=loud_runtime:four_outputs", "-m", "Abs", "-k", "rank")
    outcome.stdout.fnmatch_lines(["*output of the runtime*", "running"])


def test_a_runtime_may_skip_and_fail_as_a_test_does(run):
    outcome = run("--etalon-runtime=toy_runtime:skips_abs", "-m", "Abs or Relu", "-rs")
    outcome.stdout.fnmatch_lines(["*no Relu*", "SKIPPED*no Abs*"])
    found = outcome.parseoutcomes()
    assert found["skipped"] > 0 and found["failed"] > 0 and "passed" not in found


def test_a_runtime_that_dies_while_it_is_imported_is_a_usage_error(run, pytester):
    pytester.makepyfile(dies="import os\nos.abort()")
    outcome = run("--etalon-runtime=dies:run")
    assert outcome.ret == pytest.ExitCode.USAGE_ERROR
    outcome.stderr.fnmatch_lines(["*--etalon-runtime dies:run: killed by signal 6*"])


def test_known_failures_are_written(run, pytester):
    file = pytester.path / "known.txt"
    words = (RUNTIME, "--etalon-known=known.txt", "-m", "Relu or Trilu or Pow")
    first = run(*words, "--etalon-update-known")
    assert first.ret == 0 and "failed" not in first.parseoutcomes()
    first.stdout.fnmatch_lines(["etalon: known.txt: * added, 0 changed, 0 removed"])
    lines = file.read_text().splitlines()
    assert lines and all("Relu" in line and " fail" in line for line in lines)
    second = run(*words, "--etalon-strict-known")
    assert second.ret == 0 and second.parseoutcomes()["xfailed"] == len(lines)
    file.write_text("# ours\n" + file.read_text() + '"ai.onnx/Trilu: nothing"\nai.onnx/Trilu*  fail\n')
    third = run(*words, "--etalon-update-known", "-n", "2")
    third.stdout.fnmatch_lines(["etalon: known.txt: 0 added, 0 changed, 1 removed"])
    assert file.read_text().splitlines()[0] == "# ours" and "Trilu*" not in file.read_text()


def test_known_failures_are_written_through_a_link(run, pytester):
    (pytester.path / "known.txt").symlink_to("shared.txt")
    outcome = run(RUNTIME, "--etalon-known=known.txt", "-m", "Relu", "--etalon-update-known")
    assert outcome.ret == 0
    assert (pytester.path / "known.txt").is_symlink()
    assert " fail" in (pytester.path / "shared.txt").read_text()


def test_a_run_that_stops_early_writes_no_known_failures(run, pytester):
    (pytester.path / "known.txt").write_text("ai.onnx/Trilu*  fail\n")
    pytester.makepyfile("def test_wrong(): assert False")
    outcome = run(RUNTIME, "--etalon-known=known.txt", "--etalon-update-known", "-x", "-k", "Trilu or wrong")
    outcome.stdout.fnmatch_lines(["etalon: known.txt is not changed, because the run is not complete"])
    assert (pytester.path / "known.txt").read_text() == "ai.onnx/Trilu*  fail\n"


def test_without_official_data_own_cases_of_the_domains_of_onnx_are_taken(pytester, monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", str(HERE), prepend=os.pathsep)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ETALON_DATA", raising=False)
    outcome = pytester.runpytest_subprocess("-p", "no:cacheprovider", RUNTIME, "--collect-only", "-q")
    for domain in ("ai.onnx", "ai.onnx.ml"):
        outcome.stdout.fnmatch_lines([f"etalon::own/{domain}/*"])
    for domain in ("ai.onnx.preview", "ai.onnx.preview.training", "thinker", "mdf"):
        outcome.stdout.no_fnmatch_line(f"etalon::own/{domain}/*")
    for withdrawn in ("ATen", "Affine", "GRUUnit"):
        outcome.stdout.no_fnmatch_line(f"etalon::own/ai.onnx/{withdrawn}: *")
    said = pytester.runpytest_subprocess("-p", "no:cacheprovider", RUNTIME, "--collect-only")
    said.stdout.fnmatch_lines(["etalon: only Etalon's own cases of ai.onnx and ai.onnx.ml: ONNX * is not fetched; run: etalon corpus fetch *"])


def test_lines_of_known_failures_are_those_of_the_command(run, pytester):
    lines = r'''
own/ai.onnx/Relu*  error  # another status
"own/ai.onnx/Re\lu: *" # no escapes
ai.onnx/Relu*      fail   # a "quotation mark' that is not closed
'''
    (pytester.path / "known.txt").write_text(lines)
    outcome = run(RUNTIME, "--etalon-known=known.txt", "-m", "Relu").parseoutcomes()
    assert outcome["xfailed"] > 0 and "failed" not in outcome


def test_a_line_that_expects_only_a_pass_excuses_no_failure(run, pytester):
    (pytester.path / "known.txt").write_text("ai.onnx/Relu*  pass\n")
    outcome = run(RUNTIME, "--etalon-known=known.txt", "-m", "Relu").parseoutcomes()
    assert outcome["failed"] > 0 and "xfailed" not in outcome


def test_unsupported_cases_may_be_known(run, pytester):
    (pytester.path / "known.txt").write_text("Pow*  unsupported,pass\n")
    outcome = run(RUNTIME, "--etalon-known=known.txt", "-m", "Pow")
    assert "skipped" not in outcome.parseoutcomes() and outcome.parseoutcomes()["xfailed"] > 0


def test_processes_of_xdist_share_the_cases(run):
    alone = run(RUNTIME, "-m", "Trilu").parseoutcomes()
    assert run(RUNTIME, "-m", "Trilu", "-n", "2").parseoutcomes()["passed"] == alone["passed"]


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["--etalon-runtime=nowhere:run"], "*--etalon-runtime nowhere:run: *nowhere*"),
        (["--etalon-runtime=toy_runtime:walk"], "*--etalon-runtime toy_runtime:walk: *walk*"),
        (["--etalon-runtime=toy_runtime:__doc__"], "*it is not a function*"),
        ([RUNTIME, "--etalon-release=0.0"], "*no release 0.0*"),
        ([RUNTIME, "--etalon-update-known"], "*--etalon-update-known needs --etalon-known FILE*"),
        ([RUNTIME, "--etalon-known=nowhere.txt"], "*--etalon-known cannot read 'nowhere.txt': No such file*"),
    ],
)
def test_wrong_options_are_usage_errors(run, words, sentence):
    outcome = run(*words)
    assert outcome.ret == pytest.ExitCode.USAGE_ERROR
    outcome.stderr.fnmatch_lines([sentence])


def test_a_malformed_file_of_known_failures(run, pytester):
    (pytester.path / "known.txt").write_text("\nnode/test_abs failed\n")
    outcome = run(RUNTIME, "--etalon-known=known.txt")
    outcome.stderr.fnmatch_lines(["*known.txt:2: * is not one of fail, unsupported, invalid,*"])


def test_the_fixture_fails_with_the_judgement(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE), prepend=os.pathsep)
    pytester.makepyfile(
        """
        from models import DIFFERENCE, f32

        def test_right(etalon):
            assert etalon.assert_conforms(DIFFERENCE, [f32(3), f32(2)], [f32(1)]).max_ulp == 0

        def test_wrong(etalon):
            etalon.assert_conforms(DIFFERENCE, [f32(3), f32(2)], [f32(7)])
        """
    )
    outcome = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    outcome.assert_outcomes(passed=1, failed=1)
    outcome.stdout.fnmatch_lines(["c: fails (wrong)*", "*got 7, expected 1*"])


def test_a_function_gets_the_same_maps_in_a_process_of_its_own(monkeypatch):
    monkeypatch.chdir(HERE)
    words = ["test", "--release", "own", "--include", "ai.onnx.ml/DictVectorizer"]
    command = [sys.executable, "-m", "onnx_etalon", *words, "--backend", "python:toy_runtime:keys_are_texts"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
