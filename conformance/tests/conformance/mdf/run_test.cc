#include <cmath>
#include <fstream>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/mdf/document.h"
#include "conformance/mdf/evaluate.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/mdf/mdf_command.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/serialization.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon::mdf::run_test {
namespace {

using Json = nlohmann::ordered_json;
using test::mdf_command;
using test::Outcome;
using test::write_text;

const std::string models = ETALON_SOURCE_DIR "/data/mdf/";

// One node's values after each evaluation of a model in YAML's flow style.
class NodeRun {
 public:
  explicit NodeRun(const std::string& fields, const std::string& graph_fields = "")
      : model_(model_from(parse_yaml("m: {format: ModECI MDF v0.4, graphs: {g: {" + graph_fields +
                                     "nodes: {A: {" + fields + "}}}}}"))),
        run_(model_, model_.graphs[0]) {}

  NodeRun& step(std::optional<double> dt = std::nullopt) {
    run_.evaluate(dt);
    return *this;
  }
  std::string operator[](const std::string& id) const {
    const Value* value = run_.inner(0, id);
    if (value == nullptr) value = run_.output(0, id);
    return value == nullptr ? "nothing" : to_text(*value);
  }
  double number(const std::string& id) const { return run_.inner(0, id)->array().item<double>(); }
  GraphRun& run() { return run_; }

 private:
  Model model_;
  GraphRun run_;
};

std::string message(const std::string& fields, int steps = 1) {
  try {
    NodeRun run(fields);
    for (int i = 0; i < steps; ++i) run.step();
    return "no error";
  } catch (const Error& error) {
    return error.what();
  }
}

// The last value of a node's port, parameter or function at each step of a command's JSON.
std::vector<Json> series(const Json& report, const std::string& node, const std::string& kind,
                         const std::string& id) {
  std::vector<Json> values;
  for (const Json& step : report.at("steps"))
    values.push_back(step.at("nodes").at(node).at(kind).at(id));
  return values;
}

Json run_json(std::vector<std::string> words) {
  words.insert(words.begin(), "run");
  words.insert(words.end(), {"--format", "json"});
  const Outcome outcome = mdf_command(words);
  INFO(outcome.err);
  REQUIRE(outcome.code == exit_ok);
  return Json::parse(outcome.out);
}

// ------------------------------------------------------------------- what a node does when it runs

TEST_CASE("MDF nodes: a value that mentions itself goes on from evaluation to evaluation") {
  NodeRun run(
      "parameters: {step: {value: 2}, from_zero: {value: from_zero + step}, from_ten: "
      "{default_initial_value: 10, value: from_ten + step}}");
  CHECK(run.step()["from_zero"] == "2.0");
  CHECK(run["from_ten"] == "12");
  CHECK(run.step()["from_zero"] == "4.0");
  CHECK(run["from_ten"] == "14");
}

TEST_CASE("MDF nodes: parameters see the new values of those before; the old of those after") {
  NodeRun run(
      "parameters: {early: {value: late * 10}, late: {default_initial_value: 1, value: "
      "late + 1}, after: {value: late * 10}}");
  run.step();
  CHECK(run["early"] == "10");
  CHECK(run["late"] == "2");
  CHECK(run["after"] == "20");
  run.step();
  CHECK(run["early"] == "20");
  CHECK(run["after"] == "30");
}

TEST_CASE("MDF nodes: functions see the parameters as they were") {
  NodeRun run(
      "functions: {f: {value: p + 100}}, parameters: {p: {default_initial_value: 10, value: "
      "p + 1}, q: {value: f + p}}");
  run.step();
  CHECK(run["f"] == "110");
  CHECK(run["p"] == "11");
  CHECK(run["q"] == "121");
  run.step();
  CHECK(run["f"] == "111");
}

TEST_CASE("MDF nodes: functions run in the order in which they need each other") {
  NodeRun run(
      "functions: {last: {value: middle * 2}, middle: {function: linear, args: {variable0: "
      "first, slope: 10, intercept: 1}}, first: {value: 3}}, output_ports: {y: {value: "
      "last}}");
  CHECK(run.step()["y"] == "62.0");
}

TEST_CASE("MDF nodes: a function's args hide the node's names in its value") {
  NodeRun run(
      "parameters: {a: {value: 1000}, b: {value: 5}}, functions: {f: {value: a * b + c, "
      "args: {a: 2, c: b + 1}}}");
  CHECK(run.step()["f"] == "16");
}

TEST_CASE("MDF nodes: args may use the args before them") {
  NodeRun run(
      "input_ports: {x: {default_value: 1}}, functions: {f: {function: linear, args: {slope: 2, "
      "intercept: 2 * slope, variable0: x}}, g: {value: c + a, args: {a: 3, b: a + 1, c: a * b}}}");
  CHECK(run.step()["f"] == "6.0");  // 1 · 2 + 4
  CHECK(run["g"] == "15");
  NodeRun hidden(
      "parameters: {slope: {value: 100}, p: {function: linear, args: {variable0: slope, slope: 2, "
      "intercept: slope}}}");
  CHECK(hidden.step()["p"] == "202.0");  // 100 · 2 + 2
}

TEST_CASE("MDF nodes: variadic functions take the ids in a list as inputs") {
  NodeRun run(
      "parameters: {a: {value: [[1.0, 2.0]]}, b: {value: [[3.0, 4.0]]}}, functions: {quoted: "
      "{function: 'onnx::Sum', args: {inputs: \"['a', 'b']\"}}, bare: {function: 'onnx::Sum', "
      "args: "
      "{data_0: '[a, b]'}}, rows: {function: 'onnx::Concat', args: {inputs: \"['b', 'a']\", axis: "
      "0}}, "
      "twice: {function: 'onnx::Max', args: {data_0: '[2 * a, b]'}}}");
  CHECK(run.step()["quoted"] == "[[4.0,6.0]]");
  CHECK(run["bare"] == "[[4.0,6.0]]");
  CHECK(run["rows"] == "[[3.0,4.0],[1.0,2.0]]");
  CHECK(run["twice"] == "[[3.0,4.0]]");
}

TEST_CASE("MDF nodes: words of the language are texts for ONNX's attributes") {
  NodeRun run(
      "parameters: {mode: {value: constant}, x: {value: [1.0, 2.0]}}, functions: {wide: {function: "
      "'onnx::Pad', args: {data: x, pads: '[1, 1]', mode: mode}}, same: {function: 'onnx::Pad', "
      "args: {data: x, pads: '[1, 1]', mode: constant}}}");
  CHECK(run.step()["wide"] == "[0.0,1.0,2.0,0.0]");
  CHECK(run["same"] == "[0.0,1.0,2.0,0.0]");
}

TEST_CASE("MDF nodes: without dt; time derivatives are reset") {
  NodeRun run("parameters: {x: {default_initial_value: 1, time_derivative: 3}, n: {value: n + 1}}");
  run.step();
  CHECK(run.step(0.5)["x"] == "2.5");
  CHECK(run.step()["x"] == "1");
  CHECK(run["n"] == "3.0");
}

TEST_CASE("MDF nodes: a function wins over a value") {
  NodeRun run(
      "functions: {f: {function: linear, args: {variable0: 1, slope: 2, intercept: 3}, value: "
      "99}}");
  CHECK(run.step()["f"] == "5.0");
}

TEST_CASE("MDF nodes: functions take the node's values with the names of their arguments") {
  NodeRun run(
      "input_ports: {variable0: {default_value: 4}}, parameters: {slope: {value: 2}, "
      "intercept: {value: 100}}, functions: {f: {function: linear, args: {intercept: 1}}}");
  CHECK(run.step()["f"] == "9.0");
  NodeRun onnx(
      "parameters: {to: {value: 7}, input: {value: [1.5, -2.5]}, out: {function: "
      "'onnx::Cast', args: {input: input}}}");
  CHECK(onnx.step()["out"] == "[1,-2]");
}

TEST_CASE("MDF nodes: a parameter may be a function of itself") {
  NodeRun run(
      "parameters: {s: {default_initial_value: 5, function: linear, args: {variable0: s, "
      "slope: 2, intercept: 0}}}");
  CHECK(run.step()["s"] == "10.0");
  CHECK(run.step()["s"] == "20.0");
}

TEST_CASE("MDF nodes: conditions; of which later ones override") {
  NodeRun run(
      "parameters: {t: {default_initial_value: 0, time_derivative: 1}, level: {value: 0, "
      "conditions: [{id: low, test: t >= 1, value: 5}, {id: high, test: t >= 2, value: level "
      "+ 1}]}}");
  CHECK(run.step()["level"] == "0");
  CHECK(run.step(1)["level"] == "5");
  CHECK(run.step(1)["level"] == "6");
}

TEST_CASE("MDF nodes: a parameter's conditions see it as it was before") {
  NodeRun run(
      "parameters: {v: {default_initial_value: 0, value: v + 1, conditions: [{id: high, test: v >= "
      "2, "
      "value: 100}, {id: too high, test: v >= 100, value: -1}]}}");
  CHECK(run.step()["v"] == "1");
  CHECK(run.step()["v"] == "2");
  CHECK(run.step()["v"] == "100");
  CHECK(run.step()["v"] == "-1");
}

// Without a value, what a condition set stays.
TEST_CASE("MDF nodes: a parameter with nothing but conditions starts at 0 and remembers") {
  NodeRun run(
      "parameters: {t: {default_initial_value: 0, time_derivative: 1}, seen: {conditions: "
      "[{id: once, test: t == 1, value: 5}]}}");
  CHECK(run.step()["seen"] == "0.0");
  CHECK(run.step(1)["seen"] == "5.0");
  CHECK(run.step(1)["seen"] == "5.0");
}

TEST_CASE("MDF nodes: conditions of arrays hold element by element") {
  NodeRun run(
      "parameters: {v: {value: [1, 5, 3], conditions: [{id: cut, test: v > 2, value: 0}]}}");
  CHECK(run.step()["v"] == "[1,0,0]");
}

TEST_CASE("MDF nodes: time derivatives begin at the default and move on by dt; in order") {
  NodeRun run(
      "parameters: {x: {default_initial_value: 1, time_derivative: v}, v: "
      "{default_initial_value: 2, time_derivative: x}}");
  run.step();
  CHECK(run["x"] == "1");
  CHECK(run["v"] == "2");
  run.step(0.5);
  CHECK(run["x"] == "2.0");  // 1 + 0.5 · 2
  CHECK(run["v"] == "3.0");  // 2 + 0.5 · 2: x has moved on already
  NodeRun without_default("parameters: {x: {time_derivative: 3}}");
  CHECK(without_default.step()["x"] == "0.0");
  CHECK(without_default.step(0.25)["x"] == "0.75");
}

TEST_CASE("MDF nodes: a default_initial_value that mentions what has no value yet") {
  const std::string own = "graph 'g': node 'A': parameter 'x': 'x + 1': 'x' has no value yet";
  CHECK(message("parameters: {x: {default_initial_value: x + 1}}") == own);
  CHECK(message("parameters: {x: {default_initial_value: x + 1, time_derivative: 1}}") == own);
  // The functions' results are known when the parameters' turn comes.
  CHECK(NodeRun("functions: {f: {value: 3}}, parameters: {x: {default_initial_value: f + 1}}")
            .step()["x"] == "4");
  NodeRun with_dt(
      "parameters: {x: {default_initial_value: f + 1, time_derivative: 2}}, "
      "functions: {f: {value: 3}}");
  CHECK(with_dt.step(0.5)["x"] == "5.0");  // 4 + 0.5 · 2
}

TEST_CASE("MDF nodes: the graph's parameters are names that every node sees") {
  NodeRun run("parameters: {p: {value: gain * 2}}",
              "parameters: {base: 3, gain: {value: base + 1}}, ");
  CHECK(run.step()["p"] == "8");
}

TEST_CASE("MDF nodes: an output port without a value is what has its id") {
  NodeRun run("parameters: {t: {value: 4}}, output_ports: {t: {}}");
  CHECK(run.step()["t"] == "4");
}

TEST_CASE("MDF nodes: strings and lists and dictionaries pass through") {
  NodeRun run(
      "input_ports: {x: {}}, parameters: {chunk: {value: {name: two, next: [a, b]}}, same: "
      "{value: chunk}, chosen: {value: 'same if x == 0 else {}'}}");
  CHECK(run.step()["chosen"] == R"({"name":"two","next":["a","b"]})");
}

TEST_CASE("MDF nodes: what cannot be evaluated is an error that names node and text") {
  CHECK(message("parameters: {p: {value: q + 1}, q: {function: sin, args: {variable0: 1, scale: "
                "1}}}") == "graph 'g': node 'A': parameter 'p': 'q + 1': 'q' has no value yet");
  CHECK(message("parameters: {p: {value: [1, 2]}, q: {value: 'p + [1, 2, 3]'}}")
            .starts_with("graph 'g': node 'A': parameter 'q': 'p + [1, 2, 3]': "));
  CHECK(message("parameters: {p: {value: 1/0}}") ==
        "graph 'g': node 'A': parameter 'p': '1/0': division by zero");
  CHECK(message("parameters: {p: {function: linear, args: {variable0: 1, slope: 2}}}")
            .starts_with("graph 'g': node 'A': parameter 'p': "));
  CHECK(message("parameters: {p: {function: linear, args: {variable0: 1, slope: 2}}}")
            .find("intercept") != std::string::npos);
  CHECK(message("functions: {f: {function: 'onnx::Softmax', args: {input: [1.0], axis: 5}}}")
            .starts_with("graph 'g': node 'A': function 'f': "));
  CHECK(message("output_ports: {y: {value: '{}[0]'}}")
            .starts_with("graph 'g': node 'A': output port 'y': '{}[0]': "));
  CHECK(message("parameters: {p: {value: 1, conditions: [{id: c, test: '[1, 2] > 0', value: "
                "'{}'}]}}")
            .starts_with("graph 'g': node 'A': parameter 'p': condition 'c': "));
}

// ------------------------------------------------------------------------------------------- edges

std::string port_value(const std::string& port, const std::string& edges) {
  const Model model = model_from(parse_yaml(
      "m: {format: ModECI MDF v0.4, graphs: {g: {parameters: {w: 10}, nodes: {A: {parameters: {p: "
      "{value: [1, 2]}}, output_ports: {o: {value: p}}}, B: {parameters: {p: {value: 7}}, "
      "output_ports: {o: {value: p}}}, C: {input_ports: {i: {" +
      port + "}}}}, edges: [" + edges + "]}}}"));
  GraphRun run(model, model.graphs[0]);
  run.evaluate();
  run.evaluate();
  return to_text(*run.inner(2, "i"));
}
std::string edge(const std::string& sender, const std::string& more = "") {
  return "{id: " + sender + ", sender: " + sender +
         ", sender_port: o, receiver: C, receiver_port: i" + more + "}";
}

TEST_CASE("MDF edges: the port takes weight times value") {
  CHECK(port_value("", edge("A")) == "[1,2]");
  CHECK(port_value("", edge("A", ", parameters: {weight: 0.5}")) == "[0.5,1.0]");
  CHECK(port_value("", edge("A", ", parameters: {weight: [3, 4]}")) == "[3,8]");
  CHECK(port_value("", edge("A", ", parameters: {weight: [[1, 0], [0, 1]]}")) == "[[1,0],[0,2]]");
  CHECK(port_value("", edge("A", ", parameters: {weight: w + 1}")) == "[11,22]");
}

TEST_CASE("MDF edges: of several into one port the last declared wins unless they are reduced") {
  CHECK(port_value("", edge("A") + ", " + edge("B")) == "7");
  CHECK(port_value("", edge("B") + ", " + edge("A")) == "[1,2]");
  CHECK(port_value("reduce: overwrite", edge("B") + ", " + edge("A")) == "[1,2]");
  CHECK(port_value("reduce: add", edge("B") + ", " + edge("A")) == "[8,9]");
  CHECK(port_value("reduce: multiply", edge("B") + ", " + edge("A")) == "[7,14]");
}

// ---------------------------------------------------------------------------------- whole models

TEST_CASE("MDF run: the counter counts and its edge weighs") {
  const Json report = run_json({models + "counter.json", "--steps", "3"});
  CHECK(report.at("schema") == 1);
  CHECK(report.at("model") == "counter");
  CHECK(report.at("graph") == "counting");
  CHECK(series(report, "ticks", "parameters", "count") == std::vector<Json>{12, 14, 16});
  CHECK(series(report, "scale", "input_ports", "x") == std::vector<Json>{36, 42, 48});
  CHECK(series(report, "scale", "functions", "line") == std::vector<Json>{17.0, 20.0, 23.0});
  CHECK(report.at("steps")[2].at("executed") == Json::parse(R"([["ticks"], ["scale"]])"));
}

// Explicit Euler for T' = -k (T - room) has the closed form
// T_n = room + (T_0 - room) (1 - k dt)^n; the exact solution is room + (T_0 - room) exp(-k t).
TEST_CASE("MDF run: the cooling law follows Euler's closed form and the exact one within O(dt)") {
  const auto worst_error = [](double dt, size_t steps) {
    const Json report = run_json({models + "cooling.yaml", "--steps", std::to_string(steps + 1),
                                  "--dt", fmt::format("{}", dt)});
    const std::vector<Json> T = series(report, "coffee", "output_ports", "temperature");
    REQUIRE(T.size() == steps + 1);
    double worst = 0;
    for (size_t n = 0; n <= steps; ++n) {
      const double euler = 20 + 70 * std::pow(1 - 0.1 * dt, static_cast<double>(n));
      CHECK(std::abs(T[n].get<double>() - euler) < 1e-11);
      CHECK(report.at("steps")[n].at("time").get<double>() == static_cast<double>(n) * dt);
      const double exact = 20 + 70 * std::exp(-0.1 * static_cast<double>(n) * dt);
      worst = std::max(worst, std::abs(T[n].get<double>() - exact));
    }
    return worst;
  };
  const double coarse = worst_error(0.5, 80);
  const double fine = worst_error(0.25, 160);
  // To first order the error is 70 · k dt / 2 · max(k t exp(-k t)) = 70 · k dt / (2 e).
  CHECK(coarse < 1.1 * 70 * 0.05 / (2 * std::exp(1.0)));
  CHECK(coarse / fine > 1.9);
  CHECK(coarse / fine < 2.1);
}

// Between spikes v_n = E + (v_0 - E) (1 - dt/tau)^n with E = rest + resistance · current, so from
// the reset at -70 it reaches -50 at the first n with (E - v_0) (1 - dt/tau)^n <= E + 50.
TEST_CASE("MDF run: the leaky integrate-and-fire neuron spikes at the intervals it must") {
  const double dt = 0.25;
  const Json report =
      run_json({models + "neuron.yaml", "--steps", "401", "--dt", fmt::format("{}", dt)});
  std::vector<size_t> spikes;
  const std::vector<Json> v = series(report, "cell", "output_ports", "v");
  for (size_t n = 0; n < v.size(); ++n) {
    if (v[n] == 20.0) spikes.push_back(n);
  }
  REQUIRE(spikes.size() > 3);
  const double E = -65 + 10 * 2.0;
  const auto steps_from = [&](double from) {
    return static_cast<size_t>(std::ceil(std::log((E + 50) / (E - from)) / std::log(1 - dt / 10)));
  };
  // The current is on from t = 10, step 40; v has been at rest until then. The peak follows the
  // step that reaches the threshold, the reset follows the peak.
  CHECK(spikes[0] == 40 + steps_from(-65));
  for (size_t i = 1; i < spikes.size(); ++i) {
    CHECK(spikes[i] - spikes[i - 1] == 2 + steps_from(-70));
    CHECK(v[spikes[i - 1] + 1] == -70.0);
  }
  CHECK(spikes.back() <= 361);
  CHECK(series(report, "cell", "output_ports", "spikes").back() ==
        static_cast<double>(spikes.size()));
}

TEST_CASE("MDF run: the FitzHugh–Nagumo oscillator repeats itself") {
  const Json report = run_json({models + "oscillator.json", "--steps", "4001", "--dt", "0.05"});
  const std::vector<Json> V = series(report, "cell", "output_ports", "V");
  std::vector<size_t> rises;
  for (size_t n = 1000; n + 1 < V.size(); ++n) {
    if (V[n].get<double>() < 0 && V[n + 1].get<double>() >= 0) rises.push_back(n);
  }
  REQUIRE(rises.size() >= 3);
  for (size_t i = 2; i < rises.size(); ++i) {
    const auto period = static_cast<double>(rises[i] - rises[i - 1]);
    CHECK(std::abs(period - static_cast<double>(rises[1] - rises[0])) <= 1);
    // By a classical Runge-Kutta integration in Python with dt = 0.001 it is 39.474; Euler's is
    // off by O(dt), and the crossings are counted in whole steps.
    CHECK(std::abs(period * 0.05 - 39.474) < 0.2);
  }
}

TEST_CASE("MDF run: the schedule runs its nodes when their conditions hold") {
  const Json report = run_json({models + "schedule.yaml"});
  CHECK(report.at("steps")[0].at("executed") ==
        Json::parse(R"([["sensor"], ["sensor"], ["average"], ["sensor"], ["report"], ["sensor"],
                        ["average"], ["sensor"], ["sensor"], ["average", "report"]])"));
  CHECK(series(report, "average", "output_ports", "half")[0] == 18.0);  // 6² / 2
}

TEST_CASE("MDF run: ONNX's functions work on a network's layers") {
  const Json report = run_json({models + "layers.yaml", "--input", "hidden.x=[3, 1]"});
  // W1 x = [2, 2, -1], relu [2, 2, 0], W2 h = [2, 2], so both classes are as likely.
  CHECK(series(report, "classes", "functions", "scores")[0] == Json::parse("[2.0, 2.0]"));
  CHECK(series(report, "classes", "output_ports", "probabilities")[0] == Json::parse("[0.5, 0.5]"));
}

// The convolution doubles the image 1 … 9, whose mean is 5.
TEST_CASE("MDF run: an exported network with a variadic node") {
  const Json report =
      run_json({models + "residual.yaml", "--input", "image=@" + models + "image.json"});
  CHECK(series(report, "ReduceMean_2", "output_ports", "y")[0] == Json::parse("[[10.0, 5.0]]"));
}

std::vector<std::string> fired(const Json& report) {
  std::vector<std::string> names;
  for (const Json& production : series(report, "choose", "output_ports", "production")) {
    names.push_back(production.empty() ? "nothing" : production.at("name").get<std::string>());
  }
  return names;
}

Json run_cognitive(const std::string& name) {
  return run_json({models + name, "--steps", "50", "--input", "goal.change={}", "--input",
                   "memory.request={}", "--feedback", "goal.change=fire.change", "--feedback",
                   "memory.request=fire.request", "--until", "finish.done"});
}

TEST_CASE("MDF run: ACT-R counts from two to five") {
  const Json report = run_cognitive("counting.json");
  CHECK(fired(report) ==
        std::vector<std::string>{"start", "count", "count", "count", "stop", "nothing"});
  std::vector<std::string> at;
  for (const Json& goal : series(report, "goal", "output_ports", "chunk"))
    at.push_back(goal.at("at"));
  CHECK(at == std::vector<std::string>{"nil", "two", "three", "four", "five", "done"});
  for (const Json& step : report.at("steps")) {
    CHECK(step.at("executed") == Json::parse(R"([["memory", "goal", "rules"], ["match"], ["choose"],
                                                 ["fire", "finish"]])"));
  }
  CHECK(series(report, "finish", "output_ports", "done").back() == true);
}

TEST_CASE("MDF run: ACT-R adds two to five") {
  const Json report = run_cognitive("addition.json");
  CHECK(fired(report) == std::vector<std::string>{"begin", "raise total", "raise counted",
                                                  "raise total", "raise counted", "finish",
                                                  "nothing"});
  const Json goal = series(report, "goal", "output_ports", "chunk").back();
  CHECK(goal.at("total") == "seven");
  CHECK(goal.at("counted") == "done");
}

// ---------------------------------------------------------------------------------- the command

TEST_CASE("MDF run: text shows time and sets and outputs") {
  const Outcome outcome =
      mdf_command({"run", models + "cooling.yaml", "--steps", "2", "--dt", "0.5"});
  CHECK(outcome.code == exit_ok);
  CHECK(outcome.out ==
        "step 0, time 0: ran coffee\n"
        "  coffee.temperature: 90\n"
        "  coffee.above_room: 70\n"
        "step 1, time 0.5: ran coffee\n"
        "  coffee.temperature: 86.5\n"
        "  coffee.above_room: 66.5\n");
}

TEST_CASE("MDF run: what the user asks wrongly is exit code 2; in one sentence") {
  const auto fails = [](const std::vector<std::string>& more, const std::string& sentence,
                        const std::string& model = "counter.json") {
    std::vector<std::string> words = {"run", models + model};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = mdf_command(words);
    CHECK(outcome.code == exit_usage);
    CHECK(outcome.err == "etalon: " + sentence + "\n");
  };
  fails({"--dt", "-1"}, "--dt -1: a positive number is needed");
  fails({"--dt", "nan"}, "--dt nan: a positive number is needed");
  fails({"--graph", "other"}, "--graph is needed: the model's graphs are 'counting'");
  fails({"--input", "x"}, "--input 'x': expected PORT=…");
  fails({"--input", "z=1"}, "the graph has no input port 'z'; there are scale.x");
  fails({"--input", "x=1"}, "the input port 'scale.x' takes its value from edge 'total to x'");
  fails({"--input", "x=[1"}, "--input 'x=[1': line 1, column 2: this is not JSON", "layers.yaml");
  fails({"--input", "x=99999999999999999999e999"},
        "--input 'x=99999999999999999999e999': a number is too large for float64", "layers.yaml");
  fails({"--feedback", "x=nothing"},
        "the graph has no value 'nothing'; there are hidden.h, classes.scores, "
        "classes.probabilities",
        "layers.yaml");
  fails({"--output", "nothing"},
        "the graph has no value 'nothing'; there are ticks.total, scale.y, scale.is_whole");
  fails({"--input", "x=@x.txt"},
        "--input 'x.txt': the file ends in none of .npy, .npz, .json, .yaml, .yml", "layers.yaml");
  fails({"--until", "chunk"}, "'chunk' could be memory.chunk or goal.chunk", "counting.json");
  fails({"--plot-value", "y"}, "--plot-value needs --plot");
  CHECK(mdf_command({"run"}).code == exit_usage);
  CHECK(mdf_command({"run", models + "counter.json", "--steps", "0"}).code == exit_usage);
}

TEST_CASE("MDF run: five malformed files are exit code 3 and one sentence each") {
  const TemporaryFolder folder;
  const auto fails = [&](const std::string& name, const std::string& text,
                         const std::string& sentence) {
    const std::string file = (folder.path() / name).string();
    write_text(file, text);
    const Outcome outcome = mdf_command({"run", file});
    CHECK(outcome.code == exit_invalid);
    CHECK(outcome.err == "etalon: " + file + ": " + sentence + "\n");
  };
  const std::string head = "m:\n  format: ModECI MDF v0.4\n  graphs:\n    g:\n      nodes:\n";
  fails("cut.json", "{\"m\": {\"format\": \"ModECI MDF v0.4\", \"graphs\":",
        "line 1, column 45: this is not JSON");
  fails("function.yaml",
        head + "        A: {parameters: {p: {function: sine, args: {variable0: 1, scale: 1}}}}\n",
        "model 'm': graph 'g': node 'A': parameter 'p': there is no standard function 'sine'");
  fails("expression.yaml", head + "        A: {parameters: {p: {value: import os}}}\n",
        "model 'm': graph 'g': node 'A': parameter 'p': the expression 'import os' cannot be read: "
        "'import' at character 1 is not understood there");
  fails("cycle.yaml",
        head +
            "        A: {input_ports: {x: {}}, output_ports: {y: {value: x}}}\n"
            "        B: {input_ports: {x: {}}, output_ports: {y: {value: x}}}\n"
            "      edges:\n"
            "        there: {sender: A, sender_port: y, receiver: B, receiver_port: x}\n"
            "        back: {sender: B, sender_port: y, receiver: A, receiver_port: x}\n",
        "model 'm': graph 'g': the edges form a cycle: 'A → B → A'");
  fails("name.yaml", head + "        A: {output_ports: {y: {value: speed * 2}}}\n",
        "model 'm': graph 'g': node 'A': output port 'y': the expression 'speed * 2' mentions "
        "'speed', which is not a port, parameter or function of the node");
}

TEST_CASE("MDF run: without --dt it says that no time passes") {
  const Outcome outcome = mdf_command({"run", models + "cooling.yaml", "--steps", "2"});
  CHECK(outcome.code == exit_ok);
  CHECK(outcome.err ==
        "etalon: note: without --dt no time passes: at each step the parameter 'T' of node "
        "'coffee' takes its default_initial_value again\n");
  CHECK(outcome.out ==
        "step 0: ran coffee\n  coffee.temperature: 90\n  coffee.above_room: 70\n"
        "step 1: ran coffee\n  coffee.temperature: 90\n  coffee.above_room: 70\n");
  CHECK(mdf_command({"run", models + "cooling.yaml"}).err.empty());
  CHECK(mdf_command({"run", models + "counter.json", "--steps", "2"}).err.empty());
}

TEST_CASE("MDF run: several edges into one port are a warning") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.yaml").string();
  const auto written = [&](const std::string& port) {
    write_text(file,
               "m: {format: ModECI MDF v0.4, graphs: {g: {nodes: {A: {parameters: {p: {value: 1}}, "
               "output_ports: {o: {value: p}}}, B: {parameters: {p: {value: 7}}, output_ports: {o: "
               "{value: p}}}, C: {input_ports: {i: {" +
                   port +
                   "}}, output_ports: {y: {value: i}}}}, "
                   "edges: {one: {sender: A, sender_port: o, receiver: C, receiver_port: i}, two: "
                   "{sender: B, sender_port: o, receiver: C, receiver_port: i}}}}}");
    return mdf_command({"run", file, "--output", "C.y"});
  };
  const Outcome outcome = written("");
  CHECK(outcome.code == exit_ok);
  CHECK(outcome.err ==
        "etalon: warning: the edges 'one', 'two' lead to the one input port 'C.i'; the last of "
        "them counts\n");
  CHECK(outcome.out == "step 0: ran A, B | C\n  C.y: 7\n");
  CHECK(written("reduce: add").err.empty());
  CHECK(written("reduce: add").out == "step 0: ran A, B | C\n  C.y: 8\n");
}

TEST_CASE("MDF run: inputs come from files") {
  const TemporaryFolder folder;
  const auto at = [&](const std::string& name) { return (folder.path() / name).string(); };
  write_value(at("x.npy"), test::reals(DType::float64, {3, 1}), "x");
  write_text(at("x.json"), "[3, 1]");
  write_text(at("x.yaml"), "- 3\n- 1\n");
  const std::string expected =
      mdf_command({"run", models + "layers.yaml", "--input", "x=[3, 1]"}).out;
  CHECK(expected.find("[0.5,0.5]") != std::string::npos);
  for (const char* name : {"x.npy", "x.json", "x.yaml"}) {
    INFO(name);
    const Outcome outcome =
        mdf_command({"run", models + "layers.yaml", "--input", "hidden.x=@" + at(name)});
    CHECK(outcome.err.empty());
    CHECK(outcome.out == expected);
  }
  const Outcome missing =
      mdf_command({"run", models + "layers.yaml", "--input", "x=@" + at("no.npy")});
  CHECK(missing.code == exit_invalid);
  CHECK(missing.err.find("no.npy") != std::string::npos);
}

TEST_CASE("MDF run: --output and --summary say less") {
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"run", models + "layers.yaml", "--input", "x=[3, 1]"};
    words.insert(words.end(), more.begin(), more.end());
    return mdf_command(words).out;
  };
  const std::string ran = "step 0: ran hidden | classes\n";
  // relu(W1 x) = [2, 2, 0]
  CHECK(run({"--output", "hidden.h"}) == ran + "  hidden.h: [2.0,2.0,0.0]\n");
  CHECK(run({"--output", "W1", "--output", "hidden.h", "--summary"}) ==
        ran + "  hidden.W1: double [3, 2], -1.0 to 2.0\n  hidden.h: double [3], 0.0 to 2.0\n");
  const Json report = Json::parse(run({"--output", "W1", "--summary", "--format", "json"}));
  CHECK(report.at("steps")[0].at("nodes") ==
        Json::parse(R"({"hidden": {"parameters": {"W1": {"type": "double", "shape": [3, 2],
                        "min": -1.0, "max": 2.0}}}})"));
}

TEST_CASE("MDF run: --limit-values limits what a file holds") {
  const Outcome outcome = mdf_command({"run", models + "layers.yaml", "--limit-values", "20"});
  CHECK(outcome.code == exit_invalid);
  CHECK(outcome.err == "etalon: " + models +
                           "layers.yaml: larger than 960 bytes; --limit-values raises the limit\n");
}

TEST_CASE("MDF run: an error while running closes the JSON document") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.yaml").string();
  write_text(file,
             "m: {format: ModECI MDF v0.4, graphs: {g: {nodes: {A: {parameters: {n: {value: n + "
             "1}, p: {value: '[5, 6][n]'}}, output_ports: {p: {value: p}}}}}}}");
  const Outcome outcome = mdf_command({"run", file, "--steps", "3", "--format", "json"});
  CHECK(outcome.code == exit_invalid);
  const Json report = Json::parse(outcome.out);
  CHECK(report.at("steps").empty());
  CHECK(report.at("error").get<std::string>().starts_with("graph 'g': node 'A': parameter 'p': "));
}

TEST_CASE("MDF run: --max-passes and --max-memory limit a step") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.yaml").string();
  write_text(file,
             "m: {format: ModECI MDF v0.4, graphs: {g: {nodes: {A: {parameters: {n: {value: 1}}}}, "
             "conditions: {termination: {never: {type: Never}}}}}}");
  const Outcome outcome = mdf_command({"run", file, "--max-passes", "20"});
  CHECK(outcome.code == exit_invalid);
  CHECK(outcome.err ==
        "etalon: graph 'g': 20 passes have not met the termination condition 'never'; --max-passes "
        "raises the limit\n");
  write_text(
      file,
      "m: {format: ModECI MDF v0.4, graphs: {g: {nodes: {A: {input_ports: {x: {shape: [1000, "
      "1000]}}}}}}}");
  CHECK(mdf_command({"run", file, "--max-memory", "100000"}).code == exit_invalid);
}

TEST_CASE("MDF run: a seed decides what is chosen at random") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.yaml").string();
  write_text(file,
             "m: {format: ModECI MDF v0.4, graphs: {g: {nodes: {A: {parameters: {all: {value: "
             "[{name: a}, {name: b}, {name: c}]}, one: {function: conflict_resolution_function, "
             "args: {productions: all}}}, output_ports: {one: {value: one}}}}}}}");
  const auto drawn = [&](const std::string& seed) {
    return mdf_command({"run", file, "--steps", "40", "--seed", seed}).out;
  };
  CHECK(drawn("1") == drawn("1"));
  CHECK(drawn("1") != drawn("2"));
}

TEST_CASE("MDF run: --plot draws the chosen values over time") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "plot.svg").string();
  const Outcome outcome =
      mdf_command({"run", models + "neuron.yaml", "--steps", "401", "--dt", "0.25", "--plot", file,
                   "--plot-value", "cell.v", "--plot-value", "stimulus.current"});
  CHECK(outcome.code == exit_ok);
  std::ifstream in(file);
  const std::string svg{std::istreambuf_iterator<char>(in), {}};
  CHECK(svg.starts_with("<svg xmlns"));
  CHECK(svg.find(">cell.v</text>") != std::string::npos);
  CHECK(svg.find(">stimulus.current</text>") != std::string::npos);
  CHECK(svg.find(">time</text>") != std::string::npos);
  const Outcome refused =
      mdf_command({"run", models + "counting.json", "--input", "change={}", "--input", "request={}",
                   "--plot", file, "--plot-value", "goal.chunk"});
  CHECK(refused.code == exit_usage);
  CHECK(refused.err.find("--plot-value 'goal.chunk': it is a dictionary") != std::string::npos);
  CHECK(mdf_command({"run", models + "counter.json", "--plot",
                     (folder.path() / "no/such/folder.svg").string()})
            .code == exit_usage);
}

}  // namespace
}  // namespace etalon::mdf::run_test
