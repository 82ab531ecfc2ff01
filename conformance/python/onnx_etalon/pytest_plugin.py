"""pytest plugin: every official and own case as a test of another runtime, and a fixture.

    pytest --etalon-runtime mypkg.adapter:run [--etalon-known known.txt] [-k … -m …]

The runtime is a function of the serialized model (bytes, external data included) and a dict of its
inputs; it returns the outputs as a dict by name or a list. It raises NotImplementedError for what it
does not support. Cases are marked by suite ("node"), release, operator ("Conv", "Conv-11"), opset
("opset13") and element type ("float16"). A case that is known to crash or to time out is not run.
"""

import functools
import importlib
import os
import re
import sys

import pytest


class CaseFailed(Exception):
    """A case whose status is not that of a pass."""

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
    group.addoption("--etalon-rtol", type=float, help="relative tolerance of every case")
    group.addoption("--etalon-atol", type=float, help="absolute tolerance of every case")
    group.addoption("--etalon-max-ulp", type=int, help="greatest ULP distance that passes")


def runtime_named(words):
    """The function that "package.module:function" names; `run` without a function."""
    module, _, name = words.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = importlib.import_module(module)
        for part in (name or "run").split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as problem:
        raise pytest.UsageError(f"--etalon-runtime {words}: {problem}") from problem
    if not callable(found):
        raise pytest.UsageError(f"--etalon-runtime {words}: it is not a function")
    return found


@functools.cache
def known_failures(file):
    from ._errors import InvalidInput
    from ._native import read_known

    try:
        return read_known(file)
    except InvalidInput as problem:
        raise pytest.UsageError(f"--etalon-known {problem}") from problem


def selected_cases(releases):
    from ._cases import cases
    from ._errors import InvalidInput

    if releases:
        try:
            return [case for release in releases for case in cases(release=release)]
        except InvalidInput as problem:
            raise pytest.UsageError(f"--etalon-release: {problem}") from problem
    try:
        official = list(cases())
    except InvalidInput:
        official = []  # not fetched
    return official + list(cases(release="own"))


class EtalonCases(pytest.Collector):
    """All cases that are for runtimes."""

    def collect(self):
        from . import _native

        options = self.config.option
        runtime = runtime_named(options.etalon_runtime)
        chosen = [
            case
            for case in selected_cases(options.etalon_release)
            if case._native.for_runtimes
        ]
        for case, uses in zip(chosen, _native.uses([case._native for case in chosen])):
            case._uses = uses
        words = {word for case in chosen for word in marks_of(case)}
        for word in sorted(words):
            self.config.addinivalue_line("markers", f"{word}: cases of Etalon")
        for case in chosen:
            yield EtalonItem.from_parent(self, name=case.id, case=case, runtime=runtime)


class EtalonItem(pytest.Item):
    """One case."""

    def __init__(self, *, case, runtime, **options):
        super().__init__(**options)
        self.case = case
        self.runtime = runtime
        for word in marks_of(case):
            self.add_marker(word)
        known = self.config.option.etalon_known
        lines = known_failures(known).lines_of(case._native) if known else []
        if lines:
            self.add_marker(self._expected(lines))

    def _expected(self, lines):
        """The mark for a case that these lines name; it may fail as one of them says."""
        statuses = set().union(*(line.statuses for line in lines))
        named = all(line.statuses for line in lines)
        raises = tuple(FAILURES[each] for each in statuses - {"pass"}) if named else CaseFailed
        strict = self.config.option.etalon_strict_known and "pass" not in statuses
        # Not run, because it would end this process, or never end.
        run = statuses.isdisjoint({"crash", "timeout"})
        reason = lines[0].comment or "known"
        return pytest.mark.xfail(raises=raises, reason=reason, strict=strict, run=run)

    def runtest(self):
        options = self.config.option
        result = self.case.judge(
            self.runtime,
            rtol=options.etalon_rtol,
            atol=options.etalon_atol,
            max_ulp=options.etalon_max_ulp,
        )
        if result:
            return
        if result.status == "unsupported" and not self._is_known("unsupported"):
            pytest.skip(result.message or "unsupported")
        raise FAILURES.get(result.status, CaseFailed)(result)

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
    for item in session.config.stash.get(ITEMS, []):
        item.case = None


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
