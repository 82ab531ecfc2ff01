"""The adapter for Python functions without its lines of Python for repro.py."""

import pathlib
import sys

from onnx_etalon import _native

sys.path.insert(0, str(pathlib.Path(_native.data_folder()).parent / "scripts/backends"))

import python_backend_adapter  # noqa: E402

python_backend_adapter.repro_of = lambda words, backend: ""
python_backend_adapter.main()
