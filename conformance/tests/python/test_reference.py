"""Options of ReferenceEvaluator that onnx.reference has."""

import numpy
import pytest
from onnx import TensorProto, helper
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
