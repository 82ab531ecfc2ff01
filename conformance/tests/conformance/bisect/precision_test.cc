#include "conformance/bisect/precision.h"
#include "engine/values/json.h"

#include <cmath>

#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/npy.h"

namespace etalon::precision_test {
namespace {

using test::etalon_command;
using test::floats;
using test::has;
using test::SmallModel;

// y = (3 · 30000) / 30000 + 1, where float16 ends at 65504.
SmallModel beyond_float16() {
  SmallModel small(13);
  small.input("x", floats({3})).initializer("big", floats({30000})).initializer("one", floats({1}));
  small.node("Mul", {"x", "big"}, {"product"}).node("Div", {"product", "big"}, {"quotient"});
  return small.node("Add", {"quotient", "one"}, {"y"}).output("y");
}

PrecisionReport of(const SmallModel& small, const Bindings& inputs, Narrower narrower,
                   std::optional<double> within = std::nullopt) {
  PrecisionRequest request;
  request.narrower = narrower;
  request.within = within;
  return precision(small.model(), inputs, request);
}

}  // namespace

TEST_CASE("precision: nodes whose values exceed float16 come first and are to be kept") {
  const PrecisionReport report =
      of(beyond_float16(), {{"x", floats({3})}}, Narrower::float16, 0.01);
  CHECK(report.nodes == 3);
  CHECK(std::isinf(report.all));
  REQUIRE(report.ranked.size() == 2);  // the sum of 3 and 1 is exact
  CHECK(has(report.ranked[0].node, "Mul-13"));
  CHECK(has(report.ranked[1].node, "Div-13"));
  CHECK(std::isinf(report.ranked[0].alone));
  CHECK(std::isinf(report.ranked[0].all_but.value()));  // the quotient's input is infinite, too
  CHECK(report.keep == 2);
  CHECK(report.kept_error == 0);
}

TEST_CASE("precision: bfloat16 has the range and 8 bits") {
  SmallModel small(13);
  small.input("x", floats({1})).node("Add", {"x", "x"}, {"y"}).output("y");
  const float x = 1 + 0x1p-8F;  // halfway between 1 and the next bfloat16: to the even one, 1
  const PrecisionReport report = of(small, {{"x", floats({x})}}, Narrower::bfloat16);
  REQUIRE(report.ranked.size() == 1);
  CHECK(report.ranked[0].alone == Approx(0x1p-8 / (1 + 0x1p-8)));
  CHECK(report.all == report.ranked[0].alone);
  CHECK(report.ranked[0].all_but == 0);
  CHECK_FALSE(report.keep.has_value());
}

// tf32: 1 + 2^-11 is halfway between 1 and 1 + 2^-10, so 1. int8: the steps of [127, 1.25] are 1,
// so 1.25 is 1; of [1, 1] 1/127, which 1 is a multiple of.
TEST_CASE("precision: tf32 and int8 round the factors of products alone") {
  SmallModel small(13);
  small.input("x", floats({1, 1}).reshaped({1, 2}));
  small.initializer("w", floats({1, 1}).reshaped({2, 1})).node("Neg", {"x"}, {"n"});
  small.node("MatMul", {"n", "w"}, {"y"}).output("y");
  const auto report = [&](std::vector<double> x, Narrower narrower) {
    return of(small, {{"x", floats(x).reshaped({1, 2})}}, narrower);
  };
  const PrecisionReport tf32 = report({1 + 0x1p-11, 1}, Narrower::tf32);
  REQUIRE(tf32.ranked.size() == 1);
  CHECK(has(tf32.ranked[0].node, "MatMul-13"));
  CHECK(tf32.all == Approx(0x1p-11 / (2 + 0x1p-11)));
  const PrecisionReport int8 = report({127, 1.25}, Narrower::int8);
  REQUIRE(int8.ranked.size() == 1);
  CHECK(int8.all == Approx(0.25 / 128.25));
  CHECK(report({1, 1}, Narrower::int8).ranked.empty());
}

TEST_CASE("precision: the command gives a list to keep as text and JSON") {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "m.onnx").string();
  const std::string x = (folder.path() / "x.npy").string();
  test::write_text(model, beyond_float16().bytes());
  test::write_text(x, format_npy(floats({3})));
  const std::vector<std::string> words = {"precision", model, "--inputs", x, "--within", "0.01"};
  const test::Outcome text = etalon_command(words);
  CHECK(text.code == 0);
  CHECK(has(text.out,
            "float16: error inf of the largest value where all 3 nodes are computed so\n"
            "within 0.01 where the first 2 are kept: 0\n"));
  std::vector<std::string> more = words;
  more.insert(more.end(), {"--as", "bfloat16,float16", "--format", "json"});
  const auto document = nlohmann::json::parse(etalon_command(more).out);
  REQUIRE(document.at("reports").size() == 2);
  CHECK(document.at("reports").at(0).at("as") == "bfloat16");
  CHECK(document.at("reports").at(1).at("ranked").size() == 2);
  test::check_fails({"precision", model, "--inputs", x, "--as", "float15"}, 2,
                    "--as: float15 is not one of float16, bfloat16, tf32, int8; did you mean");
}

}  // namespace etalon::precision_test
