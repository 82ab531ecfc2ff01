#include "conformance/check/check.h"
#include "engine/values/json.h"

#include <limits>

#include "conformance/check/check_text.h"
#include "conformance/check/tolerances.h"
#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/conformance/wrong_backend.h"
#include "conformance/tests/numbers.h"
#include "conformance/tests/text.h"
#include "engine/loader/serialization.h"

namespace etalon::check_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::floats;
using test::has;
using test::inf;
using test::Outcome;
using test::SmallModel;
using test::write_text;
using test::wrong_backend;

Bound bound_of_all(const Tensor& value, double error, bool compounded = false) {
  Bound bound;
  bound.kind = Bound::Kind::known;
  bound.compounded = compounded;
  bound.error = Tensor::of(DType::float32, full(value.shape(), error));
  return bound;
}

Bound no_bound() {
  Bound bound;
  bound.kind = Bound::Kind::none;
  bound.reason = "no bound for Mish-18 'm'";
  return bound;
}

OutputReport report_of(const std::string& name, const Value& got, const Value& expected,
                       const Bound& bound, const Tolerance& tolerance) {
  return check_output(name, got, {expected, {bound, {}}}, tolerance);
}

// "rounding": the verdict; with ", fails" where it fails, by the verdict and, after a slash, by the
// tolerance alone.
std::string judged(const Value& got, const Value& expected, const Bound& bound,
                   Tolerance tolerance = {1e-3, 0, {}}) {
  std::string text;
  for (const auto decides : {Tolerance::Decides::verdict, Tolerance::Decides::tolerance}) {
    tolerance.decides = decides;
    const OutputReport report = report_of("y", got, expected, bound, tolerance);
    if (text.empty()) text = to_string(report.verdict.grade);
    if (report.fails()) {
      text += decides == Tolerance::Decides::verdict ? ", fails" : "/fails";
    }
  }
  return text;
}

TEST_CASE("the verdict decides or the tolerance") {
  const Tensor one = floats({1});
  CHECK(judged(one, one, no_bound()) == "same");
  CHECK(judged(floats({1.0005}), one, bound_of_all(one, 1e-2)) == "rounding");
  CHECK(judged(floats({1.0005}), one, bound_of_all(one, 1e-5)) == "wrong, fails");
  CHECK(judged(floats({1.0005}), one, no_bound()) == "unknown");
  CHECK(judged(floats({1.005}), one, bound_of_all(one, 1e-2)) == "rounding/fails");
  CHECK(judged(floats({1.005}), one, bound_of_all(one, 1e-5)) == "wrong, fails/fails");
  CHECK(judged(floats({1.005}), one, no_bound()) == "unknown, fails/fails");
  CHECK(judged(floats({1.005}), one, bound_of_all(one, 2, true)) == "unknown, fails/fails");
  CHECK(judged(floats({1.0005}), one, bound_of_all(one, 2, true)) == "unknown");
  CHECK(judged(floats({1.005}), one, bound_of_all(one, inf)) == "unknown, fails/fails");
}

TEST_CASE("a wrong structure is reported first") {
  const Tensor expected = floats({1, 2});
  CHECK(judged(Value(), expected, no_bound()) == "wrong, fails/fails");
  CHECK(judged(floats({1}), expected, no_bound()) == "wrong, fails/fails");
  CHECK(judged(test::reals(DType::float64, {1, 2}), expected, no_bound()) == "wrong, fails/fails");
  const Type type = Type::tensor(DType::float32);
  CHECK(judged(Sequence{type, {expected}}, expected, no_bound()) == "wrong, fails/fails");
  CHECK(judged(Sequence{type, {expected}}, Sequence{type, {expected, expected}}, no_bound()) ==
        "wrong, fails/fails");
  // The first item differs in value, the second in shape: values of unlike shapes are not measured.
  CHECK(judged(Sequence{type, {floats({9, 2}), floats({1})}}, Sequence{type, {expected, expected}},
               no_bound()) == "wrong, fails/fails");
  CHECK(judged(Optional{type, nullptr}, Optional{type, std::make_shared<const Value>(expected)},
               no_bound()) == "wrong, fails/fails");
}

TEST_CASE("items of sequences are measured with their place") {
  const Type type = Type::tensor(DType::float32);
  const OutputReport report =
      report_of("s", Sequence{type, {floats({1, 2}), floats({3, 5})}},
                Sequence{type, {floats({1, 2}), floats({3, 4})}}, no_bound(), {});
  CHECK(report.verdict.grade == Grade::unknown);
  CHECK(report.measurement.first.where == "item 1 [1]");
  CHECK(report.measurement.elements == 4);
}

TEST_CASE("maps are measured key by key; in any order of the keys") {
  const Type type = Type::tensor(DType::float32);
  const Value expected = Map{vector_of({7, 8}), {floats({0.25}), floats({0.75})}, type};
  const auto map = [&](double of_7) {
    return Map{vector_of({8, 7}), {floats({0.75}), floats({of_7})}, type};
  };
  CHECK(judged(map(0.25), expected, no_bound()) == "same");
  CHECK(judged(map(0.2501), expected, no_bound()) == "unknown");
  CHECK(judged(map(0.2501), expected, no_bound(), {0, 0, {}}) == "unknown, fails/fails");
  CHECK(judged(map(0.5), expected, no_bound(), {1, 0, {}}) == "unknown");
  const OutputReport report = report_of("m", map(0.5), expected, no_bound(), {});
  CHECK(report.measurement.elements == 2);
  CHECK(report.measurement.first.where == "key 7 [0]");
  CHECK(report.measurement.absolute.amount == 0.25);
  CHECK(judged(Map{vector_of({7, 9}), {floats({0.25}), floats({0.75})}, type}, expected,
               no_bound()) == "wrong, fails/fails");
}

TEST_CASE("one element that differs is found in every kind of value") {
  const Type tensor = Type::tensor(DType::float32);
  const auto strings = [](const std::string& last) {
    Array<std::string> words = Array<std::string>::from_shape({2});
    words(0) = "a";
    words(1) = last;
    return Tensor::of(DType::string, words);
  };
  const auto map = [&](double value) -> Value {
    return Map{strings("b"), {floats({1}), floats({value})}, tensor};
  };
  const auto held = [](const Value& value) -> Value {
    return Optional{value.type(), std::make_shared<const Value>(value)};
  };
  const auto items = [](const Value& last) -> Value {
    return Sequence{last.type(), {last, last, last}};
  };
  struct Pair {
    std::string where;  // of the first mismatch
    Value got, expected;
  };
  const std::vector<Pair> pairs = {
      {"[1]", floats({1, 3}), floats({1, 2})},
      {"[1]", vector_of({1, 3}), vector_of({1, 2})},
      {"[1]", strings("c"), strings("b")},
      {"item 1 [0]", Sequence{tensor, {floats({1}), floats({3})}},
       Sequence{tensor, {floats({1}), floats({2})}}},
      {"key \"b\" [0]", map(3), map(2)},
      {"item 0 key \"b\" [0]", items(map(3)), items(map(2))},
      {"[1]", held(floats({1, 3})), held(floats({1, 2}))},
      {"item 0 [1]", held(items(floats({1, 3}))), held(items(floats({1, 2})))},
      {"[0, 1]", SparseTensor{floats({3}), vector_of({1}), {2, 2}},
       SparseTensor{floats({2}), vector_of({1}), {2, 2}}},
  };
  for (const Pair& pair : pairs) {
    INFO(to_string(pair.expected.type()) << ", " << pair.where);
    CHECK(judged(pair.expected, pair.expected, no_bound()) == "same");
    const OutputReport report = report_of("y", pair.got, pair.expected, no_bound(), {});
    CHECK(report.verdict.grade == Grade::unknown);
    CHECK(report.measurement.first.where == pair.where);
    CHECK(compare(pair.expected, pair.expected).pass());
    CHECK(compare(pair.got, pair.expected).where == pair.where);
  }
}

// 1e-5 where 0 is expected is far outside rtol 1e-3 of 0, and within 1e-3 of the largest value, 4.
TEST_CASE("the scaled rule measures errors against the largest value") {
  const Tensor expected = floats({4, 0, -2});
  const Tensor near = floats({4, 1e-5, -2});
  const Tolerance scaled{1e-3, 0, {}, Tolerance::Rule::scaled};
  CHECK(judged(near, expected, no_bound()) == "unknown, fails/fails");
  CHECK(judged(near, expected, no_bound(), scaled) == "unknown");
  CHECK(judged(floats({4, 0.00401, -2}), expected, no_bound(), scaled) == "unknown, fails/fails");
  CHECK(compare(near, expected, scaled).pass());
  CHECK_FALSE(compare(floats({4, 0.00401, -2}), expected, scaled).pass());
  const OutputReport report = report_of("y", floats({5, 1e-5, -2}), expected, no_bound(), {});
  CHECK(report.measurement.mismatches.total() == 2);
  CHECK(report.measurement.near_zero == 1);
  CHECK(report.measurement.scaled == 0.25);
  CHECK(has(report_text(report), "near zero   1 of the 2 are within rtol times the largest value"));
  CHECK(has(report_text(report), "scaled      0.25 of the largest value\n"));
}

TEST_CASE("tolerances: for all outputs or for one by name") {
  const Tensor x = floats({1});
  SmallModel small(13);
  small.input("x", x).node("Relu", {"x"}, {"a:0"}).node("Neg", {"x"}, {"b"});
  const BoundModel model = small.output("a:0").output("b").model();
  const std::vector<Tolerance> both =
      tolerances(model, {{"0.5", "a:0:0.25"}, {"b:1"}, {"a:0:3", "7"}});
  CHECK(both.at(0).rtol == 0.25);
  CHECK(both.at(1).rtol == 0.5);
  CHECK(both.at(0).atol == 1e-7);
  CHECK(both.at(1).atol == 1);
  CHECK(both.at(0).max_ulp == 3U);
  CHECK(both.at(1).max_ulp == 7U);
  for (const char* word : {"-1", "", "much", "1x", "b:", "b:-1", "nan", "inf", "c:1", "a:1"}) {
    INFO(word);
    CHECK_THROWS_AS(tolerances(model, {{word}, {}, {}}), UsageError);
  }
  CHECK_THROWS_AS(tolerances(model, {{}, {}, {"1.5"}}), UsageError);
}

// y = x·w and z = −x on disk, and a runtime's outputs in several forms.
class Files {
 public:
  Files() {
    SmallModel small(13);
    small.input("x", x).initializer("w", floats({2, 2})).node("Mul", {"x", "w"}, {"y"});
    small.node("Neg", {"x"}, {"z"}).output("y").output("z");
    write_text(path("model.onnx"), small.bytes());
    write_text(path("in/input_0.pb"), serialize_value(x, "x"));
    write_value(path("x.npy"), x, "x");
    put("good", {2, 4}, {-1, -2});
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  void put(const std::string& folder, const std::vector<double>& y, const std::vector<double>& z) {
    write_text(path(folder + "/output_0.pb"), serialize_value(floats(y), "y"));
    write_text(path(folder + "/output_1.pb"), serialize_value(floats(z), "z"));
  }
  Outcome check(const std::vector<std::string>& words) const {
    std::vector<std::string> line = {"check", path("model.onnx")};
    line.insert(line.end(), words.begin(), words.end());
    return etalon_command(line);
  }
  Outcome check_outputs(const std::string& outputs) const {
    return check({"--inputs", path("in"), "--outputs", path(outputs)});
  }

  const Tensor x = floats({1, 2});

 private:
  TemporaryFolder folder_;
};

TEST_CASE("check: a bound of an integer is a number of steps") {
  const Tensor five = Tensor::of(DType::int8, Ints{5});
  const Tensor six = Tensor::of(DType::int8, Ints{6});
  CHECK(judged(six, five, bound_of_all(five, 1)) == "rounding/fails");
  CHECK(judged(Tensor::of(DType::int8, Ints{7}), five, bound_of_all(five, 1)) ==
        "wrong, fails/fails");
}

TEST_CASE("check: a runtime's command in place of outputs") {
  const Files files;
  const Outcome right = files.check({"--inputs", files.path("in"), "--backend", wrong_backend("")});
  INFO(right.out << right.err);
  CHECK(right.code == exit_ok);
  CHECK(has(right.out, "2 of 2 outputs pass"));
  const Outcome both = files.check({"--inputs", files.path("in"), "--outputs", files.path("good"),
                                    "--backend", wrong_backend("")});
  CHECK(both.code == exit_usage);
  CHECK(has(both.err, "check needs the runtime's outputs"));
}

TEST_CASE("check: right outputs are exit code 0") {
  const Files files;
  const Outcome outcome = files.check_outputs("good");
  INFO(outcome.err);
  CHECK(outcome.code == exit_ok);
  CHECK(outcome.out ==
        "y: passes: identical, bit for bit\nz: passes: identical, bit for bit\n"
        "2 of 2 outputs pass\n");
}

TEST_CASE("check: inputs and outputs come as folders; single files and by name") {
  Files files;
  write_text(files.path("named/z.pb"), serialize_value(floats({-1, -2}), "z"));
  write_value(files.path("named/y.npy"), floats({2, 4}), "y");
  CHECK(files.check_outputs("named").code == exit_ok);
  CHECK(files.check({"--inputs", files.path("x.npy"), "--outputs", files.path("good")}).code ==
        exit_ok);
  CHECK(files
            .check({"--input", "x=" + files.path("x.npy"), "--output",
                    "y=" + files.path("good/output_0.pb"), "--output",
                    "z=" + files.path("named/z.pb")})
            .code == exit_ok);
}

// y = w·x, with the initializer w in front among the graph's inputs.
TEST_CASE("check: input_0 is the first input that has no initializer") {
  const TemporaryFolder folder;
  const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
  const Tensor w = floats({2});
  const Tensor x = floats({1, 2, 3});
  SmallModel small(8);
  small.input("w", w).initializer("w", w).input("x", x).node("Mul", {"w", "x"}, {"y"}).output("y");
  small.proto().set_ir_version(3);
  write_text(path("model.onnx"), small.bytes());
  write_text(path("in/input_0.pb"), serialize_value(x, "x"));
  write_text(path("both/input_0.pb"), serialize_value(floats({10}), "w"));
  write_text(path("both/input_1.pb"), serialize_value(x, "x"));
  write_value(path("y.npy"), floats({2, 4, 6}), "y");
  write_value(path("ten.npy"), floats({10, 20, 30}), "y");
  const auto check = [&](const char* inputs, const char* outputs) {
    const Outcome outcome = etalon_command(
        {"check", path("model.onnx"), "--inputs", path(inputs), "--outputs", path(outputs)});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.code == exit_ok);
  };
  check("in", "y.npy");
  check("both", "ten.npy");
}

TEST_CASE("check: --quick judges by the tolerance alone; with the same verdict") {
  Files files;
  files.put("near", {2, 4.0001}, {-1, -2});
  files.put("far", {2, 5}, {-1, -2});
  const auto quick = [&](const std::string& outputs) {
    return files.check({"--inputs", files.path("in"), "--outputs", files.path(outputs), "--quick"});
  };
  const Outcome near = quick("near");
  INFO(near.out << near.err);
  CHECK(near.code == exit_ok);
  CHECK(has(near.out, "y: passes"));
  CHECK(has(near.out, "not asked for: --quick judges by the tolerance alone"));
  CHECK(has(near.out, "2 of 2 outputs pass"));
  const Outcome far = quick("far");
  INFO(far.out << far.err);
  CHECK(far.code == exit_mismatch);
  CHECK(has(far.out, "1 of 2 outputs pass"));
  CHECK(quick("good").out == files.check_outputs("good").out);
}

TEST_CASE("check: a wrong element is reported with its place and exit code 1") {
  Files files;
  files.put("bad", {2, 4.5}, {-1, -2});
  const Outcome outcome = files.check_outputs("bad");
  CHECK(outcome.code == exit_mismatch);
  CHECK(
      has(outcome.out,
          "y: fails (wrong): rounding allows no error, more than a million times the largest error "
          "of 30 sampled evaluations, at [1]: got 4.5, expected 4\n"));
  CHECK(has(outcome.out,
            "1 of 2 are outside rtol 0.001 of the largest value and atol 1e-07: 1 in value\n"));
  CHECK(has(outcome.out, "absolute    0.5 at [1]: got 4.5, expected 4\n"));
  CHECK(has(outcome.out, "z: passes: identical"));
  CHECK(has(outcome.out, "1 of 2 outputs pass\n"));
  const auto by = [&](const std::string& rule) {
    return files.check({"--inputs", files.path("in"), "--outputs", files.path("bad"), "--rtol",
                        "y:0.2", "--rule", rule});
  };
  CHECK(by("official").code == exit_ok);
  CHECK(has(by("official").out,
            "y: passes (wrong): within rtol 0.2 and atol 1e-07; rounding allows "));
  CHECK(has(by("official").out, "an output passes if it is within the tolerance (--rule)\n"));
  const Outcome verdict = by("verdict");
  CHECK(verdict.code == exit_mismatch);
  CHECK(has(verdict.out, "an output passes if it is same, rounding or open; "));
  CHECK(verdict.err.empty());
  for (const char* older : {"rounding", "both"}) {
    CHECK(by(older).out == verdict.out);
    CHECK(by(older).err ==
          fmt::format("etalon: warning: --rule {} is now --rule verdict\n", older));
  }
  CHECK(by("scaled").code == exit_ok);
}

// −0 where +0 is right: 1 − 1 is decided, and a product with 0 too.
TEST_CASE("check: zeros of the other sign are counted and fail with --signed-zeros") {
  Files files;
  files.put("zero", {2, 4}, {-1, -2});
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "model.onnx").string();
  test::SmallModel small(13);
  small.input("x", floats({0, 3})).node("Abs", {"x"}, {"y"}).output("y");
  write_text(model, small.bytes());
  write_value(folder.path() / "x.npy", floats({0, 3}), "x");
  write_value(folder.path() / "y.npy", floats({-0.0, 3}), "y");
  std::vector<std::string> words = {"check",     model,
                                    "--inputs",  (folder.path() / "x.npy").string(),
                                    "--outputs", (folder.path() / "y.npy").string()};
  const Outcome counted = etalon_command(words);
  CHECK(counted.code == exit_ok);
  CHECK(has(counted.out, "y: passes: the same values; 1 zero of the other sign\n"));
  words.emplace_back("--signed-zeros");
  const Outcome failed = etalon_command(words);
  CHECK(failed.code == exit_mismatch);
  CHECK(
      has(failed.out,
          "y: fails (wrong): a zero has the other sign, at [0]: got -0, expected 0; 1 zero of the "
          "other sign\n"));
}

TEST_CASE("check: an output the runtime did not write fails") {
  Files files;
  write_text(files.path("half/output_1.pb"), serialize_value(floats({-1, -2}), "z"));
  const Outcome outcome = files.check_outputs("half");
  CHECK(outcome.code == exit_mismatch);
  CHECK(has(outcome.out, "y: fails (wrong): the runtime did not write it\nz: passes"));
}

TEST_CASE("check: NaN; wrong shape; wrong type") {
  Files files;
  files.put("nan", {2, std::numeric_limits<double>::quiet_NaN()}, {-1, -2});
  const std::string nan = files.check_outputs("nan").out;
  CHECK(has(nan,
            "y: fails (wrong): NaN on one side in 1 of 2 elements, at [1]: got nan, expected 4\n"));
  CHECK(has(nan,
            "1 of 2 are outside rtol 0.001 of the largest value and atol 1e-07: 1 NaN on one "
            "side\n"));
  files.put("long", {2, 4, 6}, {-1, -2});
  CHECK(has(files.check_outputs("long").out, "y: fails (wrong): the shape is [3], expected [2]\n"));
  files.put("wide", {2, 4}, {-1, -2});
  write_value(files.path("wide/output_0.pb"), test::reals(DType::float64, {2, 4}), "y");
  CHECK(has(files.check_outputs("wide").out,
            "y: fails (wrong): the type is tensor(double), expected tensor(float)\n"));
}

TEST_CASE("check: bad input gives one sentence and its exit code") {
  Files files;
  const std::string in = files.path("in");
  const std::string good = files.path("good");
  write_text(files.path("alien/q.pb"), serialize_value(files.x, "q"));
  const auto fails = [&](const std::vector<std::string>& words, int code, const char* part) {
    const Outcome outcome = files.check(words);
    INFO(outcome.err);
    CHECK(outcome.code == code);
    CHECK(outcome.err.starts_with("etalon: "));
    CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
    CHECK(has(outcome.err, part));
    CHECK(outcome.out.empty());
  };
  fails({"--inputs", in}, exit_usage, "--outputs");
  fails({"--inputs", in, "--outputs", files.path("none")}, exit_invalid, "no such file or folder");
  fails({"--inputs", files.path("none"), "--outputs", good}, exit_invalid, "no such file");
  fails({"--inputs", in, "--outputs", files.path("alien")}, exit_invalid,
        "alien: contains no output of the model ('y', 'z')");
  fails({"--outputs", good}, exit_invalid, "input 'x' is missing");
  fails({"--inputs", in, "--output", "q=" + good}, exit_usage, "the model's outputs are 'y', 'z'");
  fails({"--inputs", in, "--output", "y"}, exit_usage, "NAME=FILE");
  fails({"--inputs", in, "--outputs", files.path("x.npy")}, exit_usage, "name it with --output");
  fails({"--inputs", in, "--outputs", files.path("model.onnx")}, exit_usage, "neither a folder");
  fails({"--inputs", in, "--outputs", good, "--rtol", "q:1"}, exit_usage, "no output 'q'");
  fails({"--inputs", in, "--outputs", good, "--format", "xml"}, exit_usage, "--format");
  fails({"--inputs", in, "--output", "y=" + files.path("none.pb")}, exit_invalid, "none.pb");
  write_value(files.path("long.npy"), floats({1, 2, 3}), "x");
  fails({"--input", "x=" + files.path("long.npy"), "--outputs", good}, exit_invalid, "shape [3]");
}

TEST_CASE("check: random models have no expectation") {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "model.onnx").string();
  SmallModel small(13);
  small.node("RandomNormal", {}, {"y"}).set("shape", std::vector<int64_t>{2}).output("y");
  write_text(model, small.bytes());
  write_value(folder.path() / "y.npy", floats({0, 0}), "y");
  const Outcome outcome =
      etalon_command({"check", model, "--outputs", (folder.path() / "y.npy").string()});
  CHECK(outcome.code == exit_invalid);
  CHECK(has(outcome.err, "random numbers that no seed determines"));
}

TEST_CASE("check: the JSON keeps its contract") {
  Files files;
  files.put("bad", {2, 4.5}, {-1, -2});
  const Outcome outcome = files.check(
      {"--inputs", files.path("in"), "--outputs", files.path("bad"), "--format", "json"});
  CHECK(outcome.code == exit_mismatch);
  const json document = json::parse(outcome.out);
  CHECK(document.at("schema") == 1);
  CHECK(document.at("pass") == false);
  const json& y = document.at("outputs").at(0);
  CHECK(y.size() == 41);
  CHECK(y.at("arithmetic") == json::array());
  CHECK(y.at("explained_by") == "");
  CHECK(y.at("sums").is_null());
  CHECK(y.at("name") == "y");
  CHECK(y.at("verdict") == "wrong");
  CHECK(y.at("where") == "[1]");
  CHECK(y.at("pass") == false);
  CHECK(y.at("elements") == 2);
  CHECK(y.at("mismatches") == json({{"nan", 0}, {"infinity", 0}, {"zero", 0}, {"value", 1}}));
  CHECK(y.at("largest").at("absolute") ==
        json({{"amount", 0.5}, {"where", "[1]"}, {"got", "4.5"}, {"expected", "4"}}));
  CHECK(y.at("max_ulp").is_null());
  // 4.5 is 2^20 steps of 2^-21 above 4.
  CHECK(y.at("ulp_histogram") == json({{{"from", 0}, {"to", 0}, {"count", 1}},
                                       {{"from", 1 << 20}, {"to", (1 << 21) - 1}, {"count", 1}}}));
  CHECK(y.at("rounding").at("beyond") == 1);
  CHECK(y.at("rounding").at("spread").at("evaluations") == most_evaluations);
  CHECK(y.at("rule") == "verdict");
  CHECK(document.at("rule") == "verdict");
  CHECK(document.at("stopped").is_null());
  CHECK(document.at("outputs").at(1).at("verdict") == "same");
}

}  // namespace
}  // namespace etalon::check_test
