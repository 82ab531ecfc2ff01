"""Comparing a model with a rewritten copy."""

import contextlib
import json
import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any, Optional

from . import _native
from ._errors import complaint_of
from ._session import Model, source


class Equivalence:
    """The comparison of two models. True if no input shows a difference.

    `data` is the report of `etalon equivalent --format json`.
    """

    def __init__(self, data: dict):
        self.data = data
        self.verdict: str = data.get("verdict", "within" if data["pass"] else "outside")
        """"identical", "exactly_equal", "equal_up_to_rounding", "open", "not_shown" or "different";
        with `within`, "within" or "outside"."""
        self.witness: Optional[str] = data.get("witness")
        """An input that shows the difference, made small, in words."""

    def __bool__(self) -> bool:
        return self.data["pass"]

    def __repr__(self) -> str:
        return f"<{self.verdict}>"


@contextlib.contextmanager
def _file(model: Model) -> Iterator[str]:
    given = source(model)
    if isinstance(given, str):
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "model.onnx"
        file.write_bytes(given)
        yield os.fspath(file)


def equivalent(
    before: Model,
    after: Model,
    *,
    cases: int = 16,
    seed: int = 0,
    dimensions: Optional[Mapping[str, int]] = None,
    interface: str = "strict",
    within: Optional[str] = None,
    quick: bool = False,
    timeout: Optional[float] = None,
    lenient: bool = False,
    dialect: str = "auto",
) -> Equivalence:
    """Compares a model with its rewritten copy on `cases` drawn inputs, and on more that aim at
    their constants.

    `interface` is what has to be the same of the inputs and outputs: "strict", their names and
    order; "named", their names; "shape", only their types and shapes.
    `within` is for rewrites that change values on purpose: "rtol=0.01,atol=1e-4", "scaled=1e-3",
    "snr=30" or "cosine=0.999". `quick` leaves out the sampled evaluations. `lenient` and
    `dialect` are as in `load`. Raises an EtalonError where a model cannot be read or evaluated; a
    difference raises nothing.
    """
    options: list[Any] = ["--count", cases, "--seed", seed]
    options += ["--interface", interface]
    for name, length in (dimensions or {}).items():
        options += ["--dim", f"{name}={length}"]
    options += ["--within", within] if within else []
    options += ["--quick"] if quick else []
    options += ["--timeout", timeout] if timeout else []
    options += ["--lenient"] if lenient else []
    options += ["--dialect", dialect]
    with _file(before) as one, _file(after) as other:
        words = ["equivalent", *map(str, options), "--format", "json", "--", one, other]
        code, text, complaint = _native.command(words)
    if not text:
        raise complaint_of(code, complaint)
    return Equivalence(json.loads(text))
