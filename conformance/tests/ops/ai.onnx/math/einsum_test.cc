#include "conformance/tests/ops/one_node.h"

namespace etalon::test::einsum_test {
namespace {

const Tensor A = f32({2, 2}, {1, 2, 3, 4});
const Tensor v = f32({2}, {10, 100});

std::string einsum(const char* equation, const Values& Inputs) {
  return show(OneNode("Einsum", 12).set("equation", equation).run(Inputs));
}

std::string error(const char* equation, const Values& Inputs) {
  const std::string text = OneNode("Einsum", 12).set("equation", equation).error(Inputs);
  return text.substr(0, text.find(':')) + text.substr(text.find("):") + 2);
}

}  // namespace

TEST_CASE("Einsum ignores spaces") { CHECK(einsum(" i j -> j i ", {A}) == einsum("ij->ji", {A})); }

TEST_CASE("Einsum refuses equations that do not fit") {
  CHECK(error("ij,j->i", {A}) == "InvalidInput the equation has 2 terms for 1 inputs");
  CHECK(error("i->i", {A}) == "InvalidInput input 0 has 2 axes where its term 'i' has 1 letters");
  CHECK(error("ij->ik", {A}) ==
        "InvalidInput the output term's index 'k' is repeated or in no input's term");
  CHECK(error("ij->ii", {A}) ==
        "InvalidInput the output term's index 'i' is repeated or in no input's term");
  CHECK(error("i1", {A}) ==
        "InvalidInput the equation's term 'i1' is neither letters nor one ellipsis");
  CHECK(error("......", {A}) ==
        "InvalidInput the equation's term '......' is neither letters nor one ellipsis");
  CHECK(error("i,i", {v, f32({3}, {1, 2, 3})}) ==
        "InvalidInput index 'i' is of size 2 and of size 3");
  CHECK(error("...i,...i", {A, v}) == "InvalidInput an ellipsis stands for 1 axes and for 0");
  CHECK(error("...,...", {v, f32({3}, {1, 2, 3})}) ==
        "InvalidInput index '...' is of size 2 and of size 3");
  CHECK(error("i,i", {v, f32({1}, {1})}) ==
        "Unspecified index 'i' is of size 2 and of size 1, and only '...' broadcasts");
}

TEST_CASE("Einsum is -0 exactly when all its products are") {
  const Tensor negative = f32({2}, {-0.0, -0.0});
  CHECK(einsum("i,i->", {negative, f32({2}, {1, 3})}) == "float[] -0");
}

}  // namespace etalon::test::einsum_test
