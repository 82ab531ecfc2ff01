#!/usr/bin/env python3
"""OpenVINO (CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx openvino
    etalon test --backend 'V/bin/python scripts/backends/openvino_adapter.py'

Floats are computed as float32; --precision HINT takes OpenVINO's own choice (bf16, f16).
"""

import adapter

adapter.take_streams()

import numpy  # noqa: E402
import onnx  # noqa: E402
import openvino  # noqa: E402

# Parts of OpenVINO's messages about operators and types that it does not implement.
LACKING = (
    *adapter.NOT_IMPLEMENTED,
    "conversion rule",
    "doesn't support",
    "nly supported for",
    "must be a constant",
    "constant input is not",
)
# Types that NumPy has no name for: their tensors are given and taken as bytes.
BITS = {
    "bf16": onnx.TensorProto.BFLOAT16,
    "f8e4m3": onnx.TensorProto.FLOAT8E4M3FN,
    "f8e5m2": onnx.TensorProto.FLOAT8E5M2,
    "f8e8m0": onnx.TensorProto.FLOAT8E8M0,
    "f4e2m1": onnx.TensorProto.FLOAT4E2M1,
    "i4": onnx.TensorProto.INT4,
    "u4": onnx.TensorProto.UINT4,
}

REPRO = """\
# pip install openvino=={version}
import openvino

properties = {"INFERENCE_PRECISION_HINT": "f32"}
model = openvino.Core().compile_model("model.onnx", "CPU", properties)
got = list(model(list(inputs.values())).values())
"""


def tensor_of(value, port):
    kind = port.get_element_type()
    if kind.get_type_name() not in BITS:
        return openvino.Tensor(value)
    tensor = openvino.Tensor(kind, openvino.Shape(value.shape))
    bits = numpy.frombuffer(onnx.numpy_helper.from_array(value).raw_data, numpy.uint8)
    tensor.data.reshape(-1).view(numpy.uint8)[:] = bits
    return tensor


def paired(ports, values):
    """The ports with their values. An input is named as its node, but an identity that follows it
    may rename it; and inputs without use are dropped."""
    if len(ports) == len(values):
        return list(zip(ports, values.values()))
    named = {port: values.get(port.node.friendly_name) for port in ports}
    known = {port.node.friendly_name for port in ports}
    others = [value for name, value in values.items() if name not in known]
    for port in [port for port, value in named.items() if value is None]:
        fitting = [
            value
            for value in others
            if port.get_partial_shape().compatible(openvino.PartialShape(list(value.shape)))
        ]
        if len(fitting) != 1:
            raise adapter.Unsupported("an input whose name OpenVINO has changed")
        named[port] = fitting[0]
    return list(named.items())


def value_of(tensor):
    kind = tensor.get_element_type().get_type_name()
    if kind == "string":
        return tensor.str_data.astype(object)
    if kind not in BITS:
        return numpy.array(tensor.data)
    bits = tensor.data.reshape(-1).view(numpy.uint8).tobytes()
    return onnx.TensorProto(data_type=BITS[kind], dims=list(tensor.shape), raw_data=bits)


def run(request, core, precision):
    properties = {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": 1}
    model = core.compile_model(core.read_model(adapter.model_bytes(request)), "CPU", properties)
    values = adapter.read_inputs(request)
    pairs = paired(model.inputs, values)
    call = model.create_infer_request()
    call.infer([tensor_of(value, port) for port, value in pairs])
    adapter.write_outputs(request, [value_of(tensor) for tensor in call.output_tensors])


def main():
    options = adapter.parse(lambda parser: parser.add_argument("--precision", default="f32"))
    core = openvino.Core()
    adapter.serve(
        "openvino",
        openvino.__version__.split("-")[0],
        lambda request: run(request, core, options.precision),
        lacking=LACKING,
        options=options,
        repro=REPRO.replace("f32", options.precision),
    )


if __name__ == "__main__":
    main()
