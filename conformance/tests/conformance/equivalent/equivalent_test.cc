#include <fmt/format.h>

#include <cmath>

#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/texts.h"
#include "conformance/equivalent/within.h"
#include "conformance/tests/conformance/equivalent/rewrites.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::test::equivalent_test {
namespace {

using equivalent::Equivalence;
using equivalent::Sameness;

Equivalence compared(const std::string& before, const std::string& after) {
  return equivalence(equivalent::Subject(before), equivalent::Subject(after),
                     equivalent::EquivalenceRequest());
}

std::string piece_of(const Equivalence& found) {
  const auto& piece = found.outputs.at(0).piece;
  if (!piece) return "";
  return fmt::format("{} → {}", fmt::join(piece->before_nodes, ", "),
                     fmt::join(piece->after_nodes, ", "));
}

void check(const std::vector<Rewrite>& rewrites) {
  for (const Rewrite& rewrite : rewrites) {
    INFO(rewrite.name);
    const Equivalence found = compared(rewrite.before, rewrite.after);
    INFO(equivalence_text(found));
    CHECK(to_string(found.worst()) == to_string(rewrite.verdict));
    CHECK(piece_of(found) == rewrite.piece);
  }
}

}  // namespace

TEST_CASE("Ten sound rewrites are not different, and their pieces are named", "[equivalent]") {
  check(sound_rewrites());
}

TEST_CASE("Ten unsound rewrites are different, and their pieces are named", "[equivalent]") {
  check(unsound_rewrites());
}

}  // namespace etalon::test::equivalent_test
