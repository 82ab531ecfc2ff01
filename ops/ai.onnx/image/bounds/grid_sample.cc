// GridSample of the nearest pixels: a location's rounding may lead to any of several.
#include "ops/ai.onnx/image/grid_sample.h"
#include "engine/numerics/paths.h"
#include "engine/operators/rooms.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

std::optional<Values> grid_sample(const Call& call) {
  const Sampler sampler = sampler_of(call);
  if (sampler.mode != Interpolation::nearest) return std::nullopt;
  const Tensor& X = call.tensor("X");
  const size_t N = X.dim(0), locations = element_count(sampler.locations);
  std::vector<std::vector<int64_t>> pixels;  // of each location
  size_t most = 1;
  for (size_t i = 0; i < N * locations; ++i) {
    pixels.emplace_back();
    PathScope paths;
    do {
      pixels.back().push_back(nearest_pixel(sampler, i / locations, i % locations, Halfway::even));
    } while (paths.next());
    most = std::max(most, pixels.back().size());
  }
  const auto taken = [&](size_t number) {
    Ints known = empty_array<int64_t>({N, 1, locations});
    std::transform(pixels.begin(), pixels.end(), known.begin(), [&](const auto& of_location) {
      return of_location[number < of_location.size() ? number : 0];
    });
    return pixels_of(X, sampler, known);
  };
  Tensor Y = taken(0);
  for (size_t number = 1; number < most && is_float(Y.dtype()); ++number) {
    Y = or_instead(Y, taken(number));
  }
  Shape shape{N, X.dim(1)};
  shape.insert(shape.end(), sampler.locations.begin(), sampler.locations.end());
  return Values{Y.reshaped(shape)};
}

const Bounds op("GridSample", grid_sample);

}  // namespace
}  // namespace etalon
