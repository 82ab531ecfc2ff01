"""The nodes in `rt_nodes_` of a ReferenceEvaluator: with the names and attributes of
onnx.reference's nodes, and evaluated by Etalon. Needs the onnx package."""

import functools
import importlib
from collections.abc import Sequence
from typing import Any

from . import _native
from ._values import writable

# The package of onnx.reference that has a domain's operators.
PACKAGES = {
    "": "onnx.reference.ops",
    "ai.onnx.ml": "onnx.reference.ops.aionnxml",
    "ai.onnx.preview": "onnx.reference.ops.aionnx_preview",
    "ai.onnx.preview.training": "onnx.reference.ops.aionnx_preview_training",
}


class LinkedAttribute:
    """An attribute whose value is that of the function's attribute `name`."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Body:
    """A graph that is an attribute of a node."""

    def __init__(self, graph: Any, scope: Any):
        self.proto_ = graph
        self.input_names = [info.name for info in graph.input]
        self.output_names = [info.name for info in graph.output]
        self.rt_nodes_ = [scope.node(each) for each in graph.node]

    @property
    def has_linked_attribute(self) -> bool:
        return any(node.has_linked_attribute for node in self.rt_nodes_)


class Node:
    """A node. Its attributes, those with a default included, are attributes of the object."""

    def __init__(self, node: Any, scope: Any):
        self.onnx_node = node
        self._scope = scope
        self._schema = schema_of(node, scope.opset(node.domain))
        self.has_linked_attribute = False
        for attribute in node.attribute:
            setattr(self, attribute.name, self._value(attribute))
        if self._schema:
            for name, formal in self._schema.attributes.items():
                if name not in {each.name for each in node.attribute}:
                    setattr(self, name, _default(formal))

    def _value(self, attribute):
        from onnx import helper

        if attribute.ref_attr_name:
            self.has_linked_attribute = True
            return LinkedAttribute(attribute.ref_attr_name)
        if attribute.type != attribute.GRAPH:
            return helper.get_attribute_value(attribute)
        body = Body(attribute.g, self._scope)
        self.has_linked_attribute |= body.has_linked_attribute
        return body

    @property
    def input(self) -> Sequence[str]:
        return self.onnx_node.input

    @property
    def output(self) -> Sequence[str]:
        return self.onnx_node.output

    @property
    def op_type(self) -> str:
        return self.onnx_node.op_type

    @property
    def domain(self) -> str:
        return self.onnx_node.domain

    def run(self, *inputs: Any) -> tuple:
        """The node's outputs for these inputs; None for an input that is left out."""
        opset = self._scope.opset(self.domain)
        settings = _native.Settings()
        values = _native.run_node(self.onnx_node.SerializeToString(), opset, list(inputs), settings)
        return tuple(map(writable, values))

    def __str__(self) -> str:
        lines = [f"{type(self).__name__}(", f"    op_type={self.op_type}"]
        for name, value in sorted(vars(self).items()):
            if name[0].islower() and name != "onnx_node" and not name.endswith("_"):
                lines.append(f"    {name}={value},")
        return "\n".join([*lines, ")"])


class OpFunction(Node):
    """A node that calls a function."""

    def __init__(self, node: Any, scope: Any, impl: Any):
        super().__init__(node, scope)
        self.impl_ = impl

    def run(self, *inputs: Any) -> tuple:
        from onnx import AttributeProto

        feeds = dict(zip(self.impl_.input_names, inputs))
        attributes = {each.name: AttributeProto.FromString(each.SerializeToString())
                      for each in self.onnx_node.attribute}
        return tuple(self.impl_.run(None, feeds, attributes=attributes))


class Scope:
    """The scope of the nodes of a graph or function: opsets by domain, and the evaluators of
    functions by domain and name."""

    def __init__(self, opsets: dict[str, int], functions: dict[tuple[str, str], Any]):
        self.opsets = opsets
        self.functions = functions

    def opset(self, domain: str) -> int:
        return self.opsets.get("" if domain == "ai.onnx" else domain, 1)

    def node(self, node: Any) -> Node:
        impl = self.functions.get((node.domain, node.op_type))
        if impl is not None:
            return OpFunction(node, self, impl)
        domain = "" if node.domain == "ai.onnx" else node.domain
        return node_class(domain, node.op_type, self.opset(domain))(node, self)


def schema_of(node: Any, opset: int) -> Any:
    """The onnx package's schema, or None."""
    import onnx

    try:
        return onnx.defs.get_schema(node.op_type, opset, node.domain)
    except onnx.defs.SchemaError:
        return None


def _default(formal):
    """The default value of a schema's attribute; None without one."""
    from onnx import helper

    value = formal.default_value
    return None if value.type == value.UNDEFINED else helper.get_attribute_value(value)


@functools.cache
def node_class(domain: str, op_type: str, opset: int) -> type[Node]:
    """A class of nodes with the name of onnx.reference's class for the operator, such as "Conv" or
    "Clip_11", and derived from that class; without one, with the operator's name."""
    try:
        model = importlib.import_module(PACKAGES[domain]).load_op(domain, op_type, opset)
    except Exception:  # that class is only a name here
        model = None
    if not isinstance(model, type):
        return type(op_type, (Node,), {})
    return type(model.__name__, (Node, model), {"__module__": __name__})


def is_own(operator: Any) -> bool:
    """True for a class of `new_ops` that is derived from one of Etalon's nodes and evaluates nothing
    itself."""
    if not (isinstance(operator, type) and issubclass(operator, Node)):
        return False
    for kind in operator.__mro__:
        if kind.__module__ == __name__:
            return True
        if {"run", "_run"} & vars(kind).keys():
            return False
    return False
