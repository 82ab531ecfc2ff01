// What a standard function's file uses: the call it is given, and the table entry it makes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/mdf/function.h"
#include "engine/numerics/random.h"

namespace etalon::mdf {

// A call with one value for each argument. A name that the function does not have is an
// InternalError; each accessor throws InvalidInput, naming the argument, for another kind of value.
class FunctionCall {
 public:
  FunctionCall(const FunctionInfo& function, const List& values, RandomStream& random)
      : function_(function), values_(values), random_(random) {}

  const Value& value(std::string_view argument) const;
  Reals reals(std::string_view argument) const;  // numbers of any type, widened to float64
  Tensor float64(std::string_view argument) const;
  const Dictionary& dictionary(std::string_view argument) const;
  const List& list(std::string_view argument) const;  // an empty array counts as an empty list
  RandomStream& random() const { return random_; }

 private:
  const FunctionInfo& function_;
  const List& values_;
  RandomStream& random_;
};

// An elementwise result of float64.
template <class E>
Value float64(const xt::xexpression<E>& expression) {
  return Tensor::of(DType::float64, expression);
}

using FunctionCode = Value (*)(const FunctionCall&);

// A static StandardFunction enters itself into the table:
//   const StandardFunction op(FunctionKind::native, "sin", "0.2", {"variable0", "scale"},
//                                "scale·sin(variable0)", run);
class StandardFunction {
 public:
  // `file` and `line` are where the object stands.
  StandardFunction(FunctionKind kind, std::string_view name, std::string_view since,
                   std::vector<std::string> arguments, std::string_view formula, FunctionCode run,
                   const char* file = __builtin_FILE(), int line = __builtin_LINE());
};

}  // namespace etalon::mdf
