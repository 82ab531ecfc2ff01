"""A backend (conformance/BACKENDS.md) that uses Etalon's own library, with faults by options.

    wrong_backend.py LIBRARY [--swap FROM=TO] [--beside OP] [--most-outputs N]
                             [--unless-output NAME] [--nudge NAME]
                             [--crash OP] [--unsupported OP] [--zero OP] [--repro LINES]

--swap runs the operator TO instead of FROM, whose name has the same length, in models that also
contain the operator given by --beside, have at most N outputs, and do not have the output given by
--unless-output. --nudge multiplies the last float of the output with this name by 1.01. --zero writes 0 for every output
of one float of a model with this operator. --repro are the lines of Python for repro.py. An operator is found by searching for its name in the
model's bytes.
"""

import argparse
import ctypes
import json
import os
import struct
import sys


class Value(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("bytes", ctypes.c_char_p), ("size", ctypes.c_size_t)]


parser = argparse.ArgumentParser()
parser.add_argument("library")
parser.add_argument("--swap", default="")
parser.add_argument("--beside", default="")
parser.add_argument("--most-outputs", type=int, default=1 << 30)
parser.add_argument("--unless-output")
parser.add_argument("--nudge")
parser.add_argument("--crash")
parser.add_argument("--unsupported")
parser.add_argument("--zero")
parser.add_argument("--repro")
options = parser.parse_args()

etalon = ctypes.CDLL(options.library)
etalon.etalon_message.restype = ctypes.c_char_p


def file_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def holds(model, name):
    return name is not None and name.encode() in model


def run(request):
    model = file_bytes(request["model"])
    if holds(model, options.crash):
        os.abort()
    if holds(model, options.unsupported):
        return {"status": "unsupported", "message": "no kernel for " + options.unsupported}
    zero = holds(model, options.zero)
    wanted = [entry["name"] for entry in request["outputs"]]
    among = (holds(model, options.beside) and len(wanted) <= options.most_outputs
             and options.unless_output not in wanted)
    if options.swap and among:
        model = model.replace(*(part.encode() for part in options.swap.split("=")))
    handle = ctypes.c_void_p()
    if etalon.etalon_parse_model(model, ctypes.c_size_t(len(model)), None, ctypes.byref(handle)):
        return {"status": "error", "message": etalon.etalon_message().decode()}
    contents = [(entry["name"].encode(), file_bytes(entry["file"])) for entry in request["inputs"]]
    inputs = (Value * len(contents))(*(Value(name, data, len(data)) for name, data in contents))
    outputs = ctypes.POINTER(Value)()
    count = ctypes.c_size_t()
    if etalon.etalon_run(handle, inputs, ctypes.c_size_t(len(contents)), ctypes.c_uint64(0),
                         ctypes.byref(outputs), ctypes.byref(count)):
        return {"status": "error", "message": etalon.etalon_message().decode()}
    for entry, output in zip(request["outputs"], outputs[: count.value]):
        address = ctypes.cast(
            ctypes.addressof(output) + Value.bytes.offset, ctypes.POINTER(ctypes.c_void_p))
        data = ctypes.string_at(address[0], output.size)
        if zero:  # a serialized tensor ends with its element
            data = data[:-4] + bytes(4)
        if entry["name"] == options.nudge:
            data = data[:-4] + struct.pack("<f", struct.unpack("<f", data[-4:])[0] * 1.01)
        with open(entry["file"], "wb") as file:
            file.write(data)
    return {"status": "ok"}


for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["ask"] == "describe":
        reply.update(status="ok", name="wrong", version="1.0")
        if options.repro:
            reply.update(repro=options.repro)
    else:
        reply.update(run(request))
    print(json.dumps(reply), flush=True)
