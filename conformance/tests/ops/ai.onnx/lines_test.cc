#include "ops/ai.onnx/lines.h"

#include "conformance/tests/catch.h"

namespace etalon::test::lines_test {
namespace {

std::vector<std::vector<size_t>> positions_of(const Shape& shape, size_t axis) {
  const Lines lines(shape, axis);
  std::vector<std::vector<size_t>> all;
  for (size_t n = 0; n < lines.count(); ++n) {
    std::vector<size_t>& line = all.emplace_back();
    for (size_t i = 0; i < lines[n].size; ++i) line.push_back(lines[n][i]);
  }
  return all;
}

using Positions = std::vector<std::vector<size_t>>;

}  // namespace

TEST_CASE("Lines run along one axis; in row-major order of the others") {
  CHECK(positions_of({2, 3}, 1) == Positions{{0, 1, 2}, {3, 4, 5}});
  CHECK(positions_of({2, 3}, 0) == Positions{{0, 3}, {1, 4}, {2, 5}});
  CHECK(positions_of({2, 2, 2}, 1) == Positions{{0, 2}, {1, 3}, {4, 6}, {5, 7}});
}

TEST_CASE("A line reversed runs from its last element to its first") {
  const Line line = Lines({2, 3, 2}, 1)[1].reversed();
  CHECK(line.size == 3);
  CHECK(line[0] == 5);
  CHECK(line[1] == 3);
  CHECK(line[2] == 1);
}

TEST_CASE("There are no lines along or next to an empty axis") {
  CHECK(positions_of({2, 0}, 1).empty());
  CHECK(positions_of({2, 0}, 0).empty());
}

}  // namespace etalon::test::lines_test
