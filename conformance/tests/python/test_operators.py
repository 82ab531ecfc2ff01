"""Operators that are Python functions or classes."""

import numpy
import onnx_etalon
import pytest
from onnx import TensorProto, helper
from onnx_etalon import ReferenceEvaluator


def model_of(name, inputs, outputs=1, domain="my.domain", /, **attributes):
    """A model of one node, of float inputs and outputs."""
    given = [helper.make_tensor_value_info(f"x{i}", TensorProto.FLOAT, None) for i in range(inputs)]
    wanted = [helper.make_tensor_value_info(f"y{i}", TensorProto.FLOAT, None) for i in range(outputs)]
    node = helper.make_node(name, [x.name for x in given], [y.name for y in wanted], domain=domain, **attributes)
    graph = helper.make_graph([node], "graph", given, wanted)
    opsets = [helper.make_opsetid("", 22), helper.make_opsetid(domain, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def f32(*values):
    return numpy.array(values, numpy.float32)


def test_a_function_is_an_operator():
    @onnx_etalon.operator("my.domain", "LogAddExp", 1)
    def log_add_exp(a, b):
        return numpy.logaddexp(a, b)

    inputs = {"x0": f32(0, 1000), "x1": f32(0, 1001)}
    model = model_of("LogAddExp", 2)
    (y,) = onnx_etalon.run(model, inputs).values()
    assert y.tolist() == [numpy.float32(0.6931472), numpy.float32(1001.31323)]
    # Nothing is known of its rounding: the tolerance decides.
    near, far = y * numpy.float32(1.0001), y * numpy.float32(1.01)
    passes, fails = (onnx_etalon.check(model, inputs, [got]) for got in (near, far))
    assert passes and passes.outputs[0].verdict == "unknown"
    assert not fails


def test_a_function_is_given_attributes_and_gives_several_outputs():
    seen = {}

    @onnx_etalon.operator("my.domain", "Halves")
    def halves(x, *, sizes, label, scale, mode):
        seen.update(sizes=sizes, label=label, scale=scale, mode=mode)
        return x[: sizes[0]], x[sizes[0] :] * scale

    model = model_of("Halves", 1, 2, sizes=[1, 2], label="n", scale=0.5, mode=3)
    first, second = onnx_etalon.run(model, [f32(1, 2, 4)]).values()
    assert (first.tolist(), second.tolist()) == ([1], [1, 2])
    assert seen == {"sizes": [1, 2], "label": "n", "scale": 0.5, "mode": 3}


def test_a_second_function_takes_the_place_of_the_first():
    model = model_of("Constantly", 1)
    for value in (1, 2):
        onnx_etalon.operator("my.domain", "Constantly")(lambda x, value=value: numpy.full_like(x, value))
        assert onnx_etalon.run(model, [f32(7)]).values().__iter__().__next__().tolist() == [value]


def test_what_a_function_raises_is_said():
    @onnx_etalon.operator("my.domain", "Raises")
    def raises(x):
        raise KeyError("mine")

    with pytest.raises(onnx_etalon.InvalidInput, match="Raises-1.*its function raised KeyError: 'mine'"):
        onnx_etalon.run(model_of("Raises", 1), [f32(1)])
    onnx_etalon.operator("my.domain", "TooFew")(lambda x: [])
    with pytest.raises(onnx_etalon.InvalidInput, match="its function gives 0 outputs, but the node has 1"):
        onnx_etalon.run(model_of("TooFew", 1), [f32(1)])


def test_operators_that_etalon_has_are_refused():
    for domain, name in (("", "Relu"), ("com.microsoft", "Gelu"), ("", "Mish")):
        with pytest.raises(onnx_etalon.InvalidInput, match=f".*{name}-.* exists already"):
            onnx_etalon.operator(domain, name, 1)(lambda x: x)
    with pytest.raises(onnx_etalon.InvalidInput, match="version 0 is less than 1"):
        onnx_etalon.operator("my.domain", "Zeroth", 0)(lambda x: x)
    with pytest.raises(onnx_etalon.InvalidInput, match="is not a function"):
        onnx_etalon.operator("my.domain", "Nothing")(None)


def test_onnx_classes_are_taken_as_they_are():
    from onnx.reference.op_run import OpRun

    class InvAlpha(OpRun):
        op_domain = "custom"

        def _run(self, x, alpha=None):
            return (1 / (x + alpha),)

    model = model_of("InvAlpha", 1, 1, "custom", alpha=0.5)
    assert ReferenceEvaluator(model, new_ops=[InvAlpha]).run(None, {"x0": f32(1.5)})[0].tolist() == [0.5]
    other = type("InvAlpha", (OpRun,), {"op_domain": "custom", "_run": lambda self, x, alpha=None: (x,)})
    first, second = (ReferenceEvaluator(model, new_ops=[kind]) for kind in (InvAlpha, other))
    assert second.run(None, {"x0": f32(1.5)})[0].tolist() == [1.5]
    assert first.run(None, {"x0": f32(1.5)})[0].tolist() == [0.5]
    with pytest.raises(onnx_etalon.InvalidInput, match="Unsupported: custom.InvAlpha is an operator of another"):
        onnx_etalon.run(model, [f32(1)])
