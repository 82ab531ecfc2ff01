"""Exceptions by which the common runtimes say that they do not implement something: by name, because
none of their packages need be installed. The adapters have it beside them, the package onnx_etalon as
its module _lacking."""

NOT_IMPLEMENTED = {
    "NotImplementedError",  # Python's own, and those derived from it
    "BackendIsNotSupposedToImplementIt",  # ONNX's Backend interface
    "NotImplemented",  # ONNX Runtime
    "NotImplementedFailure",  # OpenVINO
    "OpConversionFailure",
    "OpNotImplemented",  # TVM
    "UnsupportedOperatorError",  # PyTorch
}
# Parts of messages, where the exception's type says nothing.
LACKING = (
    "NOT_IMPLEMENTED",  # ONNX Runtime
    "is not a registered function/op",
    "Could not find an implementation for",
    "Unsupported model IR version",
    "No implementation for operator",  # onnx.reference
    "does not support the following ONNX operations",  # OpenVINO
)


def is_unsupported(problem: BaseException) -> bool:
    """True for an exception that says that the runtime does not implement something."""
    if any(kind.__name__ in NOT_IMPLEMENTED for kind in type(problem).__mro__):
        return True
    text = str(problem)
    return any(part in text for part in LACKING)
