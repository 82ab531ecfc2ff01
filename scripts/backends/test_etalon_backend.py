#!/usr/bin/env python3
"""Tests of etalon_backend.py: inputs and outputs of every kind, and error messages.

    scripts/python scripts/backends/test_etalon_backend.py

Requires a release build and the onnx package; expectations are computed by hand.
"""

import os
import subprocess
import sys
import unittest

import numpy
from onnx import TensorProto, TypeProto, helper, numpy_helper

import etalon_backend


def tensor(name, dtype=TensorProto.FLOAT, shape=(None,)):
    return helper.make_tensor_value_info(name, dtype, shape)


def sequence(name, dtype=TensorProto.FLOAT):
    return helper.make_tensor_sequence_value_info(name, dtype, (None,))


def model(nodes, inputs, outputs, initializers=()):
    graph = helper.make_graph(nodes, "g", inputs, outputs, list(initializers))
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def one_node(op_type, inputs, outputs, domain="", **attributes):
    node = helper.make_node(
        op_type, [i.name for i in inputs], [o.name for o in outputs], domain=domain, **attributes
    )
    return model([node], inputs, outputs)


DIFFERENCE = one_node("Sub", [tensor("a"), tensor("b")], [tensor("c")])


def f32(*values):
    return numpy.array(values, numpy.float32)


class Backend(unittest.TestCase):
    def test_inputs_by_position_and_by_name(self):
        prepared = etalon_backend.prepare(DIFFERENCE)
        for inputs in ([f32(5), f32(3)], {"b": f32(3), "a": f32(5)}):
            (c,) = prepared.run(inputs)
            self.assertEqual((c.dtype, c.tolist()), (numpy.float32, [2]))

    def test_class_and_module_are_the_same_backend(self):
        for backend in (etalon_backend, etalon_backend.EtalonBackend):
            self.assertTrue(backend.supports_device("CPU"))
            self.assertFalse(backend.supports_device("CUDA"))
            self.assertTrue(backend.is_compatible(DIFFERENCE))
            self.assertEqual(backend.run_model(DIFFERENCE, [f32(5), f32(3)])[0].tolist(), [2])

    def test_inputs_with_an_initializer_may_be_left_out(self):
        node = helper.make_node("Sub", ["a", "b"], ["c"])
        initial = numpy_helper.from_array(f32(10), "a")
        prepared = etalon_backend.prepare(
            model([node], [tensor("a"), tensor("b")], [tensor("c")], [initial])
        )
        self.assertEqual(prepared.run([f32(3)])[0].tolist(), [7])
        self.assertEqual(prepared.run([f32(5), f32(3)])[0].tolist(), [2])

    def test_types_that_numpy_has_or_does_not_have(self):
        for dtype in (TensorProto.BFLOAT16, TensorProto.FLOAT16, TensorProto.INT4, TensorProto.BOOL):
            x = numpy.array([0, 1, 1], helper.tensor_dtype_to_np_dtype(dtype))
            cast = one_node("Cast", [tensor("x", dtype)], [tensor("y")], to=TensorProto.FLOAT)
            cast.opset_import[0].version, cast.ir_version = 21, 10
            self.assertEqual(etalon_backend.run_model(cast, [x])[0].tolist(), [0, 1, 1])

    def test_strings(self):
        text = tensor("x", TensorProto.STRING), tensor("y", TensorProto.STRING)
        (y,) = etalon_backend.run_model(
            one_node("Identity", text[:1], text[1:]), [numpy.array(["é", ""], object)]
        )
        self.assertEqual(y.tolist(), ["é", ""])

    def test_sequences_and_empty_sequences(self):
        append = one_node("SequenceInsert", [sequence("s"), tensor("x")], [sequence("t")])
        for before in ([], [f32(1), f32(2, 3)]):
            (after,) = etalon_backend.run_model(append, [before, f32(4)])
            self.assertEqual([each.tolist() for each in after], [b.tolist() for b in before] + [[4]])

    def test_optionals(self):
        kind = TypeProto()
        kind.optional_type.elem_type.CopyFrom(tensor("o").type)
        asks = one_node(
            "OptionalHasElement",
            [helper.make_value_info("o", kind)],
            [tensor("there", TensorProto.BOOL, ())],
        )
        self.assertFalse(etalon_backend.run_model(asks, [None])[0])
        self.assertTrue(etalon_backend.run_model(asks, [f32(1)])[0])

    def test_maps(self):
        kind = TypeProto()
        kind.map_type.key_type = TensorProto.INT64
        kind.map_type.value_type.CopyFrom(tensor("v", shape=()).type)
        (y,) = etalon_backend.run_model(
            one_node(
                "DictVectorizer",
                [helper.make_value_info("m", kind)],
                [tensor("y", shape=(3,))],
                "ai.onnx.ml",
                int64_vocabulary=[7, 8, 9],
            ),
            [{9: numpy.float32(2.5), 7: numpy.float32(1.5)}],
        )
        self.assertEqual(y.tolist(), [1.5, 0, 2.5])

    def test_errors_are_one_sentence(self):
        prepared = etalon_backend.prepare(DIFFERENCE)
        with self.assertRaisesRegex(ValueError, "no input 'x'"):
            prepared.run({"x": f32(1)})
        with self.assertRaisesRegex(ValueError, "3 inputs for a model that takes 2"):
            prepared.run([f32(1)] * 3)
        with self.assertRaises(etalon_backend.EtalonError) as caught:
            prepared.run([f32(1, 2), f32(1, 2, 3)])
        self.assertEqual(caught.exception.status, 2)
        self.assertRegex(str(caught.exception), "Sub-14")
        with self.assertRaises(NotImplementedError):
            etalon_backend.EtalonBackend.run_node(DIFFERENCE.graph.node[0], [])

    def test_a_library_that_does_not_exist(self):
        outcome = subprocess.run(
            [sys.executable, "-c", "import etalon_backend"],
            cwd=os.path.dirname(os.path.abspath(__file__)),
            env={**os.environ, "ETALON_LIBRARY": "/nowhere/libetalon.so"},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("ImportError: /nowhere/libetalon.so does not exist", outcome.stderr)


if __name__ == "__main__":
    unittest.main()
