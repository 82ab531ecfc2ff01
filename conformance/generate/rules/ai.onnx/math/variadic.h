// Max, Mean, Min, Sum.
#pragma once

#include "conformance/generate/common_rules.h"
#include "conformance/generate/rule.h"

namespace etalon::rules {

// From one to four inputs that broadcast; before opset 8 of equal shapes.
inline void variadic(Drafting& call) {
  constexpr int first_with_broadcasting = 8;
  const size_t count = 1 + call.draw().below(4);
  const std::vector<Shape> shapes = call.version() >= first_with_broadcasting
                                        ? shapes_together(call.draw(), count)
                                        : std::vector<Shape>(count, call.draw().shape());
  for (const Shape& shape : shapes) call.add(shape);
}

}  // namespace etalon::rules
