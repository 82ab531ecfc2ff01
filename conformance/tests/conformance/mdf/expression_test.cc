#include "conformance/mdf/expression.h"

#include <cmath>
#include <map>

#include "conformance/mdf/arithmetic.h"
#include "conformance/tests/catch.h"
#include "engine/values/errors.h"

namespace etalon::mdf::expression_test {
namespace {

const std::map<std::string, Value> names = {
    {"a", Value::integer(7)},
    {"b", Value::number(0.5)},
    {"x", Tensor::of(DType::int64, Ints{1, 2, 3})},
    {"v", Tensor::of(DType::float64, Reals{-1.0, 0.0, 4.0})},
    {"M", Tensor::of(DType::float64, Reals{{1.0, 2.0}, {3.0, 4.0}})},
    {"one", Tensor::of(DType::float64, Reals{2.0})},
    {"chunk", Dictionary{{"ISA", "number"}, {"next", "three"}}},
    {"pair", List{Value("first"), Value::integer(2)}},
    {"word", "two"},
    {"_3", Value::integer(33)},
    {"µ", Value::number(2.5)},
};

Value value(const std::string& text) {
  const auto find = [](const std::string& name) {
    const auto found = names.find(name);
    return found == names.end() ? nullptr : &found->second;
  };
  return evaluate(parse_expression(text), find);
}
std::string result(const std::string& text) { return to_text(value(text)); }

std::string message(const std::string& text) {
  try {
    return "no error: " + result(text);
  } catch (const Error& error) {
    return error.what();
  }
}

// Each expectation is what Python 3 gives for the same text.
TEST_CASE("MDF expressions bind as Python's do") {
  CHECK(result("1 + 2 * 3") == "7");
  CHECK(result("(1 + 2) * 3") == "9");
  CHECK(result("2 - 3 - 4") == "-5");
  CHECK(result("2 ** 3 ** 2") == "512");
  CHECK(result("-2 ** 2") == "-4");
  CHECK(result("2 ** -1") == "0.5");
  CHECK(result("--a") == "7");
  CHECK(result("+a") == "7");
  CHECK(result("8 / 4 / 2") == "1.0");
  CHECK(result("1 if a > 3 else 2 if a > 100 else 3") == "1");
  CHECK(result("1 if a < 3 else 2 if a > 100 else 3") == "3");
  CHECK(result("not a > 3 or b < 1") == "true");
  CHECK(result("not (a > 3 or b < 1)") == "false");
  CHECK(result("1 < a < 9") == "true");
  CHECK(result("1 < a < 7") == "false");
  CHECK(result("a == 7 and b != 1") == "true");
}

TEST_CASE("MDF expressions: and or give one of their operands") {
  CHECK(result("a and b") == "0.5");
  CHECK(result("0 and b") == "0");
  CHECK(result("0 or b") == "0.5");
  CHECK(result("word or a") == "\"two\"");
  CHECK(result("{} or a") == "7");
  CHECK(result("one and a") == "7");
  // What is not needed is not evaluated.
  CHECK(result("0 and unknown") == "0");
  CHECK(result("1 if True else unknown") == "1");
}

TEST_CASE("MDF expressions: literals") {
  CHECK(result("12") == "12");
  CHECK(result("1.5") == "1.5");
  CHECK(result(".5") == "0.5");
  CHECK(result("1.") == "1.0");
  CHECK(result("1e3") == "1000.0");
  CHECK(result("2.5E-1") == "0.25");
  CHECK(result("1e400") == "\"inf\"");
  CHECK(result("9223372036854775807") == "9223372036854775807");
  CHECK(result("True") == "true");
  CHECK(result("{}") == "{}");
  CHECK(result("{ }") == "{}");
  CHECK(result("[]") == "[]");
  CHECK(result("[1, a, b,]") == "[1.0,7.0,0.5]");
  CHECK(result("[[1, 2], [3, 4]]") == "[[1,2],[3,4]]");
  CHECK(result("['two', word]") == "[\"two\",\"two\"]");
  CHECK(result("\"it's\"") == "\"it's\"");
  CHECK(result("_3 + µ") == "35.5");
}

TEST_CASE("MDF expressions: arrays broadcast as NumPy's") {
  CHECK(result("x + v") == "[0.0,2.0,7.0]");
  CHECK(result("x * 2") == "[2,4,6]");
  CHECK(result("x > 1") == "[false,true,true]");
  CHECK(result("x == 2") == "[false,true,false]");
  CHECK(result("M * [10, 100]") == "[[10.0,200.0],[30.0,400.0]]");
  CHECK(result("M @ M") == "[[7.0,10.0],[15.0,22.0]]");
  CHECK(result("M @ [1, 1]") == "[3.0,7.0]");
  CHECK(result("x @ x") == "14");
  CHECK(result("x ** 2") == "[1,4,9]");
  CHECK(result("x ** -1") == "[1.0,0.5,0.3333333333333333]");
  CHECK(message("x + M").find("[3]") != std::string::npos);
  CHECK(message("x + M").find("[2, 2]") != std::string::npos);
}

TEST_CASE("MDF expressions: whole numbers stay whole and wrap") {
  CHECK(result("a * 3") == "21");
  CHECK(result("a / 7") == "1.0");
  CHECK(result("a * b") == "3.5");
  CHECK(result("3 ** 50") == "6048575297968530377");  // 3^50 modulo 2^64, by Python
  CHECK(result("2 ** 63") == "-9223372036854775808");
  CHECK(result("2 ** 64") == "0");
  CHECK(result("2 ** 9223372036854775807") == "0");
  CHECK(result("9223372036854775807 + 1") == "-9223372036854775808");
  CHECK(result("True + True") == "2");
  CHECK(result("0 ** 0") == "1");
}

// Numbers as in Python, arrays as in NumPy 1.26.
TEST_CASE("MDF expressions: division by zero is an error of numbers not of arrays") {
  for (const std::string text :
       {"1 / 0", "0 / 0", "1.5 / 0", "a / (b - 0.5)", "1 // 0", "1 % 0", "1.5 // 0.0"}) {
    INFO(text);
    CHECK(message(text) == "division by zero");
  }
  CHECK(message("0 ** -1") == "0 to a negative power is division by zero");
  CHECK(result("10.0 ** 400") == "\"inf\"");
  CHECK(result("(-8.0) ** 0.5") == "\"nan\"");
  CHECK(result("v / 0") == "[\"-inf\",\"nan\",\"inf\"]");
  CHECK(result("v // 0") == "[\"-inf\",\"nan\",\"inf\"]");
  CHECK(result("v % 0") == "[\"nan\",\"nan\",\"nan\"]");
  CHECK(result("x // 0") == "[0,0,0]");
  CHECK(result("x % 0") == "[0,0,0]");
  CHECK(result("numpy.nan == numpy.nan") == "false");
  CHECK(result("numpy.nan != numpy.nan") == "true");
}

// Each expectation is what Python 3 or, of arrays, NumPy 1.26 gives.
TEST_CASE("MDF expressions: // rounds down and % has the divisor's sign") {
  CHECK(result("7 // 2") == "3");
  CHECK(result("-7 // 2") == "-4");
  CHECK(result("7 // -2") == "-4");
  CHECK(result("-7 % 3") == "2");
  CHECK(result("7 % -3") == "-2");
  CHECK(result("6 % -3") == "0");
  CHECK(result("7.5 // 2") == "3.0");
  CHECK(result("-7.5 // 2") == "-4.0");
  CHECK(result("-7.5 % 2") == "0.5");
  CHECK(result("7.5 % -2") == "-0.5");
  CHECK(result("1 // 0.1") == "9.0");
  CHECK(result("-1 // numpy.inf") == "-1.0");
  CHECK(result("x % 2") == "[1,0,1]");
  CHECK(result("x // 2") == "[0,1,1]");
  CHECK(result("-x // 2") == "[-1,-1,-2]");
  CHECK(result("7 // 2 * 2 + 7 % 2") == "7");
  CHECK(result("2 ** 3 % 5") == "3");
  // -2^63 // -1 is 2^63, which wraps.
  CHECK(result("(-9223372036854775807 - 1) // -1") == "-9223372036854775808");
  CHECK(result("(-9223372036854775807 - 1) % -1") == "0");
}

// Each expectation is what Python 3 gives for the same text.
TEST_CASE("MDF expressions: abs; max; min; len") {
  CHECK(result("abs(-3)") == "3");
  CHECK(result("abs(-2.5)") == "2.5");
  CHECK(result("abs(v)") == "[1.0,0.0,4.0]");
  CHECK(result("max(1, 2.5)") == "2.5");
  CHECK(result("max(3, 2.5)") == "3");
  CHECK(result("max(x)") == "3");
  CHECK(result("min(x)") == "1");
  CHECK(result("min(4, a, b)") == "0.5");
  CHECK(result("max([2, 9, 4])") == "9");
  CHECK(result("max(1, numpy.nan)") == "1");
  CHECK(result("max(numpy.nan, 1)") == "\"nan\"");
  CHECK(result("len(x)") == "3");
  CHECK(result("len(M)") == "2");
  CHECK(result("len([])") == "0");
  CHECK(result("len(chunk)") == "2");
  CHECK(result("len(pair)") == "2");
  CHECK(result("len('zwei µ')") == "6");
  CHECK(message("len(a)") == "the number 7 has no items");
  CHECK(message("max(a)") == "the number 7 has no items");
  CHECK(message("max([])") == "max and min take at least one number");
  CHECK(message("max(x, v)").find("one element is needed") != std::string::npos);
  CHECK(message("max()").find("max takes at least 1 argument, not 0") != std::string::npos);
  CHECK(message("len(x, x)").find("len takes 1 argument, not 2") != std::string::npos);
}

// Each expectation is what NumPy 1.26 gives for the same text, of lists Python 3.
TEST_CASE("MDF expressions: slices") {
  CHECK(result("x[0:2]") == "[1,2]");
  CHECK(result("x[:2]") == "[1,2]");
  CHECK(result("x[1:]") == "[2,3]");
  CHECK(result("x[:]") == "[1,2,3]");
  CHECK(result("x[-2:]") == "[2,3]");
  CHECK(result("x[::2]") == "[1,3]");
  CHECK(result("x[::-1]") == "[3,2,1]");
  CHECK(result("x[2:0:-1]") == "[3,2]");
  CHECK(result("x[5:9]") == "[]");
  CHECK(result("x[-9:9]") == "[1,2,3]");
  CHECK(result("x[::9223372036854775807]") == "[1]");
  CHECK(result("x[a - 6:]") == "[2,3]");
  CHECK(result("M[:, 0]") == "[1.0,3.0]");
  CHECK(result("M[0, :]") == "[1.0,2.0]");
  CHECK(result("M[0, ::-1]") == "[2.0,1.0]");
  CHECK(result("M[1:, 1:]") == "[[4.0]]");
  CHECK(result("M[:, -1:]") == "[[2.0],[4.0]]");
  CHECK(result("M[:, 0][1]") == "3.0");
  CHECK(result("pair[1:]") == "[2]");
  CHECK(message("x[::0]") == "the step of a slice is 0");
  CHECK(message("x[0.5:]").find("an index must be a whole number") == 0);
  CHECK(message("x[:, 0]").find("has no axis 1 to index") != std::string::npos);
  CHECK(message("M[:, 2]") == "index 2 is outside the 2 items");
  CHECK(message("a[:]") == "the number 7 has no items");
}

TEST_CASE("MDF expressions: math and numpy") {
  CHECK(result("math.sqrt(16)") == "4.0");
  CHECK(result("math.pi") == "3.141592653589793");
  CHECK(result("numpy.pi") == "3.141592653589793");
  CHECK(result("math.exp(0)") == "1.0");
  CHECK(result("math.floor(-2.5)") == "-3");
  CHECK(result("numpy.floor(-2.5)") == "-3.0");
  CHECK(result("math.pow(2, 10)") == "1024.0");
  CHECK(result("math.atan2(0, 1)") == "0.0");
  CHECK(result("math.log(0)") == "\"-inf\"");
  CHECK(result("math.sqrt(-1)") == "\"nan\"");
  CHECK(result("math.sqrt(one * 2)") == "2.0");
  CHECK(result("numpy.sqrt(x * x)") == "[1.0,2.0,3.0]");
  CHECK(result("numpy.abs(-a)") == "7");
  CHECK(result("numpy.abs(v)") == "[1.0,0.0,4.0]");
  CHECK(result("numpy.maximum(x, 2)") == "[2,2,3]");
  CHECK(result("numpy.minimum(v, 0.5)") == "[-1.0,0.0,0.5]");
  CHECK(result("numpy.maximum(numpy.nan, 1)") == "\"nan\"");
  CHECK(result("numpy.where(x > 1, v, 9)") == "[9.0,0.0,4.0]");
  CHECK(result("numpy.sum(M)") == "10.0");
  CHECK(result("numpy.dot(x, x)") == "14");
  CHECK(result("numpy.dot(2, x)") == "[2,4,6]");
  CHECK(result("numpy.sign(v)") == "[-1.0,0.0,1.0]");
  CHECK(result("numpy.power(2, x)") == "[2,4,8]");
  CHECK(value("numpy.tanh(b)").array().item<double>() == std::tanh(0.5));
  CHECK(message("math.exp(x)") ==
        "math.exp takes one number, not an array of type int64 and shape [3]; "
        "numpy's functions take arrays");
}

TEST_CASE("MDF expressions: subscripts") {
  CHECK(result("x[0]") == "1");
  CHECK(result("x[-1]") == "3");
  CHECK(result("M[1]") == "[3.0,4.0]");
  CHECK(result("M[1, 0]") == "3.0");
  CHECK(result("M[1][0]") == "3.0");
  CHECK(result("pair[0]") == "\"first\"");
  CHECK(result("chunk['next']") == "\"three\"");
  CHECK(result("[4, 5][1] + 1") == "6");
  CHECK(message("x[3]") == "index 3 is outside the 3 items");
  CHECK(message("x[-4]") == "index -4 is outside the 3 items");
  CHECK(message("x[0.5]").find("an index must be a whole number") == 0);
  CHECK(message("a[0]").find("has no items") != std::string::npos);
  CHECK(message("chunk['none']") == "the dictionary has no entry for \"none\"");
  CHECK(message("pair[9223372036854775807]") == "index 9223372036854775807 is outside the 2 items");
}

TEST_CASE("MDF expressions: dictionaries and strings compare as a whole") {
  CHECK(result("chunk == {}") == "false");
  CHECK(result("{} == {}") == "true");
  CHECK(result("chunk != {}") == "true");
  CHECK(result("word == 'two'") == "true");
  CHECK(result("a == {}") == "false");
  CHECK(result("0 == {}") == "false");
  CHECK(result("word if chunk else a") == "\"two\"");
  CHECK(message("word + 1") == "+ takes numbers, not the string \"two\"");
  CHECK(message("-chunk").find("- takes numbers, not") == 0);
  CHECK(message("chunk < 1").find("< takes numbers, not") == 0);
  CHECK(
      message("1 if x else 2") ==
      "whether an array of type int64 and shape [3] is true is not defined: one element is needed");
}

TEST_CASE("MDF expressions beyond the grammar are refused; quoting the text") {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "it ends too early"},
      {"a +", "it ends too early"},
      {"(a", "it ends too early"},
      {"a)", "')' at character 2 is not understood there"},
      {"a b", "'b' at character 3 is not understood there"},
      {"2x", "'x' at character 2 is not understood there"},
      {"1.2.3", "'.3' at character 4 is not understood there"},
      {"a // ", "it ends too early"},
      {"x[1:2:3:4]", "':' at character 8 is not understood there"},
      {"(1:2)", "':' at character 3 is not understood there"},
      {"a = 2", "'=' at character 3 is not understood there"},
      {"x[]", "']' at character 3 is not understood there"},
      {"lambda: 1", "'lambda' at character 1 is not understood there"},
      {"{1: 2}", "the only dictionary that an expression may contain is {}"},
      {"sin(a)",
       "'sin' cannot be called; the functions are abs, max, min, len, math.f and numpy.f"},
      {"__import__('os')",
       "'__import__' cannot be called; the functions are abs, max, min, len, math.f and numpy.f"},
      {"os.system('ls')", "there is no function 'os.system'"},
      {"math.factorial(3)", "there is no function 'math.factorial'"},
      {"numpy.random.rand()", "there is no constant 'numpy.random'"},
      {"math.exp", "there is no constant 'math.exp'"},
      {"math.exp(1, 2)", "math.exp takes 1 argument, not 2"},
      {"numpy.maximum(1)", "numpy.maximum takes 2 arguments, not 1"},
      {"a.shape", "there is no constant 'a.shape'"},
      {"'open", "the string at character 1 is not closed"},
      {"'a\\n'", "the string at character 1 holds a backslash; escapes are not read"},
      {"99999999999999999999", "the whole number '99999999999999999999' does not fit 64 bits"},
      {"a if b", "it ends too early"},
      {"a @@ b", "'@' at character 4 is not understood there"},
      {"a $ b", "'$' at character 3 is not understood there"},
  };
  for (const auto& [text, sentence] : wrong) {
    CHECK(message(text) == "the expression '" + (text == "'a\\n'" ? std::string("'a\\n'") : text) +
                               "' cannot be read: " + sentence);
  }
}

TEST_CASE("MDF expressions: hostile ones are refused and do not crash") {
  const auto repeated = [](const std::string& part, size_t n) {
    std::string text;
    for (size_t i = 0; i < n; ++i) text += part;
    return text;
  };
  const auto refused = [&](const std::string& text, const std::string& why) {
    INFO(text.substr(0, 40));
    CHECK(message(text).find(why) != std::string::npos);
  };
  refused(repeated("(", 5000) + "1" + repeated(")", 5000), "nested more than 100 deep");
  refused(repeated("[", 5000), "nested more than 100 deep");
  refused(repeated("-", 10000) + "1", "nested more than 100 deep");
  refused(repeated("not ", 4000) + "1", "nested more than 100 deep");
  refused(repeated("2**", 5000) + "1", "nested more than 100 deep");
  refused(repeated("1 if 1 else ", 1000) + "1", "nested more than 100 deep");
  refused("1" + repeated("+1", 5000), "more than 1000 operations in a row");
  refused("a" + repeated("[0]", 5000), "more than 1000 operations in a row");
  refused(repeated("1+", 20000), "longer than 20000 bytes");
  CHECK(result("1" + repeated("+1", 998)) == "999");
  CHECK(result(repeated("(", 99) + "1" + repeated(")", 99)) == "1");
  CHECK(result("1 < 2" + repeated(" < 3", 1)) == "true");
}

TEST_CASE("MDF strings: an id; else a number; else an expression") {
  const auto is_id = [](std::string_view name) { return name == "Add.1" || name == "7"; };
  const auto text = [&](std::string_view words) {
    const Expression expression = read_text(words, is_id);
    return expression.operation == Operation::name ? "name " + expression.name
                                                   : to_text(expression.value);
  };
  CHECK(text("Add.1") == "name Add.1");
  CHECK(text("7") == "name 7");
  CHECK(text("8") == "8");
  CHECK(text("-8") == "-8");
  CHECK(text(" 1.5e-3 ") == "0.0015");
  CHECK(text("-9223372036854775808") == "-9223372036854775808");
  CHECK(text("-inf") == "\"-inf\"");
  CHECK(text("nan") == "\"nan\"");
  CHECK(text("NaN") == "\"nan\"");
  CHECK(text("Infinity") == "\"inf\"");
  CHECK(text("-Infinity") == "\"-inf\"");
  CHECK(text("other") == "name other");
}

TEST_CASE("MDF conditions of a parameter choose element by element") {
  const Value test = Tensor::of(DType::boolean, Bools{true, false, true});
  const Value kept = Tensor::of(DType::float64, Reals{1.5, 2.5, 3.5});
  CHECK(to_text(choose(test, Value::integer(0), kept)) == "[0.0,2.5,0.0]");
  CHECK(to_text(choose(Value::truth(true), kept, Value::integer(0))) == "[1.5,2.5,3.5]");
  CHECK(to_text(choose(Value::truth(false), Value::integer(1), Value::integer(0))) == "0");
  CHECK(to_text(choose(Value::truth(true), Value("two"), Value::integer(0))) == "\"two\"");
  CHECK_THROWS_AS(choose(test, Value("two"), kept), Error);
}

TEST_CASE("MDF expressions name what they mention") {
  CHECK(names_in(parse_expression("a + b[c] if math.exp(d) > 1 else [e, 'f']")) ==
        std::set<std::string>{"a", "b", "c", "d", "e"});
}

}  // namespace
}  // namespace etalon::mdf::expression_test
