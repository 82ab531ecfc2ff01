"""ONNX Runtime as a function for the pytest plugin and `etalon test --backend python:…`; an example."""

import onnxruntime

# Messages about models that it has no kernels or no schemas for.
UNSUPPORTED = (
    "is not a registered function/op",
    "NOT_IMPLEMENTED",
    "Unsupported model IR version",
    "is under development and support for this is limited",
    "Could not find an implementation for",
    "is not supported",
    "are not supported",
    "is not currently registered or supported",
)

OPTIONS = onnxruntime.SessionOptions()
OPTIONS.intra_op_num_threads = 1
OPTIONS.log_severity_level = 4


def run(model: bytes, inputs: dict) -> list:
    try:
        session = onnxruntime.InferenceSession(model, OPTIONS, providers=["CPUExecutionProvider"])
        return session.run(None, inputs)
    except Exception as problem:
        if any(sign in str(problem) for sign in UNSUPPORTED):
            raise NotImplementedError(str(problem)) from problem
        raise
