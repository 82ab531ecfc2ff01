// logistic(variable0, gain, bias, offset) = 1 / (1 + exp(-gain·(variable0 + bias) + offset)); the
// offset stands inside the exponent.
#include "ops/mdf/native/native.h"

namespace etalon::mdf {
namespace {

const std::array<std::string_view, 4> of_logistic = {"variable0", "gain", "bias", "offset"};

Value logistic(const FunctionCall& call) {
  return each(call, of_logistic, []<class R>(R variable0, R gain, R bias, R offset) {
    return 1 / (1 + real::exp(-gain * (variable0 + bias) + offset));
  });
}

const StandardFunction op(FunctionKind::native, "logistic", "0.2",
                          {of_logistic.begin(), of_logistic.end()},
                          "1 / (1 + exp(-gain·(variable0 + bias) + offset))", logistic);

}  // namespace
}  // namespace etalon::mdf
