#include "conformance/generate/rule.h"

namespace etalon::rules {

const GenerationRule tokenizer_rule("com.microsoft.Tokenizer", [](Drafting& call, Draw& draw) {
  const bool characters = draw.chance(0.2);
  if (draw.chance(0.5)) {
    call.set("tokenexp", characters ? "." : draw.pick<std::string>({"[a-z]+", "a|e.", "\\w\\w"}));
  } else if (characters) {
    call.set("separators", std::vector<std::string>{""});
  } else {
    call.set("separators",
             draw.pick<std::vector<std::string>>({{" "}, {"a", "t"}, {"[aeiou]+"}, {"n|ne", " "}}));
  }
  call.set("mincharnum", characters ? 1 : draw.between(1, 2));
  call.set("mark", draw.between(0, 1));
  call.set("pad_value", draw.pick<std::string>({"", "#"}));
  call.add(draw.shape(1, 2));
});

}  // namespace etalon::rules
