#!/usr/bin/env python3
"""Write the operator schemas of com.microsoft as JSON.

They come from the Python binding of a released `onnxruntime` package, which must be importable:

    pip install onnxruntime==1.32.0 && python scripts/extract_microsoft_schemas.py

Writes schemas/com.microsoft.json, and schemas/ai.onnx.onnxruntime.json with what this runtime
registers in ai.onnx and ONNX never had; "experimental" there keeps it apart from ONNX's own. One
operator is a line, sorted by name, without documentation text.
"""

import argparse
import pathlib
import sys

from extract_schemas import DEFAULTS, type_string, write

VERSION = "1.32.0"
DOMAIN = "com.microsoft"
OWN_IN_ONNX = ["SimplifiedLayerNormalization"]


def formal_parameter(parameter):
    options = {"Single": "single", "Optional": "optional", "Variadic": "variadic"}
    option = options[parameter.option.name]
    return {
        "name": parameter.name,
        "type": type_string(parameter.typeStr),
        "option": option,
        "homogeneous": parameter.isHomogeneous,
        "min_arity": 1,
    }


def attribute(definition):
    import onnx

    kind = definition.type.name.lower()
    entry = {"name": definition.name, "type": kind, "required": definition.required}
    default = onnx.AttributeProto.FromString(definition._default_value)
    if default.type:
        entry["default"] = DEFAULTS[kind](default)
    return entry


def operator(schema):
    return {
        "name": schema.name,
        "since_version": schema.since_version,
        "deprecated": schema.deprecated,
        "experimental": False,
        "function": False,
        "inputs": [formal_parameter(parameter) for parameter in schema.inputs],
        "outputs": [formal_parameter(parameter) for parameter in schema.outputs],
        "min_inputs": schema.min_input,
        "max_inputs": schema.max_input,
        "min_outputs": schema.min_output,
        "max_outputs": schema.max_output,
        "attributes": [attribute(schema.attributes[name]) for name in sorted(schema.attributes)],
        "types": {
            constraint.type_param_str: sorted(map(type_string, constraint.allowed_type_strs))
            for constraint in sorted(schema.type_constraints, key=lambda c: c.type_param_str)
        },
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument(
        "--output-dir", type=pathlib.Path, default=here.parent / "schemas", metavar="DIR"
    )
    arguments = parser.parse_args()
    try:
        import onnxruntime
        from onnxruntime.capi.onnxruntime_pybind11_state import get_all_operator_schema
    except ImportError:
        sys.exit(f"extract_microsoft_schemas.py: onnxruntime {VERSION} is needed; see --help")
    if onnxruntime.__version__ != VERSION:
        sys.exit(
            f"extract_microsoft_schemas.py: onnxruntime {VERSION} is needed, "
            f"not {onnxruntime.__version__}"
        )
    found = sorted(get_all_operator_schema(), key=lambda schema: schema.name)
    own = [operator(schema) for schema in found if schema.domain == DOMAIN]
    write(arguments.output_dir / f"{DOMAIN}.json", DOMAIN, f"onnxruntime {VERSION}", own)
    foreign = [
        operator(schema) | {"experimental": True}
        for schema in found
        if schema.domain == "" and schema.name in OWN_IN_ONNX
    ]
    write(
        arguments.output_dir / "ai.onnx.onnxruntime.json",
        "ai.onnx",
        f"onnxruntime {VERSION}",
        foreign,
    )


if __name__ == "__main__":
    main()
