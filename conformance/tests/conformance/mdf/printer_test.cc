#include "conformance/mdf/printer.h"

#include <cmath>

#include "conformance/tests/catch.h"

namespace etalon::printer_test {
namespace {

TEST_CASE("MDF summaries: type, shape, range and NaN") {
  CHECK(summary_text(Tensor::of(DType::float32, Reals{{0.1, -2.5}, {NAN, 3.0}})) ==
        "float [2, 2], -2.5 to 3.0, 1 NaN");
  CHECK(summary_text(Tensor::of(DType::float32, Reals{0.1, 0.1})) == "float [2], 0.1 to 0.1");
  CHECK(summary_text(Tensor::of(DType::int64, Ints{3, -1, 2})) == "int64 [3], -1 to 3");
  CHECK(summary_text(Tensor::of(DType::float64, Reals{NAN, NAN})) == "double [2], 2 NaN");
  CHECK(summary_text(Tensor::zeros(DType::float64, {0, 4})) == "double [0, 4]");
  CHECK(summary_text(Tensor::of(DType::boolean, Bools{true, false})) == "bool [2]");
  CHECK(summary_text(mdf::Value::number(1.5)) == "1.5");
  CHECK(summary_text("two") == "the string \"two\"");
  CHECK(summary_text(mdf::Dictionary{{"a", mdf::Value::integer(1)}}) == "a dictionary");
}

}  // namespace
}  // namespace etalon::printer_test
