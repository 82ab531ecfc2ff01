// ATen's elementwise functions; the operands of two-argument ones broadcast to each other.
#include "engine/formula.h"
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

// ONNX's operator of one tensor of floats, of one of any numbers, and of two operands.
Function of_reals(std::string_view onnx) {
  return [=](const Arguments& args) { return args.onnx(onnx, {args.floats(0)}); };
}
Function of_numbers(std::string_view onnx) {
  return [=](const Arguments& args) { return args.onnx(onnx, {args.tensor(0)}); };
}
Function of_operands(std::string_view onnx, const char* second) {
  return [=](const Arguments& args) {
    return args.onnx(onnx, {args.tensor(0), args.operand(second)});
  };
}

Values rsqrt(const Arguments& args) {
  return {each(args.floats(0), []<class R>(const R& x) -> R { return 1 / real::sqrt(x); })};
}

// self + sign · alpha · other, rounded once.
Values sum(const Arguments& args, int sign) {
  const Tensor& self = args.tensor(0);
  const Tensor other = args.operand("other");
  return {numeric(self.dtype(), [&]<class T>() {
    const T alpha = static_cast<T>(sign) * args.scalar<T>("alpha", 1);
    return each<numbers>(self, other,
                         [&]<class R>(const R& a, const R& b) -> R { return a + R(alpha) * b; });
  })};
}

Values pow(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  const Tensor exponent = args.operand("exponent");
  if (is_signed_integer(self.dtype())) {
    for (const int64_t e : exponent.ints()) {
      if (e < 0) throw InvalidInput("an integer is raised to the power {}", e);
    }
  }
  return args.onnx("Pow", {self, exponent});
}

// A bound that is left out does not bound; one beyond self's type does not wrap.
Values clamp(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  const auto bound = [&](const char* name) -> Value {
    if (!args.has(name)) return {};
    if (is_float(self.dtype())) return scalar(DType::float64, args.real(name, 0));
    return scalar(DType::int64, args.integer(name));
  };
  return args.onnx("Clip", {self, bound("min"), bound("max")});
}

}  // namespace

const Functions& elementwise_functions() {
  static const Functions functions{
      {"abs", of_numbers("Abs")},
      {"add", [](const Arguments& args) { return sum(args, 1); }},
      {"ceil", of_reals("Ceil")},
      {"clamp", clamp},
      {"cos", of_reals("Cos")},
      {"div", of_operands("Div", "other")},  // of integers towards zero, as ATen had it then
      {"exp", of_reals("Exp")},
      {"floor", of_reals("Floor")},
      {"log", of_reals("Log")},
      {"mul", of_operands("Mul", "other")},
      {"neg", of_numbers("Neg")},
      {"pow", pow},
      {"reciprocal", of_reals("Reciprocal")},
      {"relu", of_numbers("Relu")},
      {"rsqrt", rsqrt},
      {"sigmoid", of_reals("Sigmoid")},
      {"sin", of_reals("Sin")},
      {"sqrt", of_reals("Sqrt")},
      {"sub", [](const Arguments& args) { return sum(args, -1); }},
      {"tanh", of_reals("Tanh")},
  };
  return functions;
}

}  // namespace etalon::aten
