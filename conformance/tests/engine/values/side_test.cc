#include "engine/values/side.h"

#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/numerics.h"

namespace etalon::test::side_test {
namespace {

// X with these marks, and with errors of a tenth of them.
Tensor marked(const Tensor& X, const std::vector<double>& marks,
              const std::shared_ptr<const OpenMarks>& list) {
  Side side;
  side.open = tensor(DType::int32, X.shape(), marks);
  std::vector<double> errors;
  for (const double mark : marks) errors.push_back(mark / 8);
  side.errors = f64(X.shape(), errors);
  side.marks = list;
  return X.with_side(std::make_shared<const Side>(side));
}

std::string open(const Tensor& X) { return X.side() ? show(*X.side()->open) : "decided"; }
std::string errors(const Tensor& X) { return X.side() ? show(*X.side()->errors) : "exact"; }

const std::shared_ptr<const OpenMarks> marks = std::make_shared<const OpenMarks>(3);
const Tensor plain = f32({2, 2}, {1, 2, 3, 4});
const Tensor X = marked(plain, {0, 1, 2, 0}, marks);

TEST_CASE("A side is no part of a tensor's value") {
  CHECK(identical(X, plain));
  CHECK(plain.side() == nullptr);
  CHECK(open(X) == "int32[2, 2] 0 1 2 0");
}

TEST_CASE("Movement carries a tensor's side to the places that its elements go to") {
  CHECK(open(X.reshaped({4})) == "int32[4] 0 1 2 0");
  CHECK(open(transposed(X, {1, 0})) == "int32[2, 2] 0 2 1 0");
  CHECK(errors(transposed(X, {1, 0})) == "double[2, 2] 0 0.25 0.125 0");
  CHECK(open(slice(X, 1, 1, 2)) == "int32[2, 1] 1 0");
  CHECK(open(pick(X, 0, {1, 1})) == "int32[2, 2] 2 0 2 0");
  CHECK(open(broadcast_to(slice(X, 1, 1, 2), {2, 2})) == "int32[2, 2] 1 1 0 0");
  CHECK(open(take(X, Ints{{3, -1, 1}})) == "int32[1, 3] 0 0 1");
  CHECK(open(take_along(X, 0, Ints{{1, 0}})) == "int32[1, 2] 2 1");
  CHECK(transposed(X, {1, 0}).side()->marks == marks);
}

TEST_CASE("Where tensors are joined; those without a side are decided and exact") {
  CHECK(open(concat({plain, X}, 0)) == "int32[4, 2] 0 0 0 0 0 1 2 0");
  CHECK(errors(concat({X, plain}, 1)) == "double[2, 4] 0 0.125 0 0 0.25 0 0 0");
  CHECK(open(choose(Bools{{true, true}, {false, true}}, X, plain)) == "int32[2, 2] 0 1 0 0");
  CHECK(open(take(plain, Ints{-1, 0}, slice(X.reshaped({4}), 0, 2, 3))) == "int32[2] 2 0");
  CHECK(concat({plain, plain}, 0).side() == nullptr);
}

TEST_CASE("Marks of two evaluations do not mix: those of the first tensor stay") {
  const Tensor other = marked(plain, {3, 3, 3, 3}, std::make_shared<const OpenMarks>(3));
  CHECK(open(concat({X, other}, 0)) == "int32[4, 2] 0 1 2 0 0 0 0 0");
  CHECK(errors(concat({X, other}, 0)) == "double[4, 2] 0 0.125 0.25 0 0.375 0.375 0.375 0.375");
}

TEST_CASE("A mark of a whole tensor moves with any part of it") {
  Side side;
  side.marks = marks;
  side.whole = 2;
  const Tensor whole = plain.with_side(std::make_shared<const Side>(side));
  CHECK(slice(whole, 0, 0, 1).side()->whole == 2);
  CHECK(concat({plain, whole}, 0).side()->whole == 2);
}

TEST_CASE("Writing a tensor's slots takes its side away") {
  Tensor copy = X;
  copy.mutable_slots<float>();
  CHECK(copy.side() == nullptr);
  CHECK(X.side() != nullptr);
}

}  // namespace
}  // namespace etalon::test::side_test
