// DynamicSlice: output = data[starts:ends] along axes; bounds past an end are clamped to it,
// negative ones count from the end.
//   1         experimental: what ONNX has as Slice from version 10 on, without steps
#include "engine/formula.h"

namespace etalon {
namespace {

Values dynamic_slice(const Call& call) {
  const NamedValues inputs{{"data", call.value("data")},
                           {"starts", call.value("starts")},
                           {"ends", call.value("ends")},
                           {"axes", call.value("axes")}};
  return delegate(call, "Slice", 10, inputs);
}

const Operator op("DynamicSlice", dynamic_slice, {1});

}  // namespace
}  // namespace etalon
