// Comparisons of float32 without widening.
#include "engine/numerics/elementwise.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

template <class Compare>
std::optional<Values> in_singles(const Call& call) {
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  if (A.dtype() != DType::float32) return std::nullopt;
  const Tensor aligned = call.since_version() < 7 ? legacy_broadcast(A, B, call) : B;
  return Values{elementwise<float>(DType::boolean, A, aligned, Compare())};
}

const Quick op[] = {{"Equal", in_singles<std::equal_to<float>>},
                    {"Greater", in_singles<std::greater<float>>},
                    {"GreaterOrEqual", in_singles<std::greater_equal<float>>},
                    {"Less", in_singles<std::less<float>>},
                    {"LessOrEqual", in_singles<std::less_equal<float>>}};

}  // namespace
}  // namespace etalon
