#include "conformance/repro/python_text.h"

#include <limits>

#include "conformance/repro/sentences.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::python_text_test {
namespace {

using test::floats;

std::string of(const Value& value) { return python_value(value).value_or("nothing"); }

TEST_CASE("tensors are calls of NumPy that give the same bits") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  CHECK(of(floats({1, -0.5, 1e30})) == "np.array([1, -0.5, 1e+30], \"float32\")");
  CHECK(of(floats({-0.0, inf, -inf})) == "np.array([-0.0, np.inf, -np.inf], \"float32\")");
  CHECK(of(floats({std::numeric_limits<double>::quiet_NaN()})) ==
        "np.array([np.nan], \"float32\")");
  CHECK(of(Tensor::of(DType::float16, scalar_array(0.25))) == "np.array(0.25, \"float16\")");
  CHECK(of(Tensor::of(DType::boolean, Bools({true, false})).reshaped({2, 1})) ==
        "np.array([[True], [False]], \"bool\")");
  CHECK(of(Tensor::of(DType::uint64, Naturals({~uint64_t{0}}))) ==
        "np.array([18446744073709551615], \"uint64\")");
  CHECK(of(Tensor::of(DType::complex64, full<std::complex<double>>({1}, {1, -inf}))) ==
        "np.array([complex(1, -np.inf)], \"complex64\")");
  const Array<std::string> texts = {std::string("a\"b"), std::string("\xC3\xA4\n")};
  CHECK(of(Tensor::of(DType::string, texts)) ==
        "np.array([\"a\\\"b\", \"\xC3\xA4\\n\"], \"object\")");
  CHECK(of(Tensor::of(DType::int64, full<int64_t>({2, 3}, 7))) == "np.full((2, 3), 7, \"int64\")");
  CHECK(of(Tensor::of(DType::int8, empty_array<int64_t>({0}))) == "np.zeros((0,), \"int8\")");
  CHECK(of(Tensor::of(DType::bfloat16, scalar_array(0.5))) == "nothing");
}

TEST_CASE("sequences, optionals and maps are Python's own") {
  Sequence sequence{Type::tensor(DType::float32), {}};
  CHECK(of(sequence) == "[]");
  sequence.items.push_back(floats({1}));
  CHECK(of(sequence) == "[np.array([1], \"float32\")]");
  CHECK(of(Optional{Type::tensor(DType::float32), nullptr}) == "None");
  const Map map{Tensor::of(DType::int64, Ints({3})), {floats({1})}, Type::tensor(DType::float32)};
  CHECK(of(map) == "{3: np.array([1], \"float32\")}");
}

TEST_CASE("the text of a call: what it computes first, then what its values and attributes raise") {
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
}  // namespace etalon::python_text_test
