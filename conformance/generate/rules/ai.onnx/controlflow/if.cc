#include <fmt/format.h>

#include "conformance/generate/drawn_graph.h"
#include "conformance/generate/rule.h"

namespace etalon::rules {

// Both branches have outputs of one shape: the model declares it, and it must be that of both.
const GenerationRule if_rule("If", [](Drafting& call, Draw& draw) {
  const DType type = draw_graph_type(call, "V");
  const Shape shape = draw.shape(0, 3);
  call.outputs = 1 + draw.below(2);
  for (const char* name : {"then_branch", "else_branch"}) {
    DrawnGraph branch(draw, name);
    for (size_t i = 0; i < call.outputs; ++i) {
      const std::string a = fmt::format("{}_a_{}", name, i);
      const std::string b = fmt::format("{}_b_{}", name, i);
      const std::string sum = fmt::format("{}_{}", name, i);
      branch.add_constant(a, type, shape);
      branch.add_constant(b, type, shape);
      branch.add_arithmetic(a, b, sum);
      branch.add_output(sum, type, shape);
    }
    call.set(name, branch.graph());
  }
  call.add(Value(scalar(draw.chance(0.5))));
});

}  // namespace etalon::rules
