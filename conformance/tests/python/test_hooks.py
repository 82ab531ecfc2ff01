"""onnx_etalon.trace, with a module that has what it asks of torch.nn.Module."""

import numpy
import pytest
from models import model, tensor
from onnx import TensorProto, helper

import onnx_etalon


class Tensor:
    def __init__(self, array):
        self.array = numpy.asarray(array, "float32")
        self.dtype = "torch.float32"

    def detach(self):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return self.array


class Hook:
    def __init__(self, hooks, call):
        self.hooks, self.call = hooks, call
        hooks.append(call)

    def remove(self):
        self.hooks.remove(self.call)


class Module:
    """A function of arrays, with children."""

    def __init__(self, function, **children):
        self.function, self.children, self.hooks = function, children, []

    def named_modules(self, path=""):
        yield path, self
        for name, child in self.children.items():
            yield from child.named_modules(f"{path}.{name}" if path else name)

    def register_forward_hook(self, call):
        return Hook(self.hooks, call)

    def __call__(self, *tensors):
        result = self.function(self, *tensors)
        for hook in list(self.hooks):
            hook(self, tensors, result)
        return result


def doubling():
    """y = exp(2 x + 1) by the modules "encoder.scale" and "encoder"."""
    scale = Module(lambda _, x: Tensor(2 * x.array))
    encoder = Module(lambda self, x: Tensor(self.children["scale"](x).array + 1), scale=scale)
    return Module(lambda self, x: Tensor(numpy.exp(self.children["encoder"](x).array)), encoder=encoder)


def doubling_model(*, scripted, factor=2.0):
    nodes = [
        helper.make_node("Constant", [], ["two"], name="/encoder/scale/Constant", value_float=factor),
        helper.make_node("Mul", ["x", "two"], ["scaled"], name="/encoder/scale/Mul"),
        helper.make_node("Constant", [], ["one"], name="/encoder/Constant", value_float=1.0),
        helper.make_node("Add", ["scaled", "one"], ["shifted"], name="/encoder/Add"),
        helper.make_node("Exp", ["shifted"], ["y"], name="/Exp"),
    ]
    scopes = [["", "encoder", "encoder.scale", "mul"]] * 2 + [["", "encoder", "add"]] * 2 + [["", "exp"]]
    for node, scope in zip(nodes, scopes):
        if not scripted:
            node.name = ""
            node.metadata_props.add(key="pkg.torch.onnx.name_scopes", value=repr(scope))
    return model(nodes, [tensor("x", shape=(3,))], [tensor("y", shape=(3,))])


X = numpy.array([-1, 0, 0.5], "float32")


@pytest.mark.parametrize("scripted", [True, False])
def test_a_module_gives_its_values_by_their_names_in_the_model(scripted):
    found = onnx_etalon.trace(doubling(), Tensor(X), doubling_model(scripted=scripted))
    assert found["scaled"].tolist() == [-2, 0, 1]
    assert found["shifted"].tolist() == [-1, 1, 2]
    assert found["y"].tolist() == numpy.exp(numpy.array([-1, 1, 2], "float32")).tolist()
    assert found.modules == {"scaled": "encoder.scale", "shifted": "encoder", "y": ""}
    assert not found.unmatched
    assert onnx_etalon.check(doubling_model(scripted=scripted), {"x": X}, found)


def test_the_first_node_at_which_a_module_and_its_model_part_is_named():
    wrong = doubling_model(scripted=True, factor=3.0)
    found = onnx_etalon.trace(doubling(), Tensor(X), wrong)
    report = onnx_etalon.check(wrong, {"x": X}, found)
    assert not report
    assert "part at the group" in report.headline and "Mul-14 '/encoder/scale/Mul'" in report.headline
    assert report.module == "encoder.scale"
    assert report.trace["outside"] == 2
    assert str(report).startswith(report.headline)


def test_each_call_of_a_module_has_its_own_value():
    half = Module(lambda _, x: Tensor(x.array / 2))
    whole = Module(lambda self, x: self.children["half"](self.children["half"](x)), half=half)
    nodes = [
        helper.make_node("Mul", ["x", "h"], ["first"], name="/half/Mul"),
        helper.make_node("Mul", ["first", "h"], ["y"], name="/half_1/Mul"),
    ]
    inputs = [tensor("x", shape=(3,)), tensor("h", shape=(1,))]
    found = onnx_etalon.trace(whole, (Tensor(X),), model(nodes, inputs, [tensor("y", shape=(3,))]))
    assert found["first"].tolist() == [-0.5, 0, 0.25]
    assert found["y"].tolist() == [-0.25, 0, 0.125]


def test_values_that_cannot_be_told_apart_are_left_out():
    pair = Module(lambda _, x: (Tensor(x.array + 1), Tensor(x.array + 2), Tensor(x.array + 3)))
    whole = Module(lambda self, x: self.children["pair"](x)[2], pair=pair)
    nodes = [
        helper.make_node("Add", ["x", "c"], ["third"], name="/pair/Add"),
        helper.make_node("Neg", ["third"], ["n"], name="/Neg"),
        helper.make_node("Neg", ["n"], ["y"], name="/Neg_1"),
    ]
    inputs = [tensor("x", shape=(3,)), tensor("c", shape=(1,))]
    found = onnx_etalon.trace(whole, (Tensor(X),), model(nodes, inputs, [tensor("y", shape=(3,))]))
    assert set(found) == {"y"}
    assert found.unmatched == {"pair": "its values cannot be told apart"}
