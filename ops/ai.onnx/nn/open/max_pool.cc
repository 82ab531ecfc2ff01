// MaxPool.
#include "engine/operators/constant_options.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

// Indices as row-major positions, −1 for a window of padding alone: version 22 has all that the
// others have.
Ints places_of(const Call& call, const Tensor& X) {
  Attributes attributes = shared_attributes(call, "MaxPool", 22);
  attributes.insert_or_assign("storage_order", attribute_of("storage_order", int64_t{0}));
  return step_of(call, "MaxPool", 22, {{"X", X}}, attributes)[1].tensor().as<int64_t>();
}

// The positions in X of all elements of each window that equal its greatest.
Candidates ties(const Tensor& X, const Ints& places, const Window& window) {
  const Reals x = X.as<double>();
  const size_t inputs = split_at(X.shape(), 2).after;
  const size_t outputs = split_at(places.shape(), 2).after;
  Candidates tied;
  for (size_t o = 0; o < places.size(); ++o) {
    for (const size_t at : positions_read(window, o % outputs)) {
      const size_t position = o / outputs * inputs + at;
      if (x.data()[position] == x.data()[places.data()[o]]) tied[o].push_back(int64_t(position));
    }
  }
  std::erase_if(tied, [](const auto& entry) { return entry.second.size() < 2; });
  return tied;
}

// Y, where the text leaves NaN, the sign of zero and windows of padding alone open.
Tensor open_maxima(const Opening& open, const Bools& in_padding) {
  const Tensor& X = open.call.tensor("X");
  const auto ignored = [&] {
    return open.again({{"X", without_nan(X, -std::numeric_limits<double>::infinity())}});
  };
  const Tensor Y = nan_or_number(open.Y, "nan", ignored);
  const auto is_minus_zero = [](double x) { return x == 0 && std::signbit(x); };
  const auto has_minus_zero = [&] {
    const Reals x = X.as<double>();
    return std::any_of(x.begin(), x.end(), is_minus_zero);
  };
  const bool signs = is_float(X.dtype()) && has_minus_zero();
  return choice(
      signs ? either_zero(Y, "negative_zero") : Y, "padding_window", [&] { return in_padding; },
      "zero", extremes_of_none(Y.dtype()));
}

// All positions in X of each window that holds NaN.
Candidates beside_nan(const Tensor& X, const Tensor& Y, const Window& window) {
  const Bools is_nan = nans(Y);
  const size_t inputs = split_at(X.shape(), 2).after, outputs = split_at(Y.shape(), 2).after;
  Candidates all;
  for (size_t o = 0; o < is_nan.size(); ++o) {
    if (!is_nan.data()[o]) continue;
    for (const size_t at : positions_read(window, o % outputs)) {
      all[o].push_back(int64_t(o / outputs * inputs + at));
    }
  }
  return all;
}

// Indices, which are open where Y is NaN or lies in the padding, and where elements tie.
Tensor open_indices(Opening& open, const Ints& places, const Bools& in_padding) {
  const Tensor& X = open.call.tensor("X");
  const bool is_column_major = open.call.flag("storage_order");
  const auto column = [&](int64_t place) { return column_major(place, X.shape()); };
  const Ints all = positions(X.shape());
  const Tensor from = Tensor::of(DType::int64, is_column_major ? by_element(all, column) : all);
  const Window window = pool_window(open.call, X);
  const Tensor tied = any_of(open.output(1), "ties", from, [&] { return ties(X, places, window); });
  const Tensor nan = any_of(tied, "nan", from, [&] { return beside_nan(X, open.Y, window); });
  return no_result(nan, "padding_window", [&] { return in_padding; });
}

void max_pool(Opening& open) {
  const Ints places = places_of(open.call, open.call.tensor("X"));
  const Bools in_padding = xt::less(places, int64_t{0});
  if (open.output_count() > 1) open.output(1) = open_indices(open, places, in_padding);
  open.Y = open_maxima(open, in_padding);
}

const Open op("MaxPool", max_pool);

}  // namespace
}  // namespace etalon
