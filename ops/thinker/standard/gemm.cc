// Gemm: Y = alpha · A' · B' + beta · C, where A' is A or, with transA, its transpose; so B'.
//   13        ONNX's, but transB is 1 by default; beta is 1 by default when C is given (the
//             document's 0 would drop it)
#include "engine/formula.h"

namespace etalon::thinker {
namespace {

Values gemm(const Call& call) {
  Attributes attributes = shared_attributes(call, "Gemm", 13);
  attributes.emplace("beta", attribute_of("beta", call.maybe("C") ? 1.0 : 0.0));
  const NamedValues inputs{{"A", call.value("A")}, {"B", call.value("B")}, {"C", call.value("C")}};
  return delegate(call, "Gemm", 13, inputs, attributes);
}

const Operator op("Gemm", gemm, {13}, "thinker");

}  // namespace
}  // namespace etalon::thinker
