// exponential(variable0, scale, rate, bias, offset) = scale·exp(rate·variable0 + bias) + offset
#include "ops/mdf/native/native.h"

namespace etalon::mdf {
namespace {

const std::array<std::string_view, 5> of_exponential = {"variable0", "scale", "rate", "bias",
                                                        "offset"};

Value exponential(const FunctionCall& call) {
  return each(call, of_exponential, []<class R>(R variable0, R scale, R rate, R bias, R offset) {
    return scale * real::exp(rate * variable0 + bias) + offset;
  });
}

const StandardFunction op(FunctionKind::native, "exponential", "0.2",
                          {of_exponential.begin(), of_exponential.end()},
                          "scale·exp(rate·variable0 + bias) + offset", exponential);

}  // namespace
}  // namespace etalon::mdf
