#include <cmath>
#include <cstdlib>

#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "engine/values/json.h"

namespace etalon {
namespace {

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
