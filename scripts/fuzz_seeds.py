"""Writes seeds for scripts/fuzz that need no other program: .npy, .npz, images, and models with names
that mean something elsewhere.

    fuzz_seeds.py FOLDER    writes FOLDER/npy, FOLDER/npz, FOLDER/image, FOLDER/repro
"""

import json
import pathlib
import struct
import sys
import zipfile
import zlib

CASES = pathlib.Path(__file__).parent.parent / "data/cases/ai.onnx/image/ImageDecoder.json"


def npy(descr, shape, data, version=1, fortran=False):
    header = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, fortran, shape)
    size = 2 if version == 1 else 4
    header += " " * (-(len(header) + 9 + size) % 64) + "\n"
    return (b"\x93NUMPY" + bytes([version, 0]) +
            len(header).to_bytes(size, "little") + header.encode("utf-8") + data)


def arrays():
    yield "float", npy("<f4", "(2, 3)", struct.pack("<6f", *range(6)))
    yield "fortran", npy("<f8", "(2, 2)", struct.pack("<4d", *range(4)), fortran=True)
    yield "big", npy(">i8", "(3,)", struct.pack(">3q", 1, -2, 3), version=2)
    yield "half", npy("<f2", "()", struct.pack("<e", 0.5), version=3)
    yield "text", npy("<U3", "(2,)", "abcde\0".encode("utf-32-le"))
    yield "bool", npy("|b1", "(0, 5)", b"")
    yield "raw", npy("|V2", "(2,)", b"\x80\x3f\x00\x40")


def png(width, height):
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data +
                struct.pack(">I", zlib.crc32(kind + data)))
    rows = b"".join(b"\0" + bytes(range(3 * width)) for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" +
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def bmp(width, height):
    rows = bytes(3 * width + -(3 * width) % 4) * height
    return (b"BM" + struct.pack("<IHHI", 54 + len(rows), 0, 0, 54) +
            struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(rows), 2835, 2835, 0, 0) +
            rows)


def images():
    yield "a.png", png(5, 3)
    yield "a.bmp", bmp(5, 3)
    yield "a.ppm", b"P6\n3 2\n255\n" + bytes(range(18))
    yield "a.pgm", b"P5\n3 2\n255\n" + bytes(range(6))
    # The formats that take a codec to write are those of the operator's own cases.
    for i, case in enumerate(json.loads(CASES.read_text())["cases"]):
        data = case["inputs"][0]["data"]
        if all(isinstance(byte, int) for byte in data):
            yield f"case-{i}", bytes(data)


# Names that mean something to Python, a shell, a file system or a terminal.
NAMES = ('"""";open("PWNED","w");\'\'\'#', "\'\'\'\nopen('PWNED')\n", "\\", "\\\"", "$(id)`id`", "../../PWNED",
         "/PWNED", "{0}%s", "\x1b[31m\x1b]0;t\x07\x9b31m\u202e", "a\0b")


def varint(value):
    return bytes([value]) if value < 128 else bytes([value % 128 + 128]) + varint(value // 128)


def field(number, content):
    if isinstance(content, int):
        return varint(8 * number) + varint(content)
    return varint(8 * number + 2) + varint(len(content)) + content


def model_of(name):
    """A model, an Identity of three floats, whose values, node and graph have the name."""
    given, made = name.encode(), (name + "!").encode()
    shape = field(1, field(1, 1) + field(2, field(1, field(1, 3))))
    node = field(1, given) + field(2, made) + field(3, given) + field(4, b"Identity")
    graph = (field(1, node) + field(2, given) + field(11, field(1, given) + field(2, shape)) +
             field(12, field(1, made) + field(2, shape)))
    return field(1, 8) + field(7, graph) + field(8, field(1, b"") + field(2, 14))


def main():
    folder = pathlib.Path(sys.argv[1])
    for kind in ("npy", "npz", "image", "repro"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for i, name in enumerate(NAMES):
        (folder / "repro" / f"name-{i}").write_bytes(model_of(name))
    for name, data in arrays():
        (folder / "npy" / name).write_bytes(data)
    for method, name in ((zipfile.ZIP_STORED, "stored"), (zipfile.ZIP_DEFLATED, "deflated")):
        with zipfile.ZipFile(folder / "npz" / name, "w", method) as archive:
            for entry, data in arrays():
                archive.writestr(entry + ".npy", data)
    for name, data in images():
        (folder / "image" / name).write_bytes(data)


if __name__ == "__main__":
    main()
