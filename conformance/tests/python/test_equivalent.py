"""onnx_etalon.equivalent."""

import numpy
import onnx
import onnx_etalon
import pytest


def normalization(epsilon):
    x = onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["N", 4])
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["N", 4])
    scale = onnx.helper.make_tensor("scale", onnx.TensorProto.FLOAT, [4], [1, 1, 1, 1])
    node = onnx.helper.make_node("LayerNormalization", ["x", "scale"], ["y"], epsilon=epsilon)
    graph = onnx.helper.make_graph([node], "g", [x], [y], [scale])
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)],
                                  ir_version=8)


def test_a_model_is_equivalent_to_itself():
    model = normalization(1e-5)
    found = onnx_etalon.equivalent(model, model.SerializeToString(), cases=3)
    assert found and found.verdict == "identical" and found.witness is None
    assert found.data["inputs"] - found.data["aimed"] == 3
    assert found.data["interface"] == [] and found.data["initializers"] == []


def test_a_lost_epsilon_is_a_difference_with_a_witness(tmp_path):
    onnx.save(normalization(1e-5), tmp_path / "before.onnx")
    found = onnx_etalon.equivalent(tmp_path / "before.onnx", normalization(0.0))
    assert not found and found.verdict == "different"
    assert found.witness.startswith("x = ")
    within = onnx_etalon.equivalent(normalization(1e-5), normalization(0.0), cases=2, within="snr=20")
    assert within and within.verdict == "within"  # ordinary values


def renamed(model, old, new):
    copy = onnx.ModelProto.FromString(model.SerializeToString())
    for value in [*copy.graph.input, *copy.graph.output]:
        value.name = new if value.name == old else value.name
    for node in copy.graph.node:
        node.output[:] = [new if name == old else name for name in node.output]
    return copy


def test_another_name_is_a_difference_unless_only_shapes_count():
    before = normalization(1e-5)
    after = renamed(before, "y", "z")
    found = onnx_etalon.equivalent(before, after, cases=1)
    assert found.verdict == "different"
    assert found.data["interface"] == [
        {"what": "output 'y' of BEFORE is 'z' of AFTER, by its position", "verdict": "different"}
    ]
    assert found.data["outputs"][0]["verdict"] == "identical"
    assert onnx_etalon.equivalent(before, after, cases=1, interface="shape")
    with pytest.raises(onnx_etalon.InvalidInput, match="strict, named or shape"):
        onnx_etalon.equivalent(before, after, interface="loose")


def clipped(most):
    x = onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["N"])
    y = onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["N"])
    bound = onnx.helper.make_tensor(f"most_{most}", onnx.TensorProto.FLOAT, [], [most])
    node = onnx.helper.make_node("Min", ["x", bound.name], ["y"])
    graph = onnx.helper.make_graph([node], "g", [x], [y], [bound])
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)],
                                  ir_version=8)


def test_given_inputs_are_compared_first():
    sets = [{"x": numpy.float32([1, 2])}, {"x": numpy.float32([1, 2050])}]
    found = onnx_etalon.equivalent(clipped(2000.0), clipped(2100.0), cases=0, inputs=sets)
    assert found.verdict == "different"
    assert found.data["outputs"][0]["input"] == "given input 2"
    assert found.data["outputs"][0]["identical"] == 1
    assert onnx_etalon.equivalent(clipped(2000.0), clipped(2100.0), cases=0, inputs=sets[:1])
    with pytest.raises(onnx_etalon.EtalonError, match="'z' is not an input"):
        onnx_etalon.equivalent(clipped(1.0), clipped(1.0), inputs=[{"z": numpy.float32([1])}])


def test_verdicts_that_fail_are_chosen():
    before, after = clipped(2000.0), clipped(2100.0)
    assert not onnx_etalon.equivalent(before, after)
    assert onnx_etalon.equivalent(before, after, fail_on=["not-shown"])


def test_what_cannot_be_compared_raises(tmp_path):
    with pytest.raises(onnx_etalon.EtalonError, match="No such file"):
        onnx_etalon.equivalent(tmp_path / "none.onnx", normalization(1e-5))
    with pytest.raises(onnx_etalon.InvalidInput, match="not loud"):
        onnx_etalon.equivalent(normalization(1e-5), normalization(1e-5), within="loud")
