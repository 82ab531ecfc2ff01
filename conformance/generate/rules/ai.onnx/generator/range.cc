#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule range_rule("Range", [](Drafting& call, Draw& draw) {
  const bool down = draw.chance(0.3);
  call.add({}, {-5, 5});
  call.add({}, {-5, 5});
  call.add({}, down ? Range{-3, -0.5} : Range{0.5, 3});
});

}  // namespace etalon::rules
