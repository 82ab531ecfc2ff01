#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule string_split_rule("StringSplit", [](Drafting& call, Draw& draw) {
  if (draw.chance(0.6)) call.set("delimiter", draw.pick<std::string>({" ", "a", "ta", ""}));
  if (draw.chance(0.4)) call.set("maxsplit", draw.between(1, 2));
  call.outputs = 2;
  call.add(draw.shape(0, 2, Empty::never));
});

}  // namespace etalon::rules
