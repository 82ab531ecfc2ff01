"""Tests of the installed package onnx_etalon; see scripts/test_wheel."""
