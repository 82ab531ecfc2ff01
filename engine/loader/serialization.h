// Values to and from ONNX's protobufs and NumPy's .npy files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/values/value.h"

namespace onnx {
class TensorProto;
class SparseTensorProto;
class TypeProto;
}  // namespace onnx

namespace etalon {

// Where a tensor's external data may lie: beneath this folder; empty: external data is refused.
struct DataFolder {
  std::filesystem::path path;
};

// Each throws InvalidModel, naming the tensor and the field, for what the format forbids: payload
// and dims that differ, several data fields, the wrong field for the type, unknown types,
// overflow, unsafe or short external data; sparse indices out of range or unsorted.
Tensor read_tensor(const onnx::TensorProto& proto, const DataFolder& folder);
SparseTensor read_sparse(const onnx::SparseTensorProto& proto, const DataFolder& folder);
Type read_type(const onnx::TypeProto& proto);

// Little-endian raw_data; 2- and 4-bit types packed; strings in string_data.
void write_tensor(const Tensor& tensor, const std::string& name, onnx::TensorProto& proto);

// One value as the official cases store it: a TensorProto, SequenceProto, MapProto, OptionalProto
// or SparseTensorProto, as `type` says. An unknown type is read as a tensor.
Value parse_value(std::string_view bytes, const Type& type, const DataFolder& folder);
std::string serialize_value(const Value& value, const std::string& name);

// A file by its ending: .pb as parse_value, .npy as a tensor (which cannot tell bfloat16 or
// narrower types: `type` does). Throws InvalidInput naming the file.
Value read_value(const std::filesystem::path& file, const Type& type);
// True for the endings that read_value takes.
bool is_value_file(const std::filesystem::path& file);
// Writes beside the target and renames, so that no half-written file stays.
void write_value(const std::filesystem::path& file, const Value& value, const std::string& name);

}  // namespace etalon
