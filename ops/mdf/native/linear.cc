// linear(variable0, slope, intercept) = variable0·slope + intercept
#include "ops/mdf/native/native.h"

namespace etalon::mdf {
namespace {

const std::array<std::string_view, 3> arguments = {"variable0", "slope", "intercept"};

Value linear(const FunctionCall& call) {
  return each(call, arguments, []<class R>(R variable0, R slope, R intercept) {
    return variable0 * slope + intercept;
  });
}

const StandardFunction entry(FunctionKind::native, "linear", "0.2",
                             {arguments.begin(), arguments.end()}, "variable0·slope + intercept",
                             linear);

}  // namespace
}  // namespace etalon::mdf
