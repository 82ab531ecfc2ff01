// CategoryMapper and LabelEncoder-1, which map strings to integers or integers to strings.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Sets the default for the direction that X's type determines.
inline void give_default_of_direction(Drafting& call) {
  Draw& draw = call.draw();
  if (call.dtype("T1") == DType::string) return call.set("default_int64", draw.between(-3, 9));
  call.set("default_string", draw.pick<std::string>({"_Unused", "", "other"}));
}

}  // namespace etalon::rules
