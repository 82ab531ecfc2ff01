#include "conformance/generate/rules/ai.onnx.ml/preprocessing/direction.h"

namespace etalon::rules {

void give_default_of_direction(Drafting& call) {
  Draw& draw = call.draw();
  if (call.dtype("T1") == DType::string) return call.set("default_int64", draw.between(-3, 9));
  call.set("default_string", draw.pick<std::string>({"_Unused", "", "other"}));
}

}  // namespace etalon::rules
