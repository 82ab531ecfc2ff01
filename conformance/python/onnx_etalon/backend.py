"""Etalon with ONNX's Python Backend interface; the module itself is a backend, too.

    import onnx_etalon.backend as backend
    outputs = backend.prepare(model).run([x, y])

Needs the onnx package.
"""

from collections.abc import Mapping
from typing import Any

from onnx.backend.base import Backend, BackendRep, Device, DeviceType, namedtupledict

from . import _native, load
from ._values import writable
from .reference import newest_opset


class EtalonRep(BackendRep):
    """A model that is read and checked once."""

    def __init__(self, model):
        self._session = load(model)

    def run(self, inputs: Any, **kwargs: Any) -> tuple:
        """The outputs by position and by name; inputs by position, or a dict by name. A single array
        is the only input."""
        if not isinstance(inputs, (list, tuple, Mapping)):
            inputs = [inputs]
        outputs = self._session(inputs)
        return namedtupledict("Outputs", list(outputs))(*map(writable, outputs.values()))


class EtalonBackend(Backend):
    """ONNX's Backend interface. Preparing a model checks it by Etalon's own rules."""

    @classmethod
    def is_compatible(cls, model, device="CPU", **kwargs):
        return cls.supports_device(device)

    @classmethod
    def prepare(cls, model, device="CPU", **kwargs):
        _require(device)
        return EtalonRep(model)

    @classmethod
    def run_model(cls, model, inputs, device="CPU", **kwargs):
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(cls, node, inputs, device="CPU", outputs_info=None, **kwargs):
        """Evaluates one node. Its opset is `opset_version`, by default the newest."""
        _require(device)
        opset = kwargs.get("opset_version") or newest_opset(node.domain)
        given = _in_order(node, inputs)
        values = _native.run_node(node.SerializeToString(), opset, given, _native.Settings())
        names = [name for name in node.output if name]
        return namedtupledict("Outputs", names)(*map(writable, values))

    @classmethod
    def supports_device(cls, device):
        return Device(device).type == DeviceType.CPU


def _require(device):
    if not EtalonBackend.supports_device(device):
        raise NotImplementedError(f"Etalon runs on the CPU, not on {device}")


def _in_order(node, inputs):
    """The node's inputs by position; None where it leaves one out."""
    if not isinstance(inputs, Mapping):
        return list(inputs)
    return [inputs[name] if name else None for name in node.input]


is_compatible = EtalonBackend.is_compatible
prepare = EtalonBackend.prepare
run_model = EtalonBackend.run_model
run_node = EtalonBackend.run_node
supports_device = EtalonBackend.supports_device
