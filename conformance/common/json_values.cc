#include "conformance/common/json_values.h"

#include <cmath>
#include <cstdlib>
#include <map>

#include "conformance/common/json.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

using nlohmann::json;

template <class T>
T element(const json& written, DType type);

template <>
double element<double>(const json& written, DType) {
  return number_from_json(written);
}

template <>
int64_t element<int64_t>(const json& written, DType type) {
  if (!written.is_number_integer()) throw InvalidInput("{} is not an integer", written.dump());
  const auto value = written.get<int64_t>();
  if (value < lowest(type) || value > highest(type)) {
    throw InvalidInput("{} is out of range for {}", written.dump(), name(type));
  }
  return value;
}

template <>
uint64_t element<uint64_t>(const json& written, DType type) {
  if (written.is_boolean()) return written.get<bool>() ? 1 : 0;
  if (!written.is_number_unsigned()) {
    throw InvalidInput("{} is not an unsigned integer", written.dump());
  }
  const auto value = written.get<uint64_t>();
  const uint64_t most = type == DType::boolean ? 1 : static_cast<uint64_t>(highest(type));
  if (value > most) throw InvalidInput("{} is out of range for {}", written.dump(), name(type));
  return value;
}

template <>
std::complex<double> element<std::complex<double>>(const json& written, DType) {
  if (!written.is_array() || written.size() != 2) {
    throw InvalidInput("{} is not a pair [real, imaginary]", written.dump());
  }
  return {element<double>(written[0], DType::float64), element<double>(written[1], DType::float64)};
}

template <>
std::string element<std::string>(const json& written, DType) {
  return written.get<std::string>();
}

Shape shape_of(const json& written, const json& data) {
  if (written.contains("shape")) return field<Shape>(written, "shape");
  return data.is_array() ? Shape{data.size()} : Shape{};
}

// A tensor from its elements in row-major order, or from one bare element.
Tensor tensor_of(DType type, const Shape& shape, const json& data) {
  if (type == DType::undefined) throw InvalidInput("a tensor needs an element type");
  const bool bare = !data.is_array() ||
                    (is_complex(type) && shape.empty() && data.size() == 2 && !data[0].is_array());
  const size_t given = bare ? 1 : data.size();
  if (element_count(shape) != given) {
    throw InvalidInput("shape {} takes {} elements, not {}", to_string(shape), element_count(shape),
                       given);
  }
  return any_carrier(type, [&]<class T>() {
    Array<T> values = empty_array<T>(shape);
    for (size_t i = 0; i < given; ++i) values.data()[i] = element<T>(bare ? data : data[i], type);
    return Tensor::of(type, values);
  });
}

Value value_of(const json& written, const Type& type);

Type declared_type(const json& written) {
  return type_written(written.at("type").get_ref<const std::string&>());
}

// A part of a value. Its type is its own "type", or else `type`, which the whole value gives it. A
// bare number or text is a tensor of rank 0.
Value part_of(const json& written, const Type& type) {
  if (written.is_object()) {
    return value_of(written, written.contains("type") ? declared_type(written) : type);
  }
  return tensor_of(type.dtype, {}, written);
}

Value map_of(const json& written, const Type& type) {
  const json& keys = written.at("keys");
  const json& values = written.at("values");
  if (keys.size() != values.size()) {
    throw InvalidInput("a map has {} keys and {} values", keys.size(), values.size());
  }
  Map map{tensor_of(type.dtype, {keys.size()}, keys), {}, *type.element};
  for (const json& value : values) map.values.push_back(part_of(value, *type.element));
  return map;
}

Value sparse_of(const json& written, const Type& type) {
  const auto shape = field<Shape>(written, "shape");
  const json& values = written.at("values");
  const json& indices = written.at("indices");
  const bool linear = values.empty() || indices.size() == values.size();
  const Shape index_shape = linear ? Shape{indices.size()} : Shape{values.size(), shape.size()};
  return SparseTensor{tensor_of(type.dtype, {values.size()}, values),
                      tensor_of(DType::int64, index_shape, indices), shape};
}

// The keys of a value of each kind.
const std::map<Type::Kind, std::vector<std::string>> keys_of_kind = {
    {Type::Kind::tensor, {"type", "shape", "data"}},
    {Type::Kind::sequence, {"type", "items"}},
    {Type::Kind::optional, {"type", "value"}},
    {Type::Kind::map, {"type", "keys", "values"}},
    {Type::Kind::sparse_tensor, {"type", "shape", "values", "indices"}}};

Value value_of(const json& written, const Type& type) {
  const auto keys = keys_of_kind.find(type.kind);
  if (keys == keys_of_kind.end()) throw InvalidInput("a value needs a type");
  check_keys(written, "the value", keys->second);
  switch (type.kind) {
    case Type::Kind::tensor: {
      const json& data = written.at("data");
      return tensor_of(type.dtype, shape_of(written, data), data);
    }
    case Type::Kind::sequence: {
      Sequence sequence{*type.element, {}};
      for (const json& item : written.at("items")) {
        sequence.items.push_back(part_of(item, *type.element));
      }
      return sequence;
    }
    case Type::Kind::optional: {
      const json& held = written.at("value");
      if (held.is_null()) return Optional{*type.element, nullptr};
      return Optional{*type.element, std::make_shared<const Value>(part_of(held, *type.element))};
    }
    case Type::Kind::map:
      return map_of(written, type);
    default:
      return sparse_of(written, type);
  }
}

using nlohmann::ordered_json;

// The shortest decimal that reads back to the same value of its type.
ordered_json real_to_json(DType type, double value) {
  if (value == 0 && std::signbit(value)) return "-0";
  if (!std::isfinite(value)) return number_to_json(value);
  if (type == DType::float64 || type == DType::complex128) return value;
  return std::strtod(fmt::format("{}", static_cast<float>(value)).c_str(), nullptr);
}

template <class T>
ordered_json element_to_json(DType type, const T& element) {
  if constexpr (std::is_same_v<T, std::complex<double>>) {
    return {real_to_json(type, element.real()), real_to_json(type, element.imag())};
  } else if constexpr (std::is_same_v<T, double>) {
    return real_to_json(type, element);
  } else {
    return type == DType::boolean ? ordered_json(element != T()) : ordered_json(element);
  }
}

// The elements in row-major order.
ordered_json elements_to_json(const Tensor& tensor) {
  ordered_json elements = ordered_json::array();
  any_carrier(tensor.dtype(), [&]<class T>() {
    for (const T& element : tensor.as<T>()) {
      elements.push_back(element_to_json<T>(tensor.dtype(), element));
    }
  });
  return elements;
}

ordered_json list_to_json(const Values& values) {
  ordered_json list = ordered_json::array();
  for (const Value& value : values) list.push_back(value_to_json(value));
  return list;
}

}  // namespace

Type type_written(const std::string& text) {
  const DType plain = dtype_named(text);
  return plain == DType::undefined ? type_named(text) : Type::tensor(plain);
}

Value value_from_json(const json& written) {
  if (written.is_null()) return {};
  return value_of(written, declared_type(written));
}

Tensor tensor_from_json(const json& written) { return value_from_json(written).tensor(); }

ordered_json value_to_json(const Value& value) {
  if (value.absent()) return nullptr;
  ordered_json written = {{"type", to_string(value.type())}};
  if (value.is_tensor()) {
    written["type"] = name(value.tensor().dtype());
    written["shape"] = value.tensor().shape();
    written["data"] = elements_to_json(value.tensor());
  } else if (value.is_sequence()) {
    written["items"] = list_to_json(value.sequence().items);
  } else if (value.is_optional()) {
    const std::shared_ptr<const Value>& held = value.optional().held;
    written["value"] = held ? value_to_json(*held) : nullptr;
  } else if (value.is_map()) {
    written["keys"] = elements_to_json(value.map().keys);
    written["values"] = list_to_json(value.map().values);
  } else {
    const SparseTensor& sparse = value.sparse();
    written["shape"] = sparse.shape;
    written["values"] = elements_to_json(sparse.values);
    written["indices"] = elements_to_json(sparse.indices);
  }
  return written;
}

}  // namespace etalon
