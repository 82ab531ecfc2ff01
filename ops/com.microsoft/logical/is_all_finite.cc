// IsAllFinite: output = whether no element of any input is NaN or infinite; with isinf_only,
// whether none is infinite; with isnan_only, whether none is NaN.
//   1
// onnxruntime 1.32.0 has no CPU kernel of it.
#include "engine/formula.h"

namespace etalon {
namespace {

Values is_all_finite(const Call& call) {
  const bool isinf_only = call.flag("isinf_only"), isnan_only = call.flag("isnan_only");
  if (isinf_only && isnan_only) {
    throw Unspecified(
        "isinf_only and isnan_only are both set, and the text does not say what this means");
  }
  bool output = true;
  for (const Tensor& input : call.variadic("input")) {
    const Tensor found = holds(input, [&](auto x) {
      const bool nan = x != x, inf = std::isinf(double(x));
      return (nan && !isinf_only) || (inf && !isnan_only);
    });
    output = output && !xt::any(found.as<bool>());
  }
  return {scalar(output)};
}

const Operator op("IsAllFinite", is_all_finite, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
