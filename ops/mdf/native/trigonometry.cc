// f(variable0, scale) = scale·f(variable0), for f = sin, cos and, in later releases, tan, sinh,
// cosh, tanh, arcsin, arccos, arctan.
#include "ops/mdf/native/native.h"

namespace etalon::mdf {
namespace {

const std::array<std::string_view, 2> names = {"variable0", "scale"};

// `f` gives the function over any number type R.
template <auto f>
Value scaled(const FunctionCall& call) {
  return each(call, names, []<class R>(R variable0, R scale) { return scale * f(variable0); });
}

const std::vector<std::string> of_angle(names.begin(), names.end());
using Entry = StandardFunction;
constexpr FunctionKind native = FunctionKind::native;

const Entry entries[] = {
    Entry(native, "sin", "0.2", of_angle, "scale·sin(variable0)",
          scaled<[](const auto& x) { return real::sin(x); }>),
    Entry(native, "cos", "0.2", of_angle, "scale·cos(variable0)",
          scaled<[](const auto& x) { return real::cos(x); }>),
    Entry(native, "tan", "0.4", of_angle, "scale·tan(variable0)",
          scaled<[](const auto& x) { return real::tan(x); }>),
    Entry(native, "sinh", "0.4", of_angle, "scale·sinh(variable0)",
          scaled<[](const auto& x) { return real::sinh(x); }>),
    Entry(native, "cosh", "0.4", of_angle, "scale·cosh(variable0)",
          scaled<[](const auto& x) { return real::cosh(x); }>),
    Entry(native, "tanh", "0.4", of_angle, "scale·tanh(variable0)",
          scaled<[](const auto& x) { return real::tanh(x); }>),
    Entry(native, "arcsin", "0.4", of_angle, "scale·arcsin(variable0)",
          scaled<[](const auto& x) { return real::asin(x); }>),
    Entry(native, "arccos", "0.4", of_angle, "scale·arccos(variable0)",
          scaled<[](const auto& x) { return real::acos(x); }>),
    Entry(native, "arctan", "0.4", of_angle, "scale·arctan(variable0)",
          scaled<[](const auto& x) { return real::atan(x); }>),
};

}  // namespace
}  // namespace etalon::mdf
