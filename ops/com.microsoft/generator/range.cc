// Range: Y[i] = start + i · delta, up to but not including limit; delta is 1 by default.
//   1
// As ai.onnx's Range-11, with numbers of shape [] or [1]. That delta 0 is an error is measured of
// onnxruntime 1.32.0.
#include "engine/formula.h"

namespace etalon {
namespace {

Values range(const Call& call) {
  const Tensor start = single(call.tensor("start"));
  const Tensor one = Tensor::of(DType::int64, scalar_array(int64_t{1}));
  const Tensor* delta = call.maybe("delta");
  return delegate(call, "Range", 11,
                  {{"start", start},
                   {"limit", single(call.tensor("limit"))},
                   {"delta", delta ? single(*delta) : cast(one, start.dtype())}});
}

const Operator op("Range", range, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
