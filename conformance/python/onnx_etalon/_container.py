"""onnx.model_container.ModelContainer: a model with large initializers beside it in memory."""

from collections.abc import Iterator
from typing import Any


def is_container(model: Any) -> bool:
    return hasattr(model, "model_proto") and hasattr(model, "large_initializers")


def filled_model(container: Any) -> Any:
    """A copy of the container's ModelProto that has the large initializers in it."""
    from onnx import ModelProto, numpy_helper

    model = ModelProto()
    model.CopyFrom(container.model_proto)
    for tensor in _tensors(model.graph):
        location = {entry.key: entry.value for entry in tensor.external_data}.get("location")
        if location in container.large_initializers:
            array = container.large_initializers[location]
            tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))
    return model


def _tensors(graph: Any) -> Iterator[Any]:
    yield from graph.initializer
    for node in graph.node:
        for attribute in node.attribute:
            yield attribute.t
            yield from attribute.tensors
            for inner in (attribute.g, *attribute.graphs):
                yield from _tensors(inner)
