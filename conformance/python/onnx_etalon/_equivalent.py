"""Comparing a model with a rewritten copy."""

import contextlib
import json
import os
import pathlib
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Optional

from . import _native
from ._errors import InvalidInput, complaint_of
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


def _write(place: pathlib.Path, values: Mapping[str, Any]) -> pathlib.Path:
    import numpy

    arrays = {name: numpy.asarray(value) for name, value in values.items()}
    plain = all(array.dtype.kind in "biufc" for array in arrays.values())
    place.mkdir()
    if plain:
        with zipfile.ZipFile(place / "inputs.npz", "w") as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w") as file:
                    numpy.lib.format.write_array(file, array, allow_pickle=False)
        return place / "inputs.npz"
    from onnx import numpy_helper

    for name, array in arrays.items():
        if name in ("", ".", "..") or set(name) & set("/\\\0"):
            raise InvalidInput(f"{name!r}: an array of {array.dtype} needs a name that a file can have")
        (place / f"{name}.pb").write_bytes(numpy_helper.from_array(array, name).SerializeToString())
    return place


@contextlib.contextmanager
def _sets(inputs: Iterable[Mapping[str, Any]]) -> Iterator[list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        places = [_write(pathlib.Path(folder) / str(i), each) for i, each in enumerate(inputs)]
        yield [os.fspath(place) for place in places]


def equivalent(
    before: Model,
    after: Model,
    *,
    cases: int = 16,
    seed: int = 0,
    dimensions: Optional[Mapping[str, int]] = None,
    interface: str = "strict",
    inputs: Iterable[Mapping[str, Any]] = (),
    within: Optional[str] = None,
    fail_on: Optional[Iterable[str]] = None,
    ignore_signed_zeros: bool = False,
    quick: bool = False,
    timeout: Optional[float] = None,
    piece_timeout: Optional[float] = None,
    lenient: bool = False,
    dialect: str = "auto",
) -> Equivalence:
    """Compares a model with its rewritten copy on `cases` drawn inputs, and on more that aim at
    their constants.

    `interface` is what has to be the same of the inputs and outputs: "strict", their names and
    order; "named", their names; "shape", only their types and shapes.
    `inputs` are sets of arrays by the names of `before`'s inputs, which are compared before what is
    drawn; an input that a set lacks is drawn.
    `fail_on` are the verdicts with which the result is False ("different", "not-shown", "open",
    "equal-up-to-rounding", "exactly-equal"; "special": also where only special values give one); by
    default different, not-shown and special. `ignore_signed_zeros` takes zeros of either sign as
    equal. `timeout` ends the whole comparison after so many seconds: `data["stopped"]` then says
    where, and the result is of what was compared until then; `piece_timeout` is for each piece of
    the models whose digits differ.
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
    options += ["--fail-on", ",".join(fail_on)] if fail_on is not None else []
    options += ["--ignore-signed-zeros"] if ignore_signed_zeros else []
    options += ["--quick"] if quick else []
    options += ["--timeout", timeout] if timeout else []
    options += ["--piece-timeout", piece_timeout] if piece_timeout else []
    options += ["--lenient"] if lenient else []
    options += ["--dialect", dialect]
    with _file(before) as one, _file(after) as other, _sets(inputs) as places:
        for place in places:
            options += ["--inputs", place]
        words = ["equivalent", *map(str, options), "--format", "json", "--", one, other]
        code, text, complaint = _native.command(words)
    if not text:
        raise complaint_of(code, complaint)
    return Equivalence(json.loads(text))
