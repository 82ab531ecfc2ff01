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

TEST_CASE("Einsum sums over the indices that the output lacks") {
  CHECK(einsum("ij,jk->ik", {A, A}) == "float[2, 2] 7 10 15 22");
  CHECK(einsum("ij->i", {A}) == "float[2] 3 7");
  CHECK(einsum("ij->", {A}) == "float[] 10");
  CHECK(einsum("ij->ji", {A}) == "float[2, 2] 1 3 2 4");
  CHECK(einsum("i,j->ij", {v, v}) == "float[2, 2] 100 1000 1000 10000");
  CHECK(einsum("ij,i,j->", {A, v, v}) == "float[] 45100");
  CHECK(einsum(",->", {f32({}, {2}), f32({}, {3})}) == "float[] 6");
}

TEST_CASE("Einsum without an arrow keeps the indices that occur once, capitals first") {
  CHECK(einsum("ij,jk", {A, A}) == "float[2, 2] 7 10 15 22");
  CHECK(einsum("ba", {A}) == "float[2, 2] 1 3 2 4");
  CHECK(einsum("aB", {A}) == "float[2, 2] 1 3 2 4");
  CHECK(einsum("ii", {A}) == "float[] 5");
  CHECK(einsum("i,i", {v, v}) == "float[] 10100");
}

TEST_CASE("Einsum walks the diagonal of a repeated index") {
  CHECK(einsum("ii->i", {A}) == "float[2] 1 4");
  CHECK(einsum("...ii->...i", {A.reshaped({1, 2, 2})}) == "float[1, 2] 1 4");
}

TEST_CASE("Einsum broadcasts the axes under an ellipsis") {
  const Tensor stack = f32({2, 1, 2}, {1, 2, 3, 4});
  CHECK(einsum("...ij->...ji", {stack}) == "float[2, 2, 1] 1 2 3 4");
  CHECK(einsum("...i,...i->...", {stack, f32({1, 2, 2}, {1, 0, 0, 1})}) == "float[2, 2] 1 2 3 4");
  CHECK(einsum("i...", {A}) == "float[2, 2] 1 3 2 4");
  CHECK(einsum("...i->i", {A}) == "float[2] 4 6");
  CHECK(einsum("...->...", {f32({}, {7})}) == "float[] 7");
}

TEST_CASE("Einsum ignores spaces") { CHECK(einsum(" i j -> j i ", {A}) == einsum("ij->ji", {A})); }

TEST_CASE("Einsum of empty axes is 0") {
  CHECK(einsum("ij->i", {f32({2, 0}, {})}) == "float[2] 0 0");
  CHECK(einsum("ij->j", {f32({2, 0}, {})}) == "float[0]");
}

TEST_CASE("Einsum wraps integers, rounds floats once and keeps NaN") {
  const Tensor x = tensor(DType::uint8, {2}, {16, 16});
  CHECK(einsum("i,i->i", {x, x}) == "uint8[2] 0 0");
  CHECK(einsum("i->", {f32({3}, {16777216, 1, 1})}) == "float[] 16777218");
  CHECK(einsum("i->", {tensor(DType::float64, {3}, {1e16, 1, -1e16})}) == "double[] 1");
  CHECK(einsum("i->", {f32({2}, {NAN, 1})}) == "float[] nan");
  CHECK(show(OneNode("Einsum", 28)
                 .set("equation", "i,i")
                 .run({tensor(DType::bfloat16, {2}, {1, 2}),
                       tensor(DType::bfloat16, {2}, {3, 4})})) == "bfloat16[] 11");
}

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
  CHECK(einsum("i,i->", {negative, f32({2}, {1, -3})}) == "float[] 0");
  CHECK(einsum("i,i->", {f32({2}, {5, 5}), f32({2}, {1, -1})}) == "float[] 0");
}

}  // namespace etalon::test::einsum_test
