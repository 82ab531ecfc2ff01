// What a report shows of a case in addition to its judgement: the model's nodes, the types of its
// values and, where outputs differ, the values themselves. All texts are short.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/cases/tolerance.h"
#include "conformance/judge/compare.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

// The most nodes, values and elements of a value that are shown, and the most places of an output.
inline constexpr size_t shown_nodes = 8;
inline constexpr size_t shown_values = 16;
inline constexpr size_t shown_elements = 64;
inline constexpr size_t shown_places = 12;

struct NodeText {
  std::string op;  // "Softmax-13"
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;  // with defaults; values as text
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

struct ValueText {
  std::string name;
  std::string type;            // "tensor(float)"
  std::optional<Shape> shape;  // of tensors
  // The first elements in row-major order; of sequences, the items' texts. Empty unless the value
  // itself is shown.
  std::vector<std::string> elements;
};

// An element that does not match.
struct DifferingPlace {
  std::string where;  // "[2, 0]"
  std::string got;
  std::string expected;
};

struct DifferingOutput {
  ValueText expected;
  ValueText got;
  size_t differing = 0;                // the number of elements that do not match
  std::vector<DifferingPlace> places;  // the worst, those furthest beyond the tolerance first
  // The positions of those among the elements that are shown.
  std::vector<size_t> among_shown;
};

struct CaseDetails {
  std::vector<NodeText> nodes;
  size_t more_nodes = 0;          // nodes of the main graph beyond shown_nodes
  std::vector<ValueText> inputs;  // of the data set that differs, else of the first
  std::vector<ValueText> outputs;
  std::optional<Tolerance> tolerance;
  std::optional<size_t> data_set;  // the data set that differs
  std::vector<DifferingOutput> differences;

  bool empty() const { return nodes.empty() && inputs.empty() && outputs.empty(); }
};

// The nodes of the main graph, at most shown_nodes.
std::vector<NodeText> node_texts(const Model& model);
NodeText node_text(const Node& node);

// The value's type and shape; with `elements`, also its elements.
ValueText value_summary(const std::string& name, const Value& value, bool elements);
// The values of the model's inputs that are given, in the model's order.
std::vector<ValueText> input_texts(const Model& model, const Bindings& inputs, bool elements);

// Two values of an output that do not match.
DifferingOutput difference_text(const std::string& name, const Value& got, const Value& expected,
                                const Tolerance& tolerance);

// Adds the fields "nodes", "more_nodes", "inputs", "outputs", "tolerance", "data_set" and
// "differences" to a case's JSON, those that are known.
void add_details(nlohmann::json& entry, const CaseDetails& details);
// Throws InvalidInput, or an exception of the JSON library, for fields of another form.
CaseDetails details_from_json(const nlohmann::json& entry);

// A small map of the errors in a tensor, which reports draw.
struct ErrorPicture {
  std::string output;
  Shape shape;
  // The tensor as a matrix whose columns are the last axis, reduced to at most picture_rows by
  // picture_columns. Each cell shows the worst of its elements: '0' matches; '1', '2', … exceed the
  // tolerance by a factor below 10^½, 10^1, …, '8' by any greater factor; '9' is a NaN or infinity
  // on one side only. Integers, bools and strings that differ are '4'.
  std::vector<std::string> rows;

  bool empty() const { return rows.empty(); }
};
inline constexpr size_t picture_rows = 24;
inline constexpr size_t picture_columns = 48;

// Empty unless both values are tensors of the same type and shape with at least one element.
ErrorPicture picture_errors(const std::string& output, const Value& actual, const Value& expected,
                            const Tolerance& tolerance);

nlohmann::json to_json(const ErrorPicture& picture);
// Throws InvalidInput unless `json` is a picture.
ErrorPicture picture_from_json(const nlohmann::json& json);

}  // namespace etalon
