#!/usr/bin/env python3
"""OpenCV's module dnn (CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx opencv-python-headless
    etalon test --backend 'V/bin/python scripts/backends/opencv_adapter.py'
"""

import adapter

adapter.take_streams()

import cv2  # noqa: E402
import numpy  # noqa: E402

# Parts of OpenCV's messages about operators, types and forms that it does not implement.
LACKING = (
    "StsNotImplemented",
    "Can't create layer",
    r"\(bool\)layer",  # there is none of this type
    "not found in const blobs",
)

REPRO = """\
# pip install opencv-python-headless
import cv2

net = cv2.dnn.readNetFromONNX("model.onnx")
for name, value in inputs.items():
    net.setInput(value, name)
got = net.forward(outputs)
"""


def run(request):
    adapter.only_tensors(request, adapter.NUMPY_TYPES)
    net = cv2.dnn.readNetFromONNX(numpy.frombuffer(adapter.model_bytes(request), numpy.uint8))
    for name, value in adapter.read_inputs(request).items():
        net.setInput(value, name)
    results = net.forward([entry["name"] for entry in request["outputs"]])
    if any(result is None for result in results):
        raise adapter.Unsupported("an empty output, which OpenCV's Python gives as None")
    adapter.write_outputs(request, results)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    adapter.serve("opencv", cv2.__version__, run, lacking=LACKING, repro=REPRO)
