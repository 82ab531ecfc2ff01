#!/usr/bin/env python3
"""Write the operator schemas of com.microsoft as JSON.

They come from the Python binding of a released `onnxruntime` package, which must be importable:

    pip install onnxruntime==1.32.0 && python scripts/extract_microsoft_schemas.py

Writes schemas/com.microsoft.json, and schemas/ai.onnx.onnxruntime.json with what this runtime
registers in ai.onnx and ONNX never had; "experimental" there keeps it apart from ONNX's own. One
operator is a line, sorted by name, without documentation text.
"""

import sys

from extract_schemas import operator, output_folder, type_string, write

VERSION = "1.32.0"
DOMAIN = "com.microsoft"
# By their first versions: LayerNormalization is ONNX's own from 17 on.
OWN_IN_ONNX = {"LayerNormalization": 1, "SimplifiedLayerNormalization": 1}


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


def microsoft_operator(schema, experimental=False):
    import onnx

    return operator(
        schema,
        experimental,
        function=False,
        formal=formal_parameter,
        default_of=lambda one: onnx.AttributeProto.FromString(one._default_value),
    )


def main():
    folder = output_folder(__doc__)
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
    source = "onnxruntime " + VERSION
    own = [microsoft_operator(schema) for schema in found if schema.domain == DOMAIN]
    write(folder, DOMAIN, source, own)
    foreign = [
        microsoft_operator(schema, experimental=True)
        for schema in found
        if schema.domain == "" and OWN_IN_ONNX.get(schema.name) == schema.since_version
    ]
    write(folder, "ai.onnx", source, foreign, "ai.onnx.onnxruntime")


if __name__ == "__main__":
    main()
