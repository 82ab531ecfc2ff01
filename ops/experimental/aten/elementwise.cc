// ATen's elementwise functions; the operands of two-argument ones broadcast to each other.
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

template <class F>
Values each_real(const Arguments& args, F f) {
  const Tensor& self = args.floats(0);
  Reals x = self.as<double>();
  for (double& value : x) value = f(value);
  return {Tensor::of(self.dtype(), x)};
}

template <class F>
Values each_number(const Arguments& args, F f) {
  const Tensor& self = args.tensor(0);
  return {numeric(self.dtype(), [&]<class T>() {
    Array<T> x = self.as<T>();
    for (T& value : x) value = f(value);
    return Tensor::of(self.dtype(), x);
  })};
}

double sigmoid(double x) {
  const double e = std::exp(-std::abs(x));
  return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

// f(self, the second operand)
template <class F>
Values each_with(const Arguments& args, const std::string& second, F f) {
  const Tensor& self = args.tensor(0);
  return {numeric(self.dtype(), [&]<class T>() {
    return aten::each_pair<T>(self, args.operand(second), [f](T a, T b) -> T { return f(a, b); });
  })};
}

// self + sign · alpha · other
Values sum(const Arguments& args, int sign) {
  const Tensor& self = args.tensor(0);
  return {numeric(self.dtype(), [&]<class T>() {
    const T alpha = static_cast<T>(sign) * args.scalar<T>("alpha", 1);
    return aten::each_pair<T>(self, args.operand("other"), [alpha](T a, T b) -> T {
      if constexpr (std::is_same_v<T, double>) return std::fma(alpha, b, a);
      return a + alpha * b;
    });
  })};
}

// Of integers the quotient is rounded towards zero, as ATen had it then.
template <class T>
T quotient(T self, T other) {
  if constexpr (!std::is_same_v<T, double>) {
    if (other == 0) throw InvalidInput("an integer is divided by 0");
    if (other == T(-1)) return std::is_signed_v<T> ? -self : self / other;
  }
  return self / other;
}

template <class T>
T power(T self, T exponent) {
  if constexpr (std::is_same_v<T, double>) {
    return std::pow(self, exponent);
  } else {
    if (std::is_signed_v<T> && exponent < T(0)) {
      throw InvalidInput("an integer is raised to the power {}", exponent);
    }
    return static_cast<T>(
        integer_power(static_cast<int64_t>(self), static_cast<uint64_t>(exponent)));
  }
}

template <class T>
T magnitude(T x) {
  if constexpr (std::is_same_v<T, double>) return std::fabs(x);
  return std::is_signed_v<T> && x < T(1) ? -x : x;
}

Values clamp(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  return {numeric(self.dtype(), [&]<class T>() {
    Array<T> x = self.as<T>();
    if (args.has("min")) {
      const T min = args.scalar<T>("min", 0);
      for (T& value : x) value = maximum(value, min);
    }
    if (args.has("max")) {
      const T max = args.scalar<T>("max", 0);
      for (T& value : x) value = minimum(value, max);
    }
    return Tensor::of(self.dtype(), x);
  })};
}

}  // namespace

const Functions& elementwise_functions() {
  using A = const Arguments&;
  static const Functions functions{
      {"ceil", [](A args) { return each_real(args, [](double x) { return std::ceil(x); }); }},
      {"cos", [](A args) { return each_real(args, [](double x) { return std::cos(x); }); }},
      {"exp", [](A args) { return each_real(args, [](double x) { return std::exp(x); }); }},
      {"floor", [](A args) { return each_real(args, [](double x) { return std::floor(x); }); }},
      {"log", [](A args) { return each_real(args, [](double x) { return std::log(x); }); }},
      {"reciprocal", [](A args) { return each_real(args, [](double x) { return 1 / x; }); }},
      {"rsqrt", [](A args) { return each_real(args, [](double x) { return 1 / std::sqrt(x); }); }},
      {"sigmoid", [](A args) { return each_real(args, sigmoid); }},
      {"sin", [](A args) { return each_real(args, [](double x) { return std::sin(x); }); }},
      {"sqrt", [](A args) { return each_real(args, [](double x) { return std::sqrt(x); }); }},
      {"tanh", [](A args) { return each_real(args, [](double x) { return std::tanh(x); }); }},

      {"abs", [](A args) { return each_number(args, []<class T>(T x) { return magnitude(x); }); }},
      {"clamp", clamp},
      {"neg", [](A args) { return each_number(args, []<class T>(T x) { return -x; }); }},
      {"relu",
       [](A args) { return each_number(args, []<class T>(T x) { return x < 0 ? 0 : x; }); }},

      {"add", [](A args) { return sum(args, 1); }},
      {"sub", [](A args) { return sum(args, -1); }},
      {"mul", [](A args) { return each_with(args, "other", std::multiplies()); }},
      {"div",
       [](A args) {
         return each_with(args, "other", []<class T>(T a, T b) { return quotient(a, b); });
       }},
      {"pow",
       [](A args) {
         return each_with(args, "exponent", []<class T>(T a, T b) { return power(a, b); });
       }},
  };
  return functions;
}

}  // namespace etalon::aten
