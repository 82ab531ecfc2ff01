// linear(variable0, slope, intercept) = variable0·slope + intercept
#include "ops/mdf/native/native.h"

namespace etalon::mdf {
namespace {

const std::array<std::string_view, 3> of_linear = {"variable0", "slope", "intercept"};

Value linear(const FunctionCall& call) {
  return each(call, of_linear, []<class R>(R variable0, R slope, R intercept) {
    return variable0 * slope + intercept;
  });
}

const StandardFunction op(FunctionKind::native, "linear", "0.2",
                          {of_linear.begin(), of_linear.end()}, "variable0·slope + intercept",
                          linear);

}  // namespace
}  // namespace etalon::mdf
