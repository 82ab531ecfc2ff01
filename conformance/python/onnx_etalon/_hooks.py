"""Values from within a PyTorch module, by the names that they have in its exported model."""

import ast
import re
from collections import defaultdict
from collections.abc import Container
from typing import Any, Optional

import numpy

from ._session import Model, message_of


class Trace(dict):
    """Arrays by the names of the model's graph, for `check`."""

    def __init__(self) -> None:
        super().__init__()
        self.modules: dict[str, str] = {}
        """For each name, the module whose output it is: "encoder.gru"; "" is the whole."""
        self.unmatched: dict[str, str] = {}
        """Modules of which no value is here, and why."""


def trace(module: Any, args: Any, model: Model, kwargs: Optional[dict] = None) -> Trace:
    """Runs a torch.nn.Module with hooks, and returns what its modules give under the names that the
    values have in the ONNX model that torch.onnx.export made of it, by either exporter.

    `args` are the module's arguments: a tuple, or the only one. A module's values are found by the
    scopes of the nodes: "/encoder/gru/GRU" or the metadata `pkg.torch.onnx.name_scopes`. Where a value
    cannot be told from another by its type and shape, it is left out, and `unmatched` says so.
    `onnx_etalon.check(model, inputs, trace)` then names the first node at which the module and the
    model part. Needs the package onnx.
    """
    proto = _shaped(model)
    recorded = _recorded(module, args if isinstance(args, tuple) else (args,), kwargs or {})
    found = Trace()
    types = {info.name: info.type.tensor_type for info in (*proto.graph.value_info, *proto.graph.output)}
    leaving = _leaving(proto.graph, recorded)
    outputs = [output.name for output in proto.graph.output]
    for path, arrays in recorded.items():
        names = outputs if path == "" else leaving.get(path, [])
        matched = _matched(names, arrays, types)
        for name, array in matched.items():
            found.setdefault(name, array)
            found.modules.setdefault(name, path)
        if not matched:
            found.unmatched[path] = (
                "its values cannot be told apart" if names else "no value of the graph is its output"
            )
    return found


def _shaped(model: Model) -> Any:
    """The model as a message, with the shapes that ONNX infers."""
    import onnx

    proto = message_of(model)
    try:
        return onnx.shape_inference.infer_shapes(proto)
    except Exception:  # without shapes, fewer values are told apart
        return proto


def _arrays(value: Any) -> list[numpy.ndarray]:
    """The tensors in what a module returns, in order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [array for each in value for array in _arrays(each)]
    if not hasattr(value, "detach"):
        return []
    value = value.detach().cpu()
    if str(value.dtype) == "torch.bfloat16":  # by its bits, as NumPy has no name for it
        return [value.view(_torch().uint16).numpy().copy()]
    return [value.numpy().copy()]


def _torch() -> Any:
    import torch

    return torch


def _recorded(module: Any, args: tuple, kwargs: dict) -> dict[str, list[numpy.ndarray]]:
    """What each module returns, of all its calls in order, by its path."""
    recorded: dict[str, list[numpy.ndarray]] = defaultdict(list)
    hooks = []
    try:
        for path, each in module.named_modules():
            def record(_module, _args, result, path=path):
                recorded[path] += _arrays(result)

            hooks.append(each.register_forward_hook(record))
        module(*args, **kwargs)
    finally:
        for hook in hooks:
            hook.remove()
    return recorded


def _scope(node: Any) -> tuple[str, ...]:
    """The paths of the modules that a node belongs to, outermost first."""
    for entry in node.metadata_props:
        if entry.key == "pkg.torch.onnx.name_scopes":
            return tuple(ast.literal_eval(entry.value)[:-1])
    parts = node.name.split("/")[1:-1]
    paths: list[str] = []
    for i, part in enumerate(parts):
        # A container's child repeats its name: "/conv/conv.0".
        repeats = i > 0 and part.startswith(parts[i - 1].split(".")[-1] + ".")
        before = paths[-1] if paths else ""
        if repeats:
            part = part.split(".", 1)[1]
        paths.append(f"{before}.{part}" if before else part)
    return tuple(paths)


def _leaving(graph: Any, modules: Container[str]) -> dict[str, list[str]]:
    """For each module, the values that its nodes make and that are read outside it, in order."""
    scopes = [_scope(node) for node in graph.node]
    readers: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for node, scope in zip(graph.node, scopes):
        for name in node.input:
            readers[name].append(scope)
    for output in graph.output:
        readers[output.name].append(())
    leaving: dict[str, list[str]] = defaultdict(list)
    for node, scope in zip(graph.node, scopes):
        if node.op_type == "Constant":
            continue
        for path in filter(None, scope):
            for name in node.output:
                if any(path not in reader for reader in readers[name]):
                    leaving[_module(path, modules)].append(name)
    return leaving


def _module(path: str, modules: Container[str]) -> str:
    """The module that a scope is of: a second call of "encoder" has the scope "encoder_1"."""
    first = ".".join(re.sub(r"_[0-9]+$", "", part) for part in path.split("."))
    return path if path in modules or first not in modules else first


def _fits(type: Any, array: numpy.ndarray) -> bool:
    from onnx import helper

    if type is None or not type.elem_type:
        return True
    try:
        if helper.tensor_dtype_to_np_dtype(type.elem_type) != array.dtype and array.dtype != "uint16":
            return False
    except KeyError:
        pass
    if not type.HasField("shape"):
        return True
    dims = type.shape.dim
    return len(dims) == array.ndim and all(
        not dim.HasField("dim_value") or dim.dim_value == length for dim, length in zip(dims, array.shape)
    )


def _matched(names: list[str], arrays: list[numpy.ndarray], types: dict) -> dict[str, numpy.ndarray]:
    """In order, where there are as many of each; else those that fit only one."""
    if len(names) == len(arrays) and all(_fits(types.get(n), a) for n, a in zip(names, arrays)):
        return dict(zip(names, arrays))
    matched = {}
    for name in names:
        fitting = [array for array in arrays if _fits(types.get(name), array)]
        if len(fitting) == 1:
            matched[name] = fitting[0]
    return matched
