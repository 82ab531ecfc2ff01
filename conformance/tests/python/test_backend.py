"""ONNX's Backend interface, and ReferenceEvaluator."""

import numpy
import onnx
import pytest
from onnx import FunctionProto, TensorProto, helper

import onnx_etalon
import onnx_etalon.backend as backend
from models import DIFFERENCE, f32, model, one_node, sequence, tensor
from onnx_etalon import ReferenceEvaluator


@pytest.mark.parametrize("each", [backend, backend.EtalonBackend])
def test_class_and_module_are_the_same_backend(each):
    assert each.supports_device("CPU") and not each.supports_device("CUDA")
    assert each.is_compatible(DIFFERENCE) and not each.is_compatible(DIFFERENCE, "CUDA")
    assert each.run_model(DIFFERENCE, [f32(5), f32(3)])[0].tolist() == [2]
    outputs = each.prepare(DIFFERENCE).run([f32(5), f32(3)])
    assert outputs.c.tolist() == [2]
    outputs[0][0] = 7  # outputs belong to the caller
    with pytest.raises(NotImplementedError, match="CUDA"):
        each.prepare(DIFFERENCE, "CUDA")


def test_run_node():
    sub = helper.make_node("Sub", ["a", "b"], ["c"])
    assert backend.run_node(sub, [f32(5), f32(3)]).c.tolist() == [2]
    assert backend.run_node(sub, {"b": f32(3), "a": f32(5)}).c.tolist() == [2]
    clip = helper.make_node("Clip", ["x", "", "high"], ["y"])
    assert backend.run_node(clip, [f32(1, 9), None, numpy.float32(2)]).y.tolist() == [1, 2]
    legacy = helper.make_node("Add", ["a", "b"], ["c"], broadcast=1, axis=0)
    a = numpy.zeros((2, 3), numpy.float32)
    c = backend.run_node(legacy, [a, f32(1, 2)], opset_version=6).c
    assert c.tolist() == [[1, 1, 1], [2, 2, 2]]
    at = helper.make_node("SequenceAt", ["s", "i"], ["y"])
    assert backend.run_node(at, [[f32(1), f32(2, 3)], numpy.int64(1)]).y.tolist() == [2, 3]
    scaler = helper.make_node("Scaler", ["x"], ["y"], domain="ai.onnx.ml", offset=[1.0], scale=[2.0])
    assert backend.run_node(scaler, [f32(3)]).y.tolist() == [4]


def test_evaluator_of_a_model(tmp_path):
    onnx.save(DIFFERENCE, tmp_path / "m.onnx")
    content = DIFFERENCE.SerializeToString()
    for given in (DIFFERENCE, content, str(tmp_path / "m.onnx")):
        evaluator = ReferenceEvaluator(given)
        assert evaluator.input_names == ["a", "b"] and evaluator.output_names == ["c"]
        assert evaluator.opsets == {"": 18, "ai.onnx.ml": 3}
        assert evaluator.input_types[0].tensor_type.elem_type == TensorProto.FLOAT
        (c,) = evaluator.run(None, {"a": f32(5), "b": f32(3)})
        assert c.tolist() == [2] and c.flags.writeable
    assert str(evaluator) == "ReferenceEvaluator(a, b) -> c"


def test_evaluator_gives_inner_values():
    nodes = [helper.make_node("Neg", ["x"], ["t"]), helper.make_node("Abs", ["t"], ["y"])]
    evaluator = ReferenceEvaluator(model(nodes, [tensor("x")], [tensor("y")]))
    t, y = evaluator.run(["t", "y"], {"x": f32(2)})
    assert (t.tolist(), y.tolist()) == ([-2], [2])
    assert set(evaluator.run(None, {"x": f32(2)}, intermediate=True)) == {"x", "t", "y"}
    with pytest.raises(onnx_etalon.InvalidInput, match="'z'"):
        evaluator.run(["z"], {"x": f32(2)})


def test_evaluator_of_a_node():
    node = helper.make_node("Add", ["a", "b"], ["c"])
    evaluator = ReferenceEvaluator(node)
    assert evaluator.input_names == ["a", "b"] and evaluator.input_types is None
    assert evaluator.run(None, {"a": f32(1), "b": f32(2)})[0].tolist() == [3]
    assert evaluator.run(None, {"a": numpy.int64([1]), "b": numpy.int64([2])})[0].dtype == numpy.int64


def function(attributes=()):
    node = helper.make_node("LeakyRelu", ["x"], ["y"])
    if attributes:
        node.attribute.add(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT)
    opsets = [helper.make_opsetid("", 18)]
    return helper.make_function("mine", "Leaky", ["x"], ["y"], [node], opsets, list(attributes))


def test_evaluator_of_a_function_and_of_a_graph_that_calls_it():
    assert ReferenceEvaluator(function()).run(None, {"x": f32(-1)})[0].tolist() == [numpy.float32(-0.01)]
    sloped = function(["slope"])
    assert ReferenceEvaluator(sloped).run(None, {"x": f32(-1)}, {"slope": 0.5})[0].tolist() == [-0.5]
    call = helper.make_node("Leaky", ["x"], ["y"], domain="mine", slope=0.25)
    graph = helper.make_graph([call], "g", [tensor("x")], [tensor("y")])
    evaluator = ReferenceEvaluator(graph, opsets={"": 18, "mine": 1}, functions=[sloped])
    assert evaluator.run(None, {"x": f32(-1)})[0].tolist() == [-0.25]
    assert isinstance(sloped, FunctionProto)


def test_what_the_evaluator_refuses():
    class Mine:
        pass

    with pytest.raises(onnx_etalon.Unsupported, match="Mine.*it is not a class with _run"):
        ReferenceEvaluator(DIFFERENCE, new_ops=[Mine])
    with pytest.raises(ValueError, match="opsets"):
        ReferenceEvaluator(DIFFERENCE, opsets={"": 18})
    with pytest.raises(TypeError, match="Unexpected type"):
        ReferenceEvaluator(TensorProto())


def test_sequences_of_the_evaluator_are_lists():
    split = one_node("SplitToSequence", [tensor("x")], [sequence("s")], keepdims=0)
    assert [float(each) for each in ReferenceEvaluator(split).run(None, {"x": f32(1, 2)})[0]] == [1, 2]
