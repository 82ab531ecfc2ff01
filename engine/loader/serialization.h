// Reads and writes values as ONNX's protobufs, NumPy's .npy files and raw elements.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "engine/values/value.h"

namespace onnx {
class TensorProto;
class SparseTensorProto;
class TypeProto;
}  // namespace onnx

namespace etalon {

// The symbolic links that a file of external data may be opened through. within_cache: links that
// stay within the cache that the model is in. A cache is laid out as by Hugging Face's tools: a
// folder with `blobs`, which has the files, and `snapshots`, whose folders have links to them.
// Absolute links are refused. A file with several hard links, as in the caches of package managers,
// is opened only with within_cache, wherever its other names are.
enum class SymbolicLinks { refused, within_cache };

// The folder, with its subfolders, of external data. If it is empty, external data is refused.
struct DataFolder {
  std::string path;
  SymbolicLinks links = SymbolicLinks::refused;
};

// The raw_data of a tensor whose message was parsed without it.
struct MappedData {
  std::shared_ptr<const std::byte> bytes;  // nullptr: the message has its own raw_data, if any
  size_t size = 0;
  bool stays = false;  // in a mapped file; otherwise it is to be copied
};

// Each throws InvalidModel, naming the tensor and the field, if the message breaks the format:
// payload and dims that differ, several data fields, the wrong field for the type, unknown types,
// overflow, unsafe or short external data; sparse indices out of range or unsorted. Large external
// and mapped data stays in its file, which must not change: only the parts that are used take
// memory.
Tensor read_tensor(const onnx::TensorProto& proto, const DataFolder& folder,
                   const MappedData& mapped = {});
SparseTensor read_sparse(const onnx::SparseTensorProto& proto, const DataFolder& folder);
Type read_type(const onnx::TypeProto& proto);

// Little-endian raw_data; 2- and 4-bit types packed; strings in string_data.
void write_tensor(const Tensor& tensor, const std::string& name, onnx::TensorProto& proto);

// Elements alone, as raw_data has them: little-endian, in row-major order, 2- and 4-bit types
// packed. Throws InvalidInput for strings, and for a number of bytes that does not fit the shape.
Tensor parse_raw(std::string_view bytes, DType type, const Shape& shape);
std::string format_raw(const Tensor& tensor);

// One value as the official cases store it: a TensorProto, SequenceProto, MapProto, OptionalProto
// or SparseTensorProto, according to `type`. An unknown type is read as a tensor.
Value parse_value(std::string_view bytes, const Type& type, const DataFolder& folder);
std::string serialize_value(const Value& value, const std::string& name);

// Reads a file by its extension: .pb as parse_value, .npy as parse_npy with the element type of
// `type`, .bin as parse_raw with the type and shape of `type`, all of whose dimensions must be
// numbers. Throws InvalidInput naming the file.
Value read_value(const std::filesystem::path& file, const Type& type);
Value read_value(const DataFolder& folder, const std::string& name, const Type& type);
// The extensions that read_value accepts. If several files of one name exist, the first is read.
inline constexpr std::array<const char*, 3> value_endings = {".pb", ".npy", ".bin"};
// True for a file with one of these extensions.
bool is_value_file(const std::filesystem::path& file);
// Writes a temporary file in the target's folder and renames it, so that no partial file remains.
void write_value(const std::filesystem::path& file, const Value& value, const std::string& name);

}  // namespace etalon
