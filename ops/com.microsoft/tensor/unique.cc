// Unique: y = the different elements of x, in the order in which they first occur; idx: where in y
// each of x is; counts: how often each of y occurs in x.
//   1
// The text does not speak of NaN: that each is different from all else is measured of onnxruntime
// 1.32.0.
#include "engine/formula.h"
#include "engine/numerics/texts.h"

namespace etalon {
namespace {

Bools is_nan(const Tensor& x) {
  Bools nan = full(x.shape(), false);
  if (is_float(x.dtype()) || is_complex(x.dtype())) {
    const Complexes elements = x.as<std::complex<double>>();
    for (size_t i = 0; i < nan.size(); ++i) nan(i) = elements(i) != elements(i);
  }
  return nan;
}

Values unique(const Call& call) {
  const Tensor& x = call.tensor("x");
  require_rank("x", x, 1);
  const Values equal =
      step_of(call, "Unique", 11, {{"X", x}}, attributes_of({attribute_of("sorted", int64_t{0})}));
  const Ints class_of = equal.at(2).tensor().as<int64_t>();  // NaNs are one
  const Bools nan = is_nan(x);
  std::vector<size_t> first;  // where in x each of y first occurs
  std::vector<int64_t> counts, place(x.size(), -1), idx;
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t& of_class = place[size_t(class_of(i))];
    if (nan(i) || of_class < 0) {
      of_class = int64_t(first.size());
      first.push_back(i);
      counts.push_back(0);
    }
    idx.push_back(of_class);
    ++counts[size_t(of_class)];
  }
  return {pick(x, 0, first), vector_of(idx), vector_of(counts)};
}

const Operator op("Unique", unique, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
