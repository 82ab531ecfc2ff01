#include "engine/operators/input_shapes.h"

#include "conformance/tests/catch.h"
#include "conformance/tests/ops/one_node.h"

namespace etalon::test::input_shapes_test {

TEST_CASE("a shape broadcasts to another one that stays as it is") {
  for (const Shape& shape : {Shape{}, Shape{1}, Shape{3}, Shape{1, 3}, Shape{2, 1}, Shape{2, 3}}) {
    CHECK(broadcasts_to(shape, {2, 3}));
  }
  for (const Shape& shape : {Shape{2}, Shape{1, 2, 3}, Shape{3, 1}, Shape{0}}) {
    CHECK_FALSE(broadcasts_to(shape, {2, 3}));
  }
  CHECK(broadcasts_to({1}, {0}));
  CHECK_FALSE(broadcasts_to({2, 3}, {2, 1}));
}

TEST_CASE("a scalar has rank 0 or is a list of one") {
  CHECK(scalar_of<int64_t>("k", i64({}, {7})) == 7);
  CHECK(scalar_of<int64_t>("k", i64({1}, {7})) == 7);
  CHECK_THROWS_WITH(scalar_of<int64_t>("k", i64({1, 1}, {7})),
                    "k has the shape [1, 1], which is not that of a scalar");
  CHECK_THROWS_WITH(scalar_of<int64_t>("k", i64({0}, {})),
                    "k has the shape [0], which is not that of a scalar");
}

}  // namespace etalon::test::input_shapes_test
