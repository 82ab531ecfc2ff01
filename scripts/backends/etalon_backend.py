"""Etalon with ONNX's Python Backend interface, through libetalon's C interface.

    import etalon_backend
    outputs = etalon_backend.prepare(model).run([x, y])

The library is build/release/libetalon.so of this checkout, or the file in ETALON_LIBRARY.
"""

import ctypes
import os
import pathlib

import numpy
import onnx
from onnx import numpy_helper
from onnx.backend.base import Backend, BackendRep, Device, DeviceType


class _Value(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("bytes", ctypes.c_void_p), ("size", ctypes.c_size_t)]


def _load():
    built = pathlib.Path(__file__).resolve().parents[2] / "build/release/libetalon.so"
    file = os.environ.get("ETALON_LIBRARY", str(built))
    if not os.path.exists(file):
        raise ImportError(
            f"{file} does not exist: run scripts/setup release, or set ETALON_LIBRARY"
        )
    library = ctypes.CDLL(file)
    library.etalon_message.restype = ctypes.c_char_p
    library.etalon_version.restype = ctypes.c_char_p
    library.etalon_parse_model.argtypes = [
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_char_p,
        ctypes.POINTER(ctypes.c_void_p),
    ]
    library.etalon_free_model.argtypes = [ctypes.c_void_p]
    library.etalon_run.argtypes = [
        ctypes.c_void_p,
        ctypes.POINTER(_Value),
        ctypes.c_size_t,
        ctypes.c_uint64,
        ctypes.POINTER(ctypes.POINTER(_Value)),
        ctypes.POINTER(ctypes.c_size_t),
    ]
    library.etalon_free_outputs.argtypes = [ctypes.POINTER(_Value), ctypes.c_size_t]
    return library


_library = _load()
_UNSUPPORTED = 4

version = _library.etalon_version().decode()


class EtalonError(RuntimeError):
    """An error with Etalon's message; `status` is the status of the C interface."""

    def __init__(self, status):
        super().__init__(_library.etalon_message().decode())
        self.status = status


class Unsupported(EtalonError, NotImplementedError):
    """Etalon does not support this."""


def _check(status):
    if status == _UNSUPPORTED:
        raise Unsupported(status)
    if status:
        raise EtalonError(status)


def _serialize(value, declared):
    kind = declared.WhichOneof("value")
    if kind == "optional_type":
        if value is None:
            proto = onnx.OptionalProto()
            proto.elem_type = onnx.OptionalProto.UNDEFINED
        else:
            proto = numpy_helper.from_optional(value)
    elif kind == "sequence_type":
        proto = numpy_helper.from_list(value)
    elif kind == "map_type":
        proto = numpy_helper.from_dict(value)
    else:
        proto = numpy_helper.from_array(numpy.asarray(value))
    return proto.SerializeToString()


def _parse(content, declared):
    kind = declared.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(content))
    if kind == "optional_type":
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(content))
    if kind == "map_type":
        return numpy_helper.to_dict(onnx.MapProto.FromString(content))
    if kind == "sparse_tensor_type":
        return onnx.SparseTensorProto.FromString(content)
    return numpy_helper.to_array(onnx.TensorProto.FromString(content))


def _by_name(values, graph):
    """Values by position for the inputs without an initializer, or for all if they are more."""
    initial = {each.name for each in graph.initializer}
    initial |= {each.values.name for each in graph.sparse_initializer}
    names = [info.name for info in graph.input if info.name not in initial]
    if len(values) > len(names):
        names = [info.name for info in graph.input]
    if len(values) > len(names):
        raise ValueError(f"{len(values)} inputs for a model that takes {len(names)}")
    return dict(zip(names, values))


class EtalonRep(BackendRep):
    """A model that is read and checked once."""

    def __init__(self, model):
        self._handle = ctypes.c_void_p()
        self._graph = model.graph
        content = model.SerializeToString()
        _check(
            _library.etalon_parse_model(content, len(content), None, ctypes.byref(self._handle))
        )

    def __del__(self):
        _library.etalon_free_model(self._handle)

    def run(self, inputs, **kwargs):
        """Outputs in the graph's order; inputs by position, or a dictionary by name."""
        if not isinstance(inputs, dict):
            inputs = _by_name(inputs, self._graph)
        types = {info.name: info.type for info in self._graph.input}
        for name in inputs:
            if name not in types:
                raise ValueError(f"the model has no input '{name}'")
        kept = [_serialize(value, types[name]) for name, value in inputs.items()]
        values = (_Value * len(kept))()
        for slot, name, content in zip(values, inputs, kept):
            slot.name = name.encode()
            slot.bytes = ctypes.cast(ctypes.c_char_p(content), ctypes.c_void_p)
            slot.size = len(content)
        outputs = ctypes.POINTER(_Value)()
        count = ctypes.c_size_t()
        _check(
            _library.etalon_run(
                self._handle, values, len(kept), 0, ctypes.byref(outputs), ctypes.byref(count)
            )
        )
        try:
            return tuple(
                _parse(ctypes.string_at(outputs[i].bytes, outputs[i].size), info.type)
                for i, info in enumerate(self._graph.output)
            )
        finally:
            _library.etalon_free_outputs(outputs, count)


class EtalonBackend(Backend):
    """ONNX's Backend interface."""

    @classmethod
    def is_compatible(cls, model, device="CPU", **kwargs):
        return cls.supports_device(device)

    @classmethod
    def prepare(cls, model, device="CPU", **kwargs):
        super().prepare(model, device, **kwargs)
        return EtalonRep(model)

    @classmethod
    def run_model(cls, model, inputs, device="CPU", **kwargs):
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(cls, node, inputs, device="CPU", outputs_info=None, **kwargs):
        raise NotImplementedError("Etalon runs only models: put the node into a model")

    @classmethod
    def supports_device(cls, device):
        return Device(device).type == DeviceType.CPU


# The module itself is also a backend, because ONNX's runner and scoreboard accept modules.
is_compatible = EtalonBackend.is_compatible
prepare = EtalonBackend.prepare
run_model = EtalonBackend.run_model
supports_device = EtalonBackend.supports_device
