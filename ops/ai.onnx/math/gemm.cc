// Gemm: Y = alpha · A' · B' + beta · C, where A' is A or, with transA, its transpose; so B'.
//   1, 6      C of Y's shape, or broadcast=1: C aligns with Y's last axes
//   7         C broadcasts to Y
//   9         integers, which wrap
//   11, 13    11: C may be left out; 13: bfloat16
#include "engine/numerics/cast.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// C in Y's shape; zeros when it is left out.
Tensor addend(const Call& call, DType type, const Shape& shape) {
  const Tensor* C = call.maybe("C");
  const bool broadcasts = !call.schema().attribute("broadcast") || call.flag("broadcast");
  if (C && !broadcasts && C->shape() != shape) {
    throw InvalidInput("C's shape is {} where Y's is {} and broadcast is 0", to_string(C->shape()),
                       to_string(shape));
  }
  return broadcast_to(C ? *C : Tensor::zeros(type, {}), shape);
}

bool is_whole(double factor) { return std::trunc(factor) == factor && std::fabs(factor) < 0x1p63; }

int64_t integer_factor(const Call& call, std::string_view attribute) {
  const double value = call.real(attribute);
  if (!is_whole(value)) {
    throw Unspecified("{} is {}, not an integer, where A, B and C are integers", attribute, value);
  }
  return static_cast<int64_t>(value);
}

struct Form {
  bool transA, transB;
  double alpha, beta;
};

// Y of the floats A, B and C, which has Y's shape.
Tensor real_gemm(const std::vector<Tensor>& X, const Form& form) {
  const Reals c = X[2].as<double>();
  return products_of(X[0], form.transA, X[1], form.transB)
      .rounded([&]<class R>(const R& product, size_t position) -> R {
        return form.alpha * product + form.beta * R(c.data()[position]);
      });
}

// The BLAS that the text refers to does not read C where beta is 0.
Tensor open_gemm(const std::vector<Tensor>& X, const Form& form) {
  const Tensor Y = real_gemm(X, form);
  const Tensor& C = X[2];
  const auto unread = [&] {
    return real_gemm({X[0], X[1], Tensor::zeros(C.dtype(), C.shape())}, form);
  };
  const Tensor read = form.beta == 0 ? either_of(Y, "beta_zero", "read", "unread", unread) : Y;
  return open_sums(read, X, [&](const std::vector<Tensor>& operands) {
    const Form of_steps{form.transA, form.transB, std::max(1.0, std::fabs(form.alpha)),
                        std::fabs(form.beta)};
    return real_gemm(operands, of_steps);
  });
}

// Of integers with a factor that is none: towards zero, if that is asked for.
Tensor truncated_gemm(const std::vector<Tensor>& X, const Form& form) {
  const DType type = X[0].dtype();
  const Reals Y =
      real_gemm({in_float64(X[0]), in_float64(X[1]), in_float64(X[2])}, form).as<double>();
  const Tensor whole = cast(Tensor::of(DType::float64, Y), type, {.wrap = false});
  return anything(whole, "fractional_alpha", [&] { return full(whole.shape(), true); });
}

Values gemm(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const bool transA = call.flag("transA"), transB = call.flag("transB");
  require_rank("A", A, 2);
  require_rank("B", B, 2);
  const Tensor C = addend(call, A.dtype(), {A.dim(transA), B.dim(!transB)});
  const double alpha = call.real("alpha"), beta = call.real("beta");
  if (is_float(A.dtype())) return {open_gemm({A, B, C}, {transA, transB, alpha, beta})};
  if (choices_wanted() && !(is_whole(alpha) && is_whole(beta))) {
    return {truncated_gemm({A, B, C}, {transA, transB, alpha, beta})};
  }
  const Tensor Y = over_integers(A.dtype(), [&]<class T>() {
    const T factor(integer_factor(call, "alpha")), of_C(integer_factor(call, "beta"));
    const Array<T> product = matrix_product<T>(A, transA, B, transB);
    return Tensor::of(A.dtype(), factor * product + of_C * C.as<T>());
  });
  return {open_sums(Y, {A, B, C}, [&](const std::vector<Tensor>& X) {
    return real_gemm(X, {transA, transB, alpha, beta});
  })};
}

const Operator op("Gemm", gemm, {1, 6, 7, 9, 11, 13});

}  // namespace
}  // namespace etalon
