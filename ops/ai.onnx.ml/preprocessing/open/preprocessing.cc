// CategoryMapper, FeatureVectorizer, Imputer, Normalizer and Scaler.
#include "ops/ai.onnx.ml/preprocessing/norm.h"
#include "ops/ai.onnx.ml/preprocessing/open/repeated.h"

namespace etalon {
namespace {

// A category that is listed twice.
void category_mapper(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const Tensor integers = list_of(open.call.ints("cats_int64s"));
  const Tensor strings = list_of(open.call.texts("cats_strings"));
  const bool of_text = X.dtype() == DType::string;
  open.Y = any_of(open.Y, "duplicates", of_text ? integers : strings, [&] {
    return repeated_places(X, of_text ? strings : integers, Match::by_value);
  });
}

// A number halfway between two floats.
void feature_vectorizer(Opening& open) {
  open.Y = either_neighbour(open.Y, "overflow", [&] {
    std::vector<Tensor> features;
    for (const Tensor& X : open.call.variadic("X")) {
      const Tensor row = in_float64(X);
      features.push_back(X.rank() == 1 ? row.reshaped({1, X.dim(0)}) : row);
    }
    return concat(features, 1).as<double>();
  });
}

// The sum that the norm is of, which may exceed the type.
void normalizer(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  open.Y = divisor_or_exact(open.Y, "overflow", [&] {
    const Reals x = xt::abs(X.as<double>());
    const bool squares = norm_of(open.call) == Norm::l2;
    const Reals steps = sum_over(squares ? Reals(x * x) : x, {X.rank() - 1});
    return broadcast_array(steps, x.shape());
  });
}

void input_of_rank_0(const Call& call) { at_point("rank0", call.tensor("X").rank() == 0); }

const Open op[] = {{"CategoryMapper", category_mapper},
                   {"FeatureVectorizer", feature_vectorizer},
                   {"Imputer", input_of_rank_0},
                   {"Normalizer", normalizer},
                   {"Scaler", input_of_rank_0}};

}  // namespace
}  // namespace etalon
