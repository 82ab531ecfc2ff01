"""Shared by the adapters: Etalon's backend protocol (conformance/BACKENDS.md) around one function.
It needs lacking.py beside it.

    adapter.serve("name", "1.0", run)

`run(request)` writes the outputs of a request. Its model is a path, or bytes where Etalon sends
models and values in requests: model_of(), model_bytes(), model_file(), read_value(), read_inputs(),
write_value() and write_outputs() take both. Replies say which files were loaded, as --cache wants to
know: modules, and what Python code opened to read, loaded as a library or started; uses() adds
others. `repro` of serve() is Python that does the same without this file, of the adapter's own text
alone; `{version}` in it is the runtime's. The status is "unsupported" for Unsupported,
NotImplementedError, what the common runtimes raise in its place, and errors that `lacking` or
--unsupported-if match; "invalid" for Refused; and "error" for any other exception. take_streams()
comes before the import of a runtime that may print.
"""

import argparse
import contextlib
import importlib.util
import json
import os
import re
import shutil
import sys
import sysconfig
import tempfile

_used = set()  # files that have been loaded, as far as they are there
_said = set()  # those that a reply has said
_words = set()  # of programs that were started


def _hear(event, details):
    """Notes what Python code opens to read, loads as a library, and starts."""
    try:
        if event == "open":
            path, _, flags = details
            if not isinstance(path, int) and not flags & (os.O_WRONLY | os.O_RDWR):
                uses(path)
        elif event in ("ctypes.dlopen", "sqlite3.connect"):
            uses(details[0])
        elif event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.system"):
            for detail in details:
                words = detail if isinstance(detail, (list, tuple)) else [detail]
                _words.update(os.fsdecode(each) for each in words if not isinstance(each, (dict, int)))
    except Exception:  # must not disturb what is heard of
        pass


def uses(*paths):
    """Files that the runtime loads, beside modules, libraries and what Python code opens."""
    for path in paths:
        path = os.path.abspath(os.fsdecode(path))
        if path.endswith(".pyc"):
            with contextlib.suppress(ValueError, NotImplementedError):
                path = importlib.util.source_from_cache(path)
        _used.add(path)


sys.addaudithook(_hear)
uses(__file__)
sys.path.append(os.path.dirname(os.path.abspath(__file__)))  # if another folder's program imports this

import lacking

try:
    import numpy
    import onnx
    from onnx import numpy_helper
except ImportError as problem:
    sys.exit(
        f"the Python {sys.executable} cannot import {problem.name or 'a package'} ({problem}): install"
        f" it with `{sys.executable} -m pip install onnx`; for --backend python:MODULE, ETALON_PYTHON"
        " names another Python"
    )


class Refused(Exception):
    """The runtime refuses the model or its inputs."""


class Unsupported(Exception):
    """The runtime does not support this."""


# Those of onnx_etalon, which need not be installed.
REFUSALS = ("InvalidModel", "InvalidInput")
# The ONNX types of tensors that NumPy itself has, for only_tensors().
NUMPY_TYPES = "float float16 double int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool"
# Inputs, as the schemas name them, that compilers want when they build: they decide on shapes.
SHAPING = set(
    """axes axis block_shape delta depth dft_length ends frame_length frame_step image_shape K k
    limit max_output_boxes_per_class num_mel_bins output_shape pads repeats roi scales shape size
    sizes split start starts steps tiles training_mode""".split()
)

# Parts of messages about what a runtime does not implement: for `lacking` of serve(), where messages
# may be longer than the 500 bytes that Etalon keeps, and reads itself.
NOT_IMPLEMENTED = ("not implemented", "not supported", "nsupported")

_streams = []
_lacking = []  # patterns of messages that mean "unsupported", for this runtime


def _pattern(text):
    try:
        return re.compile(text)
    except re.error as problem:
        raise argparse.ArgumentTypeError(f"{text!r} is not a regular expression: {problem}")


def parse(add=lambda parser: None):
    """The command line: the options of every adapter, and those that `add(parser)` adds."""
    about = sys.modules["__main__"].__doc__ or "A backend of Etalon"
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument(
        "--unsupported-if",
        metavar="REGEX",
        type=_pattern,
        action="append",
        default=[],
        help="an error in whose type or message it is found is 'unsupported'; may be repeated",
    )
    parser.add_argument(
        "--constant-inputs",
        metavar="shapes|all|NAME,…",
        help="tensors that become initializers, for compilers: shapes, axes, repeats and the like;"
        " all, these and every input but the first; or these names",
    )
    parser.add_argument(
        "--arithmetic",
        metavar="NAME,…",
        default="",
        help="what the runtime declares of its arithmetic beyond the types: tf32, bf16, f16, f16-sums,"
        " flush, approximate, fixed-point",
    )
    # Etalon quotes the first line of what an adapter says that does not start.
    parser.error = lambda sentence: parser.exit(2, f"{parser.prog}: {sentence}\n")
    parser.add_argument("--name", help="the runtime's name in reports, in place of its own")
    add(parser)
    found = parser.parse_args()
    _lacking.extend(found.unsupported_if)
    return found


def take_streams():
    """The requests and the replies, in place of standard input and output: from then on, what is
    printed goes to standard error, and nothing else reads the requests."""
    if _streams:
        return _streams
    nothing = os.open(os.devnull, os.O_RDWR)
    while nothing <= 2:  # a standard descriptor was closed, and is this one now
        os.set_inheritable(nothing, True)
        nothing = os.open(os.devnull, os.O_RDWR)
    _streams.append(os.fdopen(os.dup(0), "rb"))
    _streams.append(os.fdopen(os.dup(1), "wb"))
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    return _streams


def serve(name, version, run, lacking=(), options=None, repro=""):
    """Answers requests until standard input ends. What the runtime prints goes to standard error.
    `lacking` are regular expressions, found in "TYPE: MESSAGE" of errors about what the runtime
    does not implement, where its words do not say so (conformance/BACKENDS.md); `options` is
    parse()'s result, for adapters with options of their own;
    `repro` is Python for the runtime.py beside repro.py, as conformance/BACKENDS.md says."""
    options = options or parse()
    _lacking.extend(map(re.compile, lacking))
    requests, replies = take_streams()
    for line in requests:
        request = json.loads(line)
        reply = {"id": request["id"], "status": "ok"}
        blocks = []
        if request["ask"] == "describe":
            reply.update(name=options.name or name, version=version, inline=True)
            if options.arithmetic:
                reply.update(arithmetic=options.arithmetic.split(","))
            if repro:
                plain = re.sub(r"[^\w.+!-]", "", version)  # it stands in the text of a program
                reply.update(repro=repro.replace("{version}", plain))
        elif request["ask"] == "run":
            _take_bytes(request, requests)
            reply.update(_outcome(run, request, options.constant_inputs))
            if "model_bytes" in request and reply["status"] == "ok":
                blocks = _given(request)
                reply["outputs"] = [len(block) for block in blocks]
        else:
            reply.update(status="error", message=f"unknown request {request['ask']!r}")
        reply["files"] = _newly_loaded(request)
        replies.write(b"".join([json.dumps(reply).encode(), b"\n", *blocks]))
        replies.flush()


_STANDARD = tuple(sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib"))
_SYSTEM = ("/proc/", "/sys/", "/dev/")


def _newly_loaded(request):
    """Those files that no reply has said, without the standard library's and those of the case."""
    for word in " ".join(_words).split():
        uses(shutil.which(word) or word)
    _words.clear()
    for module in list(sys.modules.values()):
        file = getattr(module, "__dict__", {}).get("__file__")
        if isinstance(file, str):
            uses(file)
    entries = request.get("inputs", []) + request.get("outputs", [])
    of_case = {entry.get("file") for entry in entries} | {request.get("model")}
    new = {path for path in _used - _said if not _is_standard(path) and path not in of_case}
    _said.update(_used)
    return sorted(path for path in new if os.path.isfile(path))


def _is_standard(path):
    in_packages = "site-packages" in path or "dist-packages" in path
    return path.startswith(_SYSTEM) or (path.startswith(_STANDARD) and not in_packages)


def _take_bytes(request, stream):
    """Reads the model and the inputs that follow an inline request."""
    if "model_bytes" not in request:
        return
    request["model"] = stream.read(request["model_bytes"])
    for entry in request["inputs"]:
        entry["content"] = stream.read(entry["bytes"])


def shaping_values(model):
    """The names of the values that nodes of the graph take as shapes, axes and the like."""
    versions = {each.domain: each.version for each in model.opset_import}
    for node in model.graph.node:
        version = versions.get(node.domain, 1)
        try:
            formals = onnx.defs.get_schema(node.op_type, version, node.domain).inputs
        except onnx.defs.SchemaError:
            continue
        for name, formal in zip(node.input, formals):
            if formal.name in SHAPING or node.op_type == "ConstantOfShape":
                yield name


def make_constants(request, wanted):
    """Makes initializers of the tensors among the inputs that --constant-inputs names, and returns
    their names."""
    model = model_of(request)
    graph = model.graph
    names = set(shaping_values(model) if wanted in ("shapes", "all") else wanted.split(","))
    if wanted == "all":
        names.update(entry["name"] for entry in request["inputs"][1:])
    made = [entry for entry in request["inputs"] if entry["name"] in names and is_tensor(entry)]
    names = [entry["name"] for entry in made]
    if not made:
        return names
    # An input that is given takes the place of its initializer.
    _remove(graph.initializer, names)
    _remove(graph.input, names)
    for entry in made:
        tensor = onnx.TensorProto.FromString(content_of(entry))
        tensor.name = entry["name"]
        graph.initializer.append(tensor)
    model.ir_version = max(model.ir_version, 4)  # before it, initializers are inputs, too
    request["model"] = model.SerializeToString()
    request["inputs"] = [entry for entry in request["inputs"] if entry["name"] not in names]
    return names


def _remove(field, names):
    """Removes the messages of these names."""
    kept = [each for each in field if each.name not in names]
    del field[:]
    field.extend(kept)


def _given(request):
    """The outputs up to the first that is left out."""
    blocks = []
    for entry in request["outputs"]:
        if "content" not in entry:
            break
        blocks.append(entry["content"])
    return blocks


def content_of(entry):
    """The serialized value of an input."""
    if "content" in entry:
        return entry["content"]
    with open(entry["file"], "rb") as file:
        return file.read()


def give(entry, content):
    """Gives the serialized value of an output."""
    if "file" not in entry:
        entry["content"] = content
        return
    with open(entry["file"], "wb") as file:
        file.write(content)


def model_of(request):
    """The model as a message, external data included."""
    if isinstance(request["model"], bytes):
        return onnx.ModelProto.FromString(request["model"])
    return onnx.load(request["model"])


def model_bytes(request):
    """The serialized model, external data included."""
    given = request["model"]
    return given if isinstance(given, bytes) else onnx.load(given).SerializeToString()


@contextlib.contextmanager
def model_file(request):
    """The path of the model, for runtimes that only read files."""
    if isinstance(request["model"], str):
        yield request["model"]
        return
    with tempfile.TemporaryDirectory() as folder:
        path = request["written"] = os.path.join(folder, "model.onnx")
        with open(path, "wb") as file:
            file.write(request["model"])
        yield path


# What stands before the cause in the messages of runtimes in C++ and Rust.
_PLACES = re.compile(
    r"(OpenCV\([\w.-]+\) )?(Exception from |Check '[^\n]*' failed at |\(?at )?"
    r"\S*\.(cpp|cc|cxx|c|h|hpp|rs|inl)(:\d+){1,2}\)?:?( error:)?"
    r"|^\s*\[?\d\d:\d\d:\d\d\]?|\x1b\[[\d;]*m"
)
_TRACES = re.compile(r"\n\s*(Stack backtrace|Stack trace|stack backtrace):?.*", re.DOTALL)


def cause(message):
    """The cause in a runtime's message, in one line: without source files, traces, and what a chain
    of Rust's errors says before the last."""
    message = _TRACES.sub("", message)
    if "Traceback (most recent call last)" in message:
        message = message.rstrip().splitlines()[-1]
    _, found, causes = message.rpartition("Caused by:")
    if found:
        message = re.split(r"\n\s*\d+: ", "\n" + causes.strip())[-1]
    return " ".join(_PLACES.sub(" ", message).split()) or message.strip()


def _outcome(run, request, constant_inputs):
    outcome = {}
    try:
        if constant_inputs:
            names = make_constants(request, constant_inputs)
            outcome = {"remark": f"constant inputs: {', '.join(names)}"} if names else {}
        run(request)
        return outcome
    except Exception as raised:  # every exception of a runtime is an answer
        # SystemError is what CPython says of an extension that raises and returns a value, too.
        problem = raised.__cause__ or raised if isinstance(raised, SystemError) else raised
        return outcome | _refusal(problem, request)


def _refusal(problem, request):
    kind = type(problem).__name__
    message = cause(str(problem))
    for path in (request.get("written"), request["model"]):
        if isinstance(path, str):  # a path differs from run to run
            message = message.replace(os.path.dirname(path) + os.sep, "")
    if is_unsupported(problem):
        return {"status": "unsupported", "message": message}
    if isinstance(problem, Refused) or kind in REFUSALS:
        return {"status": "invalid", "message": message}
    return {"status": "error", "message": f"{kind}: {message}"}


def is_unsupported(problem):
    """True for an exception that says that the runtime does not implement something."""
    if isinstance(problem, Unsupported) or lacking.is_unsupported(problem):
        return True
    text = f"{type(problem).__name__}: {problem}"
    return any(each.search(text) for each in _lacking)


def is_tensor(entry):
    """True for an input or output of a request that is a tensor."""
    return entry["type"].startswith("tensor(")


def read_value(entry):
    """The value of an input: an array, list, dictionary, or None. The runtime may change it."""
    content = content_of(entry)
    kind = entry["type"].split("(")[0]
    if kind == "tensor":
        return _tidied(numpy_helper.to_array(onnx.TensorProto.FromString(content)))
    if kind == "seq":
        return _tidied(numpy_helper.to_list(onnx.SequenceProto.FromString(content)))
    if kind == "optional":
        return _tidied(numpy_helper.to_optional(onnx.OptionalProto.FromString(content)))
    if kind == "map":
        return _tidied(numpy_helper.to_dict(onnx.MapProto.FromString(content)))
    raise Unsupported(f"values of type {entry['type']}")


def each_value(function, result):
    """What the function makes of a value, or of each in a list of any depth."""
    if isinstance(result, (list, tuple)):
        return [each_value(function, item) for item in result]
    return function(result)


def read_inputs(request):
    """The values of the inputs by name, in the model's order."""
    return {entry["name"]: read_value(entry) for entry in request["inputs"]}


def dtype_of(entry):
    """NumPy's type, or ml_dtypes', of a tensor's elements."""
    named = onnx.TensorProto.DataType.Value(_inner(entry["type"]).upper())
    return onnx.helper.tensor_dtype_to_np_dtype(named)


def only_tensors(request, types):
    """Raises Unsupported where an input or output is not a tensor of one of these ONNX types, for
    runtimes that would take it for something else: "float int64"."""
    for entry in request["inputs"] + request["outputs"]:
        if not is_tensor(entry) or _inner(entry["type"]) not in types.split():
            raise Unsupported(f"values of type {entry['type']}")


def _tidied(value):
    """The value with arrays that can be written, and with str in place of bytes as keys of maps."""
    if isinstance(value, numpy.ndarray):
        return value if value.flags.writeable else value.copy()
    if isinstance(value, list):
        return [_tidied(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key.decode() if isinstance(key, bytes) else key: _tidied(item)
        for key, item in value.items()
    }


def write_outputs(request, results):
    """Writes the outputs: a list in the model's order, a dict by name, or the only output. A name or
    a number of outputs that the model does not have is an error."""
    wanted = request["outputs"]
    if isinstance(results, dict):
        names = [entry["name"] for entry in wanted]
        for name in results:
            if name not in names:
                raise ValueError(f"the runtime gave {name!r}, which is not an output of the model")
        pairs = [(entry, results[entry["name"]]) for entry in wanted if entry["name"] in results]
    else:
        results = results if isinstance(results, (list, tuple)) else [results]
        if len(results) > len(wanted):
            raise ValueError(
                f"the runtime gave {len(results)} outputs where the model declares {len(wanted)}"
            )
        pairs = list(zip(wanted, results))
    for entry, value in pairs:
        write_value(entry, value)


def write_value(entry, value):
    """Writes an output as the type that the model declares for it."""
    give(entry, _proto(entry["type"], value).SerializeToString())


def _inner(written):
    """tensor(float) of seq(tensor(float)); the type of a map's values."""
    inside = written[written.index("(") + 1 : -1]
    return inside.split(",", 1)[1].strip() if written.startswith("map(") else inside


def _proto(written, value):
    kind = written.split("(")[0]
    if kind == "seq":
        return _sequence(written, value)
    if kind == "optional":
        return _optional(written, value)
    if kind == "map":
        return _map(written, value)
    if kind != "tensor":
        raise Unsupported(f"values of type {written}")
    if isinstance(value, onnx.TensorProto):
        return value
    return numpy_helper.from_array(_array(written, value))


def _array(written, value):
    """The array unchanged; a bare Python number or string as an array of the declared type."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return numpy.asarray(value)
    if isinstance(value, (list, dict)) or value is None:
        raise TypeError(f"a {type(value).__name__} where the model declares {written}")
    return numpy.asarray(value, dtype=dtype_of({"type": written}))


def _sequence(written, value):
    element = _inner(written)
    proto = onnx.SequenceProto()
    kind = element.split("(")[0]
    field, proto.elem_type = {
        "tensor": (proto.tensor_values, onnx.SequenceProto.TENSOR),
        "seq": (proto.sequence_values, onnx.SequenceProto.SEQUENCE),
        "map": (proto.map_values, onnx.SequenceProto.MAP),
        "optional": (proto.optional_values, onnx.SequenceProto.OPTIONAL),
    }[kind]
    field.extend(_proto(element, item) for item in value)
    return proto


def _optional(written, value):
    element = _inner(written)
    proto = onnx.OptionalProto()
    if value is None:
        proto.elem_type = onnx.OptionalProto.UNDEFINED
    elif element.startswith("seq("):
        proto.elem_type = onnx.OptionalProto.SEQUENCE
        proto.sequence_value.CopyFrom(_proto(element, value))
    else:
        proto.elem_type = onnx.OptionalProto.TENSOR
        proto.tensor_value.CopyFrom(_proto(element, value))
    return proto


def _map(written, value):
    proto = onnx.MapProto()
    if written.startswith("map(string"):
        proto.key_type = onnx.TensorProto.STRING
        proto.string_keys.extend(str(key).encode() for key in value)
    else:
        proto.key_type = onnx.TensorProto.INT64
        proto.keys.extend(int(key) for key in value)
    proto.values.CopyFrom(_sequence(f"seq({_inner(written)})", value.values()))
    return proto
