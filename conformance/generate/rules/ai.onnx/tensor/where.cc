#include "conformance/generate/common_rules.h"

namespace etalon::rules {

const GenerationRule where_rule("Where", [](Drafting& call, Draw& draw) {
  for (const Shape& shape : shapes_together(draw, 3)) call.add(shape);
});

}  // namespace etalon::rules
