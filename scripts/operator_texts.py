#!/usr/bin/env python3
"""Write what the specification says of each input, output and attribute, word for word.

    scripts/python scripts/operator_texts.py [--output-dir DIR]

Writes texts/onnx.json from the `onnx` package that scripts/extract_schemas.py reads, and texts/com.microsoft.json from
the `onnxruntime` package that scripts/extract_microsoft_schemas.py reads; each only where its package can be imported.
One operator version is a line; of a version that follows another, only what is not as in that one.
"""

import argparse
import pathlib
import re
import sys

from extract_schemas import VERSION, compact

HOME = pathlib.Path(__file__).resolve().parent.parent


def plain(text):
    """Without the indentation and line ends of source code; paragraphs and lists stay."""
    lines = [line.strip() for line in (text or "").strip().splitlines()]
    joined = "\n".join(lines)
    return re.sub(r"(?<!\n)\n(?![\n*\-–•|0-9])", " ", joined)


def of_onnx():
    import onnx

    if onnx.__version__ != VERSION:
        sys.exit(f"operator_texts: onnx {VERSION} is needed, not {onnx.__version__}")
    for schema in onnx.defs.get_all_schemas_with_history():
        yield schema.domain, schema.name, schema.since_version, {
            "inputs": {one.name: plain(one.description) for one in schema.inputs},
            "outputs": {one.name: plain(one.description) for one in schema.outputs},
            "attributes": {name: plain(one.description) for name, one in schema.attributes.items()},
        }


def of_onnxruntime():
    from onnxruntime.capi.onnxruntime_pybind11_state import get_all_operator_schema

    for schema in get_all_operator_schema():
        if schema.domain == "com.microsoft":
            yield schema.domain, schema.name, schema.since_version, {
                "inputs": {one.name: plain(one.description) for one in schema.inputs},
                "outputs": {one.name: plain(one.description) for one in schema.outputs},
                "attributes": {name: plain(one.description) for name, one in schema.attributes.items()},
            }


def rows(found):
    before = {}
    for domain, name, version, texts in sorted(found, key=lambda one: one[:3]):
        known = before.setdefault((domain, name), {})
        new = {}
        for kind, said in texts.items():
            for formal, text in said.items():
                if text and known.get((kind, formal)) != text:
                    new.setdefault(kind, {})[formal] = text
                    known[kind, formal] = text
        if new:
            yield f"{compact((domain + '.' if domain else '') + f'{name}-{version}')}:{compact(new)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output-dir", type=pathlib.Path, default=HOME / "data" / "texts", metavar="DIR")
    folder = parser.parse_args().output_dir
    folder.mkdir(parents=True, exist_ok=True)
    for name, texts in (("onnx", of_onnx), ("com.microsoft", of_onnxruntime)):
        try:
            lines = list(rows(texts()))
        except ImportError as error:
            print(f"operator_texts: {name} is left as it is: {error}", file=sys.stderr)
            continue
        file = folder / f"{name}.json"
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        print(f"{file}: {len(lines)} operator versions, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
