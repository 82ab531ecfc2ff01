#include "engine/loader/serialization.h"

#include <algorithm>
#include <climits>
#include <set>

#include "engine/loader/file.h"
#include "engine/loader/mapped_model.h"
#include "engine/loader/npy.h"
#include "engine/loader/wire.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

// The kinds of element in SequenceProto and OptionalProto, with the same numbers.
enum class Element {
  undefined = 0,
  tensor = 1,
  sparse_tensor = 2,
  sequence = 3,
  map = 4,
  optional = 5
};

Element element_of(const Type& type) {
  switch (type.kind) {
    case Type::Kind::unknown:
      return Element::undefined;
    case Type::Kind::tensor:
      return Element::tensor;
    case Type::Kind::sparse_tensor:
      return Element::sparse_tensor;
    case Type::Kind::sequence:
      return Element::sequence;
    case Type::Kind::map:
      return Element::map;
    case Type::Kind::optional:
      return Element::optional;
  }
  return Element::undefined;
}

DType read_element_type(int number) {
  if (number >= 0 && number < dtype_count) return static_cast<DType>(number);
  throw InvalidModel("unknown element type {}", number);
}

DType read_key_type(int number) {
  const DType type = read_element_type(number);
  if (is_integer(type) || type == DType::string) return type;
  throw InvalidModel("a map's keys are of type {}; they must be integers or strings", name(type));
}

// A negative length, which some writers use for an unknown one, is read as unknown.
Dim read_dim(const onnx::TensorShapeProto::Dimension& proto) {
  if (proto.has_dim_value() && proto.dim_value() >= 0) return Dim(proto.dim_value());
  if (!proto.has_dim_param() || proto.dim_param().empty()) return {};
  if (!valid_utf8(proto.dim_param())) {
    throw InvalidModel("the dimension {} is not UTF-8", in_quotes(proto.dim_param()));
  }
  return Dim(proto.dim_param());
}

template <class Proto>
Type read_tensor_type(const Proto& proto, Type::Kind kind) {
  Type type;
  type.kind = kind;
  type.dtype = read_element_type(proto.elem_type());
  if (proto.has_shape()) {
    type.shape.emplace();
    for (const auto& dim : proto.shape().dim()) type.shape->push_back(read_dim(dim));
  }
  return type;
}

// The declared type of the elements, or the type of the first element if none is declared.
Type element_type(const Type& declared, const Values& items) {
  if (declared.element && declared.element->kind != Type::Kind::unknown) return *declared.element;
  if (items.empty()) return {};
  Type type = items[0].type();
  type.shape.reset();
  return type;
}

void check_items(const Values& items, const Type& element) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (compatible(element, items[i].type())) continue;
    throw InvalidModel("element {} is a {} where a {} is expected", i, to_string(items[i].type()),
                       to_string(element));
  }
}

// Reads values that contain values. Uses their declared type if there is one.
class ValueReader {
 public:
  explicit ValueReader(const DataFolder& folder) : folder_(folder) {}

  Value tensor(const onnx::TensorProto& proto) const { return read_tensor(proto, folder_); }
  Value sparse(const onnx::SparseTensorProto& proto) const { return read_sparse(proto, folder_); }
  Value sequence(const onnx::SequenceProto& proto, const Type& type) const;
  Value optional(const onnx::OptionalProto& proto, const Type& type) const;
  Value map(const onnx::MapProto& proto, const Type& type) const;

 private:
  Values items(const onnx::SequenceProto& proto, const Type& element) const;
  Values held(const onnx::OptionalProto& proto, const Type& element) const;

  const DataFolder& folder_;
};

// Throws unless the list or field with the values is the one that elem_type names.
void check_element(Element read, Element stated) {
  if (read == stated) return;
  throw InvalidModel("elem_type is {}, but the values are of kind {}", static_cast<int>(stated),
                     static_cast<int>(read));
}

Values ValueReader::items(const onnx::SequenceProto& proto, const Type& element) const {
  Values items;
  const auto stated = static_cast<Element>(proto.elem_type());
  const auto read = [&](Element kind, const auto& list, auto&& read_one) {
    if (!list.empty()) check_element(kind, stated);
    for (const auto& each : list) items.push_back(read_one(each));
  };
  read(Element::tensor, proto.tensor_values(), [&](const auto& each) { return tensor(each); });
  read(Element::sparse_tensor, proto.sparse_tensor_values(),
       [&](const auto& each) { return sparse(each); });
  read(Element::sequence, proto.sequence_values(),
       [&](const auto& each) { return sequence(each, element); });
  read(Element::map, proto.map_values(), [&](const auto& each) { return map(each, element); });
  read(Element::optional, proto.optional_values(),
       [&](const auto& each) { return optional(each, element); });
  return items;
}

Values ValueReader::held(const onnx::OptionalProto& proto, const Type& element) const {
  Values held;
  const auto stated = static_cast<Element>(proto.elem_type());
  const auto read = [&](Element kind, bool present, auto&& read_it) {
    if (!present) return;
    check_element(kind, stated);
    held.push_back(read_it());
  };
  read(Element::tensor, proto.has_tensor_value(), [&] { return tensor(proto.tensor_value()); });
  read(Element::sparse_tensor, proto.has_sparse_tensor_value(),
       [&] { return sparse(proto.sparse_tensor_value()); });
  read(Element::sequence, proto.has_sequence_value(),
       [&] { return sequence(proto.sequence_value(), element); });
  read(Element::map, proto.has_map_value(), [&] { return map(proto.map_value(), element); });
  read(Element::optional, proto.has_optional_value(),
       [&] { return optional(proto.optional_value(), element); });
  return held;
}

Type inner(const Type& type) { return type.element ? *type.element : Type{}; }

Value ValueReader::sequence(const onnx::SequenceProto& proto, const Type& type) const {
  Sequence sequence;
  sequence.items = items(proto, inner(type));
  sequence.element = element_type(type, sequence.items);
  check_items(sequence.items, sequence.element);
  return sequence;
}

Value ValueReader::optional(const onnx::OptionalProto& proto, const Type& type) const {
  const Values values = held(proto, inner(type));
  Optional optional;
  optional.element = element_type(type, values);
  check_items(values, optional.element);
  if (!values.empty()) optional.held = std::make_shared<const Value>(values[0]);
  return optional;
}

template <class Keys>
void check_distinct(const Keys& keys) {
  std::set<typename Keys::value_type> seen;
  for (const auto& key : keys) {
    if (!seen.insert(key).second) throw InvalidModel("a map holds the same key twice");
  }
}

Tensor read_keys(const onnx::MapProto& proto) {
  const bool texts = read_key_type(proto.key_type()) == DType::string;
  if (texts ? proto.keys_size() > 0 : proto.string_keys_size() > 0) {
    throw InvalidModel("a map's keys are not of its key_type");
  }
  if (texts) {
    check_distinct(proto.string_keys());
    Tensor keys = Tensor::zeros(DType::string, {static_cast<size_t>(proto.string_keys_size())});
    std::copy(proto.string_keys().begin(), proto.string_keys().end(),
              keys.mutable_slots<std::string>().begin());
    keys.charge_texts();
    return keys;
  }
  check_distinct(proto.keys());
  return vector_of({proto.keys().begin(), proto.keys().end()});
}

Value ValueReader::map(const onnx::MapProto& proto, const Type& type) const {
  Map map{read_keys(proto), items(proto.values(), inner(type)), {}};
  if (map.keys.size() != map.values.size()) {
    throw InvalidModel("a map has {} keys and {} values", map.keys.size(), map.values.size());
  }
  map.value_type = element_type(type, map.values);
  check_items(map.values, map.value_type);
  return map;
}

// Official cases up to release 1.13 store bfloat16 tensors as their bits in uint16.
Tensor as_declared(const Tensor& tensor, const Type& type) {
  if (type.dtype != DType::bfloat16 || tensor.dtype() != DType::uint16) return tensor;
  Tensor result = Tensor::zeros(type.dtype, tensor.shape());
  const auto bits = tensor.slots<uint16_t>();
  std::copy(bits.begin(), bits.end(), result.mutable_slots<uint16_t>().begin());
  return result;
}

// Some cases store an optional's value itself instead of an OptionalProto. The messages' fields
// share numbers. A message is the value itself if it has a field that OptionalProto does not have,
// or another elem_type.
Value parse_optional(std::string_view bytes, const Type& type, const DataFolder& folder) {
  ChargedMessage<onnx::OptionalProto> proto;
  proto.charge_contents(bytes.size());
  const Element expected = element_of(inner(type));
  const bool parsed = try_parse_message(bytes, *proto) && proto->unknown_fields().empty();
  const auto stated = static_cast<Element>(proto->elem_type());
  if (parsed &&
      (stated == expected || stated == Element::undefined || expected == Element::undefined)) {
    return ValueReader(folder).optional(*proto, type);
  }
  return Optional{inner(type),
                  std::make_shared<const Value>(parse_value(bytes, inner(type), folder))};
}

// --- Writing -------------------------------------------------------------------------------------

void write(const Value& value, const std::string& name, onnx::SequenceProto& proto);
void write(const Value& value, const std::string& name, onnx::OptionalProto& proto);
void write(const Value& value, const std::string& name, onnx::MapProto& proto);

void write(const Value& value, const std::string& name, onnx::TensorProto& proto) {
  write_tensor(value.tensor(), name, proto);
}

void write(const Value& value, const std::string& name, onnx::SparseTensorProto& proto) {
  const SparseTensor& sparse = value.sparse();
  write_tensor(sparse.values, name, *proto.mutable_values());
  write_tensor(sparse.indices, "", *proto.mutable_indices());
  for (const size_t dim : sparse.shape) proto.add_dims(static_cast<int64_t>(dim));
}

void add_item(const Value& item, onnx::SequenceProto& proto) {
  switch (element_of(item.type())) {
    case Element::tensor:
      return write(item, "", *proto.add_tensor_values());
    case Element::sparse_tensor:
      return write(item, "", *proto.add_sparse_tensor_values());
    case Element::sequence:
      return write(item, "", *proto.add_sequence_values());
    case Element::map:
      return write(item, "", *proto.add_map_values());
    case Element::optional:
      return write(item, "", *proto.add_optional_values());
    case Element::undefined:
      throw InvalidInput("an absent value cannot be written");
  }
}

void write_items(const Values& items, const Type& element, onnx::SequenceProto& proto) {
  Element kind = element_of(items.empty() ? element : items[0].type());
  if (kind == Element::undefined) kind = Element::tensor;
  proto.set_elem_type(static_cast<int>(kind));
  for (const Value& item : items) {
    if (element_of(item.type()) != kind) {
      throw InvalidInput("a sequence of different kinds of value cannot be written");
    }
    add_item(item, proto);
  }
}

void write(const Value& value, const std::string& name, onnx::SequenceProto& proto) {
  if (!name.empty()) proto.set_name(name);
  write_items(value.sequence().items, value.sequence().element, proto);
}

void write(const Value& value, const std::string& name, onnx::OptionalProto& proto) {
  if (!name.empty()) proto.set_name(name);
  const Optional& optional = value.optional();
  const Element kind = optional.held ? element_of(optional.held->type()) : Element::undefined;
  proto.set_elem_type(static_cast<int>(kind));
  switch (kind) {
    case Element::tensor:
      return write(*optional.held, "", *proto.mutable_tensor_value());
    case Element::sparse_tensor:
      return write(*optional.held, "", *proto.mutable_sparse_tensor_value());
    case Element::sequence:
      return write(*optional.held, "", *proto.mutable_sequence_value());
    case Element::map:
      return write(*optional.held, "", *proto.mutable_map_value());
    case Element::optional:
      return write(*optional.held, "", *proto.mutable_optional_value());
    case Element::undefined:
      return;
  }
}

void write(const Value& value, const std::string& name, onnx::MapProto& proto) {
  if (!name.empty()) proto.set_name(name);
  const Map& map = value.map();
  proto.set_key_type(static_cast<int>(map.keys.dtype()));
  if (map.keys.dtype() == DType::string) {
    for (const std::string& key : map.keys.slots<std::string>()) proto.add_string_keys(key);
  } else {
    for (const int64_t key : map.keys.ints()) proto.add_keys(key);
  }
  write_items(map.values, map.value_type, *proto.mutable_values());
}

template <class Proto>
std::string serialize(const Value& value, const std::string& name) {
  Proto proto;
  write(value, name, proto);
  if (proto.ByteSizeLong() > INT_MAX) {
    throw LimitExceeded("value {} is larger than the 2 GiB of a protobuf message", in_quotes(name));
  }
  return proto.SerializeAsString();
}

// read(message) of the message in these bytes.
template <class Proto, class Read>
Value parse(std::string_view bytes, Read read) {
  ChargedMessage<Proto> proto;
  parse_message(bytes, "the value", proto);
  return read(*proto);
}

// A large raw_data is copied from the bytes at once, and not into a message first.
Tensor parse_tensor(std::string_view bytes, const DataFolder& folder) {
  ChargedMessage<onnx::TensorProto> proto;
  if (const auto pieces = tensor_pieces(bytes)) {
    proto.charge_contents(bytes.size() - pieces->raw_data.size());
    if (try_parse_message(pieces->rest, *proto)) {
      const auto* const raw = reinterpret_cast<const std::byte*>(pieces->raw_data.data());
      return read_tensor(*proto, folder, {{std::shared_ptr<void>(), raw}, pieces->raw_data.size()});
    }
    proto->Clear();
  }
  parse_message(bytes, "the value", proto);
  return read_tensor(*proto, folder);
}

// Throws a reader's error again as an InvalidInput that names the file.
[[noreturn]] void refuse_file(const std::string& file, const Error& error) {
  throw InvalidInput("{}: {}", in_quotes(file), error.what());
}

Shape declared_shape(const Type& type) {
  if (type.kind != Type::Kind::tensor || !type.shape) {
    throw InvalidInput("no shape is declared, which a .bin file needs");
  }
  Shape shape;
  for (const Dim& dim : *type.shape) {
    const auto* size = std::get_if<int64_t>(&dim);
    if (!size) {
      throw InvalidInput("dimension {} is not declared as a number, which a .bin file needs",
                         shape.size());
    }
    shape.push_back(static_cast<size_t>(*size));
  }
  return shape;
}

// As path(file).extension() == ending, but without the cost of paths.
bool ends_in(std::string_view file, std::string_view ending) {
  return file.ends_with(ending) && file.size() > ending.size() &&
         file[file.size() - ending.size() - 1] != '/';
}

// `folder` may contain external data.
Value parse_file(std::string_view name, std::string_view bytes, const Type& type,
                 const DataFolder& folder) {
  if (ends_in(name, ".bin")) return parse_raw(bytes, type.dtype, declared_shape(type));
  if (ends_in(name, ".npy")) {
    return parse_npy(bytes, type.kind == Type::Kind::tensor ? type.dtype : DType::undefined);
  }
  return parse_value(bytes, type, folder);
}

// Reads a file with one of value_endings. Errors name it.
Value read_unchecked(const std::string& file, const Type& type, const DataFolder& folder) {
  const Contents contents = read_file(file);
  try {
    return parse_file(file, {contents.data(), contents.size()}, type, folder);
  } catch (const InvalidModel& error) {
    refuse_file(file, error);
  } catch (const InvalidInput& error) {
    refuse_file(file, error);
  } catch (Error& error) {
    error.locate(in_quotes(file));
    throw;
  }
}

void check_extension(const std::filesystem::path& file) {
  if (is_value_file(file)) return;
  throw InvalidInput("{} does not end in {}", in_quotes(file.native()),
                     fmt::join(value_endings, " or "));
}

}  // namespace

Type read_type(const onnx::TypeProto& proto) {
  switch (proto.value_case()) {
    case onnx::TypeProto::kTensorType:
      return read_tensor_type(proto.tensor_type(), Type::Kind::tensor);
    case onnx::TypeProto::kSparseTensorType:
      return read_tensor_type(proto.sparse_tensor_type(), Type::Kind::sparse_tensor);
    case onnx::TypeProto::kSequenceType:
      return Type::sequence(read_type(proto.sequence_type().elem_type()));
    case onnx::TypeProto::kOptionalType:
      return Type::optional(read_type(proto.optional_type().elem_type()));
    case onnx::TypeProto::kMapType: {
      const DType key = read_key_type(proto.map_type().key_type());
      // onnx.proto, of both fields: "This field MUST be present for this version of the IR."
      if (proto.map_type().value_type().value_case() == onnx::TypeProto::VALUE_NOT_SET) {
        throw InvalidModel("a map type has no value_type");
      }
      return Type::map(key, read_type(proto.map_type().value_type()));
    }
    case onnx::TypeProto::kOpaqueType:
      throw Unsupported("the opaque type {} is not supported",
                        in_quotes(proto.opaque_type().name()));
    case onnx::TypeProto::VALUE_NOT_SET:
      return {};
  }
  return {};
}

Value parse_value(std::string_view bytes, const Type& type, const DataFolder& folder) {
  const ValueReader reader(folder);
  switch (type.kind) {
    case Type::Kind::unknown:
    case Type::Kind::tensor:
      return as_declared(parse_tensor(bytes, folder), type);
    case Type::Kind::sparse_tensor:
      return parse<onnx::SparseTensorProto>(
          bytes, [&](const auto& proto) { return reader.sparse(proto); });
    case Type::Kind::sequence:
      return parse<onnx::SequenceProto>(
          bytes, [&](const auto& proto) { return reader.sequence(proto, type); });
    case Type::Kind::map:
      return parse<onnx::MapProto>(bytes,
                                   [&](const auto& proto) { return reader.map(proto, type); });
    case Type::Kind::optional:
      return parse_optional(bytes, type, folder);
  }
  throw InternalError("a type of unknown kind");
}

std::string serialize_value(const Value& value, const std::string& name) {
  switch (element_of(value.type())) {
    case Element::tensor:
      return serialize<onnx::TensorProto>(value, name);
    case Element::sparse_tensor:
      return serialize<onnx::SparseTensorProto>(value, name);
    case Element::sequence:
      return serialize<onnx::SequenceProto>(value, name);
    case Element::map:
      return serialize<onnx::MapProto>(value, name);
    case Element::optional:
      return serialize<onnx::OptionalProto>(value, name);
    case Element::undefined:
      break;
  }
  throw InvalidInput("value {} is absent and cannot be written", in_quotes(name));
}

bool is_value_file(const std::filesystem::path& file) {
  return std::any_of(value_endings.begin(), value_endings.end(),
                     [&](std::string_view ending) { return ends_in(file.native(), ending); });
}

Value read_value(const std::filesystem::path& file, const Type& type) {
  check_extension(file);
  const std::filesystem::path folder = file.parent_path();
  return read_unchecked(file.native(), type, {folder.empty() ? "." : folder.native()});
}

Value read_value(const DataFolder& folder, const std::string& name, const Type& type) {
  return read_unchecked(folder.path + '/' + name, type, folder);
}

void write_value(const std::filesystem::path& file, const Value& value, const std::string& name) {
  check_extension(file);
  if (file.extension() == ".npy") return write_file(file, format_npy(value.tensor()));
  if (file.extension() == ".bin") return write_file(file, format_raw(value.tensor()));
  write_file(file, serialize_value(value, name));
}

}  // namespace etalon
