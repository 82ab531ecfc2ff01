#include "conformance/mdf/model.h"
#include "engine/values/json.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "conformance/common/paths.h"
#include "conformance/mdf/document.h"
#include "conformance/mdf/evaluate.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"

namespace etalon::mdf::model_test {
namespace {

using Json = nlohmann::ordered_json;

// A model of one node "A", written in YAML's flow style.
std::string one_node(const std::string& fields, const std::string& graph_fields = "") {
  return "m: {format: ModECI MDF v0.4, graphs: {g: {" + graph_fields + "nodes: {A: {" + fields +
         "}}}}}";
}

Model read(const std::string& yaml) { return model_from(parse_yaml(yaml)); }

std::string message(const std::string& yaml) {
  try {
    read(yaml);
    return "no error";
  } catch (const Error& error) {
    return error.what();
  }
}

// What goes wrong with node A's fields, without "model 'm': graph 'g': node 'A': ".
std::string node_message(const std::string& fields) {
  const std::string place = "model 'm': graph 'g': node 'A': ";
  const std::string text = message(one_node(fields));
  return text.starts_with(place) ? text.substr(place.size()) : "elsewhere: " + text;
}

TEST_CASE("MDF models: keyed dictionaries and lists with ids mean the same") {
  const std::string keyed = one_node(
      "input_ports: {x: {shape: [2]}}, functions: {f: {function: linear, args: {variable0: x, "
      "slope: 2, intercept: 0}}}, parameters: {p: {value: f, conditions: {c: {test: x > 0, "
      "value: 1}}}}, output_ports: {y: {value: p}}");
  const std::string listed =
      "m: {format: ModECI MDF v0.4, graphs: [{id: g, nodes: [{id: A, input_ports: [{id: x, shape: "
      "'(2,)'}], functions: [{id: f, function: {linear: {variable0: x, slope: 2, intercept: 0}}}], "
      "parameters: [{id: p, value: f, conditions: [{id: c, test: x > 0, value: 1}]}], "
      "output_ports: "
      "[{id: y, value: p}]}]}]}";
  for (const std::string& yaml : {keyed, listed}) {
    const Model model = read(yaml);
    const Node& node = model.graphs.at(0).nodes.at(0);
    CHECK(node.id == "A");
    CHECK(to_text(node.inputs.at(0).initial) == "[0,0]");
    CHECK(node.functions.at(0).use->name == "linear");
    CHECK(node.functions.at(0).use->arguments.at(1).name == "slope");
    CHECK(node.parameters.at(0).conditions.at(0).id == "c");
    CHECK(node.outputs.at(0).value.text == "p");
  }
}

TEST_CASE("MDF models: input ports begin with zeros; whole unless the type is a float") {
  const Model model = read(one_node(
      "input_ports: {a: {}, b: {shape: [2, 1]}, c: {type: float}, d: {shape: '(1,)', type: "
      "float64}, e: {default_value: 4.5}, f: {shape: '()'}, g: {shape: [0]}, h: {type: int}}"));
  const std::vector<InputPort>& ports = model.graphs[0].nodes[0].inputs;
  const std::vector<std::string> expected = {"0",   "[[0],[0]]", "0.0", "[0.0]",
                                             "4.5", "0",         "[]",  "0"};
  for (size_t i = 0; i < expected.size(); ++i) CHECK(to_text(ports.at(i).initial) == expected[i]);
}

// "a b" are inputs that go by position, "axis=…" is an argument by name.
std::string arguments_text(const std::string& function, const std::string& args) {
  const Model model = read(
      one_node("input_ports: {a: {}, b: {}, data_0: {}, axis: {}}, functions: {f: {function: '" +
               function + "', args: " + args + "}}"));
  const FunctionUse& use = *model.graphs[0].nodes[0].functions[0].use;
  std::string text;
  for (const Argument& argument : use.arguments) {
    const Expression& expression = argument.formula.expression;
    const std::string value = expression.operation == Operation::name ? expression.name
                              : expression.operation == Operation::constant
                                  ? to_text(expression.value)
                                  : "expression";
    text += (text.empty() ? "" : " ") + (argument.by_position ? "" : argument.name + "=") + value;
  }
  for (const std::string& name : use.implied) text += " implied " + name;
  return text;
}

TEST_CASE("MDF models: a list of ids gives a variadic function several inputs") {
  CHECK(arguments_text("onnx::Concat", "{inputs: \"['a', 'b']\", axis: 1}") == "a b axis=1");
  CHECK(arguments_text("onnx::Concat", "{inputs: '[b, a]', axis: 1}") == "b a axis=1");
  CHECK(arguments_text("onnx::Concat", "{axis: 1, inputs: [a, b]}") == "axis=1 a b");
  CHECK(arguments_text("onnx::Concat", "{inputs: \"['a', 'a']\"}") == "a a implied axis");
  CHECK(arguments_text("onnx::Sum", "{data_0: \"['a']\"}") == "a");
  CHECK(arguments_text("onnx::Sum", "{inputs: '[a, 2 * b]'}") == "a expression");
  CHECK(arguments_text("onnx::Sum", "{x: a, y: b}") == "a b");
  CHECK(arguments_text("onnx::Sum", "{}") == " implied data_0");
  // A list of numbers is one input, as a list is for functions that are not variadic.
  CHECK(arguments_text("onnx::Sum", "{data_0: '[1, 2]'}") == "expression");
  CHECK(arguments_text("onnx::Sum", "{data_0: [1, 2]}") == "[1,2]");
  CHECK(arguments_text("onnx::Abs", "{X: '[a, b]'}") == "X=expression");
  CHECK(node_message("input_ports: {a: {}}, functions: {f: {function: 'onnx::Sum', args: {data_0: "
                     "'[a, c]'}}}") ==
        "function 'f': argument 'data_0': the expression '[a, c]' mentions 'c', which is not a "
        "port, parameter or function of the node");
}

TEST_CASE("MDF models: an argument may mention those before it not those after") {
  CHECK(node_message("functions: {f: {function: linear, args: {slope: 2, intercept: 2 * slope, "
                     "variable0: slope}}}")
            .starts_with("elsewhere: no error"));
  CHECK(node_message("functions: {f: {function: linear, args: {intercept: 2 * slope, slope: 2, "
                     "variable0: 1}}}") ==
        "function 'f': argument 'intercept': the expression '2 * slope' mentions 'slope', which is "
        "not a port, parameter or function of the node");
}

TEST_CASE("MDF models: words of the language stay texts unless they are ids") {
  const Model model = read(one_node(
      "parameters: {mode: {value: constant}, kind: {value: sum}, same: {value: kind}, max: {value: "
      "3}, most: {value: max}, three: {value: 'max(1, 3)'}}"));
  std::string texts;
  for (const Parameter& parameter : model.graphs[0].nodes[0].parameters) {
    const Expression& expression = parameter.value->expression;
    texts += expression.operation == Operation::constant ? to_text(expression.value) + " " : "- ";
  }
  CHECK(texts == "\"constant\" \"sum\" - 3 - - ");
  CHECK(node_message("parameters: {mode: {value: reflect}}") ==
        "parameter 'mode': the expression 'reflect' mentions 'reflect', which is not a port, "
        "parameter or function of the node");
}

TEST_CASE("MDF models: what makes a parameter stateful") {
  const Model model = read(one_node(
      "parameters: {plain: {value: 3}, own: {value: own + 1}, start: {value: 2, "
      "default_initial_value: 1}, moving: {time_derivative: 1}, other: {value: own * 2}, called: "
      "{function: sin, args: {variable0: own, scale: 1}}}"));
  std::string stateful;
  for (const Parameter& parameter : model.graphs[0].nodes[0].parameters) {
    if (parameter.stateful) stateful += parameter.id + " ";
  }
  CHECK(stateful == "own start moving ");
}

TEST_CASE("MDF models: YAML's scalars by the core schema; quoted ones are strings") {
  CHECK(
      parse_yaml("[1, -2, +3, 1.5, 1e3, .5, '4', \"5\", true, False, null, ~, yes, .inf, -.inf, "
                 "a b, 0x10, 12a, -, '']")
          .dump() ==
      R"([1,-2,3,1.5,1000.0,0.5,"4","5",true,false,null,null,"yes",null,null,"a b","0x10","12a","-",""])");
  CHECK(parse_yaml("[.inf]")[0].get<double>() == HUGE_VAL);
  CHECK(parse_yaml("[.nan]")[0].get<double>() != parse_yaml("[.nan]")[0].get<double>());
  CHECK(parse_yaml("a: !!str 5").dump() == R"({"a":"5"})");
  CHECK(parse_yaml("{b: &x [1], a: *x}").dump() == R"({"b":[1],"a":[1]})");
}

TEST_CASE("MDF models: malformed documents are errors that name the place") {
  const auto json = [](const std::string& text) {
    try {
      return "no error: " + parse_json(text).dump();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  CHECK(json("{\"a\": 1,\n \"b\": }") == "line 2, column 7: this is not JSON");
  CHECK(json("") == "line 1, column 1: this is not JSON");
  CHECK(json("{\"a\": 1} x") == "line 1, column 10: this is not JSON");
  CHECK(json("{\"a\": {\"b\": 1, \"b\": 2}}") == "a dictionary has 'b' twice");
  CHECK(json("{\"a\": {\"b\": 1}, \"c\": {\"b\": 2}}").starts_with("no error"));
  CHECK(json(std::string(100000, '[')) == "it is nested more than 64 deep");
  CHECK(json("1e999") == "a number is too large for float64");
  const auto yaml = [](const std::string& text) {
    try {
      return "no error: " + parse_yaml(text).dump();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  CHECK(yaml("a: [1, 2\n") ==
        "line 2, column 1: this is not YAML: 'end of sequence flow not found'");
  CHECK(yaml("a: 1\n b: 2\n").find("this is not YAML") != std::string::npos);
  CHECK(yaml("a: *unknown").find("this is not YAML") != std::string::npos);
  CHECK(yaml("{a: 1, a: 2}") == "a dictionary has 'a' twice");
  CHECK(yaml("a: !point [1]") == "no error: {\"a\":[1]}");
  CHECK(yaml("a: !point 1") == "the tag '!point' is not known");
  CHECK(yaml("? [1]\n: 2") == "the key of a dictionary is not a string");
  CHECK(yaml("a: 1\n---\nb: 2") == "it holds more than one YAML document");
  CHECK(yaml("") == "it holds no YAML document");
  CHECK(yaml(", a") == "it holds more than one YAML document");
  CHECK(yaml("a: &x [*x]") == "it is nested more than 64 deep");
}

// Each level holds the one before ten times: 10^12 values from a kilobyte.
TEST_CASE("MDF models: aliases that multiply are refused") {
  std::string text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text +=
        fmt::format("a{0}: &a{0} [{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}]\n", i, before);
  }
  CHECK_THROWS_WITH(parse_yaml(text),
                    "it holds more than 10000000 values; --limit-values raises the limit");
}

TEST_CASE("MDF models: NaN and Infinity are numbers in JSON and YAML") {
  for (const Json& json : {parse_json("[NaN, Infinity, -Infinity, \"NaN\"]"),
                           parse_yaml("[NaN, Infinity, -Infinity, 'NaN']")}) {
    CHECK(std::isnan(json.at(0).get<double>()));
    CHECK(json.at(1) == HUGE_VAL);
    CHECK(json.at(2) == -HUGE_VAL);
    CHECK(json.at(3) == "NaN");
  }
  CHECK_THROWS_WITH(parse_json("[Infinit]"), "line 1, column 2: this is not JSON");
  CHECK_THROWS_WITH(parse_json("[-NaN]"), "line 1, column 3: this is not JSON");
}

TEST_CASE("MDF models: JSON's strings and numbers") {
  CHECK(parse_json(R"(["a\"b\\", "\u00b5\n", "µ", ""])").dump() == R"(["a\"b\\","µ\n","µ",""])");
  CHECK(parse_json("[0, -0, 12, -3, 0.5, 1e2, 1E-2, 18446744073709551615]").dump() ==
        "[0,0,12,-3,0.5,100.0,0.01,18446744073709551615]");
  CHECK(parse_json(" { \"a\" : [ ] , \"b\" : { } } ").dump() == R"({"a":[],"b":{}})");
  for (const std::string text :
       {"01", "1.", ".5", "+1", "1e", "[1,]", "[,1]", "{\"a\" 1}", "{1: 2}", "\"a", "\"\\x\"",
        "\"\t\"", "tru", "[1 2]", "{\"a\": 1,}", "nan"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_json(text), InvalidModel);
  }
}

// -------------------------------------------------------------------------------- long documents

// The n-th of a fixed sequence of numbers, whole ones among them.
std::string number_text(size_t n) {
  if (n % 7 == 0) return std::to_string(static_cast<int>(n % 1000) - 500);
  return fmt::format("{:.6e}", static_cast<double>(n % 1009) / 17 - 30);
}

// A regular list of rank 3 as JSON, which YAML's brackets are too, with line breaks.
std::string bracket_list(size_t planes, size_t rows, size_t columns) {
  size_t n = 0;
  std::string text = "[";
  for (size_t i = 0; i < planes; ++i) {
    text += i == 0 ? "[" : ",\n     [";
    for (size_t j = 0; j < rows; ++j) {
      text += j == 0 ? "[" : ", [";
      for (size_t k = 0; k < columns; ++k) text += (k == 0 ? "" : ", ") + number_text(n++);
      text += "]";
    }
    text += "]";
  }
  return text + "]";
}

// The same, each number on a line: "    - - - 1".
std::string line_list(size_t planes, size_t rows, size_t columns) {
  size_t n = 0;
  std::string text;
  for (size_t i = 0; i < planes; ++i) {
    for (size_t j = 0; j < rows; ++j) {
      for (size_t k = 0; k < columns; ++k) {
        const bool new_plane = j == 0 && k == 0;
        text += "    " + std::string(new_plane ? "- " : "  ") + (k == 0 ? "- " : "  ") + "- " +
                number_text(n++) + "\n";
      }
    }
  }
  return text;
}

Tensor array_of(const Json& json) { return from_json(json).array(); }

TEST_CASE("MDF documents: a long list is one array whatever the form") {
  const Json json = parse_json("{\"w\": " + bracket_list(60, 50, 40) + ", \"after\": [1, 2]}");
  const Tensor w = array_of(json.at("w"));
  CHECK(w.dtype() == DType::float64);
  CHECK(w.shape() == Shape{60, 50, 40});
  const Reals numbers = w.as<double>();
  for (size_t n = 0; n < numbers.size(); n += 997) {
    CHECK(numbers.data()[n] == std::stod(number_text(n)));
  }
  CHECK(json.at("after").dump() == "[1,2]");
  const std::string brackets = "w: " + bracket_list(60, 50, 40) + "\nafter: [1, 2]\n";
  const std::string lines = "w:\n" + line_list(60, 50, 40) + "after: [1, 2]\n";
  for (const std::string& yaml : {brackets, lines}) {
    REQUIRE(yaml.size() > 1'000'000);
    const Json read = parse_yaml(yaml);
    CHECK(identical(array_of(read.at("w")), w));
    CHECK(read.at("after").dump() == "[1,2]");
  }
  std::string unended = "w:\n" + line_list(60, 50, 40);
  unended.pop_back();
  CHECK(identical(array_of(parse_yaml(unended).at("w")), w));
}

TEST_CASE("MDF documents: long lists of whole numbers stay whole; ragged ones stay lists") {
  std::string whole = "[1";
  for (int i = 2; i <= 300; ++i) whole += ", " + std::to_string(i);
  whole += "]";
  CHECK(array_of(parse_json(whole)).dtype() == DType::int64);
  CHECK(array_of(parse_json("[" + whole + ", " + whole + "]")).shape() == Shape{2, 300});
  const Value ragged = from_json(parse_json("[" + whole + ", [1, 2], 3, \"a\"]"));
  REQUIRE(ragged.is_list());
  CHECK(ragged.list().size() == 4);
  CHECK(ragged.list()[0].array().shape() == Shape{300});
  CHECK(ragged.list()[1].array().shape() == Shape{2});
  CHECK(from_json(parse_json("[[], " + whole + "]")).list().size() == 2);
  CHECK(from_json(parse_json("{\"type\": \"uint16\", \"data\": " + whole + "}")).array().dtype() ==
        DType::uint16);
  // Before a real number arrives, the numbers are whole.
  CHECK(array_of(parse_json(whole.substr(0, whole.size() - 1) + ", 0.5]")).dtype() ==
        DType::float64);
}

// What looks like a list of numbers within a string must stay text.
TEST_CASE("MDF documents: long YAML keeps strings and comments and the items after a list") {
  const std::string list = bracket_list(60, 50, 40);
  const std::string lines = line_list(1, 1, 2000);
  std::string one_line = list;
  std::replace(one_line.begin(), one_line.end(), '\n', ' ');
  const std::string filler = "w: " + list + "\n";
  CHECK(parse_yaml(filler + "s: '" + one_line + "'\n").at("s") == one_line);
  const std::string block = parse_yaml(filler + "s: |\n" + lines + "n: 1\n").at("s");
  CHECK(block.starts_with("- - - -500\n"));
  CHECK(block.size() == lines.size() - size_t{2000} * 4);
  const std::string word = parse_yaml(filler + "m: word\n" + lines).at("m");
  CHECK(word.starts_with("word - - - -500 - "));
  CHECK(parse_yaml(filler + "# " + one_line + "\nn: 1\n").at("n") == 1);
  const Value mixed = from_json(
      parse_yaml(filler + "m:\n" + line_list(300, 1, 1) + "    - a\n    -\n      - 7\n").at("m"));
  REQUIRE(mixed.is_list());
  CHECK(mixed.list().size() == 302);
  CHECK(mixed.list()[300].text() == "a");
  // The last item goes on after the run of lines.
  const Value last =
      from_json(parse_yaml(filler + "m:\n" + line_list(300, 1, 1) + "      - b\n").at("m"));
  CHECK(last.list().size() == 300);
  CHECK(last.list()[299].list().size() == 2);
  CHECK(parse_yaml("a: &w " + list + "\nb: *w\n").at("b") == parse_json(list));
  CHECK_THROWS_AS(parse_yaml(filler + "? " + list + "\n: 1\n"), InvalidModel);
  CHECK_THROWS_WITH(parse_yaml(filler + "t: !etalon-list 0\n"),
                    "the tag '!etalon-list' is not known");
}

TEST_CASE("MDF documents: errors after a long list name their line") {
  const std::string brackets =
      "w: " + bracket_list(60, 50, 40) + "\nv: " + bracket_list(20, 50, 40);
  CHECK_THROWS_WITH(parse_yaml(brackets + "\na: [1, 2\n"),
                    "line 82, column 1: this is not YAML: 'end of sequence flow not found'");
  const std::string lines = "w:\n" + line_list(60, 50, 40);
  CHECK_THROWS_WITH(parse_yaml(lines + "a: [1, 2\n"),
                    "line 120003, column 1: this is not YAML: 'end of sequence flow not found'");
}

TEST_CASE("MDF documents: the limit of values counts every number of a long list") {
  DocumentLimits limits;
  limits.values = 120'000;
  const std::string list = bracket_list(60, 50, 40);
  const std::string sentence = "it holds more than 120000 values; --limit-values raises the limit";
  CHECK_THROWS_WITH(parse_json(list, limits), sentence);
  CHECK_THROWS_WITH(parse_yaml(list, limits), sentence);
  limits.values = 130'000;
  CHECK_NOTHROW(parse_json(list, limits));
  CHECK_NOTHROW(parse_yaml(list, limits));
}

TEST_CASE("MDF models: files are read by their ending and errors name them") {
  const TemporaryFolder folder;
  const auto file_message = [&](const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder.path() / name;
    test::write_text(file, text);
    try {
      return "no error: " + load_model(file).id;
    } catch (const Error& error) {
      const std::string place = file.string() + ": ";
      const std::string what = error.what();
      return what.starts_with(place) ? what.substr(place.size()) : "elsewhere: " + what;
    }
  };
  const std::string good = one_node("parameters: {p: {value: 1}}");
  CHECK(file_message("good.yaml", good) == "no error: m");
  CHECK(file_message("good.yml", good) == "no error: m");
  CHECK(file_message("good.json", parse_yaml(good).dump()) == "no error: m");
  CHECK(file_message("bad.json", good) == "line 1, column 1: this is not JSON");
  CHECK(file_message("bytes.json", "{\"\xff\": 1}") == "it is not UTF-8 text");
  CHECK(file_message("list.yaml", "[1]") == "a model is a dictionary {ModelId: {format, graphs}}");
  CHECK_THROWS_AS(load_model(folder.path() / "missing.json"), Error);
  CHECK_THROWS_AS(load_model(folder.path()), Error);
}

TEST_CASE("MDF models: errors of structure name node and text") {
  CHECK(message("m: {graphs: {}}") == "model 'm': the field format is missing");
  CHECK(message("m: {format: NeuroML v2, graphs: {}}") ==
        "model 'm': the format is 'NeuroML v2', not 'ModECI MDF v…'");
  CHECK(message("m: {format: ModECI MDF v0.4}") == "model 'm': it has no graphs");
  CHECK(message("m: {format: ModECI MDF v0.4, graphs: {g: {}}}") ==
        "model 'm': graph 'g': it has no nodes");
  CHECK(message("m: {format: ModECI MDF v0.4, onnx_opset_version: x, graphs: {}}") ==
        "model 'm': onnx_opset_version is '\"x\"', not a version");
  CHECK(message("m: {format: ModECI MDF v0.4, grafs: {}}") ==
        "model 'm': there is no field 'grafs' here, only format, generating_application, "
        "onnx_opset_version, graphs");
  CHECK(message("m: {format: ModECI MDF v0.4, graphs: {g: {nodes: [{id: A}, {id: A}]}}}") ==
        "model 'm': graph 'g': two entries have the id 'A'");
  CHECK(message("m: {format: ModECI MDF v0.4, graphs: {g: {nodes: [{}]}}}") ==
        "model 'm': graph 'g': the field id is missing");
  CHECK(node_message("parameters: {p: {value: q + 1}}") ==
        "parameter 'p': the expression 'q + 1' mentions 'q', which is not a port, parameter or "
        "function of the node");
  CHECK(node_message("parameters: {p: {value: 'p ++'}}") ==
        "parameter 'p': the expression 'p ++' cannot be read: it ends too early");
  CHECK(node_message("parameters: {p: {}}") ==
        "parameter 'p': it has none of value, default_initial_value, time_derivative, function, "
        "conditions");
  CHECK(node_message("parameters: {p: 5}") == "parameter 'p': '5' is not a dictionary");
  CHECK(node_message("parameters: 5") == "'5' is neither a dictionary nor a list");
  CHECK(node_message("parameters: {p: {function: cosine, args: {}}}") ==
        "parameter 'p': there is no standard function 'cosine'");
  CHECK(node_message("functions: {f: {function: [1]}}") ==
        "function 'f': '[1]' is not the name of a function");
  CHECK(node_message("functions: {f: {args: {a: 1}}}") ==
        "function 'f': it has neither function nor value");
  CHECK(node_message("functions: {f: {value: g}, g: {value: f + 1}}") ==
        "its functions: the edges form a cycle: 'f → g → f'");
  CHECK(node_message("functions: {f: {value: a + z, args: {a: 1}}}") ==
        "function 'f': the expression 'a + z' mentions 'z', which is not a port, parameter or "
        "function of the node");
  CHECK(node_message("parameters: {p: {value: 1, conditions: {c: {test: p > 0}}}}") ==
        "parameter 'p': condition 'c': the field value is missing");
  CHECK(node_message("input_ports: {x: {}}, parameters: {x: {value: 1}}") ==
        "both an input port and a parameter have the id 'x'");
  CHECK(node_message("output_ports: {y: {}}") == "output port 'y': the field value is missing");
  CHECK(node_message("input_ports: {x: {shape: [2, -1]}}") ==
        "input port 'x': the dimension -1 is negative");
  CHECK(node_message("input_ports: {x: {shape: '(n, 2)'}}") ==
        "input port 'x': the shape '(n, 2)' is not a list of dimensions");
  CHECK(node_message("input_ports: {x: {reduce: max}}") ==
        "input port 'x': reduce is 'max'; it may be overwrite, add or multiply");
  CHECK(
      node_message("paramters: {p: {value: 1}}") ==
      "there is no field 'paramters' here, only input_ports, functions, parameters, output_ports");
  CHECK(node_message("graphs: {}") == "a graph in place of a node is not supported");
}

TEST_CASE("MDF models: edges join ports that exist") {
  const auto edge_message = [](const std::string& edge) {
    return message(
        "m: {format: ModECI MDF v0.4, graphs: {g: {nodes: {A: {parameters: {p: {value: "
        "1}}, output_ports: {y: {value: p}}}, B: {input_ports: {x: {}}}}, edges: {e: {" +
        edge + "}}}}}");
  };
  const std::string at = "model 'm': graph 'g': edge 'e': ";
  CHECK(edge_message("sender: A, sender_port: y, receiver: B, receiver_port: x") == "no error");
  CHECK(edge_message("sender: Z, sender_port: y, receiver: B, receiver_port: x") ==
        at + "there is no node 'Z'");
  CHECK(edge_message("sender: A, sender_port: p, receiver: B, receiver_port: x") ==
        at + "node 'A' has no output port 'p'");
  CHECK(edge_message("sender: A, sender_port: y, receiver: B, receiver_port: y") ==
        at + "node 'B' has no input port 'y'");
  CHECK(edge_message("sender: A, receiver: B, receiver_port: x") ==
        at + "the field sender_port is missing");
  CHECK(edge_message("sender: [A], sender_port: y, receiver: B, receiver_port: x") ==
        at + "sender is '[\"A\"]', not a string");
  CHECK(
      edge_message("sender: A, sender_port: y, receiver: B, receiver_port: x, parameters: {delay: "
                   "1}") == at + "there is no field 'delay' here, only weight");
}

TEST_CASE("MDF models: huge shapes are refused before they are made") {
  Limits limits;
  limits.max_memory = size_t{1} << 20U;
  const LimitScope scope(limits);
  CHECK(node_message("input_ports: {x: {shape: [1000, 1000, 1000]}}").find("memory") !=
        std::string::npos);
  CHECK(node_message("input_ports: {x: {shape: [4000000000, 4000000000, 4000000000]}}")
            .starts_with("input port 'x': "));
  const Model model = read(one_node(
      "parameters: {a: {value: '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]'}, b: {value: "
      "'[a, a, a, a, a, a, a, a, a, a]'}, c: {value: '[b, b, b, b, b, b, b, b, b, b]'}, d: {value: "
      "'[c, c, c, c, c, c, c, c, c, c]'}, e: {value: '[d, d, d, d, d, d, d, d, d, d]'}, f: {value: "
      "'[e, e, e, e, e, e, e, e, e, e]'}}"));
  GraphRun run(model, model.graphs[0]);
  std::string sentence;
  try {
    run.evaluate();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::LimitExceeded);
    sentence = error.what();
  }
  CHECK(sentence.starts_with("graph 'g': node 'A': parameter "));
}

}  // namespace
}  // namespace etalon::mdf::model_test
