#include "ops/ai.onnx.ml/preprocessing/label_attributes.h"
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

bool has(const Call& call, const std::string& attribute) {
  return call.schema().attribute(attribute) && call.has(attribute);
}

}  // namespace

Tensor given_list(const Call& call, const std::string& what) {
  std::vector<Tensor> lists;
  if (has(call, what + "_floats")) lists.push_back(list_of(call.reals(what + "_floats")));
  if (has(call, what + "_int64s")) lists.push_back(list_of(call.ints(what + "_int64s")));
  if (has(call, what + "_strings")) lists.push_back(list_of(call.texts(what + "_strings")));
  if (has(call, what + "_tensor")) lists.push_back(call.tensor_attribute(what + "_tensor"));
  if (lists.size() != 1) {
    throw InvalidInput("{} of the attributes {}_* are given; one and only one is needed",
                       lists.size(), what);
  }
  require_rank(what + "_tensor", lists[0], 1);  // “encoded as a 1D tensor”
  return lists[0];
}

Tensor default_of(const Call& call, DType type) {
  if (has(call, "default_tensor")) {
    const Tensor& tensor = call.tensor_attribute("default_tensor");
    if (tensor.dtype() != type || tensor.size() != 1) {
      throw InvalidInput("default_tensor is a tensor({}) of shape {}; it must be one {}",
                         name(tensor.dtype()), to_string(tensor.shape()), name(type));
    }
    return tensor;
  }
  if (type == DType::string) return list_of(std::vector{call.text("default_string")});
  if (type == DType::int64) return vector_of({call.integer("default_int64")});
  if (type == DType::float32) return list_of(std::vector{call.real("default_float")});
  return is_float(type) ? scalar(type, -0.0) : scalar(type, int64_t{-1});
}

void check_defaults(const Call& call, DType type) {
  const auto require = [&]<class T>(std::string_view attribute, DType its) {
    if (type == its || !is_set<T>(call, attribute)) return;
    throw InvalidInput("{} is given where the values are of type {}", attribute, name(type));
  };
  require.operator()<int64_t>("default_int64", DType::int64);
  require.operator()<float>("default_float", DType::float32);
  require.operator()<std::string>("default_string", DType::string);
}

}  // namespace etalon
