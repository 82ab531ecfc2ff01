"""The `etalon` command of this package: `etalon …`, or `python -m onnx_etalon …`."""

import os
import pathlib
import sys


def main() -> None:
    """Becomes the command. Python programs that it starts run in this interpreter."""
    command = pathlib.Path(__file__).resolve().parent / "bin" / "etalon"
    os.environ.setdefault("ETALON_PYTHON", sys.executable)
    try:
        os.execv(command, ["etalon", *sys.argv[1:]])
    except OSError as problem:
        sys.exit(f"etalon: {command}: {problem.strerror}")


if __name__ == "__main__":
    main()
