"""Etalon: reference interpreter and conformance engine for ONNX.

    import onnx_etalon
    outputs = onnx_etalon.run("model.onnx", {"x": x})        # the right outputs
    report = onnx_etalon.check("model.onnx", {"x": x}, got)  # judges a runtime's outputs
    if not report:
        print(report)

A model is a path, its serialized bytes, or a message of the onnx package (ModelProto). Inputs are a
dict by name or a list by position. Every failure is an EtalonError: InvalidModel, InvalidInput,
Unspecified, Unsupported, LimitExceeded or InternalError.

onnx_etalon.backend has ONNX's Backend interface, onnx_etalon.ReferenceEvaluator the interface of
onnx.reference.ReferenceEvaluator, onnx_etalon.strategies random calls of operators for Hypothesis.
`pytest --etalon-runtime package.module:function` tests a runtime on every case.
"""

import pathlib as _pathlib

from . import _native
from ._cases import Case, DataSet, GeneratedCase, Result, cases, generate
from ._equivalent import Equivalence, equivalent
from ._errors import (
    EtalonError,
    InternalError,
    InvalidInput,
    InvalidModel,
    LimitExceeded,
    Unspecified,
    Unsupported,
)
from ._explain import Text, explain
from ._hooks import Trace, trace
from ._judging import Bisection, OutputReport, Place, Report, bisect, check
from ._operators import operator
from ._session import Limits, Session, load, run
from ._values import OpenPoint, Outputs, SparseTensor, ValueInfo
from .reference import ReferenceEvaluator

__version__: str = _native.version

__all__ = [
    "Bisection",
    "Case",
    "DataSet",
    "Equivalence",
    "EtalonError",
    "GeneratedCase",
    "InternalError",
    "InvalidInput",
    "InvalidModel",
    "LimitExceeded",
    "Limits",
    "OpenPoint",
    "OutputReport",
    "Outputs",
    "Place",
    "ReferenceEvaluator",
    "Report",
    "Result",
    "Session",
    "SparseTensor",
    "Text",
    "Trace",
    "Unspecified",
    "Unsupported",
    "ValueInfo",
    "bisect",
    "cases",
    "check",
    "equivalent",
    "explain",
    "generate",
    "load",
    "operator",
    "run",
    "trace",
]

_share = _pathlib.Path(__file__).resolve().parent / "share" / "etalon"
if _share.is_dir():
    _native.set_home(_share)
