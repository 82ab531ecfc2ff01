// MatMulIntegerToFloat by an integer product of matrices, where A has one scale and one zero point.
#include "engine/operators/rooms.h"
#include "ops/com.microsoft/dynamic.h"

namespace etalon {
namespace {

std::optional<Values> by_integers(const Call& call) {
  const Tensor &a_scale = call.tensor("a_scale"), *a_zero_point = call.maybe("a_zero_point");
  if (a_scale.size() != 1 || (a_zero_point && a_zero_point->size() != 1)) return std::nullopt;
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  constexpr size_t exact_in_32_bits = 1 << 14;  // products of 9-bit integers
  if (A.rank() == 0 || A.dim(A.rank() - 1) > exact_in_32_bits) return std::nullopt;
  NamedValues factors = {{"A", A}, {"B", B}};
  if (a_zero_point) factors.emplace_back("a_zero_point", single(*a_zero_point));
  const size_t columns = columns_of(B);
  if (call.maybe("b_zero_point")) {
    factors.emplace_back("b_zero_point", by_column(call, "b_zero_point", columns));
  }
  const Tensor sum = step_of(call, "MatMulInteger", 10, factors)[0].tensor();
  const double scale = a_scale.item<double>();
  return Values{each(a_scale.dtype(), sum, by_column(call, "b_scale", columns), bias_of(call),
                     [&]<class R>(const R& S, const R& b_scale, const R& bias) -> R {
                       return b_scale * (scale * S) + bias;
                     })};
}

const Quick op("MatMulIntegerToFloat", by_integers);

}  // namespace
}  // namespace etalon
