"""Values that others may change."""

from typing import Any

import numpy

from ._values import SparseTensor


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
