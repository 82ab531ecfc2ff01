// iqcat, iqCat: the inputs, each rescaled to sat8(⌊q · scale_o / scale_x_i + ½⌋), joined along dim.
//   1   dim, which models also call axis; scale_x_i is the scale of input i, counted from 0
//       the attributes of the platform (thinker.h) change nothing
#include "engine/formula.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values iqcat(const Call& call) {
  const double scale_o = scale_attribute(call, "scale_o");
  const std::string_view dim = required_spelling(call, "dim", "axis");
  std::vector<Tensor> aligned;
  for (const Tensor& input : call.variadic("inputs")) {
    const std::string scale_x = fmt::format("scale_x_{}", aligned.size());
    if (!call.node().attributes.contains(scale_x)) {
      throw InvalidInput("attribute {} is missing", scale_x);
    }
    aligned.push_back(rescaled(input.as<double>(), scale_o, scale_attribute(call, scale_x)));
  }
  return {concat(aligned, axis_index(call.integer(dim), aligned.at(0).rank()))};
}

const Operator op[] = {{"iqcat", iqcat, {1}, "thinker"}, {"iqCat", iqcat, {1}, "thinker"}};

}  // namespace
}  // namespace etalon::thinker
