#include <map>

#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

struct Equation {
  std::string text;
  std::vector<std::string> terms;
};

Equation draw_equation(Draw& draw) {
  return draw.pick<Equation>({{"ij,jk->ik", {"ij", "jk"}},
                              {"ij->ji", {"ij"}},
                              {"ij->i", {"ij"}},
                              {"ii->i", {"ii"}},
                              {"bij,bjk->bik", {"bij", "bjk"}},
                              {"i,j->ij", {"i", "j"}},
                              {"ij,ij->", {"ij", "ij"}},
                              {"bij, bjk", {"bij", "bjk"}},
                              {"ij,jk,kl->il", {"ij", "jk", "kl"}}});
}

const GenerationRule einsum_rule("Einsum", [](Drafting& call, Draw& draw) {
  const Equation equation = draw_equation(draw);
  call.set("equation", equation.text);
  std::map<char, size_t> lengths;
  for (const std::string& term : equation.terms) {
    Shape shape;
    for (const char letter : term) {
      if (lengths.count(letter) == 0) lengths[letter] = draw.dimension();
      shape.push_back(lengths[letter]);
    }
    call.add(shape);
  }
});

}  // namespace
}  // namespace etalon::rules
