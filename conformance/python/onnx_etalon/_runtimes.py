"""Functions of other runtimes: finding them, and recognizing the exceptions for what they do not
support."""

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any

from ._lacking import is_unsupported as is_unsupported  # scripts/backends/lacking.py


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
