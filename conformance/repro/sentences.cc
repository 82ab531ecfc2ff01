#include "conformance/repro/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "conformance/cases/open_points.h"

namespace etalon {

namespace {

constexpr size_t most_sentences = 3;

std::string quoted(const Quotation& text) {
  return fmt::format("“{}” ({})", text.quote, text.place);
}

bool holds(const CaseValues& inputs, bool (*is_it)(const Tensor& tensor)) {
  return std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) {
    return input.second.is_tensor() && is_it(input.second.tensor());
  });
}

template <class Test>
bool any_number(const Tensor& tensor, Test test) {
  if (!is_float(tensor.dtype())) return false;
  const Reals x = tensor.as<double>();
  return std::any_of(x.begin(), x.end(), test);
}

// The questions of the atlas that the inputs raise by what they are.
std::vector<std::string> questions_about(const CaseValues& inputs) {
  std::vector<std::string> questions;
  const auto add = [&](const char* question, bool (*is_it)(const Tensor& tensor)) {
    if (holds(inputs, is_it)) questions.emplace_back(question);
  };
  add("nan", [](const Tensor& t) { return any_number(t, [](double x) { return std::isnan(x); }); });
  add("inf", [](const Tensor& t) { return any_number(t, [](double x) { return std::isinf(x); }); });
  add("empty", [](const Tensor& t) { return t.size() == 0; });
  add("rank0", [](const Tensor& t) { return t.rank() == 0; });
  return questions;
}

// The names of attributes, inputs and outputs that the call has, as places of quotations name them.
std::vector<std::string> places_of(const Node& node) {
  std::vector<std::string> places;
  for (const auto& [name, attribute] : node.attributes) places.push_back("attribute " + name);
  const auto add = [&](const char* kind, const std::vector<std::string>& names,
                       const std::vector<FormalParameter>& formals) {
    for (size_t i = 0; i < names.size(); ++i) {
      const FormalParameter* formal = parameter_at(formals, i);
      if (formal != nullptr && !names[i].empty()) places.push_back(kind + formal->name);
    }
  };
  add("input ", node.inputs, node.schema->inputs);
  add("output ", node.outputs, node.schema->outputs);
  return places;
}

class Sentences {
 public:
  Sentences(const Node& node, const CaseValues& inputs) : node_(node), inputs_(inputs) {}

  std::vector<std::string> found() {
    const OperatorPoints* of = open_points().of(*node_.schema);
    if (of == nullptr) return {};
    add_main_sentence(*of);
    const std::vector<std::string> questions = questions_about(inputs_), places = places_of(node_);
    for (const OpenPoint& point : of->points) {
      if (concerns(point, *node_.schema) && is_among(questions, point.question)) add(point.text);
    }
    for (const OpenPoint& point : of->points) {
      if (!concerns(point, *node_.schema)) continue;
      for (const Quotation& text : point.text) {
        if (is_among(places, text.place)) add(text);
      }
    }
    return sentences_;
  }

 private:
  static bool is_among(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  }
  // What the operator computes: the sentence of the summary that most answers quote.
  void add_main_sentence(const OperatorPoints& of) {
    std::vector<std::pair<const Quotation*, int>> counted;
    for (const OpenPoint& point : of.points) {
      if (!concerns(point, *node_.schema)) continue;
      for (const Quotation& text : point.text) {
        if (text.versions.empty() || text.place != "summary") continue;  // or of all operators
        const auto same = std::find_if(counted.begin(), counted.end(), [&](const auto& each) {
          return each.first->quote == text.quote;
        });
        ++(same == counted.end() ? counted.emplace_back(&text, 0) : *same).second;
      }
    }
    const auto most =
        std::max_element(counted.begin(), counted.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != counted.end()) add(*most->first);
  }
  void add(const std::vector<Quotation>& texts) {
    for (const Quotation& text : texts) add(text);
  }
  void add(const Quotation& text) {
    const auto& versions = text.versions;
    const bool is_its =
        versions.empty() ||
        std::find(versions.begin(), versions.end(), node_.schema->since_version) != versions.end();
    std::string sentence = quoted(text);
    if (is_its && sentences_.size() < most_sentences && !is_among(sentences_, sentence)) {
      sentences_.push_back(std::move(sentence));
    }
  }

  const Node& node_;
  const CaseValues& inputs_;
  std::vector<std::string> sentences_;
};

}  // namespace

std::vector<std::string> sentences_about(const Node& node, const CaseValues& inputs) {
  return node.schema == nullptr ? std::vector<std::string>{} : Sentences(node, inputs).found();
}

std::string text_address(const Node& node) {
  if (node.schema == nullptr) return "";
  const std::string domain = node.domain == "ai.onnx.ml"                 ? "_aionnxml_"
                             : node.domain == "ai.onnx.preview.training" ? "_aionnxpreviewtraining_"
                                                                         : "__";
  if (domain == "__" && !node.domain.empty()) return "";
  return fmt::format("https://onnx.ai/onnx/operators/onnx{}{}.html", domain, node.op_type);
}

}  // namespace etalon
