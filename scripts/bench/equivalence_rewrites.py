"""Rewrites models by one tool, in that tool's environment: equivalence_rewrites.py TOOL

Reads from standard input lines of JSON, {"model": FILE, "out": FILE, "inputs": .npz or folder or null},
and writes a line for each: {"how": "written", "unchanged" or "refused", "why": a sentence}.
"""

import json
import os
import pathlib
import sys

import onnx


def body(model):
    """Each call of the only node's operator by its function body, as ONNX's own expanded cases."""
    node, = model.graph.node
    opset = {each.domain: each.version for each in model.opset_import}
    schema = onnx.defs.get_schema(node.op_type, opset[node.domain], node.domain)
    if schema.has_function:
        versions = [v for v in schema.function_opset_versions if v <= opset[""]]
        function = schema.get_function_with_opset_version(max(versions or schema.function_opset_versions))
    elif schema.has_context_dependent_function:
        types = {value.name: value.type for value in model.graph.input}
        known = [types.get(name, onnx.TypeProto()).SerializeToString() for name in node.input]
        versions = [v for v in schema.context_dependent_function_opset_versions if v <= opset[""]]
        version = max(versions or schema.context_dependent_function_opset_versions)
        function = schema.get_context_dependent_function_with_opset_version(
            version, node.SerializeToString(), known)
    else:
        raise ValueError("the operator has no function body in this release of onnx")
    result = onnx.ModelProto()
    result.CopyFrom(model)
    made = onnx.FunctionProto.FromString(function)
    made.domain, made.name = "body", node.op_type
    given = {attribute.name for attribute in node.attribute}
    for name, default in schema.attributes.items():  # those without a value are known to the body
        if default.default_value.type and name not in given:
            result.graph.node[0].attribute.append(default.default_value)
    del made.attribute_proto[:]
    del made.attribute[:]
    made.attribute.extend(sorted(schema.attributes))
    defined = {name for inner in made.node for name in inner.output} | set(made.input)
    kept = [name in defined for name in made.output]  # a body has no outputs that are not wanted
    wanted = [name for name, has in zip(node.output, kept) if has]
    names = [name for name, has in zip(made.output, kept) if has]
    del made.output[:], result.graph.node[0].output[:]
    made.output.extend(names)
    result.graph.node[0].output.extend(wanted)
    if not made.opset_import:
        made.opset_import.append(onnx.helper.make_opsetid("", opset[""]))
    result.functions.append(made)
    result.graph.node[0].domain = "body"
    result.opset_import.append(onnx.helper.make_opsetid("body", 1))
    return result


def version_converter(model):
    """To the newest opset; a model that has it, to the one before."""
    from onnx import version_converter as converter

    newest = onnx.defs.onnx_opset_version()
    has = max([each.version for each in model.opset_import if each.domain == ""], default=newest)
    return converter.convert_version(model, newest - (has >= newest))


def onnxsim(model):
    import onnxsim as tool

    simplified, _ = tool.simplify(model)
    return simplified


def onnxslim(model):
    import onnxslim as tool

    return tool.slim(model)


def onnxoptimizer(model):
    import onnxoptimizer as tool

    return tool.optimize(model, tool.get_fuse_and_elimination_passes())


def onnxscript_optimizer(model):
    from onnxscript import optimizer

    return optimizer.optimize(model)


def onnxscript_rewriter(model):
    from onnxscript import rewriter

    return rewriter.rewrite(model)


def by_onnxruntime(level):
    def rewrite(file, out, _):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
        options.optimized_model_filepath = out
        onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])

    return rewrite


class Calibration:
    """One reading of inputs: of an .npz file, or of the files in a folder for a model's inputs."""

    def __init__(self, inputs, model=None):
        import numpy

        if inputs is None:
            raise ValueError("there are no inputs to calibrate with")
        if inputs.endswith(".npz"):
            feeds = dict(numpy.load(inputs))
        else:
            constants = {each.name for each in model.graph.initializer}
            names = [each.name for each in model.graph.input if each.name not in constants]
            files = [pathlib.Path(inputs) / f"input_{i}.pb" for i in range(len(names))]
            feeds = {name: onnx.numpy_helper.to_array(onnx.load_tensor(file))
                     for name, file in zip(names, files)}
        self.feeds = iter([feeds])

    def get_next(self):
        return next(self.feeds, None)


def dynamic(file, out, _):
    from onnxruntime import quantization

    quantization.quantize_dynamic(file, out)


def static(form):
    def rewrite(file, out, inputs):
        from onnxruntime import quantization

        calibration = Calibration(inputs, onnx.load_model(file))
        quantization.quantize_static(file, out, calibration,
                                     quant_format=getattr(quantization.QuantFormat, form))

    return rewrite


OF_MODELS = {"body": body, "version-converter": version_converter, "onnxsim": onnxsim,
             "onnxslim": onnxslim, "onnxoptimizer": onnxoptimizer,
             "onnxscript-optimizer": onnxscript_optimizer, "onnxscript-rewriter": onnxscript_rewriter}
OF_FILES = {"ort-basic": by_onnxruntime("ORT_ENABLE_BASIC"),
            "ort-extended": by_onnxruntime("ORT_ENABLE_EXTENDED"),
            "ort-dynamic": dynamic, "ort-static-qdq": static("QDQ"),
            "ort-static-qoperator": static("QOperator")}


def content(model):
    """What a rewrite may change: not names of producers."""
    parts = [model.graph, *sorted(model.functions, key=lambda each: each.name), *model.opset_import]
    return b"".join(part.SerializeToString(deterministic=True) for part in parts)


def rewritten(tool, job):
    out = pathlib.Path(job["out"])
    out.parent.mkdir(parents=True, exist_ok=True)
    before = onnx.load_model(job["model"])
    try:
        if tool in OF_MODELS:
            copy = onnx.ModelProto()
            copy.CopyFrom(before)
            onnx.save_model(OF_MODELS[tool](copy), out)
        else:
            OF_FILES[tool](job["model"], job["out"], job["inputs"])
        after = onnx.load_model(out)
    except BaseException as error:  # whatever a tool throws is its refusal
        words = " ".join(str(error).split())
        return {"how": "refused", "why": f"{type(error).__name__}: {words}"[:300]}
    return {"how": "unchanged" if content(before) == content(after) else "written", "why": ""}


def main():
    tool = sys.argv[1]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what tools print goes to standard error
    for line in sys.stdin:
        print(json.dumps(rewritten(tool, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
