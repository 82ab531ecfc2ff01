// The comparison of models in C, called as a C program would.
#include "conformance/equivalent/c_interface.h"

#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/values/json.h"

namespace etalon::test::equivalent_c_test {
namespace {

// y = x · k
std::string product(double k) {
  const Tensor x = floats({1, 2, 3});
  SmallModel model(17);
  model.input("x", x).initializer("k", floats({k, k, k})).node("Mul", {"x", "k"}, {"y"});
  return model.output("y").bytes();
}

struct Answer {
  int pass = 7;
  char* report = nullptr;
  EtalonStatus status;  // last: the call sets the others

  Answer(const std::string& before, const std::string& after,
         const EtalonEquivalentOptions* options = nullptr)
      : status(etalon_equivalent(before.data(), before.size(), after.data(), after.size(), options,
                                 &pass, &report)) {}
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  ~Answer() { etalon_free_report(report); }
};

}  // namespace

TEST_CASE("The C interface tells whether two models are the same function", "[equivalent]") {
  const Answer same(product(3), product(3)), other(product(3), product(4));
  REQUIRE(same.status == ETALON_OK);
  CHECK(same.pass == 1);
  CHECK(nlohmann::json::parse(same.report).at("verdict") == "identical");
  REQUIRE(other.status == ETALON_OK);
  CHECK(other.pass == 0);
  const nlohmann::json report = nlohmann::json::parse(other.report);
  CHECK(report.at("verdict") == "different");
  CHECK(report.at("inputs") > 0);
}

TEST_CASE("The C interface takes options and tells what is wrong with them", "[equivalent]") {
  EtalonEquivalentOptions options = {};
  options.cases = 2;
  options.within = "scaled=0.5";
  const Answer within(product(3), product(4), &options);
  REQUIRE(within.status == ETALON_OK);
  CHECK(within.pass == 1);
  CHECK(nlohmann::json::parse(within.report).at("inputs") == 2);
  options.within = "loudness=1";
  const Answer unknown(product(3), product(4), &options);
  CHECK(unknown.status == ETALON_INVALID_INPUT);
  CHECK(unknown.report == nullptr);
  CHECK(has(etalon_equivalent_message(), "loudness"));
  CHECK(Answer("\xff", product(4)).status == ETALON_INVALID_MODEL);
  int pass = 7;
  char* report = nullptr;
  CHECK(etalon_equivalent_files("/nowhere.onnx", "/nowhere.onnx", nullptr, &pass, &report) !=
        ETALON_OK);
  CHECK(pass == 0);
}

}  // namespace etalon::test::equivalent_c_test
