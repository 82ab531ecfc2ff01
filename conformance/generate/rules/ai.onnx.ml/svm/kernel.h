// SVMClassifier and SVMRegressor.
#pragma once

#include <string>

#include "conformance/generate/rule.h"

namespace etalon::rules {

inline std::string draw_kernel(Draw& draw) {
  return draw.pick<std::string>({"LINEAR", "POLY", "RBF", "SIGMOID"});
}

// gamma, coef0 and degree, 0 if the kernel does not use them; the degree is an integer, so that no
// root is taken of a negative number.
inline void give_kernel(Drafting& call, const std::string& kernel) {
  Draw& draw = call.draw();
  std::vector<double> params = draw.reals(3, 0.0625, 0.5);
  params[2] = static_cast<double>(draw.between(1, 3));
  if (kernel != "POLY") params[2] = 0;
  if (kernel == "RBF" || kernel == "LINEAR") params[1] = 0;
  if (kernel == "LINEAR") params[0] = 0;
  call.set("kernel_type", kernel);
  if (kernel != "LINEAR" || draw.chance(0.5)) call.set("kernel_params", params);
}

}  // namespace etalon::rules
