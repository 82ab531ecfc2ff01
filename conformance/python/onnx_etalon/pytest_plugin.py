"""pytest plugin: every official and own case as a test of another runtime, and a fixture.

    pytest --etalon-runtime mypkg.adapter:run [--etalon-known known.txt] [-k … -m …]

The runtime is a function of the serialized model (bytes, external data included) and a dict of its
inputs; it returns the outputs as a dict by name or a list. It raises NotImplementedError, or what the
common runtimes raise in its place, for what it does not support. It runs in its own process: if the
process dies or does not answer, the case fails, and a new process gets the next case. Cases are
marked by suite ("node"), release, operator ("Conv", "Conv-11"), opset ("opset13") and element type
("float16").
"""

import functools
import json
import os
import re
import shlex
import sys

import pytest


class CaseFailed(Exception):
    """A case that did not pass."""

    def __init__(self, result):
        super().__init__(result.message)
        self.result = result


# By status, so that a known failure of one kind does not hide another kind.
FAILURES = {
    status: type(f"Case{status.title()}", (CaseFailed,), {})
    for status in ("fail", "invalid", "error", "crash", "timeout", "unsupported")
}


def pytest_addoption(parser):
    group = parser.getgroup("etalon", "conformance to ONNX (Etalon)")
    group.addoption("--etalon-runtime", metavar="MODULE:FUNCTION", help="test this runtime")
    group.addoption(
        "--etalon-release",
        metavar="RELEASE",
        action="append",
        help="cases of this release of ONNX, 'own' or 'all' (default: the newest, if it is fetched,"
        " and Etalon's own); may be repeated",
    )
    group.addoption("--etalon-known", metavar="FILE", help="known failures")
    group.addoption("--etalon-strict-known", action="store_true", help="a known failure must fail")
    group.addoption(
        "--etalon-update-known",
        action="store_true",
        help="write new failures to the file of --etalon-known, and remove what passes",
    )
    group.addoption("--etalon-rtol", type=float, help="relative tolerance of every case")
    group.addoption("--etalon-atol", type=float, help="absolute tolerance of every case")
    group.addoption("--etalon-max-ulp", type=int, help="greatest ULP distance that passes")
    group.addoption(
        "--etalon-timeout", type=float, default=60, help="seconds for one case (default: 60)"
    )
    group.addoption(
        "--etalon-in-process",
        action="store_true",
        help="run cases in pytest's own process, for a debugger: a crash of the runtime ends it, and"
        " cases that are known to crash or to time out are not run",
    )


# ------------------------------------------------------------------------------------- the runtime


class InProcess:
    """Runs cases here."""

    def __init__(self, words):
        from . import _case_process

        self._function, problem = _case_process.start(words)
        if problem is not None:
            raise pytest.UsageError(f"--etalon-runtime {words}: {problem}")

    def judge(self, case, release, tolerances):
        """The result, and what the runtime wrote that pytest does not capture."""
        return case.judge(self._function, **tolerances), ""

    def close(self):
        self._function = None


class OwnProcess:
    """Runs cases in a child process, which is started again after it has ended."""

    def __init__(self, words, timeout):
        self._words = words
        self._timeout = timeout
        self._child = None
        if problem := self._start():
            raise pytest.UsageError(f"--etalon-runtime {words}: {problem}")

    def judge(self, case, release, tolerances):
        if self._child is None and (problem := self._start()):
            return _result("error", f"the runtime does not start: {problem}"), ""
        reply, status, message, words = self._ask(
            {"case": case.id, "release": release, "tolerances": tolerances}
        )
        if reply is None:
            return _result(status, message), words
        if "raised" in reply:
            stop = pytest.skip if reply["raised"] == "Skipped" else pytest.fail
            stop(reply["message"])
        return _result(**reply["result"]), words

    def close(self):
        if self._child is not None:
            self._child.close()
            self._child = None

    def _start(self):
        """Starts the process. What is wrong, or None."""
        from . import _native

        code = (
            "import sys; sys.path[:] = sys.argv[1:];"
            " from onnx_etalon import _case_process; _case_process.serve()"
        )
        command = shlex.join([sys.executable, "-c", code, *sys.path])
        self._child = _native.Child("exec " + command)
        reply, _, message, words = self._ask({"start": self._words})
        if reply is None:
            return f"{message}\n{words}" if words else message
        if reply["problem"] is not None:
            self.close()
        return reply["problem"]

    def _ask(self, request):
        """(the reply, None, None, words) or (None, status, message, words). When anything is raised,
        such as KeyboardInterrupt, the process is given up."""
        child, self._child = self._child, None
        line, end = child.ask(json.dumps(request), self._timeout)
        words = child.words()
        if line is not None:
            try:
                reply = json.loads(line)
            except ValueError:
                return None, "error", f"not a reply: {line[:120]}", words
            self._child = child
            return reply, None, None, words
        if end is None:
            return None, "timeout", f"no reply after {self._timeout:g} s", words
        return None, "crash", end, words


def _result(status, message, **others):
    from ._cases import Result

    return Result({"status": status, "message": message, **others})


# --------------------------------------------------------------------------------------- the cases


@functools.cache
def known_failures(file):
    from ._errors import InvalidInput
    from ._native import read_known

    try:
        return read_known(file)
    except InvalidInput as problem:
        raise pytest.UsageError(f"--etalon-known {problem}") from problem


def not_fetched(config):
    """Why there are no official cases, if no release was chosen; else None."""
    from ._cases import cases
    from ._errors import InvalidInput

    if config.option.etalon_release:
        return None
    try:
        next(cases(), None)
    except InvalidInput as problem:
        return str(problem)
    return None


ONNX_DOMAINS = ("ai.onnx", "ai.onnx.ml")


def is_of_onnx(case):
    return case.suite in ONNX_DOMAINS and not case._used().experimental


def selected_cases(config):
    """Pairs of a release, as `cases` takes it, and a case that is for runtimes. Own cases that stand in for
    official ones are those of ONNX's own domains, without the operators that it has withdrawn."""
    from ._cases import cases
    from ._errors import InvalidInput

    releases = config.option.etalon_release
    stand_in = not releases and not_fetched(config)
    if not releases:
        releases = ["own"] if stand_in else [None, "own"]
    try:
        found = [(release, case) for release in releases for case in cases(release=release)]
    except InvalidInput as problem:
        raise pytest.UsageError(f"--etalon-release: {problem}") from problem
    chosen = [pair for pair in found if pair[1]._native.for_runtimes]
    return [pair for pair in chosen if is_of_onnx(pair[1])] if stand_in else chosen


class EtalonCases(pytest.Collector):
    """All cases that are for runtimes."""

    def collect(self):
        from . import _native

        options = self.config.option
        if options.etalon_known and not is_new(options):
            known_failures(options.etalon_known)
        words = options.etalon_runtime
        if options.etalon_in_process:
            runtime = InProcess(words)
        else:
            runtime = OwnProcess(words, options.etalon_timeout)
        self.config.stash[RUNTIME] = runtime
        chosen = selected_cases(self.config)
        for (_, case), uses in zip(chosen, _native.uses([case._native for _, case in chosen])):
            case._uses = uses
        words = {word for _, case in chosen for word in marks_of(case)}
        for word in sorted(words):
            self.config.addinivalue_line("markers", f"{word}: cases of Etalon")
        for release, case in chosen:
            yield EtalonItem.from_parent(self, name=case.id, case=case, release=release)


class EtalonItem(pytest.Item):
    """One case."""

    def __init__(self, *, case, release, **options):
        super().__init__(**options)
        self.case = case
        self.release = release
        self.result = None
        for word in marks_of(case):
            self.add_marker(word)
        options = self.config.option
        named = options.etalon_known and not is_new(options)
        lines = known_failures(options.etalon_known).lines_of(case._native) if named else []
        if lines:
            self.add_marker(self._expected(lines))

    def _expected(self, lines):
        """The mark for a case that these lines name; it may fail as one of them says."""
        statuses = set().union(*(line.statuses for line in lines))
        named = all(line.statuses for line in lines)
        raises = tuple(FAILURES[each] for each in statuses - {"pass"}) if named else CaseFailed
        strict = self.config.option.etalon_strict_known and "pass" not in statuses
        ends_pytest = self.config.option.etalon_in_process
        run = not ends_pytest or statuses.isdisjoint({"crash", "timeout"})
        reason = lines[0].comment or "known"
        return pytest.mark.xfail(raises=raises, reason=reason, strict=strict, run=run)

    def runtest(self):
        options = self.config.option
        tolerances = {
            "rtol": options.etalon_rtol,
            "atol": options.etalon_atol,
            "max_ulp": options.etalon_max_ulp,
        }
        runtime = self.config.stash[RUNTIME]
        self.result, words = runtime.judge(self.case, self.release, tolerances)
        if words:
            self.add_report_section("call", "output of the runtime", words)
        if self.result:
            return
        if self.result.status == "unsupported" and not self._is_known("unsupported"):
            pytest.skip(self.result.message or "unsupported")
        raise FAILURES.get(self.result.status, CaseFailed)(self.result)

    def _is_known(self, status):
        marks = [mark.kwargs["raises"] for mark in self.iter_markers("xfail")]
        return any(FAILURES[status] in each for each in marks if isinstance(each, tuple))

    def repr_failure(self, excinfo, style=None):
        if not isinstance(excinfo.value, CaseFailed):
            return super().repr_failure(excinfo, style)
        data = excinfo.value.result.data
        lines = [f"{self.case.id}: {data['status']}", data["message"]]
        if data.get("where"):
            lines.append(f"at {data['where']}: got {data['got']}, expected {data['expected']}")
        lines.append(f"operators: {', '.join(self.case.operators)}")
        return "\n".join(lines)

    def reportinfo(self):
        return self.case._native.folder, None, f"case {self.case.id}"


ITEMS = pytest.StashKey[list[EtalonItem]]()
RUNTIME = pytest.StashKey[InProcess | OwnProcess]()


def marks_of(case):
    """Words for -m and -k."""
    words = [case.suite, case.release, *case.types]
    if case.opset:
        words.append(f"opset{case.opset}")
    for label in case.operators:
        words += [label, label.rpartition("-")[0]]
    return [word for word in dict.fromkeys(words) if re.fullmatch(r"[A-Za-z0-9][\w.+-]*", word)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    if not config.option.etalon_runtime:
        return
    collector = EtalonCases.from_parent(session, name="etalon", nodeid="etalon")
    config.stash[ITEMS] = list(collector.collect())
    items.extend(config.stash[ITEMS])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Lets the cases go: other packages may keep the session beyond the interpreter's end."""
    known_failures.cache_clear()
    if runtime := session.config.stash.get(RUNTIME, None):
        runtime.close()
    for item in session.config.stash.get(ITEMS, []):
        item.case = None


def pytest_report_header(config):
    reason = config.option.etalon_runtime and not_fetched(config)
    return f"etalon: only Etalon's own cases of {' and '.join(ONNX_DOMAINS)}: {reason}" if reason else None


# ---------------------------------------------------------------------------------- known failures


def is_new(options):
    """True if the file of known failures is written for the first time."""
    return options.etalon_update_known and not os.path.exists(options.etalon_known)


def pytest_configure(config):
    if not config.option.etalon_update_known:
        return
    if not config.option.etalon_known:
        raise pytest.UsageError("--etalon-update-known needs --etalon-known FILE")
    # A process of xdist reports to the one that has started it.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(KnownUpdate(config), "etalon-known-update")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds a case's result to its report. A known failure is expected."""
    report = yield
    if call.when == "call" and isinstance(item, EtalonItem) and item.result is not None:
        report.etalon = [item.case.id, item.result.status, item.result.message]
        options = item.config.option
        failed = report.failed and not item.result and hasattr(call.excinfo, "value")
        if failed and options.etalon_update_known and isinstance(call.excinfo.value, CaseFailed):
            report.outcome = "skipped"
            report.wasxfail = f"written to {options.etalon_known}: {item.result.message}"
    return report


class KnownUpdate:
    """Writes the file of known failures at the end of a run, as `etalon test --update-known` does."""

    def __init__(self, config):
        self._config = config
        self._ran = {}
        self._sentence = ""

    def pytest_runtest_logreport(self, report):
        if found := getattr(report, "etalon", None):
            self._ran[found[0]] = found[1:]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session, exitstatus):
        from ._native import update_known

        file = self._config.option.etalon_known
        complete = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if not complete or session.shouldfail or session.shouldstop:
            self._sentence = f"{file} is not changed, because the run is not complete"
            return
        every = {case.id: case._native for _, case in selected_cases(self._config)}
        ran = [(every[name], *result) for name, result in self._ran.items()]
        added, changed, removed = update_known(file, list(every.values()), ran, {"unsupported"})
        self._sentence = f"{file}: {added} added, {changed} changed, {removed} removed"

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.write_line(f"etalon: {self._sentence}")


# ------------------------------------------------------------------------------------- the fixture


class Conformance:
    """The fixture `etalon`."""

    def assert_conforms(self, model, inputs, outputs, **tolerances):
        """Fails with the judgement unless `onnx_etalon.check(…)` passes; returns its report."""
        __tracebackhide__ = True
        from ._judging import check

        report = check(model, inputs, outputs, **tolerances)
        if not report:
            pytest.fail(str(report), pytrace=False)
        return report


@pytest.fixture(scope="session")
def etalon():
    """Judges outputs: `etalon.assert_conforms(model, inputs, outputs)`."""
    return Conformance()
