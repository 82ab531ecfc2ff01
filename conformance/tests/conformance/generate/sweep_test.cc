#include "conformance/generate/sweep.h"
#include "engine/values/json.h"

#include "conformance/commands/commands.h"
#include "conformance/generate/recast.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::sweep_test {
namespace {

using nlohmann::json;
using test::etalon_command;
using test::floats;

TEST_CASE("numbers are recast to numbers of the other type") {
  const Tensor numbers = floats({-3.5, 0, 1.5, 300});
  CHECK(recast(numbers, DType::int8).ints() == std::vector<int64_t>{-4, 0, 2, 127});
  CHECK(recast(numbers, DType::uint8).ints() == std::vector<int64_t>{4, 0, 2, 255});
  CHECK(recast(numbers, DType::int2).ints() == std::vector<int64_t>{-2, 0, 1, 1});
  CHECK(recast(numbers, DType::boolean).as<bool>()(1) == false);
  CHECK(recast(numbers, DType::string).as<std::string>()(0) == "-3.5");
  CHECK(recast(recast(numbers, DType::string), DType::float64).as<double>()(3) == 300);
  CHECK(recast(numbers, DType::complex64).as<std::complex<double>>()(2) == 1.5);
  CHECK(identical(recast(numbers, DType::float32), numbers));
}

TEST_CASE("a string that is not a number is recast to its position") {
  Texts words = empty_array<std::string>({2});
  words(0) = "a";
  words(1) = "b";
  CHECK(recast(Tensor::of(DType::string, words), DType::int64).ints() ==
        std::vector<int64_t>{0, 1});
}

TEST_CASE("tensors and sequences and optionals are recast to each other") {
  const Value tensor(floats({1, 2}));
  const auto round_trip = [&](const char* type) {
    const auto other = recast(tensor, type_named(type));
    REQUIRE(other.has_value());
    CHECK(to_string(other->type()) == type);
    return recast(*other, tensor.type()).value();
  };
  for (const char* type : {"seq(tensor(float))", "optional(tensor(float))", "tensor(double)",
                           "optional(seq(tensor(float)))", "seq(tensor(int64))"}) {
    INFO(type);
    CHECK(identical(round_trip(type).tensor(), tensor.tensor()));
  }
  CHECK_FALSE(recast(tensor, type_named("map(int64, tensor(float))")).has_value());
}

Specimen add_specimen() {
  Specimen specimen;
  specimen.node.set_op_type("Add");
  specimen.node.add_output("C");
  specimen.inputs = {Value(floats({1, 2})), Value(floats({3, 4}))};
  return specimen;
}

TEST_CASE("every type of a version is tried and none works without a case") {
  const Schema& schema = *find_schema("", "Add", 14);
  const SweepRow row = sweep(schema, {add_specimen()});
  CHECK(row.tried == schema.constraint("T")->types.size());
  CHECK(row.failures.empty());
  CHECK(row.working() == row.tried);
  const SweepRow none = sweep(schema, {});
  CHECK(none.tried == row.tried);
  CHECK(none.failures.size() == none.tried);
  CHECK(none.failures.at(0) ==
        "T = " + schema.constraint("T")->types[0] + ": there is no call to try");
}

TEST_CASE("a case that does not fit an operator fails for every type") {
  Specimen specimen = add_specimen();
  specimen.inputs[1] = Value(floats({1, 2, 3}));
  const SweepRow row = sweep(*find_schema("", "Add", 14), {specimen});
  CHECK(row.failures.size() == row.tried);
  CHECK(count({row, row}).failing == 2 * row.tried);
}

TEST_CASE("the type of an output is set by the attribute that names it") {
  Specimen specimen;
  specimen.node.set_op_type("Cast");
  specimen.node.add_output("output");
  specimen.inputs = {Value(floats({1, 0}))};
  for (const int version : {1, 6, 9, 13}) {
    const SweepRow row = sweep(*find_schema("", "Cast", version), {specimen});
    INFO(version);
    CHECK(fmt::format("{}", fmt::join(row.failures, "; ")).empty());
    CHECK(row.tried > 20);
  }
}

TEST_CASE("a type without a defined meaning is neither working nor failing") {
  Specimen specimen;
  specimen.node.set_op_type("ReduceLogSum");  // -inf, which the four integer types do not have
  specimen.node.add_output("reduced");
  specimen.inputs = {Value(floats({0, 0}))};
  const SweepRow row = sweep(*find_schema("", "ReduceLogSum", 13), {specimen});
  CHECK(row.failures.empty());
  CHECK(row.unspecified.size() == 4);
  CHECK(row.working() == 4);
  CHECK(count({row}).unspecified == 4);
}

TEST_CASE("ops --sweep-types counts and reports failures by its exit code") {
  const test::Outcome text = etalon_command({"ops", "--sweep-types", "--include", "^If-1$"});
  CHECK(text.code == exit_ok);
  CHECK(text.out == "1 operator versions: 16 types tried, 16 working, 0 unspecified, 0 failing\n");
  const test::Outcome outcome =
      etalon_command({"ops", "--sweep-types", "--include", "^If-1$", "--format", "json"});
  const json document = json::parse(outcome.out);
  CHECK(document.at("schema") == 1);
  CHECK(document.at("versions") == 1);
  CHECK(document.at("failing") == 0);
  CHECK(document.at("operators").at(0).at("failures").empty());
  CHECK(etalon_command({"ops", "--sweep-types", "--include", "^None$"}).code == exit_usage);
  CHECK(etalon_command({"ops", "--sweep-types", "--include", "("}).code == exit_usage);
  CHECK(etalon_command({"ops", "--sweep-types", "--format", "md"}).code == exit_usage);
}

}  // namespace
}  // namespace etalon::sweep_test
