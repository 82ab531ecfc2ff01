// Shrink: Y = X + bias where X < -lamda, X - bias where X > lamda, else 0.
//   9         ONNX's, whose attribute is called lambd
#include "engine/formula.h"

namespace etalon::thinker {
namespace {

Values shrink(const Call& call) {
  return delegate(call, "Shrink", 9, {{"input", call.value("X")}},
                  attributes_of({attribute_of("bias", call.real("bias")),
                                 attribute_of("lambd", call.real("lamda"))}));
}

const Operator op("Shrink", shrink, {9}, "thinker");

}  // namespace
}  // namespace etalon::thinker
