"""Compares the shapes of values with the declared ones, for ReferenceEvaluator."""

import numpy


def contradiction(graph, values):
    """A sentence about the first value whose shape is not the declared one, or None.

    `graph` is a GraphProto; `values` are arrays by name; other values are ignored. A symbol has one
    size in the whole graph. Inner graphs and functions are not checked.
    """
    sizes = {}
    constants = {each.name: tuple(each.dims) for each in graph.initializer}
    for info in [*graph.input, *graph.value_info, *graph.output]:
        value = values.get(info.name)
        shape = value.shape if isinstance(value, numpy.ndarray) else constants.get(info.name)
        if shape is None or not info.type.tensor_type.HasField("shape"):
            continue
        dims = info.type.tensor_type.shape.dim
        if len(dims) != len(shape):
            return f"{info.name!r} has the rank {len(shape)}, and {len(dims)} is declared"
        for axis, (dim, size) in enumerate(zip(dims, shape)):
            if dim.HasField("dim_value") and dim.dim_value != size:
                return (
                    f"axis {axis} of {info.name!r} is {size}, and its declared dimension value is"
                    f" {dim.dim_value}"
                )
            if dim.dim_param and sizes.setdefault(dim.dim_param, size) != size:
                return (
                    f"axis {axis} of {info.name!r} is {size}, and its symbolic dimension"
                    f" {dim.dim_param!r} is {sizes[dim.dim_param]}"
                )
    return None
