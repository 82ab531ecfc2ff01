#include "conformance/judge/details.h"

#include <limits>

#include "conformance/tests/catch.h"

namespace etalon::error_picture_test {
namespace {

Tensor matrix(const std::vector<double>& values, const Shape& shape, DType type) {
  Reals array = empty_array<double>(shape);
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(type, array);
}

TEST_CASE("a picture grades errors by the tolerance") {
  const Tolerance tolerance{0, 1, std::nullopt};
  const Tensor expected = matrix({0, 0, 0, 0, 0, 0}, {2, 3}, DType::float32);
  const double inf = std::numeric_limits<double>::infinity();
  // Within 1; 2 is 10^0.3 times, 5 is 10^0.7 times, 50 is 10^1.7 times, 1e9 is 10^9 times.
  const Tensor actual = matrix({1, 2, 5, 50, 1e9, inf}, {2, 3}, DType::float32);
  const ErrorPicture picture = picture_errors("Y", actual, expected, tolerance);
  CHECK(picture.rows == std::vector<std::string>{"012", "489"});
  CHECK(picture.shape == Shape{2, 3});
}

TEST_CASE("a picture of many elements keeps the worst of each cell") {
  std::vector<double> zeros(100 * 96, 0);
  std::vector<double> values = zeros;
  values[99 * 96 + 95] = 1;
  const ErrorPicture picture =
      picture_errors("Y", matrix(values, {4, 25, 96}, DType::float32),
                     matrix(zeros, {4, 25, 96}, DType::float32), Tolerance{0, 0.9, std::nullopt});
  REQUIRE(picture.rows.size() == picture_rows);
  REQUIRE(picture.rows[0].size() == picture_columns);
  CHECK(picture.rows[picture_rows - 1][picture_columns - 1] == '1');
  CHECK(picture.rows[0] == std::string(picture_columns, '0'));
}

TEST_CASE("pictures of integers and scalars and what cannot be drawn") {
  const auto ints = [](const std::vector<int64_t>& values) {
    Array<int64_t> array = empty_array<int64_t>({values.size()});
    std::copy(values.begin(), values.end(), array.begin());
    return Tensor::of(DType::int64, array);
  };
  CHECK(picture_errors("Y", ints({1, 2}), ints({1, 3}), {}).rows == std::vector<std::string>{"04"});
  CHECK(picture_errors("Y", matrix({1}, {}, DType::float32), matrix({2}, {}, DType::float32), {})
            .rows.size() == 1);
  CHECK(picture_errors("Y", ints({1, 2}), ints({1}), {}).empty());
  CHECK(picture_errors("Y", ints({}), ints({}), {}).empty());
  CHECK(picture_errors("Y", Value(), ints({1}), {}).empty());
}

}  // namespace
}  // namespace etalon::error_picture_test
