"""Values for which Python has no type, and writable copies of values."""

from typing import Any, NamedTuple, Optional, Union

import numpy


class SparseTensor(NamedTuple):
    """Coordinate format: `values` [NNZ], `indices` [NNZ] (linear) or [NNZ, rank], both in row-major
    order, of a dense tensor of shape `shape`."""

    values: numpy.ndarray
    indices: numpy.ndarray
    shape: tuple[int, ...]


class OpenPoint(NamedTuple):
    """An open point of an output: the elements that the specification leaves open."""

    output: str
    point: str
    """As `etalon open` lists it: "MaxPool.nan"."""
    node: str
    """The operator version and node that meets the point: "MaxPool-12 'pool1'"."""
    depends: bool
    """The elements depend on the node's result; else they are its result."""
    shape: bool
    """The output's shape is open, too."""
    mask: numpy.ndarray
    """Of the output's shape: True where an element may be something else."""


class Outputs(dict):
    """Outputs by name, with a list of OpenPoint as `open_points`."""

    open_points: list[OpenPoint]


class ValueInfo(NamedTuple):
    """A declared input or output."""

    name: str
    type: str
    """Without shapes: "tensor(float)", "seq(tensor(int64))", "map(string, tensor(float))"."""
    shape: Optional[tuple[Union[int, str, None], ...]]
    """A number, a symbol or None for each dimension of a tensor; None where no rank is declared."""


def writable(value: Any) -> Any:
    """A copy of every array in a value, which may be a list or dict."""
    if isinstance(value, numpy.ndarray):
        return value.copy()
    if isinstance(value, SparseTensor):
        return SparseTensor(value.values.copy(), value.indices.copy(), value.shape)
    if isinstance(value, list):
        return [writable(item) for item in value]
    if isinstance(value, dict):
        return {key: writable(item) for key, item in value.items()}
    return value
