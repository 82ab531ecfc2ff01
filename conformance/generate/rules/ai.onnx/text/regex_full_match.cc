#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule regex_full_match_rule("RegexFullMatch", [](Drafting& call, Draw& draw) {
  call.set("pattern",
           draw.pick<std::string>({"a", "a|b", "[a-z]*", ".*", "(?i)e.*n", R"(\w+ \w+)", "a?b?"}));
  call.add(draw.shape());
});

}  // namespace etalon::rules
