#include "ops/ai.onnx/nn/heads.h"

#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"

namespace etalon {

// Heads of a that share a head of b are neighbours, so together they are that head's rows.
Reals multiply_heads(const Reals& a, const Reals& b, bool compensated) {
  const Shape& s = a.shape();
  const Shape& t = b.shape();
  if (s.size() != 4 || t.size() != 4 || s[0] != t[0] || s[3] != t[2]) {
    throw InvalidInput("the shapes {} and {} do not fit a product of heads", to_string(s),
                       to_string(t));
  }
  if (t[1] == 0 || s[1] % t[1] != 0) {
    throw InvalidInput("{} query heads are not a multiple of {} key and value heads", s[1], t[1]);
  }
  Reals grouped = a;
  grouped.reshape(Shape{s[0], t[1], s[1] / t[1] * s[2], s[3]});
  Reals product = matmul(grouped, b, compensated);
  product.reshape(Shape{s[0], s[1], s[2], t[3]});
  return product;
}

Reals scaled_scores(const Call& call, const Tensor& Q, const Tensor& K) {
  const Tensor Kt = transposed(K, {0, 1, 3, 2});
  const bool compensated = Q.dtype() == DType::float64;
  const Reals QK = multiply_heads(Q.as<double>(), Kt.as<double>(), compensated);
  if (call.has("scale")) return QK * call.real("scale");
  return QK / std::sqrt(double(Q.dim(3)));
}

// The maximum is taken off first: the quotient is the same and exp cannot overflow.
Reals softmax_of_rows(const Reals& x) {
  const std::vector<size_t> last{x.dimension() - 1};
  const Reals largest = max_over(x, last);
  const Reals e = xt::exp(x - largest);
  const Reals total = sum_over(e, last);
  return e / total;
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
