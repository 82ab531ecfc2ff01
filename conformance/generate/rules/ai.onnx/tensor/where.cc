#include "conformance/generate/common_rules.h"

namespace etalon::rules {
namespace {

void where(Drafting& call) {
  for (const Shape& shape : shapes_together(call.draw(), 3)) call.add(shape);
}

const GenerationRule where_rule("Where", where);

}  // namespace
}  // namespace etalon::rules
