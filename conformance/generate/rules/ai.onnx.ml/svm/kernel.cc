#include "conformance/generate/rules/ai.onnx.ml/svm/kernel.h"

namespace etalon::rules {

std::string draw_kernel(Draw& draw) {
  return draw.pick<std::string>({"LINEAR", "POLY", "RBF", "SIGMOID"});
}

void give_kernel(Drafting& call, const std::string& kernel) {
  Draw& draw = call.draw();
  std::vector<double> params = draw.reals(3, 0.0625, 0.5);
  params[2] = static_cast<double>(draw.between(1, 3));
  if (kernel != "POLY") params[2] = 0;
  if (kernel == "RBF" || kernel == "LINEAR") params[1] = 0;
  if (kernel == "LINEAR") params[0] = 0;
  call.set("kernel_type", kernel);
  call.set("kernel_params", params);
}

}  // namespace etalon::rules
