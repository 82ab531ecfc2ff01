// Upsample: the scales of all axes and the mode, which versions give in different places and words.
#pragma once

#include "engine/formula.h"
#include "engine/operators/delegate.h"

namespace etalon {

inline std::vector<double> scales_of(const Call& call) {
  if (call.since_version() == 1) {
    require_rank("X", call.tensor("X"), 4);
    return {1, 1, call.real("height_scale"), call.real("width_scale")};
  }
  if (call.since_version() == 7) return call.reals("scales");
  const Reals scales = call.tensor("scales").as<double>();
  return {scales.begin(), scales.end()};
}

// "nearest" or "linear".
inline std::string mode_of(const Call& call) {
  const auto linear = call.since_version() == 1 ? "bilinear" : "linear";
  return call.choice<std::string>("mode", {{"nearest", "nearest"}, {linear, "linear"}});
}

inline Tensor vector_of_scales(const Call& call) {
  const std::vector<double> scales = scales_of(call);
  Reals values = empty_array<double>({scales.size()});
  std::copy(scales.begin(), scales.end(), values.begin());
  return Tensor::decided(DType::float32, values);
}

}  // namespace etalon
