// Expected values by hand unless a comment says otherwise.
#include "engine/mdf/function.h"
#include "engine/values/json.h"

#include <set>

#include "conformance/cases/mdf_cases.h"
#include "conformance/common/paths.h"
#include "conformance/judge/compare_mdf.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/engine/mdf/json_value.h"
#include "conformance/tests/ops/mdf/calls.h"
#include "conformance/tests/text.h"
#include "engine/numerics/random.h"
#include "engine/operators/operator.h"
#include "engine/values/limits.h"

namespace etalon::mdf::functions_test {
namespace {

using test::etalon_command;
using test::Outcome;

// ----------------------------------------------------------------------------------- values ---

TEST_CASE("MDF values: numbers and lists of numbers are arrays as NumPy makes them") {
  CHECK(json_value("1").described() == "the number 1");
  CHECK(json_value("1").array().dtype() == DType::int64);
  CHECK(json_value("1.0").array().dtype() == DType::float64);
  CHECK(json_value("true").array().dtype() == DType::boolean);
  CHECK(json_value("[1, 2]").array().dtype() == DType::int64);
  CHECK(json_value("[1, 2.5]").described() == "an array of type double and shape [2]");
  CHECK(json_value("[true, 2]").described() == "an array of type int64 and shape [2]");
  CHECK(json_value("[[1, 2], [3, 4.5]]").described() == "an array of type double and shape [2, 2]");
  CHECK(json_value("null").is_none());
}

TEST_CASE("MDF values: what makes no array stays a list") {
  CHECK(json_value("[]").described() == "a list of 0");
  CHECK(json_value("[[1, 2], [3]]").described() == "a list of 2");
  CHECK(json_value(R"(["a", "b"])").described() == "a list of 2");
  CHECK(json_value(R"([1, "b"])").described() == "a list of 2");
  CHECK(json_value(R"([{"type": "float", "data": 1}, {"type": "float", "data": 2}])").described() ==
        "a list of 2");
}

TEST_CASE("MDF values: as_array takes lists and strings") {
  CHECK(as_array(json_value("[]")).shape() == Shape{0});
  CHECK(as_array(json_value("[]")).dtype() == DType::float64);
  CHECK(as_array(json_value(R"(["a", "b"])")).dtype() == DType::string);
  CHECK(as_array(List{Value::number(1), Value::integer(2)}).dtype() == DType::float64);
  CHECK(!makes_array(json_value("[[1, 2], [3]]")));
  CHECK(!makes_array(json_value(R"([1, "b"])")));
  CHECK(!makes_array(json_value("{}")));
  CHECK(!makes_array(Value()));
}

TEST_CASE("MDF values: typed objects say the element type") {
  const Value bytes = json_value(R"({"type": "uint8", "shape": [2, 1], "data": [0, 255]})");
  CHECK(bytes.described() == "an array of type uint8 and shape [2, 1]");
  CHECK(json_value(R"({"type": "float", "data": [[1], ["nan"]]})").described() ==
        "an array of type float and shape [2, 1]");
  CHECK(json_value(R"({"type": "double", "data": "-inf"})").described() == "the number \"-inf\"");
  // Not an element type, or another key: a dictionary.
  CHECK(json_value(R"({"type": "number", "data": 1})").is_dictionary());
  CHECK(json_value(R"({"type": "float", "data": 1, "next": 2})").is_dictionary());
}

TEST_CASE("MDF values: malformed JSON values name what is wrong") {
  const auto refuse = [](const std::string& json, const std::string& sentence) {
    CHECK_THROWS_WITH(json_value(json), sentence);
  };
  refuse("9223372036854775808", "the integer 9223372036854775808 does not fit into 64 bits");
  refuse(R"({"type": "uint8", "data": [256]})", "256 is not a value of uint8");
  refuse(R"({"type": "uint8", "data": [-1]})", "-1 is not a value of uint8");
  refuse(R"({"type": "int8", "data": [-129]})", "-129 is not a value of int8");
  refuse(R"({"type": "float", "shape": [3], "data": [1, 2]})", "shape [3] takes 3 elements, not 2");
  refuse(R"({"type": "float", "data": ["many"]})", "\"many\" is not a number");
  refuse(R"({"type": "complex64", "data": [1]})", "MDF has no complex64 arrays");
  std::string deep(100, '[');
  deep += std::string(100, ']');
  refuse(deep, "values are nested deeper than 64");
}

TEST_CASE("MDF values: JSON out reads back as the same value") {
  for (const std::string json : {"1", "1.5", "true", "\"a\"", "[1,2]", "[[1.0,2.5],[0.1,-0.0]]",
                                 R"({"b":1,"a":[]})", R"([{"x":"y"},2])", "null"}) {
    CHECK(to_text(json_value(json)) == json);
    CHECK(equal(json_value(json), from_json(to_typed_json(json_value(json)))));
  }
  // The shortest decimal of the float32, not its float64 expansion.
  CHECK(to_text(json_value(R"({"type": "float", "data": [0.1, 16777216]})")) == "[0.1,16777216.0]");
  CHECK(to_text(json_value(R"({"type": "double", "data": ["nan", "inf", "-inf"]})")) ==
        R"(["nan","inf","-inf"])");
}

TEST_CASE("MDF values: equality is Python's") {
  CHECK(equal(json_value("1"), json_value("1.0")));
  CHECK(equal(json_value("[1, 2]"), json_value("[1.0, 2.0]")));
  CHECK(!equal(json_value("[1, 2]"), json_value("[1, 3]")));
  CHECK(!equal(json_value("1"), json_value("\"1\"")));
  CHECK(equal(json_value(R"({"a": 1, "b": 2})"), json_value(R"({"b": 2, "a": 1})")));
  CHECK(!equal(json_value(R"({"a": 1})"), json_value(R"({"a": 1, "b": 2})")));
  CHECK(!equal(json_value("[]"), json_value("{}")));
  const Value nan = json_value(R"({"type": "double", "data": "nan"})");
  CHECK(!equal(nan, nan));
}

TEST_CASE("MDF dictionaries keep the order of insertion") {
  Dictionary entries{{"z", "first"}, {"a", "second"}};
  entries.set("m", "third");
  entries.set("z", "again");
  CHECK(to_text(entries) == R"({"z":"again","a":"second","m":"third"})");
  entries.erase("a");
  entries.erase("none");
  CHECK(to_text(entries) == R"({"z":"again","m":"third"})");
  CHECK(entries.find("a") == nullptr);
}

// ---------------------------------------------------------------------------- native functions ---

TEST_CASE("MDF native functions take arguments by name and by position") {
  CHECK(call_json("linear", "[]", R"({"variable0": 1, "slope": 2, "intercept": 3})") ==
        real_json(5.0));
  CHECK(call_json("linear", "[1, 2, 3]") == real_json(5.0));
  CHECK(call_json("linear", "[1]", R"({"intercept": 3, "slope": 2})") == real_json(5.0));
}

TEST_CASE("MDF native functions name the argument that is wrong") {
  CHECK(call_error("linear", "[1, 2]") == "InvalidInput: linear: argument 'intercept' is missing");
  CHECK(call_error("linear", "[1, 2]", R"({"slope": 3})") ==
        "InvalidInput: linear: argument 'slope' is given twice");
  CHECK(call_error("linear", "[1, 2, 3]", R"({"bias": 3})") ==
        "InvalidInput: linear: there is no argument 'bias'; the arguments are variable0, slope, "
        "intercept");
  CHECK(call_error("linear", "[1, 2, 3, 4]") ==
        "InvalidInput: linear: there are 4 arguments where it takes 3 (variable0, slope, "
        "intercept)");
  CHECK(call_error("linear", R"(["x", 2, 3])") ==
        "InvalidInput: linear: argument 'variable0' is the string \"x\" where numbers are wanted");
  CHECK(call_error("linear", R"([{"a": 1}, 2, 3])") ==
        "InvalidInput: linear: argument 'variable0' is a dictionary where numbers are wanted");
  CHECK(call_error("linear", "[[1, 2], [1, 2, 3], 0]") ==
        "InvalidInput: linear: the shapes [2] and [3] do not broadcast");
  CHECK(call_error("lineal", "[1]") == "InvalidInput: lineal: there is no function of this name");
}

// --------------------------------------------------------------------------- onnx:: functions ---

TEST_CASE("onnx:: functions widen a single float32 result and keep other types") {
  CHECK(call_json("onnx::Abs", "[-1.5]") == R"({"type":"double","shape":[1],"data":[1.5]})");
  CHECK(call_json("onnx::Abs", "[-1]") == R"({"type":"int64","shape":[1],"data":[1]})");
  CHECK(call_json("onnx::Less", "[1, 2]") == R"({"type":"bool","shape":[1],"data":[true]})");
  CHECK(call_json("onnx::TopK", "[[1.0, 4.0], 1]") ==
        R"([{"type":"float","shape":[1],"data":[4.0]},{"type":"int64","shape":[1],"data":[1]}])");
}

TEST_CASE("onnx:: functions give numbers that came from operators no axis") {
  CHECK(call_json("onnx::Abs", R"([{"type": "float", "data": -1.5}])") ==
        R"({"type":"double","shape":[],"data":[1.5]})");
}

TEST_CASE("onnx:: functions count their nodes among the caller's steps") {
  Limits limits;
  limits.max_steps = 2;
  const LimitScope scope(limits);
  CHECK_NOTHROW(call_json("onnx::Abs", "[-1]"));
  CHECK_NOTHROW(call_json("onnx::Abs", "[-1]"));
  CHECK_THROWS_AS(call_json("onnx::Abs", "[-1]"), LimitExceeded);
}

TEST_CASE("onnx:: functions leave out ONNX's early experimental operators") {
  CHECK(!find_function("onnx::ATen"));
  CHECK(!find_function("onnx::Affine", 1));
  CHECK(call_error("onnx::Scale", "[1.0]") ==
        "InvalidInput: onnx::Scale: ONNX has no operator of this name at opset 13");
}

TEST_CASE("onnx:: functions follow the opset") {
  const CallContext eleven{11, nullptr};
  CHECK(call_error("onnx::Squeeze", "[[[1.0]], [0]]", "{}", eleven) ==
        "no error");  // axes: attribute
  CHECK(call_error("onnx::Trilu", "[[[1.0]]]") ==
        "InvalidInput: onnx::Trilu: ONNX has no operator of this name at opset 13");
  CHECK(call_json("onnx::Trilu", "[[[1.0, 2.0], [3.0, 4.0]]]", "{}", {14, nullptr}) ==
        R"({"type":"double","shape":[2,2],"data":[1.0,2.0,0.0,4.0]})");
  CHECK(call_error("onnx::Abs", "[1]", "{}", {0, nullptr})
            .starts_with("Unsupported: onnx::Abs: ONNX opset 0 is outside [1, "));
  CHECK(call_error("onnx::Abs", "[1]", "{}", {1000, nullptr}).starts_with("Unsupported: "));
}

TEST_CASE("onnx:: functions name the argument that is wrong") {
  CHECK(call_error("onnx::Abs", "[1, 2]") ==
        "InvalidInput: onnx::Abs: there are 2 arguments where it takes 1 (X)");
  CHECK(call_error("onnx::Abs", "[]") == "InvalidInput: onnx::Abs: argument 'X' is missing");
  CHECK(call_error("onnx::Abs", "[1]", R"({"X": 2})") ==
        "InvalidInput: onnx::Abs: argument 'X' is given twice");
  CHECK(call_error("onnx::LeakyRelu", "[1.0, 2.0]", R"({"alpha": 2})") ==
        "InvalidInput: onnx::LeakyRelu: argument 'alpha' is given twice");
  CHECK(call_error("onnx::Abs", "[]", R"({"Y": 2})") ==
        "InvalidInput: onnx::Abs: there is no argument 'Y'; the arguments are X");
  CHECK(call_error("onnx::Cast", "[1]") == "InvalidInput: onnx::Cast: argument 'to' is missing");
  CHECK(call_error("onnx::Cast", "[1, 1.5]") ==
        "InvalidInput: onnx::Cast: argument 'to' is 1.5 where a whole number is wanted");
  CHECK(call_error("onnx::Cast", "[1, [1, 2]]") ==
        "InvalidInput: onnx::Cast: argument 'to' is an array of type int64 and shape [2] where one "
        "whole "
        "number is wanted");
  CHECK(call_error("onnx::Cast", R"([1, "FLOAT"])") ==
        "InvalidInput: onnx::Cast: argument 'to' is the string \"FLOAT\" where a number is wanted");
  CHECK(call_error("onnx::BitShift", "[1, 2]", R"({"direction": 3})") ==
        "InvalidInput: onnx::BitShift: argument 'direction' is the number 3 where a string is "
        "wanted");
  CHECK(call_error("onnx::Abs", R"([{"a": 1}])") ==
        "InvalidInput: onnx::Abs: argument 'X' is a dictionary where an array is wanted");
  CHECK(call_error("onnx::SequenceLength", "[2]") ==
        "InvalidInput: onnx::SequenceLength: argument 'input_sequence' is the number 2 where a "
        "list of arrays is wanted");
  CHECK(call_error("onnx::SequenceLength", "[[[1.0], [2]]]", "{}") ==
        "no error");  // one float64 array
  CHECK(call_error("onnx::SequenceLength", "[[[1.0, 2.0], [2]]]") ==
        "InvalidInput: onnx::SequenceLength: argument 'input_sequence' is a list of arrays of "
        "types float and int64");
  CHECK(call_error("onnx::Concat", "[]", R"({"axis": 0})") ==
        "InvalidInput: onnx::Concat: argument 'inputs' is missing");
  CHECK(call_error("onnx::ConstantOfShape", "[[2]]", R"({"value": {"a": 1}})") ==
        "InvalidInput: onnx::ConstantOfShape: argument 'value' is a dictionary where an array is "
        "wanted");
  CHECK(call_error("onnx::Constant", "[]") ==
        "InvalidInput: onnx::Constant: argument 'value' is missing");
}

TEST_CASE("onnx:: functions give the operator's results") {
  CHECK(call_error("onnx::Add", "[1, 2.0]") ==
        "InvalidInput: onnx::Add: input 'B' is a tensor(float) where another of type T is a "
        "tensor(int64)");
  CHECK(call_error("onnx::Exp", "[1]") ==
        "InvalidInput: onnx::Exp: input 'input' is a tensor(int64), which its type T does not "
        "admit");
}

TEST_CASE("onnx:: functions with bodies are refused with that reason") {
  for (const char* function : {"onnx::If", "onnx::Loop", "onnx::Scan"}) {
    CHECK(
        call_error(function, "[true]") ==
        fmt::format("Unsupported: {}: an MDF file cannot carry the bodies that it runs", function));
  }
}

TEST_CASE("onnx:: random generators draw from the run's stream unless they have a seed") {
  const std::string shape = R"({"shape": [3]})";
  const std::string seeded = R"({"shape": [3], "seed": 1.0})";
  RandomStream stream(1);
  RandomStream same(1);
  const CallContext context{13, &stream};
  const std::string first = call_json("onnx::RandomUniform", "[]", shape, context);
  CHECK(first != call_json("onnx::RandomUniform", "[]", shape, context));
  CHECK(first == call_json("onnx::RandomUniform", "[]", shape, {13, &same}));
  CHECK(call_json("onnx::RandomUniform", "[]", seeded, context) ==
        call_json("onnx::RandomUniform", "[]", seeded, context));
  // Without a stream every call starts anew.
  CHECK(call_json("onnx::RandomUniform", "[]", shape) ==
        call_json("onnx::RandomUniform", "[]", shape));
}

// ---------------------------------------------------------------------------------- the list ---

TEST_CASE("MDF's functions are its own and first and later ones and ONNX's operators") {
  using Names = std::set<std::string>;
  Names first, later, onnx;
  for (const FunctionInfo& function : all_functions()) {
    INFO(function.name);
    Names& names = function.kind == FunctionKind::onnx ? onnx
                   : function.since == "0.2"           ? first
                                                       : later;
    CHECK(names.insert(function.name).second);
    CHECK(!function.source.empty());
    CHECK(find_function(function.name)->arguments == function.arguments);
  }
  CHECK(first == Names{"MatMul", "Relu", "cos", "exponential", "linear", "logistic", "sin",
                       "change_goal", "check_termination", "conflict_resolution_function",
                       "pattern_matching_function", "retrieve_chunk", "update_goal",
                       "update_retrieval"});
  CHECK(later == Names{"arccos", "arcsin", "arctan", "cosh", "sinh", "tan", "tanh"});
  Names in_force;
  for (const Registration& row : all_implementations()) {
    const Schema* schema = row.domain.empty() ? find_schema("", row.name, 13) : nullptr;
    if (schema && !schema->experimental) in_force.insert("onnx::" + row.name);
  }
  CHECK(onnx == in_force);
}

TEST_CASE("MDF's functions know the names of their arguments") {
  using Names = std::vector<std::string>;
  CHECK(find_function("logistic")->arguments == Names{"variable0", "gain", "bias", "offset"});
  CHECK(find_function("onnx::Gemm")->arguments ==
        Names{"A", "B", "C", "alpha", "beta", "transA", "transB"});
  CHECK(find_function("onnx::Split", 11)->arguments == Names{"input", "axis", "split"});
  CHECK(find_function("onnx::Split", 13)->arguments == Names{"input", "split", "axis"});
  CHECK(find_function("onnx::BatchNormalization")->arguments.back() == "training_mode");
  CHECK(!find_function("onnx::Trilu"));
  CHECK(find_function("onnx::Trilu", 14));
  CHECK(!find_function("logistics"));
}

// ---------------------------------------------------------------------------------- commands ---

TEST_CASE("ops lists MDF's functions and the operators and marks the experimental ones",
          "[exhaustive]") {
  const auto rows = nlohmann::json::parse(etalon_command({"ops", "--format", "json"}).out);
  size_t functions = 0;
  for (const auto& row : rows) {
    if (row.at("domain") != "mdf") continue;
    ++functions;
    INFO(row.dump());
    CHECK(row.at("implemented") == true);
    CHECK(row.at("own_cases") > 0);
    if (row.at("name") == "linear") {
      CHECK(row.at("since_version") == 0.2);
      CHECK(row.at("source").get<std::string>().starts_with("ops/mdf/native/linear.cc:"));
    }
  }
  CHECK(functions == all_functions().size());
  const std::string text = etalon_command({"ops"}).out;
  CHECK(text.find("\nmdf: ") != std::string::npos);
  const std::string table = etalon_command({"ops", "--format", "md"}).out;
  for (const char* early : {"ATen", "Caffe2ConvTranspose", "ConstantFill", "FC", "GRUUnit",
                            "GivenTensorFill", "Normalize", "Scale", "SpatialBN"}) {
    CHECK(text.find(fmt::format("\n  {:<32} 1 experimental ", early)) != std::string::npos);
    CHECK(table.find(fmt::format("| {} (experimental) | 1 |", early)) != std::string::npos);
  }
  CHECK(table.find("| Abs (experimental)") == std::string::npos);
}

TEST_CASE("explain describes MDF's functions") {
  const std::string logistic = etalon_command({"explain", "mdf.logistic"}).out;
  CHECK(logistic.starts_with(
      "mdf.logistic (ModECI MDF 0.2): implemented in ops/mdf/native/logistic.cc:"));
  CHECK(logistic.find("  1 / (1 + exp(-gain·(variable0 + bias) + offset))\n") != std::string::npos);
  CHECK(logistic.find("own cases\n") != std::string::npos);
  const std::string abs = etalon_command({"explain", "mdf.onnx::Abs"}).out;
  CHECK(abs.find("calls Abs-13, in force at opset 13\n") != std::string::npos);
  CHECK(etalon_command({"explain", "onnx::Split-11"}).out.find("calls Split-11") !=
        std::string::npos);
  const Outcome unknown = etalon_command({"explain", "mdf.logistik"});
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("did you mean mdf.logistic?") != std::string::npos);
  CHECK(etalon_command({"explain", "mdf.logistic-3"}).code == 2);
}

// ------------------------------------------------------------------------- comparing and cases ---

TEST_CASE("MDF values are compared strictly in kind and type and shape and keys and order") {
  const auto kind = [](const std::string& actual, const std::string& expected) {
    return compare_mdf(json_value(actual), json_value(expected)).kind;
  };
  CHECK(kind("1.0", "1.0000001") == Mismatch::none);
  CHECK(kind("1.0", "1.1") == Mismatch::values);
  CHECK(kind("1.0", "1") == Mismatch::type);
  CHECK(kind("[1.0]", "1.0") == Mismatch::shape);
  CHECK(kind("\"a\"", "\"b\"") == Mismatch::values);
  CHECK(kind("\"a\"", "1") == Mismatch::type);
  CHECK(kind("null", "null") == Mismatch::none);
  CHECK(kind(R"([1, "a"])", R"([1, "a", 2])") == Mismatch::count);
  CHECK(kind(R"({"a": 1, "b": 2})", R"({"a": 1, "b": 2})") == Mismatch::none);
  CHECK(kind(R"({"a": 1, "b": 2})", R"({"b": 2, "a": 1})") == Mismatch::values);
  CHECK(kind(R"({"a": 1})", R"({"a": 1, "b": 2})") == Mismatch::count);
  const RuleResult deep =
      compare_mdf(json_value(R"([{"a": [1, 2]}])"), json_value(R"([{"a": [1, 3]}])"));
  CHECK(deep.where == "item 0 'a' [1]");
}

}  // namespace
}  // namespace etalon::mdf::functions_test
