"""cases, generate, strategies."""

import numpy
import pytest
from hypothesis import find, given, settings
from onnx import checker, load_model_from_string

import onnx_etalon
import toy_runtime
from models import DIFFERENCE, f32
from onnx_etalon import strategies


def test_own_cases_by_operator_and_opset():
    found = list(onnx_etalon.cases(release="own", operator="ai.onnx.Trilu"))
    assert found and all(case.suite == "ai.onnx" and case.operators == ["Trilu-14"] for case in found)
    assert found[0].id == f"own/ai.onnx/{found[0].name}"
    of_every_domain = list(onnx_etalon.cases(release="own", operator="Trilu"))
    assert {case.suite for case in of_every_domain} == {"ai.onnx", "com.microsoft"}
    assert {case.id for case in found} < {case.id for case in of_every_domain}
    legacy = list(onnx_etalon.cases(release="own", operator="Add", opset=6))
    assert legacy and all("Add-6" in case.operators for case in legacy)
    exact = list(onnx_etalon.cases(release="own", operator="Add-6"))
    assert {case.id for case in legacy} <= {case.id for case in exact}
    doubles = list(onnx_etalon.cases(release="own", operator="Add", type="double"))
    assert all("double" in case.types for case in doubles)


def test_a_case_has_its_data_and_judges_a_runtime():
    case = next(onnx_etalon.cases(release="own", operator="Trilu", name="*upper triangle by default"))
    (data,) = case.data_sets
    assert data.inputs["input_0"].tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert data.outputs["output_0"].tolist() == [[1, 2, 3], [0, 5, 6], [0, 0, 9]]
    assert (case.rtol, case.atol, case.error) == (1e-3, 1e-7, None)
    assert case.judge() and case.judge(onnx_etalon.run)
    wrong = case.judge(lambda model, inputs: list(inputs.values()))
    assert not wrong and wrong.status == "fail" and "[1, 0]" in wrong.message + wrong.data["where"]
    assert case.judge(lambda model, inputs: []).status == "fail"
    assert case.judge(lambda model, inputs: 1 / 0).status == "error"
    assert case.judge(lambda model, inputs: "text").status == "error"


def test_another_result_that_the_specification_permits_is_no_failure():
    name = "*13 double terms that overflow on the way"
    (case,) = onnx_etalon.cases(release="own", operator="ReduceSum", name=name)
    result = case.judge(lambda model, inputs: [numpy.array([numpy.inf])])  # 1e308 + 1e308 - 3e307
    assert result and result.status == "open" and "ReduceSum.overflow" in result.message
    assert case.judge(lambda model, inputs: [numpy.array([1.0])]).status == "fail"


def test_a_case_that_expects_an_error():
    case = next(case for case in onnx_etalon.cases(release="own", operator="Reshape") if case.error)

    def refuses(model, inputs):
        raise onnx_etalon.InvalidInput("no")

    assert case.judge() and case.judge(refuses)


def test_cases_of_a_folder(tmp_path):
    (case,) = onnx_etalon.generate(DIFFERENCE, inputs=[f32(5), f32(3)])
    case.save(tmp_path / "node" / "test_difference")
    (found,) = onnx_etalon.cases(tmp_path)
    assert found.name == "test_difference" and found.judge()
    assert found.data_sets[0].outputs["c"].tolist() == [2]
    with pytest.raises(onnx_etalon.InvalidInput, match="nowhere"):
        list(onnx_etalon.cases(tmp_path / "nowhere"))
    with pytest.raises(onnx_etalon.InvalidInput, match="no release 0.0"):
        list(onnx_etalon.cases(release="0.0"))


def test_generate_random_calls_that_onnx_accepts():
    drawn = onnx_etalon.generate(operator="Conv-11", count=3, seed=7)
    again = onnx_etalon.generate(operator="Conv-11", count=3, seed=7)
    assert [case.model for case in drawn] == [case.model for case in again]
    for case in drawn:
        assert case.operator == "Conv-11" and repr(case).startswith("Conv-11")
        checker.check_model(load_model_from_string(case.model), full_check=True)
        assert case.check(case.outputs)
    with pytest.raises(onnx_etalon.InvalidInput, match="Frobnicate"):
        onnx_etalon.generate(operator="Frobnicate")
    with pytest.raises(onnx_etalon.InvalidInput, match="either"):
        onnx_etalon.generate()


def test_generate_draws_the_inputs_that_are_missing():
    sub = load_model_from_string(DIFFERENCE.SerializeToString())
    for info in sub.graph.input:
        info.type.tensor_type.shape.dim[0].dim_param = "n"
    (case,) = onnx_etalon.generate(sub, seed=1, dimensions={"n": 4}, inputs={"a": f32(1, 2, 3, 4)})
    a, b = case.inputs["a"], case.inputs["b"]
    assert a.tolist() == [1, 2, 3, 4] and case.outputs["c"].tolist() == (a - b).tolist()


@settings(max_examples=30, deadline=None)
@given(strategies.calls("Gather"))
def test_drawn_calls_are_right(call):
    assert call.check(call.outputs)
    assert call.operator.startswith("Gather-")


def test_a_planted_defect_is_found_and_shrinks():
    def is_wrong(call):
        return not call.check(toy_runtime.without_asymmetric_pads(call.model, call.inputs))

    plan = settings(max_examples=500, deadline=None, derandomize=True, database=None)
    call = find(strategies.calls("AveragePool-11"), is_wrong, settings=plan)
    attributes = {
        each.name: list(each.ints)
        for each in load_model_from_string(call.model).graph.node[0].attribute
    }
    begins, ends = numpy.split(numpy.array(attributes["pads"]), 2)
    assert sorted(begins.tolist() + ends.tolist())[-2:] == [0, 1] or begins.tolist() != ends.tolist()
    (x,) = call.inputs.values()
    assert x.size <= 16


def test_strategies_of_operators_that_do_not_exist():
    with pytest.raises(onnx_etalon.InvalidInput, match="Frobnicate"):
        strategies.calls("Frobnicate")
