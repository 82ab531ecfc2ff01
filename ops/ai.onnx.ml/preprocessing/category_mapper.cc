// CategoryMapper: strings become the integers, and integers the strings, that stand at the same
// place of cats_strings and cats_int64s; what stands nowhere becomes the default.
//   1
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

Values category_mapper(const Call& call) {
  const Tensor& X = call.tensor("X");
  if (X.rank() != 1 && X.rank() != 2) {
    throw InvalidInput("X has the shape {}; it must be [N, C] or [C]", to_string(X.shape()));
  }
  require_one_default(call);
  const Tensor integers = list_of(call.ints("cats_int64s"));
  const Tensor strings = list_of(call.texts("cats_strings"));
  if (X.dtype() == DType::string) {
    const Tensor default_int64 = vector_of({call.integer("default_int64")});
    require_pairs(strings, integers);
    return {take(integers, places(X, strings), default_int64)};
  }
  const Tensor default_string = list_of(std::vector{call.text("default_string")});
  require_pairs(integers, strings);
  return {take(strings, places(X, integers), default_string)};
}

const Operator op("CategoryMapper", category_mapper, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
