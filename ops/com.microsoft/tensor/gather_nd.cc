// GatherND: output[i…, j…] = data[indices[i…], j…]: data's slices at the index tuples that indices'
// last axis holds.
//   1         what ONNX has from version 11 on
#include "engine/formula.h"

namespace etalon {
namespace {

Values gather_nd(const Call& call) { return delegate(call, "GatherND", 11); }

const Operator op("GatherND", gather_nd, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
