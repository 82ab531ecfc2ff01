#!/usr/bin/env python3
"""Write the operator schemas of the ONNX domains as JSON, every version of every operator.

They come from a released `onnx` package, which must be importable:

    scripts/python scripts/extract_schemas.py

Writes one file per domain to schemas/, with one operator version per line, sorted by name and
version, without documentation text. A formal parameter's "type" is a key of "types" or a type
itself. The other files in schemas/, which are written by hand, may contain "open_attributes": true
for an operator that has attributes in addition to those in its schema.
"""

import argparse
import json
import pathlib
import re
import sys

VERSION = "1.23.1"
# Operators that may read any value of the graph that contains them, by its name.
READS_GRAPH = {("ai.onnx.preview.training", "Gradient")}


def number(value):
    """A float32 as the shortest decimal that reads back to the same float32."""
    import numpy

    return float(str(numpy.float32(value)))


def text(value):
    return value.decode("utf-8")


DEFAULTS = {
    "float": lambda a: number(a.f),
    "int": lambda a: a.i,
    "string": lambda a: text(a.s),
    "floats": lambda a: [number(value) for value in a.floats],
    "ints": lambda a: list(a.ints),
    "strings": lambda a: [text(value) for value in a.strings],
}


def type_string(spelling):
    """A type as ONNX spells it, except that a map's value type is written in full:
    map(int64, float) becomes map(int64,tensor(float))."""
    return re.sub(r"map\((\w+), *(\w+)\)", r"map(\1,tensor(\2))", spelling)


def formal_parameter(parameter):
    entry = {
        "name": parameter.name,
        "type": type_string(parameter.type_str),
        "option": parameter.option.name.lower(),
        "homogeneous": parameter.is_homogeneous,
        "min_arity": parameter.min_arity,
    }
    category = parameter.differentiation_category.name
    if category != "Unknown":
        entry["differentiable"] = category == "Differentiable"
    return entry


def attribute(definition, default):
    kind = definition.type.name.lower()
    entry = {"name": definition.name, "type": kind, "required": definition.required}
    if default.type:
        entry["default"] = DEFAULTS[kind](default)
    return entry


def operator(schema, experimental, function, formal, default_of):
    """A line of the file: `formal` writes a parameter, `default_of` gives an attribute's default."""
    return {
        "name": schema.name,
        "since_version": schema.since_version,
        "deprecated": schema.deprecated,
        "experimental": experimental,
        "function": function,
        "inputs": [formal(parameter) for parameter in schema.inputs],
        "outputs": [formal(parameter) for parameter in schema.outputs],
        "min_inputs": schema.min_input,
        "max_inputs": schema.max_input,
        "min_outputs": schema.min_output,
        "max_outputs": schema.max_output,
        "attributes": [
            attribute(definition, default_of(definition))
            for name, definition in sorted(schema.attributes.items())
        ],
        "types": {
            constraint.type_param_str: sorted(map(type_string, constraint.allowed_type_strs))
            for constraint in sorted(schema.type_constraints, key=lambda c: c.type_param_str)
        },
    }


def onnx_operator(schema):
    entry = operator(
        schema,
        experimental=schema.support_level.name == "EXPERIMENTAL",
        function=schema.has_function or schema.has_context_dependent_function,
        formal=formal_parameter,
        default_of=lambda definition: definition.default_value,
    )
    if (schema.domain, schema.name) in READS_GRAPH:
        entry["reads_graph"] = True
    return entry


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def write(folder, domain, source, operators, name=""):
    """What the file states of its domain (schemas/README.md) stays."""
    path = folder / f"{name or domain}.json"
    stated = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    head = compact(stated | {"domain": domain, "source": source, "operators": []}).removesuffix("]}")
    lines = ",\n".join(map(compact, operators))
    path.write_text(f"{head}\n{lines}\n]}}\n", encoding="utf-8")
    print(f"{path}: {len(operators)} operator versions, {path.stat().st_size} bytes")


def output_folder(about):
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument(
        "--output-dir", type=pathlib.Path, default=here.parent / "schemas", metavar="DIR"
    )
    return parser.parse_args().output_dir


def main():
    folder = output_folder(__doc__)
    try:
        import onnx
        import onnx.defs
    except ImportError:
        sys.exit(f"extract_schemas.py: the onnx package {VERSION} is needed; see --help")
    if onnx.__version__ != VERSION:
        sys.exit(f"extract_schemas.py: onnx {VERSION} is needed, not {onnx.__version__}")

    domains = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        domains.setdefault(schema.domain or "ai.onnx", []).append(schema)
    for domain, schemas in sorted(domains.items()):
        schemas.sort(key=lambda schema: (schema.name, schema.since_version))
        write(folder, domain, "onnx " + VERSION, [onnx_operator(schema) for schema in schemas])


if __name__ == "__main__":
    main()
