"""check, bisect, explain. Distances are counted by hand: an ULP of float32 at 1 is 2^-23."""

import numpy
import pytest
from onnx import helper

import onnx_etalon
from models import DIFFERENCE, f32, model, tensor

INPUTS = [f32(3, 3), f32(2, 2)]


def test_a_right_output_has_a_true_report():
    for outputs in ({"c": f32(1, 1)}, [f32(1, 1)], f32(1, 1)):
        report = onnx_etalon.check(DIFFERENCE, INPUTS, outputs)
        assert report and report.max_ulp == 0 and report.first_wrong is None
        assert report.outputs[0].verdict == "same"


def test_a_wrong_output_has_a_false_report_that_says_where():
    report = onnx_etalon.check(DIFFERENCE, INPUTS, [f32(1, 1 + 3 * 2**-23)], max_ulp=2)
    assert not report and report.max_ulp == 3
    wrong = report.first_wrong
    assert (wrong.name, wrong.first.where, wrong.first.expected) == ("c", "[1]", "1")
    assert "[1]" in str(report) and repr(report) == str(report).rstrip("\n")


def test_tolerances_are_numbers_or_by_output():
    almost = [f32(1, 1.01)]
    assert not onnx_etalon.check(DIFFERENCE, INPUTS, almost)
    assert onnx_etalon.check(DIFFERENCE, INPUTS, almost, rtol=0.1, rule="official")
    assert onnx_etalon.check(DIFFERENCE, INPUTS, almost, rtol={"c": 0.1}, rule="official")
    by_rounding = onnx_etalon.check(DIFFERENCE, INPUTS, almost, rtol=0.1)  # 3 − 2 is exact
    assert not by_rounding and by_rounding.outputs[0].verdict == "wrong"
    with pytest.raises(onnx_etalon.InvalidInput, match="'official' or 'verdict'"):
        onnx_etalon.check(DIFFERENCE, INPUTS, almost, rule="unofficial")
    with pytest.raises(onnx_etalon.InvalidInput, match="'d'|d "):
        onnx_etalon.check(DIFFERENCE, INPUTS, almost, rtol={"d": 0.1})


def rounded_to_tf32(x):
    fraction, exponent = numpy.frexp(x)
    return numpy.ldexp(numpy.rint(numpy.ldexp(fraction, 11)), exponent - 11).astype("float32")


def test_arithmetic_that_the_runtime_declares():
    numbers = numpy.random.default_rng(1)
    A, B = (numbers.standard_normal(shape).astype("float32") for shape in ((4, 200), (200, 3)))
    product = model([helper.make_node("MatMul", ["a", "b"], ["y"])],
                    [tensor("a", shape=A.shape), tensor("b", shape=B.shape)],
                    [tensor("y", shape=(4, 3))])
    Y = rounded_to_tf32(A) @ rounded_to_tf32(B)
    plain = onnx_etalon.check(product, [A, B], [Y])
    assert plain.outputs[0].verdict in ("unlikely", "wrong") and "as with tf32" in str(plain)
    for arithmetic in ("tf32", ["tf32", "flush"], "tf32,flush"):
        report = onnx_etalon.check(product, [A, B], [Y], arithmetic=arithmetic)
        assert report and report.outputs[0].verdict == "rounding"
        assert report.outputs[0].arithmetic[0] == "tf32" and "rounding (tf32" in str(report)
    with pytest.raises(onnx_etalon.InvalidInput, match="fp8"):
        onnx_etalon.check(product, [A, B], [Y], arithmetic="fp8")


def test_missing_and_misshapen_outputs_are_judgements():
    assert onnx_etalon.check(DIFFERENCE, INPUTS, {}).outputs[0].verdict == "wrong"
    assert onnx_etalon.check(DIFFERENCE, INPUTS, [f32(1)]).outputs[0].verdict == "wrong"
    wide = [numpy.array([1.0, 1.0])]
    assert onnx_etalon.check(DIFFERENCE, INPUTS, wide).outputs[0].verdict == "wrong"


def test_notebooks_show_a_table_with_names_as_text():
    hostile = model(
        [helper.make_node("Sub", ["a", "b"], ["<script>"])],
        [tensor("a"), tensor("b")],
        [tensor("<script>")],
    )
    page = onnx_etalon.check(hostile, INPUTS, [f32(1, 2)])._repr_html_()
    assert page.startswith("<table>") and "&lt;script&gt;" in page and "<script>" not in page


NODES = [helper.make_node("Neg", ["x"], ["t"]), helper.make_node("Exp", ["t"], ["y"], "last")]
CHAIN = model(NODES, [tensor("x")], [tensor("y")])


def test_bisect_names_the_wrong_node(tmp_path):
    def wrong_exp(content, inputs):
        values = onnx_etalon.run(content, inputs, all_values=True)
        names = [info.name for info in onnx_etalon.load(content).outputs]
        return {name: values[name] * (1.5 if name.startswith(("y", "output")) else 1) for name in names}

    found = onnx_etalon.bisect(CHAIN, [f32(1, 2)], wrong_exp)
    assert not found and found.outcome == "found" and found.node == "Exp-13 'last'"
    assert "Exp-13" in str(found)
    assert list(found.case.inputs.values())[0].tolist() == [-1, -2]
    found.case.save(tmp_path / "case")
    assert (tmp_path / "case" / "model.onnx").is_file()


def test_bisect_of_a_right_runtime():
    found = onnx_etalon.bisect(CHAIN, [f32(1)], onnx_etalon.run)
    assert found and found.node is None and found.case is None


def test_a_runtime_that_raises():
    def refuses(content, inputs):
        raise NotImplementedError("no Exp here")

    assert onnx_etalon.bisect(CHAIN, [f32(1)], refuses).outcome == "unsupported"

    def stops(content, inputs):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        onnx_etalon.bisect(CHAIN, [f32(1)], stops)


def test_explain():
    text = onnx_etalon.explain("Softmax-13")
    assert text.startswith("Softmax\n") and "Softmax-13 (domain ai.onnx)" in text
    assert "axis: int = -1" in text
    assert repr(text) == text
    with pytest.raises(onnx_etalon.InvalidInput, match="did you mean Softmax"):
        onnx_etalon.explain("Softmacks")
