// SVMRegressor: its attributes.
#pragma once

#include "ops/ai.onnx.ml/svm/svm.h"

namespace etalon {

struct SvmRegression {
  // Throws InvalidInput for attributes that do not fit.
  SvmRegression(const Call& call, size_t features) {
    const int64_t n_supports = call.integer("n_supports");
    if (n_supports < 0) throw InvalidInput("n_supports is {}", n_supports);
    has_supports = n_supports > 0;
    if (has_supports) kernel = kernel_of(call, size_t(n_supports), features);
    const std::vector<double> values = call.reals("coefficients");
    const size_t count = has_supports ? size_t(n_supports) : features;
    if (values.size() != count) {
      throw InvalidInput("there are {} coefficients where {} are needed", values.size(), count);
    }
    coefficients = array_of(values, {count, 1});
    const std::vector<double> addends = call.reals("rho");
    if (addends.empty()) throw InvalidInput("rho is missing");
    rho = addends[0];
    transform = post_transform(call);
    one_class = call.flag("one_class");
    if (one_class && transform != PostTransform::none) {
      throw Unspecified(
          "the text does not say whether post_transform comes before or after one_class");
    }
  }

  bool has_supports;
  Kernel kernel{};
  Reals coefficients;  // of the kernel's values, or of the features themselves: a column
  double rho;
  PostTransform transform;
  bool one_class;
};

}  // namespace etalon
