"""Functions of other runtimes: finding them, and recognizing the exceptions for what they do not
support."""

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any

# Exceptions of the common runtimes by name, because none of their packages need be installed.
# scripts/backends/adapter.py has the same names and messages.
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


def function_named(words: str) -> Callable[[bytes, dict], Any]:
    """The function that "package.module:function" names; `run` without a function. Modules are also
    looked for in the current folder. Raises TypeError if the name is not a function's, and the
    errors of the import."""
    module, _, name = words.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    found = importlib.import_module(module)
    for part in (name or "run").split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError("it is not a function")
    return found
