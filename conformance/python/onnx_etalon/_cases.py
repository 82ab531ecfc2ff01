"""Test cases: the official ones, Etalon's own, and new ones."""

import fnmatch
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional, Union, Unpack

from . import _native
from ._errors import InvalidInput
from ._judging import Report, arithmetic_words, check
from ._session import Inputs, Limits, Model, named_inputs, settings, source

Runtime = Callable[[bytes, dict], Any]


class DataSet(NamedTuple):
    """Inputs and expected outputs, by name."""

    inputs: dict[str, Any]
    outputs: dict[str, Any]


class Result:
    """The judgement of one case. True if the runtime is right, if it gives another permitted
    result, or if the case is known to be wrong."""

    def __init__(self, data: dict):
        self.data = data
        """As the "cases" of `etalon test --report FILE.json` have it."""
        self.status: str = data["status"]
        """"pass", "fail", "unsupported", "invalid", "error", "erratum", "statistical", "open"."""
        self.message: str = data["message"]
        self.max_ulp: Optional[int] = data.get("max_ulp")

    def __bool__(self) -> bool:
        return self.status in ("pass", "erratum", "statistical", "open")

    def __repr__(self) -> str:
        return f"<{self.status}{': ' if self.message else ''}{self.message}>"


class Case:
    """A test case. Model and data are read when they are asked for."""

    def __init__(self, native: _native.Case, uses: Optional[_native.Uses] = None):
        self._native = native
        self._uses = uses

    @property
    def release(self) -> str:
        """Of ONNX, the newest that has the case; "own" for Etalon's own, "local" for others."""
        return self._native.release

    @property
    def suite(self) -> str:
        return self._native.suite

    @property
    def name(self) -> str:
        return self._native.name

    @property
    def id(self) -> str:
        """ "1.22.0/node/test_abs" """
        return f"{self.release}/{self.suite}/{self.name}"

    def _used(self) -> _native.Uses:
        if self._uses is None:
            (self._uses,) = _native.uses([self._native])
        return self._uses

    @property
    def operators(self) -> list[str]:
        """With their versions, such as "Conv-11"; empty for a model that cannot be read."""
        return self._used().operators

    @property
    def opset(self) -> int:
        """Of ai.onnx; 0 if the model does not import it."""
        return self._used().opset

    @property
    def types(self) -> set[str]:
        """The element types of the model's inputs and outputs, such as "float" and "int64"."""
        return self._used().types

    @property
    def model(self) -> bytes:
        """The serialized model, external data included."""
        return self._native.model

    @property
    def data_sets(self) -> list[DataSet]:
        """At least one. Without expected outputs if the case expects an error."""
        return [DataSet(*each) for each in self._native.data_sets()]

    @property
    def rtol(self) -> float:
        return self._native.terms()[0]

    @property
    def atol(self) -> float:
        return self._native.terms()[1]

    @property
    def error(self) -> Optional[str]:
        """The kind of error that is expected instead of outputs, such as "InvalidInput"."""
        return self._native.terms()[2]

    def judge(
        self,
        runtime: Optional[Runtime] = None,
        *,
        rtol: Optional[float] = None,
        atol: Optional[float] = None,
        max_ulp: Optional[int] = None,
        scaled: bool = False,
        rule: Optional[str] = None,
        arithmetic: Union[str, Sequence[str]] = (),
    ) -> Result:
        """Runs and judges a runtime, a function of the serialized model and a dict of its inputs;
        by default, Etalon. Raises nothing: every error is a result. Tolerances replace the case's;
        `rule` and `arithmetic` are as in `check`; the rule is "official" by default."""
        tolerance = _native.Tolerance(rtol, atol, max_ulp, rule or ("scaled" if scaled else "official"))
        given = [rtol is not None, atol is not None]
        return Result(json.loads(self._native.judge(runtime, tolerance, given, arithmetic_words(arithmetic))))

    def __repr__(self) -> str:
        return f"<onnx_etalon.Case {self.id}>"


def _version_matches(label: str, operator: str) -> bool:
    name, _, version = operator.rpartition("-")
    if name and version.isdigit():
        return label == operator or label == operator.removeprefix("ai.onnx.")
    bare = label.rpartition("-")[0]
    return operator in (bare, bare.rpartition(".")[2], f"ai.onnx.{bare}")


def cases(
    *paths: Union[str, os.PathLike],
    release: Optional[str] = None,
    operator: Optional[str] = None,
    opset: Optional[int] = None,
    type: Optional[str] = None,
    suite: Optional[str] = None,
    name: Optional[str] = None,
) -> Iterator[Case]:
    """The cases that meet every condition, in order.

    `paths` are folders and JSON files of cases. Without them, `release` is a release of ONNX (by
    default the newest), "own" for Etalon's own cases, or "all"; a release is fetched once by
    `etalon corpus fetch RELEASE`. `operator` is "Conv" or "Conv-11"; a name without a domain means
    the operators of all domains; "ai.onnx.Trilu" is not com.microsoft's. `type` is an element type
    such as "float16", `name` a pattern such as "test_conv*". Raises InvalidInput for a release that
    does not exist or is not fetched, and for a path without cases.
    """
    found = _native.cases(release or "", [os.fspath(path) for path in paths])
    found = [
        each
        for each in found
        if (suite is None or each.suite == suite)
        and (name is None or fnmatch.fnmatchcase(each.name, name))
    ]
    uses: Sequence[Optional[_native.Uses]] = [None] * len(found)
    if operator is not None or opset is not None or type is not None:
        uses = _native.uses(found)
    for native, used in zip(found, uses):
        if used is not None and not (
            (operator is None or any(_version_matches(label, operator) for label in used.operators))
            and (opset is None or used.opset == opset)
            and (type is None or type in used.types)
        ):
            continue
        yield Case(native, used)


class GeneratedCase:
    """A model with inputs and the right outputs."""

    def __init__(self, files: _native.CaseFiles, operator: str = ""):
        self._files = files
        self.operator = operator
        """The operator and version that was drawn, such as "Conv-11"; else ""."""
        (self._set,) = (DataSet(*each) for each in files.data_sets())

    @property
    def model(self) -> bytes:
        return self._files.model

    @property
    def inputs(self) -> dict[str, Any]:
        return self._set.inputs

    @property
    def outputs(self) -> dict[str, Any]:
        return self._set.outputs

    def check(self, outputs: Any, **tolerances: Any) -> Report:
        """Judges a runtime's outputs; see `onnx_etalon.check`."""
        return check(self.model, self.inputs, outputs, **tolerances)

    def save(self, folder: Union[str, os.PathLike], *, replace: bool = False) -> None:
        """Writes the case in the official layout: whole, or not at all."""
        self._files.save(os.fspath(folder), replace)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={_shown(value)}" for name, value in self.inputs.items())
        return f"{self._files.call or self.operator or 'model'}({values})"


def _shown(value: Any) -> str:
    if not hasattr(value, "dtype"):
        return repr(value)
    numbers = value.tolist() if value.size <= 32 else "…"
    return f"{value.dtype}{list(value.shape)} {numbers}"


def generate(
    model: Optional[Model] = None,
    *,
    operator: Optional[str] = None,
    count: int = 1,
    seed: Optional[int] = None,
    inputs: Optional[Inputs] = None,
    dimensions: Optional[Mapping[str, int]] = None,
    **limits: Unpack[Limits],
) -> list[GeneratedCase]:
    """Generates new cases with the right outputs.

    Either `count` random valid calls of an `operator` ("Conv", "ai.onnx.ml.Scaler-1"), or `count`
    data sets of a `model` on `inputs`. With a `seed`, missing inputs are random; `dimensions` gives
    lengths of symbols, and other lengths are random. Equal seeds give equal bytes. Raises
    InvalidInput for an operator that does not exist, Unsupported for one that Etalon does not
    generate, and the errors of `run`.
    """
    if (model is None) == (operator is None):
        raise InvalidInput("generate takes either a model or an operator")
    if operator is not None:
        drawn = _native.drawn_cases(operator, count, seed or 0, settings(limits))
        return [GeneratedCase(files, label) for label, files in drawn]
    made = []
    for i in range(count):
        drawing = None if seed is None else (seed + i) % 2**32
        files = _native.model_files(
            source(model), named_inputs(inputs or {}), drawing, dict(dimensions or {}), settings(limits)
        )
        made.append(GeneratedCase(files))
    return made
