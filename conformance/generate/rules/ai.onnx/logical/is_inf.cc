#include <limits>

#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// Half of the calls have infinities of both signs.
const GenerationRule is_inf_rule("IsInf", [](Drafting& call, Draw& draw) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  call.offer_flag("detect_negative");
  call.offer_flag("detect_positive");
  if (draw.chance(0.5)) return one_tensor(call);
  const Shape shape = draw.shape();
  std::vector<double> values(element_count(shape));
  for (double& value : values) value = draw.pick<double>({infinity, -infinity, 1, -2});
  call.add_reals(shape, values);
});

}  // namespace etalon::rules
