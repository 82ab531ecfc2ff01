// Trilu: Y[…, i, j] = X[…, i, j] where j − i ≥ k (upper) or j − i ≤ k (lower), else 0.
//   1         what ONNX has from version 14 on
#include "engine/formula.h"

namespace etalon {
namespace {

Values trilu(const Call& call) {
  return delegate(call, "Trilu", 14, {{"input", call.value("X")}, {"k", call.value("k")}},
                  shared_attributes(call, "Trilu", 14));
}

const Operator op("Trilu", trilu, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
