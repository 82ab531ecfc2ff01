// Scale: output = scale · input, elementwise.
//   1         experimental
#include "engine/formula.h"

namespace etalon {
namespace {

Values scale(const Call& call) {
  const double scale = call.real("scale");
  return {each(call.tensor("input"), [&](const auto& x) { return scale * x; })};
}

const Operator op("Scale", scale, {1});

}  // namespace
}  // namespace etalon
