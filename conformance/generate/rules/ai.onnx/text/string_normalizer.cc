#include "conformance/generate/rule.h"

namespace etalon::rules {

// One line of text, or one batch of one line.
const GenerationRule string_normalizer_rule("StringNormalizer", [](Drafting& call, Draw& draw) {
  call.set("case_change_action", draw.pick<std::string>({"NONE", "LOWER", "UPPER"}));
  call.offer_flag("is_case_sensitive");
  if (draw.chance(0.6)) call.set("stopwords", std::vector<std::string>{"A", "Etalon", "étalon"});
  if (draw.chance(0.3)) call.set("locale", "en_US");
  const size_t words = 1 + draw.below(5);
  call.add(draw.chance(0.5) ? Shape{words} : Shape{1, words});
});

}  // namespace etalon::rules
