#include "ops/ai.onnx/nn/heads.h"

#include "engine/operators/delegate.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// X [batch, …, columns] as [batch · heads, rows, columns], in `type`.
Tensor by_head(const Tensor& X, size_t heads, DType type) {
  const size_t rows = X.dim(1) * X.dim(2) / heads;
  return typed(type, X).reshaped({X.dim(0) * heads, rows, X.dim(3)});
}

// Where bounds are wanted, that of another type, as far as a step is computed in it.
class StepIn {
 public:
  explicit StepIn(DType type) {
    const Rounding* outer = evaluation().rounding;
    if (!outer) return;
    rounding_ = rounding_of(type, outer->declared);
    rounding_.worst = outer->worst;
    scope_.emplace(&Evaluation::rounding, &rounding_);
  }

 private:
  Rounding rounding_{};
  std::optional<Setting<const Rounding*>> scope_;
};

// Y, a softmax of x, where the errors of x leave nothing else: between 0 and 1. A NaN that an
// element of x makes stays.
Tensor bounded_softmax(const Tensor& x, const Tensor& Y) {
  if (!evaluation().rounding || !has_errors(Y) || Y.size() == 0) return Y;
  Reals values = Y.with_side(nullptr).as<double>(), errors = errors_of(Y);
  const Reals scores = x.with_side(nullptr).as<double>();
  const Reals greatest = broadcast_array(max_over(scores, {x.rank() - 1}), x.shape());
  for (size_t i = 0; i < values.size(); ++i) {
    if (errors.data()[i] <= 1 || !std::isfinite(greatest.data()[i])) continue;
    values.data()[i] = 0.5;
    errors.data()[i] = 0.5 + 2 * evaluation().rounding->unit();
  }
  return with_errors(Tensor::decided(Y.dtype(), values), errors);
}

}  // namespace

Shape shape_of_heads(const Tensor& A, const Tensor& B, bool transB) {
  if (A.rank() != 4 || B.rank() != 4 || A.dim(0) != B.dim(0) || A.dim(3) != B.dim(transB ? 3 : 2)) {
    throw InvalidInput("the shapes {} and {}{} do not fit a product of heads", to_string(A.shape()),
                       to_string(B.shape()), transB ? ", transposed," : "");
  }
  if (B.dim(1) == 0 || A.dim(1) % B.dim(1) != 0) {
    throw InvalidInput("{} query heads are not a multiple of {} key and value heads", A.dim(1),
                       B.dim(1));
  }
  return {A.dim(0), A.dim(1), A.dim(2), B.dim(transB ? 2 : 3)};
}

DType widest(DType a, DType b, DType c) {
  if (a == b && b == c) return a;
  const bool has_double = a == DType::float64 || b == DType::float64 || c == DType::float64;
  return has_double ? DType::float64 : DType::float32;
}

// Heads of A that share one of B are neighbours, so together they are the rows of a matrix.
SumsOfProducts sums_of_heads(const Tensor& A, const Tensor& B, bool transB, DType wide) {
  const size_t heads = B.dim(1);
  return products_of(by_head(A, heads, wide), false, by_head(B, heads, wide), transB);
}

Scale::Scale(const Call& call, const Tensor& Q) : head_size(double(Q.dim(3))) {
  if (call.has("scale")) given = call.real("scale");
}

Tensor softmax_of_rows(const Call& call, const Tensor& x, DType precision) {
  const StepIn step(precision);
  const Attributes last = attributes_of({attribute_of("axis", int64_t{-1})});
  return bounded_softmax(x, step_of(call, "Softmax", 13, {{"input", x}}, last)[0].tensor());
}

Tensor typed(DType type, const Tensor& X) {
  return X.dtype() == type ? X : each(type, X, [](const auto& x) { return x; });
}
double typed(DType type, double y) { return round_to(type, y); }
double typed(DType type, const Ball& y) {
  if (!decides(type, y)) throw Undecided();
  return round_to(type, y.middle());
}
ArbBall typed(DType type, const ArbBall& y) {
  if (evaluation().once_over_arbs()) return y;
  const std::optional<double> known = y.rounded(type);
  if (!known) throw Undecided();
  return round_to(type, *known);
}

DType softmax_precision(const Call& call, DType otherwise) {
  if (!call.has("softmax_precision")) return otherwise;
  const int64_t type = call.integer("softmax_precision");
  for (const DType precision : {DType::float32, DType::float16, DType::float64, DType::bfloat16}) {
    if (type == int64_t(precision)) return precision;
  }
  throw InvalidInput("softmax_precision {} is not 1, 10, 11 or 16", type);
}

}  // namespace etalon
