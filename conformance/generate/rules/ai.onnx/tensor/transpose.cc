#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void transpose(Drafting& call) {
  const Tensor data = call.add(call.draw().shape());
  if (call.draw().chance(0.8)) {
    call.set("perm", as_integers(call.draw().permutation(data.rank())));
  }
}

const GenerationRule transpose_rule("Transpose", transpose);

}  // namespace
}  // namespace etalon::rules
