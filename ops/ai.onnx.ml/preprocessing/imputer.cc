// Imputer: Y = imputed_value[f] where X[…, f] is replaced_value (NaN is NaN), else X; a single
// imputed_value is for all features f.
//   1
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {
namespace {

// The imputed values as X's type, in which each must fit.
Tensor imputed_values(const Call& call, DType type) {
  const std::vector<int64_t> integers = call.ints("imputed_value_int64s");
  const std::vector<double> reals = call.reals("imputed_value_floats");
  if ((is_float(type) ? reals.empty() : integers.empty()) || reals.empty() == integers.empty()) {
    throw InvalidInput(
        "X is a tensor({}), for which there are {} imputed_value_floats and {} "
        "imputed_value_int64s",
        name(type), reals.size(), integers.size());
  }
  for (const int64_t value : integers) {
    if (value < lowest(type) || value > highest(type)) {
      throw InvalidInput("the imputed value {} does not fit into {}", value, name(type));
    }
  }
  if (is_float(type)) return Tensor::decided(type, list_of(reals).as<double>());
  return Tensor::of(type, vector_of(integers).as<int64_t>());
}

// Throws InvalidInput where the value to replace is set for the other kind of numbers.
void require_replaced_of(const Call& call, DType type) {
  const bool wrong = is_float(type) ? is_set<int64_t>(call, "replaced_value_int64")
                                    : is_set<float>(call, "replaced_value_float");
  if (!wrong) return;
  throw InvalidInput("{} is given where X is a tensor({})",
                     is_float(type) ? "replaced_value_int64" : "replaced_value_float", name(type));
}

// Where x is the value; NaN is NaN.
template <class T>
Bools is(const Array<T>& x, T value) {
  if (value != value) return xt::not_equal(x, x);
  return xt::equal(x, value);
}

Bools replaced(const Call& call, const Tensor& X) {
  if (is_float(X.dtype())) return is(X.as<double>(), call.real("replaced_value_float"));
  return is(X.as<int64_t>(), call.integer("replaced_value_int64"));
}

Values imputer(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_replaced_of(call, X.dtype());
  const Tensor imputed = imputed_values(call, X.dtype());
  const size_t features = imputed.size();
  if (features != 1 && (X.rank() == 0 || X.shape().back() != features)) {
    throw InvalidInput("there are {} imputed values for X of shape {}", features,
                       to_string(X.shape()));
  }
  return {choose(replaced(call, X), by_feature(imputed), X)};
}

const Operator op("Imputer", imputer, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
