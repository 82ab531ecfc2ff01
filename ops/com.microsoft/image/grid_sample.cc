// GridSample: Y[n, c, h, w] = X[n, c] interpolated at the location Grid[n, h, w], two coordinates
// from -1 to 1, the innermost axis first.
//   1         what ONNX has from version 16 on: bilinear, nearest and bicubic
// Y is a float; of the type of X where that is one, which the text does not say.
#include "engine/formula.h"

namespace etalon {
namespace {

Values grid_sample(const Call& call) {
  const DType type = call.tensor("X").dtype();
  if (!is_float(type))
    throw Unspecified("the text does not say which float type Y has for X of type {}", name(type));
  check_output_type(call, type);
  return delegate(call, "GridSample", 16, {{"X", call.value("X")}, {"grid", call.value("Grid")}},
                  shared_attributes(call, "GridSample", 16));
}

const Operator op("GridSample", grid_sample, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
