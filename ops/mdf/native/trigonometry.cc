// f(variable0, scale) = scale·f(variable0), for f = sin, cos and, in later releases, tan, sinh,
// cosh, tanh, arcsin, arccos, arctan.
#include <cmath>

#include "engine/mdf/standard_function.h"
#include "engine/numerics/numerics.h"

namespace etalon::mdf {
namespace {

Value scaled(const FunctionCall& call, double (*f)(double)) {
  const Reals scale = call.reals("scale");
  return float64(scale * by_element(call.reals("variable0"), f));
}
template <double (*f)(double)>
Value scaled(const FunctionCall& call) {
  return scaled(call, f);
}

const std::vector<std::string> arguments = {"variable0", "scale"};
using Entry = StandardFunction;
constexpr FunctionKind native = FunctionKind::native;

const Entry entries[] = {
    Entry(native, "sin", "0.2", arguments, "scale·sin(variable0)", scaled<std::sin>),
    Entry(native, "cos", "0.2", arguments, "scale·cos(variable0)", scaled<std::cos>),
    Entry(native, "tan", "0.4", arguments, "scale·tan(variable0)", scaled<std::tan>),
    Entry(native, "sinh", "0.4", arguments, "scale·sinh(variable0)", scaled<std::sinh>),
    Entry(native, "cosh", "0.4", arguments, "scale·cosh(variable0)", scaled<std::cosh>),
    Entry(native, "tanh", "0.4", arguments, "scale·tanh(variable0)", scaled<std::tanh>),
    Entry(native, "arcsin", "0.4", arguments, "scale·arcsin(variable0)", scaled<std::asin>),
    Entry(native, "arccos", "0.4", arguments, "scale·arccos(variable0)", scaled<std::acos>),
    Entry(native, "arctan", "0.4", arguments, "scale·arctan(variable0)", scaled<std::atan>),
};

}  // namespace
}  // namespace etalon::mdf
