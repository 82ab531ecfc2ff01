#include "conformance/corpus/case_name.h"

#include "conformance/tests/catch.h"
#include "engine/operators/schema.h"

namespace etalon::case_name_test {
namespace {

SelectedCase about(std::vector<Point> points) {
  SelectedCase selected;
  selected.files.sets.emplace_back();
  selected.points = std::move(points);
  return selected;
}

std::string without_digits(const std::string& name) { return name.substr(0, name.rfind('_')); }

}  // namespace

TEST_CASE("a case's name has its type and its rarest points") {
  const Schema& mod = *find_schema("", "Mod", 13);
  const std::vector<SelectedCase> cases = {
      about({{"T", "int8"}, {"shape A", "rank 1"}, {"values B", "negative"}, {"fmod", "0"}}),
      about({{"T", "int8"}, {"shape A", "rank 1"}, {"values B", "ordinary"}, {"fmod", "0"}}),
      about({{"T", "int8"}, {"shape A", "rank 1"}, {"values B", "-0"}, {"fmod", "absent"}})};
  const PointCounts counts = counted(cases);
  const auto name = [&](size_t i) { return without_digits(case_name(mod, cases[i], counts)); };
  CHECK(name(0) == "test_mod_v13_int8_negative_b_fmod_0");
  CHECK(name(1) == "test_mod_v13_int8_fmod_0_a_rank_1");
  CHECK(name(2) == "test_mod_v13_int8_minus_zero_b_no_fmod");
}

TEST_CASE("a case's name does not have the name of the only input") {
  const std::vector<SelectedCase> cases = {
      about({{"T", "float"}, {"shape input", "rank 0"}, {"values input", "0"}})};
  CHECK(without_digits(case_name(*find_schema("", "Log", 13), cases[0], counted(cases))) ==
        "test_log_v13_float_rank_0_zero");
}

TEST_CASE("a refusal's name has the kind of step") {
  SelectedCase selected = about({});
  selected.files.step = "input missing";
  CHECK(without_digits(case_name(*find_schema("", "Mod", 13), selected, {})) ==
        "test_mod_v13_refused_input_missing");
}

TEST_CASE("a call keeps its identity under another name") {
  CHECK(identity_of_path("ai.onnx/Mod-13/test_mod_v13_int8_0a1b2c3d4e") ==
        "ai.onnx/Mod-13/0a1b2c3d4e");
  CHECK(identity_of_path("ai.onnx/Mod-13/test_mod_v13_0a1b2c3d4e") == "ai.onnx/Mod-13/0a1b2c3d4e");
  CHECK(identity_of_path("short") == "short");
}

}  // namespace etalon::case_name_test
