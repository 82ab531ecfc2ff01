#include "conformance/generate/rules/ai.onnx/tensor/casting.h"

namespace etalon::rules {

bool castable(DType type) { return type != DType::string && !is_complex(type); }

Range held_by_both(DType from, DType to) {
  const bool whole = !is_float(to);
  const Range range = within(within({-5, 5}, from), to);
  return whole || to == DType::float8e8m0 ? range : Range{range.low, range.high, is_float(from)};
}

}  // namespace etalon::rules
