"""Models and their evaluation."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, Union, Unpack

from . import _native
from ._container import filled_model, is_container
from ._errors import InvalidInput
from ._values import ValueInfo

Model = Union[str, os.PathLike, bytes, Any]
Inputs = Union[Mapping[str, Any], Sequence[Any]]


class Limits(TypedDict, total=False):
    """Limits and choices of an evaluation; the defaults are those of the `etalon` command."""

    max_memory: int
    """Bytes of the model and all values."""
    max_steps: int
    """Nodes evaluated, iterations of loops included."""
    max_work: int
    """Multiply-adds, or what takes as long."""
    timeout: float
    """Seconds for one call."""
    seed: int
    """For random operators that have no attribute `seed`."""
    lenient: bool
    """A value that contradicts the declared type or rank, and nodes that are not in topological
    order, are a RuntimeWarning, not InvalidModel."""
    dialect: str
    """Whether operators and layouts that only ONNX Runtime writes are read: "auto" (the default: if
    it wrote the model), "onnx" (never), "onnxruntime", "onnxruntime:8" or "onnxruntime:16" (with
    blocks of so many channels)."""
    plain: bool
    """Every operator by its formula alone, without the quick paths; proved digits are the same."""
    as_of: str
    """Evaluate as this release of ONNX meant it, such as "1.9.0"."""


def settings(limits: Limits) -> _native.Settings:
    # Made for each call: packages that outlive this one may keep its global objects.
    chosen = _native.Settings()
    for name, value in limits.items():
        if name not in Limits.__annotations__:
            raise TypeError(f"{name!r} is none of: {', '.join(Limits.__annotations__)}")
        try:
            setattr(chosen, name, value)
        except TypeError:
            raise InvalidInput(f"{name} is {value!r}, which is not in its range") from None
    return chosen


def source(model: Model) -> Union[str, bytes]:
    """A path as str, anything else as the model's bytes."""
    if isinstance(model, (str, os.PathLike)):
        return os.fspath(model)
    if isinstance(model, (bytes, bytearray, memoryview)):
        return bytes(model)
    if is_container(model):
        model = filled_model(model)
    if hasattr(model, "SerializeToString"):
        return model.SerializeToString()
    raise InvalidInput(
        f"a model is a path, bytes or an onnx.ModelProto, not a {type(model).__name__}"
    )


def message_of(model: Model, *, external_data: bool = False) -> Any:
    """The model as a message of the onnx package; of a file without its external data unless that is
    asked for."""
    import onnx

    if hasattr(model, "graph"):
        return model
    given = source(model)
    if isinstance(given, bytes):
        return onnx.load_model_from_string(given)
    return onnx.load(given, load_external_data=external_data)


def named_inputs(inputs: Inputs) -> Union[dict, list, tuple]:
    return inputs if isinstance(inputs, (dict, list, tuple)) else dict(inputs)


class Session:
    """A model that is read and checked once; see `load`. Several threads may use it at once."""

    def __init__(self, loaded: _native.LoadedModel):
        self._loaded = loaded

    def run(
        self,
        inputs: Inputs,
        *,
        all_values: bool = False,
        proved: bool = False,
        open_points: bool = False,
        **limits: Unpack[Limits],
    ) -> dict[str, Any]:
        """The outputs by name, as `onnx_etalon.run` gives them."""
        chosen = settings(limits)
        if proved or open_points:
            chosen = chosen if limits else _native.Settings()
            chosen.proved = proved
            chosen.open_points = open_points
        return self._loaded.run(named_inputs(inputs), all_values, chosen)

    def __call__(self, inputs: Inputs) -> dict[str, Any]:
        return self._loaded.run(named_inputs(inputs), False, _native.Settings())

    @property
    def inputs(self) -> list[ValueInfo]:
        """The graph's inputs, including those with an initializer."""
        return self._loaded.inputs

    @property
    def required_inputs(self) -> list[ValueInfo]:
        """The graph's inputs without an initializer."""
        return self._loaded.required_inputs

    @property
    def outputs(self) -> list[ValueInfo]:
        return self._loaded.outputs

    @property
    def opsets(self) -> dict[str, int]:
        """Domain ("" for ai.onnx) → version."""
        return self._loaded.opsets

    @property
    def operators(self) -> list[str]:
        """The operators with their versions, such as "Conv-11"."""
        return self._loaded.operators

    def __repr__(self) -> str:
        names = ", ".join(info.name for info in self.required_inputs)
        return f"<onnx_etalon.Session: ({names}) → {', '.join(o.name for o in self.outputs)}>"


def load(
    model: Model,
    *,
    folder: Union[str, os.PathLike, None] = None,
    lenient: bool = False,
    dialect: str = "auto",
) -> Session:
    """Reads and checks a model, to evaluate it several times.

    External data of a model file is read beneath the file's folder; external data of serialized
    bytes beneath `folder`, or is refused without `folder`. These files must not change while the
    session exists: large initializers stay in them. With `lenient`, nodes that are not in
    topological order are sorted, with a RuntimeWarning. An opset newer than Etalon knows is a
    RuntimeWarning, too: each operator is evaluated by its newest known version. `dialect` is
    as in Limits. Raises InvalidModel, LimitExceeded, or Unsupported for an operator that Etalon
    does not know.
    """
    given, chosen = source(model), settings({"lenient": lenient, "dialect": dialect})
    if isinstance(given, str):
        return Session(_native.LoadedModel.of_file(given, chosen))
    return Session(_native.LoadedModel.of_bytes(given, os.fspath(folder or ""), chosen))


def load_by(model: Model, limits: Limits) -> Session:
    """The model, read as these limits say."""
    return load(
        model, lenient=limits.get("lenient", False), dialect=limits.get("dialect", "auto")
    )


def run(
    model: Model,
    inputs: Inputs,
    *,
    all_values: bool = False,
    proved: bool = False,
    open_points: bool = False,
    **limits: Unpack[Limits],
) -> dict[str, Any]:
    """Evaluates a model: the outputs by name, in the model's order.

    `inputs` is a dict by name or a list by position; inputs with an initializer may be left out.
    Tensors are NumPy arrays, or anything that NumPy or DLPack reads; ml_dtypes has the types that
    NumPy lacks; strings are arrays of dtype object. Sequences are lists, maps dicts, and an optional
    is its value or None. Arrays in row-major order are not copied: do not change them while the
    model runs. Output arrays are read-only views of Etalon's memory: `.copy()` makes one that can
    be changed. With `all_values`, the result also has every named value of the main graph. With
    `proved`, Unsupported is raised unless every float result of every node is proved to be its
    exact value, rounded once.

    With `open_points`, the result is an Outputs, whose `open_points` says which elements the
    specification leaves open. If only some elements have no defined value, whole outputs are
    returned instead of an error.

    Raises InvalidModel, InvalidInput, Unspecified where the specification defines no result,
    Unsupported, LimitExceeded. Other threads run meanwhile, and Ctrl-C ends it.
    """
    return load_by(model, limits).run(
        inputs, all_values=all_values, proved=proved, open_points=open_points, **limits
    )
