"""ReferenceEvaluator with the calls of onnx.reference.ReferenceEvaluator, evaluated by Etalon."""

import functools
import warnings
from typing import Any, Optional, Union

from . import _native
from ._annotations import contradiction
from ._container import filled_model, is_container
from ._errors import InvalidInput, InvalidModel
from ._nodes import Node, Scope, is_own
from ._operators import evaluating, known_classes
from ._session import Session, load, message_of
from ._trace import print_trace
from ._values import writable


class ReferenceEvaluator:
    """Evaluates a ModelProto, its path or bytes, or a ModelContainer; a GraphProto with `opsets`; a
    FunctionProto or a NodeProto, whose types are those of the inputs.

    Models are checked first: one that breaks the format or a schema is an InvalidModel here, even
    if onnx.reference evaluates it. Values that contradict a declared type or shape are only a
    RuntimeWarning; with `check_shape_annotations`, a ShapeAnnotationError of the onnx package, or
    InvalidInput where the package has none; the shapes in inner graphs and functions are not
    checked. `functions` are FunctionProto or evaluators of one. Python classes of operators
    (`new_ops`), derived from onnx.reference.op_run.OpRun, are evaluated in your own domains. A
    class for an operator that Etalon has raises Unsupported. `verbose` prints the nodes of the
    graph (from 2 on), and constants, inputs and what nodes give (from 3 on). `rt_nodes_` are the
    nodes, to look at their names and attributes, or to run one.
    """

    def __init__(
        self,
        proto: Any,
        opsets: Optional[dict[str, int]] = None,
        functions: Optional[list] = None,
        verbose: int = 0,
        new_ops: Optional[list] = None,
        check_shape_annotations: bool = False,
    ):
        self._classes = known_classes([each for each in new_ops or [] if not is_own(each)])
        if is_container(proto):
            proto = filled_model(proto)
        self.proto_ = proto
        self.verbose = verbose
        self.check_shape_annotations_ = check_shape_annotations
        self._kind = getattr(getattr(proto, "DESCRIPTOR", None), "name", "ModelProto")
        self._functions = [getattr(each, "proto_", each) for each in functions or []]
        if self._kind == "FunctionProto":
            self._functions.append(proto)
        self._opsets = opsets
        self._session: Optional[Session] = None
        if self._kind == "ModelProto":
            _refuse("opsets", opsets, self._kind)
            _refuse("functions", functions, self._kind)
            self._session = load(proto)
        elif self._kind == "GraphProto":
            if not isinstance(opsets, dict):
                raise TypeError("opsets must be a dictionary if proto is GraphProto.")
            self._session = load(self._model(proto, opsets))
        elif self._kind == "FunctionProto":
            _refuse("opsets", opsets, self._kind)
        elif self._kind != "NodeProto":
            raise TypeError(f"Unexpected type {type(proto)} for proto.")

    @property
    def input_names(self) -> list[str]:
        if self._session:
            return [info.name for info in self._session.inputs]
        return list(self.proto_.input)

    @property
    def output_names(self) -> list[str]:
        if self._session:
            return [info.name for info in self._session.outputs]
        return list(self.proto_.output)

    @property
    def input_types(self) -> Optional[list]:
        """The TypeProto of each input; None for functions and nodes."""
        graph = self._graph()
        return None if graph is None else [info.type for info in graph.input]

    @property
    def output_types(self) -> Optional[list]:
        graph = self._graph()
        return None if graph is None else [info.type for info in graph.output]

    @property
    def opsets(self) -> dict[str, int]:
        if self._opsets is not None:
            return self._opsets
        if self._session:
            return self._session.opsets
        if self._kind == "FunctionProto":
            return {each.domain: each.version for each in self.proto_.opset_import}
        return {self.proto_.domain: newest_opset(self.proto_.domain)}

    @functools.cached_property
    def rt_nodes_(self) -> list[Node]:
        """The nodes of the graph or function, in order; see `_nodes.Node`."""
        graph = self._graph()
        nodes = [self.proto_] if self._kind == "NodeProto" else (graph or self.proto_).node
        functions = list(self._functions) if self._kind != "FunctionProto" else self._functions[:-1]
        if self._kind == "ModelProto":
            functions = message_of(self.proto_).functions
        called = {
            (each.domain, each.name): ReferenceEvaluator(
                each, functions=[other for other in functions if other is not each]
            )
            for each in functions
        }
        scope = Scope(self.opsets, called)
        return [scope.node(each) for each in nodes]

    @property
    def has_linked_attribute(self) -> bool:
        """True if a node has the value of a function's attribute."""
        return any(node.has_linked_attribute for node in self.rt_nodes_)

    def run(
        self,
        output_names: Optional[list[str]],
        feed_inputs: dict[str, Any],
        attributes: Optional[dict[str, Any]] = None,
        intermediate: bool = False,
        check_shape_annotations: Optional[bool] = None,
    ) -> Union[list, dict[str, Any]]:
        """The outputs of these names, or all, in a list; with `intermediate`, every value by name.
        `attributes` are those of a FunctionProto. `check_shape_annotations` overrides the
        evaluator's for this call."""
        names = self.output_names if output_names is None else list(output_names)
        unknown = any(name not in self.output_names for name in names)
        strict = _first(check_shape_annotations, self.check_shape_annotations_)
        graph = self._graph() if strict or self.verbose > 0 else None
        inner = intermediate or unknown or graph is not None
        if strict:
            _require_shapes(graph, feed_inputs)
        values = self._evaluate(feed_inputs, attributes, inner, strict)
        if strict:
            _require_shapes(graph, {**feed_inputs, **values})
        if self.verbose > 0 and graph is not None:
            print_trace(graph, feed_inputs, values, self.verbose)
        if intermediate:
            return writable(values)
        for name in names:
            if name not in values:
                raise InvalidInput(f"the model has no output {name!r}")
        return [writable(values[name]) for name in names]

    def _evaluate(self, feed_inputs, attributes, inner, strict):
        with evaluating(self._classes):
            return self._evaluate_by_etalon(feed_inputs, attributes, inner, strict)

    def _evaluate_by_etalon(self, feed_inputs, attributes, inner, strict):
        if self._session is None:
            return load(self._call(feed_inputs, attributes)).run(feed_inputs, all_values=inner)
        try:
            return self._session.run(feed_inputs, all_values=inner)
        except (InvalidInput, InvalidModel) as problem:
            values = load(self._undeclared(feed_inputs)).run(feed_inputs, all_values=inner)
            if strict:
                raise _annotation_error(problem) from problem
            warnings.warn(f"evaluated all the same: {problem}", RuntimeWarning, stacklevel=3)
            return values

    def _undeclared(self, feed_inputs):
        """The model with the types of these inputs, and no types for other values."""
        import onnx

        model = onnx.ModelProto()
        if self._kind == "GraphProto":
            model.CopyFrom(self._model(self.proto_, self._opsets))
        else:
            model.CopyFrom(message_of(self.proto_, external_data=True))
        for info in model.graph.input:
            if info.name in feed_inputs:
                info.type.ParseFromString(_native.type_proto(feed_inputs[info.name]))
        for info in model.graph.output:
            info.ClearField("type")
        del model.graph.value_info[:]
        return model

    def _graph(self):
        if self._kind == "GraphProto":
            return self.proto_
        if self._kind != "ModelProto":
            return None
        return message_of(self.proto_).graph

    def _model(self, graph, opsets):
        """A ModelProto of a graph, with the functions that it may call."""
        from onnx import helper

        versions = dict(opsets)
        for function in self._functions:
            versions.setdefault(function.domain, 1)
        imports = [helper.make_opsetid(*each) for each in versions.items()]
        return helper.make_model(graph, opset_imports=imports, functions=self._functions)

    def _call(self, feed_inputs, attributes):
        """A ModelProto that calls the node or the function; its types are those of the inputs."""
        import onnx
        from onnx import helper

        node, opsets = self.proto_, self.opsets
        if self._kind == "FunctionProto":
            if attributes is None and self.proto_.attribute:
                raise TypeError("attributes are needed for a function that has some")
            node = helper.make_node(
                self.proto_.name, self.proto_.input, self.proto_.output, domain=self.proto_.domain
            )
            node.attribute.extend(_attributes(attributes or {}))
            opsets = {**opsets, self.proto_.domain: opsets.get(self.proto_.domain, 1)}
        inputs = [
            helper.make_value_info(name, onnx.TypeProto.FromString(_native.type_proto(feed_inputs[name])))
            for name in node.input
            if name in feed_inputs
        ]
        outputs = [onnx.ValueInfoProto(name=name) for name in node.output if name]
        return self._model(helper.make_graph([node], "call", inputs, outputs), opsets)

    def __str__(self) -> str:
        names = ", ".join(self.input_names)
        return f"{type(self).__name__}({names}) -> {', '.join(self.output_names)}"


def _first(given, otherwise):
    return otherwise if given is None else given


def _require_shapes(graph, values):
    if graph is not None and (problem := contradiction(graph, values)):
        raise _annotation_error(InvalidInput(problem))


def _annotation_error(problem):
    """The error of the onnx package for values that contradict what the model declares."""
    try:
        from onnx.reference.shape_annotation_checker import ShapeAnnotationError
    except ImportError:
        return problem
    return ShapeAnnotationError(str(problem))


def _refuse(what, given, kind):
    if given is not None:
        raise ValueError(f"{what} must be None if proto is {kind}.")


def _attributes(attributes):
    from onnx import AttributeProto, helper

    for name, value in attributes.items():
        yield value if isinstance(value, AttributeProto) else helper.make_attribute(name, value)


def newest_opset(domain: str) -> int:
    """Of the onnx package; 1 for a domain that it does not know."""
    import onnx

    versions = [each.since_version for each in onnx.defs.get_all_schemas() if each.domain == domain]
    return onnx.defs.onnx_opset_version() if domain in ("", "ai.onnx") else max(versions, default=1)
