// Values as Python objects.
//
//   tensor    a NumPy array; one of dtype object for strings
//   sequence  a list
//   optional  the value, or None
//   map       a dict
//   sparse    onnx_etalon.SparseTensor
//   absent    None
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "conformance/cases/value_files.h"
#include "engine/interpreter/interpreter.h"

namespace etalon::python {

// The value that `object` means for an input or output declared as `type`. Tensors may be whatever
// NumPy or DLPack reads, on the CPU; Python numbers, strings and lists get the declared element
// type. Every kind may also be the message of ONNX (TensorProto, SequenceProto, …). Large
// arrays in row-major order are not copied (borrowed.h). Throws InvalidInput, naming `name`, for
// any other object.
Value to_value(nanobind::handle object, const Type& type, const std::string& name);

// The type of an object without a declaration: a dict is a map, a list or tuple of arrays, lists or
// dicts a sequence, anything else a tensor.
Type guessed_type(nanobind::handle object);

// Arrays are read-only views of the tensor, which they keep alive; strings are copied.
nanobind::object to_python(const Value& value);

// The graph's inputs from a mapping by name, or from a list or tuple by position: of the inputs
// without an initializer or, if there are more values, of all inputs.
Bindings to_bindings(nanobind::handle inputs, const Model& model);
// The graph's outputs from a mapping by name, a list or tuple by position, or the only output
// itself. Those that are missing are absent.
Values to_outputs(nanobind::handle outputs, const Model& model);
// The same with the inner values of a mapping.
GivenValues to_given(nanobind::handle outputs, const Model& model);

// A name or message as a str. Bytes that are not UTF-8 become surrogates, as in names of files.
nanobind::str to_str(const std::string& text);

// A dict by name, in the order of `infos`.
nanobind::dict to_dict(const std::vector<ValueInfo>& infos, const Values& values);
nanobind::dict to_dict(const Model& model, const Bindings& inputs);

}  // namespace etalon::python
