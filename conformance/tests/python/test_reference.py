"""Options of ReferenceEvaluator that onnx.reference has."""

import numpy
import onnx
import onnx.reference
import pytest
from onnx import TensorProto, helper
from onnx.model_container import make_large_model, make_large_tensor_proto
from onnx.reference.shape_annotation_checker import ShapeAnnotationError

import onnx_etalon
from models import DIFFERENCE, f32, model, one_node, sequence, tensor
from onnx_etalon import ReferenceEvaluator


def declared(*dims, opset=18):
    """y = x, both with these dims; z = Shape(x) between them is declared with two elements."""
    nodes = [helper.make_node("Identity", ["x"], ["y"]), helper.make_node("Shape", ["x"], ["z"])]
    made = model(nodes, [tensor("x", shape=("N", "M"))], [tensor("y", shape=dims)], opset=opset)
    made.graph.value_info.append(tensor("z", TensorProto.INT64, (2,)))
    return made


def test_shapes_are_held_to_their_annotations_when_that_is_wanted():
    x = numpy.zeros((2, 3), numpy.float32)
    strict = ReferenceEvaluator(declared("N", "M"), check_shape_annotations=True)
    assert strict.run(None, {"x": x})[0].shape == (2, 3)
    for dims, sentence in [
        (("N", "N"), "axis 1 of 'y' is 3, and its symbolic dimension 'N' is 2"),
        ((2, 4), "axis 1 of 'y' is 3, and its declared dimension value is 4"),
        (("N",), "rank"),
    ]:
        with pytest.raises(ShapeAnnotationError, match=sentence):
            ReferenceEvaluator(declared(*dims), check_shape_annotations=True).run(None, {"x": x})
    lenient = ReferenceEvaluator(declared("N", "N"))
    assert lenient.run(None, {"x": x})[0].shape == (2, 3)
    with pytest.raises(ShapeAnnotationError):
        lenient.run(None, {"x": x}, check_shape_annotations=True)
    square = ReferenceEvaluator(declared("N", "N"), check_shape_annotations=True)
    assert square.run(None, {"x": x}, check_shape_annotations=False)[0].shape == (2, 3)


def test_an_operators_own_error_is_no_matter_of_annotations():
    with pytest.raises(onnx_etalon.InvalidInput, match="do not broadcast"):
        ReferenceEvaluator(
            one_node("Sub", [tensor("a", shape=None), tensor("b", shape=None)], [tensor("c", shape=None)]),
            check_shape_annotations=True,
        ).run(None, {"a": f32(1, 2), "b": f32(1, 2, 3)})


@pytest.mark.parametrize(
    "level, lines",
    [
        (0, []),
        (2, ["Sub(a, b) -> c"]),
        (3, [" +I a: float32:(2,) in [3.0, 4.0]", " +I b: float32:(1,) in [1.0, 1.0]"]
            + ["Sub(a, b) -> c", " + c: float32:(2,) in [2.0, 3.0]"]),
        (4, [" +I a: float32:(2,):[3.0, 4.0]", " +I b: float32:(1,):[1.0]"]
            + ["Sub(a, b) -> c", " + c: float32:(2,):[2.0, 3.0]"]),
    ],
)
def test_verbose_prints_nodes_and_values(level, lines, capsys):
    ReferenceEvaluator(DIFFERENCE, verbose=level).run(None, {"a": f32(3, 4), "b": f32(1)})
    assert capsys.readouterr().out.splitlines() == lines


def test_verbose_prints_values_of_every_kind(capsys):
    pair = model(
        [helper.make_node("SequenceConstruct", ["x", "k"], ["s"])],
        [tensor("x")],
        [sequence("s")],
        [helper.make_tensor("k", TensorProto.FLOAT, [0], [])],
    )
    ReferenceEvaluator(pair, verbose=3).run(None, {"x": f32(1, 2)})
    assert capsys.readouterr().out.splitlines() == [
        " +C k: float32:(0,) (empty)",
        " +I x: float32:(2,) in [1.0, 2.0]",
        "SequenceConstruct(x, k) -> s",
        " + s: float32:(2,) in [1.0, 2.0], float32:(0,) (empty)",
    ]
    words = one_node("Identity", [tensor("w", TensorProto.STRING)], [tensor("v", TensorProto.STRING)])
    ReferenceEvaluator(words, verbose=15).run(None, {"w": numpy.array(["a", "\n"], object)})
    assert " + v: object:(2,):['a', '\\n']" in capsys.readouterr().out


def container():
    """Y = X · A, with A beside the model."""
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["X", "A"], ["Y"])],
        "g",
        [helper.make_tensor_value_info("X", TensorProto.FLOAT, [None, 2])],
        [helper.make_tensor_value_info("Y", TensorProto.FLOAT, [None, 2])],
        [make_large_tensor_proto("#a", "A", TensorProto.FLOAT, (2, 2))],
    )
    opsets = [helper.make_opsetid("", 13)]
    return make_large_model(graph, {"#a": f32([1, 2], [3, 4])}, opset_imports=opsets)


def test_a_model_container_has_its_large_initializers():
    large = container()
    (y,) = ReferenceEvaluator(large).run(None, {"X": f32([1, 1])})
    assert y.tolist() == [[4, 6]]
    assert onnx_etalon.run(large, [f32([1, 0])])["Y"].tolist() == [[1, 2]]
    assert large.model_proto.graph.initializer[0].external_data  # the container is as it was


def test_a_container_that_lacks_an_initializer_is_refused_in_a_sentence():
    large = container()
    large.large_initializers.clear()
    with pytest.raises(onnx_etalon.EtalonError, match="'A'"):
        ReferenceEvaluator(large)


def unary(op_type, **attributes):
    """A graph of one node from X to Y."""
    info = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in ("X", "Y")]
    return helper.make_graph([helper.make_node(op_type, ["X"], ["Y"], **attributes)], "g", info[:1], info[1:])


@pytest.mark.parametrize(
    "op_type, opset, name",
    [
        ("Relu", 14, "Relu"),
        ("Clip", 10, "Clip_6"),
        ("Clip", 13, "Clip_11"),
        ("ReduceMean", 17, "ReduceMean_1"),
        ("ReduceMean", 18, "ReduceMean_18"),
    ],
)
def test_nodes_have_the_class_names_of_onnx_reference(op_type, opset, name):
    (entry,) = ReferenceEvaluator(unary(op_type), opsets={"": opset}).rt_nodes_
    (other,) = onnx.reference.ReferenceEvaluator(unary(op_type), opsets={"": opset}).rt_nodes_
    assert type(entry).__name__ == type(other).__name__ == name
    assert isinstance(entry, type(other)) and f"op_type={op_type}" in str(entry)


def test_a_nodes_attributes_include_defaults_and_it_can_be_run():
    (clip,) = ReferenceEvaluator(unary("Clip", max=1.0), opsets={"": 6}).rt_nodes_
    assert (clip.min, clip.max) == (numpy.finfo(numpy.float32).min, 1)
    assert (clip.op_type, list(clip.input), list(clip.output)) == ("Clip", ["X"], ["Y"])
    (y,) = clip.run(f32(0.5, 3))
    assert y.tolist() == [0.5, 1]


FUNCTIONS = """
<ir_version: 8, opset_import: ["": 17, "local": 1]>
g (float[N] X, bool c) => (float[N] Y) { Y = local.scaled <factor = 2.0> (X, c) }
<domain: "local", opset_import: ["": 17]>
scaled <factor> (x, c) => (y) {
    y = If (c) <
        then_branch = then () => (t) { f = Constant <value_float: float = @factor> ()  t = Mul (x, f) },
        else_branch = otherwise () => (e) { e = Neg (x) }>
}
"""


def test_nodes_of_functions_and_inner_graphs():
    evaluator = ReferenceEvaluator(onnx.parser.parse_model(FUNCTIONS))
    (call,) = evaluator.rt_nodes_
    assert type(call).__name__ == "OpFunction" and type(call.impl_).__name__ == "ReferenceEvaluator"
    (choice,) = call.impl_.rt_nodes_
    assert type(choice).__name__.startswith("If") and choice.has_linked_attribute
    names = [node.op_type for node in choice.then_branch.rt_nodes_]
    assert names == ["Constant", "Mul"]
    assert not choice.else_branch.has_linked_attribute
    (y,) = call.run(f32(1, 3), numpy.array(True))
    assert y.tolist() == [2, 6]


def test_operators_derived_from_a_node_are_etalons_own():
    relu = helper.make_model(unary("Relu"), opset_imports=[helper.make_opsetid("", 14)])
    kind = type(ReferenceEvaluator(relu).rt_nodes_[0])
    same = type("Relu", (kind,), {})
    (y,) = ReferenceEvaluator(relu, new_ops=[same]).run(None, {"X": f32(-1, 2)})
    assert y.tolist() == [0, 2]
    other = type("Relu", (kind,), {"_run": lambda self, x: (x,)})
    with pytest.raises(onnx_etalon.Unsupported, match="Etalon evaluates its own operators only"):
        ReferenceEvaluator(relu, new_ops=[other])
