"""Values that have no Python type of their own."""

from typing import NamedTuple, Optional, Union

import numpy


class SparseTensor(NamedTuple):
    """Coordinate format: `values` [NNZ], `indices` [NNZ] (linear) or [NNZ, rank], both in row-major
    order, of a dense tensor of shape `shape`."""

    values: numpy.ndarray
    indices: numpy.ndarray
    shape: tuple[int, ...]


class ValueInfo(NamedTuple):
    """A declared input or output."""

    name: str
    type: str
    """Without shapes: "tensor(float)", "seq(tensor(int64))", "map(string, tensor(float))"."""
    shape: Optional[tuple[Union[int, str, None], ...]]
    """A number, a symbol or None for each dimension of a tensor; None where no rank is declared."""
