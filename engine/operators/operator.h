// What an operator's file uses: the call that it receives, and its entry in the table of operators.
#pragma once

#include <deque>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/model.h"
#include "engine/operators/schema.h"
#include "engine/values/value.h"

namespace etalon {

// Evaluates a graph inside another (Loop's body). Inputs and outputs are by position; the graph can
// read the values of the graphs around it.
class Subgraph {
 public:
  using Run = std::function<Values(const Graph&, const Values&)>;
  Subgraph(const Graph& graph, Run run);
  Values operator()(const Values& inputs) const;
  const Graph& graph() const { return *graph_; }

 private:
  const Graph* graph_;
  Run run_;
};

// Releases of ONNX sometimes differ about an operator without giving it a new version. Operators
// follow the specification unless such a difference is in force. Each difference is an entry of
// data/errata.json and is identified by its id.
using Differences = std::set<std::string, std::less<>>;

// A node about to be evaluated: checked against its schema, attributes with defaults filled in.
// Inputs, outputs and attributes are accessed by their formal names, as on the operator's page. A
// name that the schema does not have throws InternalError.
class Call {
 public:
  // `node` is bound to a schema. `attributes` are the node's, with references to those of an
  // enclosing function resolved.
  Call(const Node& node, const Graph& graph, const Attributes& attributes, const Values& inputs,
       Subgraph::Run run, const Differences& as_released);
  // The same call with other inputs, by position.
  Call(const Call& call, const Values& inputs);

  // Inputs. tensor() and value() are for required inputs; maybe() gives nullptr for one left out.
  const Tensor& tensor(std::string_view input) const;
  const Tensor* maybe(std::string_view input) const;
  // A required input by position, where versions call it differently.
  const Tensor& tensor_at(size_t position) const;
  const Value& value(std::string_view input) const;  // absent when left out
  std::vector<Tensor> variadic(std::string_view input) const;
  Values variadic_values(std::string_view input) const;

  // Attributes. Each throws InvalidInput if the attribute has neither a value nor a default.
  bool has(std::string_view attribute) const;  // given, or has a default
  int64_t integer(std::string_view attribute) const;
  int64_t integer(std::string_view attribute, int64_t otherwise) const;
  bool flag(std::string_view attribute) const { return integer(attribute) != 0; }
  double real(std::string_view attribute) const;  // the float32's exact value
  double real(std::string_view attribute, double otherwise) const;
  const std::string& text(std::string_view attribute) const;
  // The value that belongs to the attribute's text, which must be one of the listed words:
  //   call.choice<Mode>("mode", {{"linear", Mode::linear}, {"circular", Mode::circular}})
  // Throws InvalidInput, listing the words, for any other text.
  template <class T>
  T choice(std::string_view attribute,
           std::initializer_list<std::pair<std::string_view, T>> meanings) const {
    return (meanings.begin() + choice_index(attribute, words_of(meanings)))->second;
  }
  std::string text(std::string_view attribute, std::string_view otherwise) const;
  std::vector<int64_t> ints(std::string_view attribute) const;  // empty when absent
  std::vector<double> reals(std::string_view attribute) const;  // empty when absent
  std::vector<std::string> texts(std::string_view attribute) const;
  const Tensor& tensor_attribute(std::string_view attribute) const;
  const Attribute& attribute(std::string_view attribute) const;
  Subgraph subgraph(std::string_view attribute) const;

  // True when the node names this output.
  bool wants(std::string_view output) const;
  size_t output_count() const { return node_.outputs.size(); }
  size_t input_count() const { return inputs_.size(); }
  const Values& inputs() const { return inputs_; }  // by position

  const Schema& schema() const { return schema_; }
  const Node& node() const { return node_; }
  // The graph that contains the node; and any other graph, prepared for evaluation there. For
  // operators that work on graphs (Gradient).
  const Graph& graph() const { return graph_; }
  Subgraph evaluable(const Graph& graph) const;
  int since_version() const { return schema_.since_version; }
  int64_t opset() const { return node_.opset; }
  // True when the evaluation follows a release of ONNX in which this difference was in force.
  bool as_released(std::string_view difference) const;
  const Differences& differences() const { return differences_; }

 private:
  template <class T>
  static std::vector<std::string_view> words_of(
      std::initializer_list<std::pair<std::string_view, T>> meanings) {
    std::vector<std::string_view> words;
    for (const auto& [word, meaning] : meanings) words.push_back(word);
    return words;
  }
  size_t choice_index(std::string_view attribute, const std::vector<std::string_view>& words) const;

  size_t input_index(std::string_view input) const;
  const Attribute* find(std::string_view attribute) const;

  const Schema& schema_;
  const Node& node_;
  const Graph& graph_;
  const Attributes& attributes_;
  const Values& inputs_;
  Subgraph::Run run_;
  const Differences& differences_;
};

using Implementation = Values (*)(const Call&);
struct Rooms;  // engine/operators/rooms.h

// The since-versions that one function implements.
struct Versions {
  Implementation run;
  std::initializer_list<int> since;
};

// A static Operator adds its versions to the table:
//   const Operator op("Abs", abs, {1, 6, 13});
//   const Operator op("Add", {{add_1, {1, 6}}, {add_7, {7, 13, 14}}});
class Operator {
 public:
  // `file` and `line` are the place where the object is defined.
  Operator(std::string_view name, Implementation run, std::initializer_list<int> since,
           std::string_view domain = "", const char* file = __builtin_FILE(),
           int line = __builtin_LINE());
  Operator(std::string_view name, std::initializer_list<Versions> versions,
           std::string_view domain = "", const char* file = __builtin_FILE(),
           int line = __builtin_LINE());
};

// One row of the table.
struct Registration {
  std::string domain;
  std::string name;
  int since_version;
  Implementation run;
  std::string source;  // "ops/ai.onnx/math/add.cc:31"
  const Rooms* rooms;  // its entries in the folders beside the formula
};

// The row of exactly this version; nullptr when it is not implemented.
const Registration* find_implementation(std::string_view domain, std::string_view name,
                                        int since_version);
// By domain, name and version; then the operators that a program has added (added.h).
const std::deque<Registration>& all_implementations();

}  // namespace etalon
