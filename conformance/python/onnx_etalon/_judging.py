"""Judging a runtime's outputs, and finding the node that makes them wrong."""

import html
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union, Unpack

from . import _native
from ._session import Inputs, Limits, Model, load_by, named_inputs, settings, source

Number = Union[float, Mapping[str, float], None]
Arithmetic = Union[str, Sequence[str]]


class Place(NamedTuple):
    """Where an output differs from what is right."""

    where: str
    """Such as "[0, 3]", or "item 2 [1]" in a sequence."""
    got: str
    expected: str


def _place(data: Optional[dict]) -> Optional[Place]:
    return Place(data["where"], data["got"], data["expected"]) if data else None


def _distance(data: dict) -> Optional[float]:
    if data["verdict"] == "same":
        return 0.0
    largest = data["largest"]["ulp"]
    return float(largest["amount"]) if largest else None


class OutputReport:
    """The judgement of one output; `data` is its part of `etalon check --format json`."""

    def __init__(self, data: dict):
        self.data = data
        self.name: str = data["name"]
        self.verdict: str = data["verdict"]
        """"same", "rounding", "open", "unknown", "unlikely" or "wrong"."""
        self.passes: bool = data["pass"]
        """By the rule that was asked for; what is open passes."""
        self.arithmetic: tuple[str, ...] = tuple(data["arithmetic"])
        """What the runtime declares."""
        self.sentence: str = data["sentence"]
        self.type: str = data["type"]
        self.max_ulp: Optional[float] = _distance(data)
        """In the output's own type; 0 for an identical output; None where there is nothing finite to
        compare or the type has no ULPs."""
        self.first: Optional[Place] = _place(data["first"])
        """The first element outside the tolerance."""

    def __bool__(self) -> bool:
        return self.passes

    def __repr__(self) -> str:
        return f"<{self.name}: {self.sentence}>"


class Report:
    """The judgement of a model's outputs, and of inner values where some are given. True if all pass.
    `str()` gives it as text."""

    def __init__(self, data: list[dict], text: str, trace: Optional[dict] = None):
        self.outputs = tuple(OutputReport(each) for each in data)
        self.trace = trace
        """What is said of inner values, as `etalon check --format json` has it; None without any."""
        self.headline: Optional[str] = trace["headline"] if trace else None
        """The node at which the inner values and the model part; None where they do not."""
        self.module: Optional[str] = None
        """The module whose output it makes, where the values are of `trace`."""
        self._text = text

    def __bool__(self) -> bool:
        return all(self.outputs) and self.headline is None

    @property
    def max_ulp(self) -> Optional[float]:
        """The greatest ULP distance of all outputs; None if none has one."""
        known = [each.max_ulp for each in self.outputs if each.max_ulp is not None]
        return max(known, default=None)

    @property
    def first_wrong(self) -> Optional[OutputReport]:
        """The first output that does not pass."""
        return next((each for each in self.outputs if not each.passes), None)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_html_(self) -> str:
        rows = "".join(_row(each) for each in self.outputs)
        heads = "".join(f"<th>{head}</th>" for head in ("output", "type", "judgement", "ULP", "first"))
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _row(report: OutputReport) -> str:
    first = report.first
    place = f"{first.where}: got {first.got}, expected {first.expected}" if first else ""
    ulp = "" if report.max_ulp is None else f"{report.max_ulp:.0f}"
    colour = "#2a7d2a" if report.passes else "#b3261e"
    cells = [html.escape(text) for text in (report.name, report.type, report.sentence, ulp, place)]
    cells[2] = f'<span style="color:{colour}">{cells[2]}</span>'
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _rule(rule: Optional[str], scaled: bool) -> str:
    return rule or ("scaled" if scaled else "verdict")


def arithmetic_words(arithmetic: Arithmetic) -> list[str]:
    return [arithmetic] if isinstance(arithmetic, str) else list(arithmetic)


def _declared(limits: Limits, arithmetic: Arithmetic) -> _native.Settings:
    chosen = settings(limits)
    chosen.arithmetic = arithmetic_words(arithmetic)
    return chosen


def _words(numbers: Number) -> list[str]:
    if numbers is None:
        return []
    if isinstance(numbers, Mapping):
        return [f"{name}:{_number(value)}" for name, value in numbers.items()]
    return [_number(numbers)]


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else repr(float(value))


def check(
    model: Model,
    inputs: Inputs,
    outputs: Union[Mapping[str, Any], Sequence[Any], Any],
    *,
    rtol: Number = None,
    atol: Number = None,
    max_ulp: Union[int, Mapping[str, int], None] = None,
    scaled: bool = False,
    rule: Optional[str] = None,
    arithmetic: Arithmetic = (),
    **limits: Unpack[Limits],
) -> Report:
    """Judges a runtime's outputs, which are a dict by name, a list by position or the only output.
    A dict may have values from within the model, too, by the names of its graph (see `trace`).

    `rule` is "verdict" (the default) or "official". By "verdict", an output passes if its error is
    not larger than those of sampled evaluations in the declared types, or if the specification
    leaves it open; the tolerance decides only where nothing is known of rounding. By "official",
    |got − expected| ≤ atol + rtol·|expected| decides, with rtol 1e-3 and atol 1e-7. Each tolerance
    is a number or a dict by output. `scaled` is the official rule with a tolerance relative to the
    output's largest value. `arithmetic` is the arithmetic that the runtime declares in addition to
    the model's types, such as "tf32" or ["tf32", "flush"]; `etalon check --help` lists the names.
    Raises the errors of `run`. A wrong output is not an error.
    """
    words = _native.ToleranceWords(_words(rtol), _words(atol), _words(max_ulp), _rule(rule, scaled))
    loaded = load_by(model, limits)._loaded
    given = dict(outputs) if isinstance(outputs, Mapping) else outputs
    chosen = _declared(limits, arithmetic)
    data, found, text = _native.check(loaded, named_inputs(inputs), given, words, chosen)
    report = Report(json.loads(data), text, json.loads(found))
    modules = getattr(outputs, "modules", {})
    if report.trace and report.trace["first_wrong"] in modules:
        report.module = modules[report.trace["first_wrong"]]
    return report


class Bisection:
    """The result of `bisect`. True if the runtime's outputs are right. `str()` gives it as text."""

    def __init__(self, data: dict, text: str, files: Optional[_native.CaseFiles]):
        from ._cases import GeneratedCase

        self.data = data
        self.outcome: str = data["outcome"]
        """"right", "found", "in_context", "rounding", "hidden", "unconfirmed", "not_found",
        "unsupported" or "stopped"."""
        fault = data["fault"] or {}
        self.node: Optional[str] = fault.get("node")
        """Such as "Conv-11 'conv1'"."""
        self.case = GeneratedCase(files, self.node or "") if files is not None else None
        """The node as a model of its own, with the right inputs and outputs."""
        self._text = text

    def __bool__(self) -> bool:
        return self.outcome == "right"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text.rstrip("\n")


def bisect(
    model: Model,
    inputs: Inputs,
    runtime: Union[Callable[[bytes, dict], Any], str],
    *,
    rtol: Optional[float] = None,
    atol: Optional[float] = None,
    max_ulp: Optional[int] = None,
    scaled: bool = False,
    rule: Optional[str] = None,
    arithmetic: Arithmetic = (),
    **limits: Unpack[Limits],
) -> Bisection:
    """Finds the node that another runtime computes wrongly.

    `runtime` is a function of the serialized model and a dict of its inputs, which returns the
    outputs as a dict or list; or a command that speaks the backend protocol. The function is called
    in this process: a crash of the runtime ends this process. `arithmetic` is as in `check`. Raises
    the errors of `run`.
    """
    named = _rule(rule, scaled)
    tolerance = _native.Tolerance(rtol, atol, max_ulp, named)
    found = _native.bisect(
        source(model), named_inputs(inputs), runtime, tolerance, named,
        _declared(limits, arithmetic),
    )
    data, text, files = found
    return Bisection(json.loads(data), text, files)
