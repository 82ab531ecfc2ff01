#include "conformance/repro/sentences.h"

#include <limits>

#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::sentences_test {
namespace {

using test::floats;

TEST_CASE("the text of a call: what it computes first then what its values and attributes raise") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto about = [](const test::SmallModel& small, const CaseValues& inputs) {
    const BoundModel model = parse_model(small.bytes());
    CHECK(text_address(model.graph.nodes[0]) ==
          "https://onnx.ai/onnx/operators/onnx__" + model.graph.nodes[0].op_type + ".html");
    return sentences_about(model.graph.nodes[0], inputs);
  };
  const CaseValues x = {{"x", floats({1, nan})}};
  test::SmallModel det(11);
  det.input("x", x[0].second).node("Det", {"x"}, {"y"}).output("y");
  const std::vector<std::string> found = about(det, x);
  REQUIRE(found.size() == 1);
  CHECK(found[0] ==
        "“Det calculates determinant of a square matrix or batches of square matrices” (summary)");
  const Tensor axis = Tensor::of(DType::int64, scalar_array<int64_t>(0));
  test::SmallModel sums(14);
  sums.input("x", x[0].second).input("a", axis).node("CumSum", {"x", "a"}, {"y"}).output("y");
  const std::vector<std::string> of_sums = about(sums, {});
  REQUIRE(of_sums.size() == 2);
  CHECK(of_sums[1] == "“Must be in the range [-rank(x), rank(x)-1]” (input axis)");
}

}  // namespace
}  // namespace etalon::sentences_test
