#include "conformance/equivalent/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/campaign/simpler.h"
#include "conformance/check/value_text.h"
#include "conformance/judge/elements.h"
#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

class Shrinking {
 public:
  Shrinking(const Model& model, Bindings inputs, const std::function<bool(const Bindings&)>& shows,
            size_t most)
      : model_(model), best_(std::move(inputs)), shows_(shows), left_(most) {}

  Bindings small() {
    for (const std::string& symbol : symbols()) shorten(symbol);
    // Whole inputs first, so that none uses up what may be tried.
    for (const auto& [name, value] : Bindings(best_)) {
      const auto zero = value.is_tensor() ? simple_number(value.tensor().dtype(), 0) : std::nullopt;
      if (zero) take_with(name, with_elements(value.tensor(), 0, value.tensor().size(), *zero));
    }
    for (const auto& [name, value] : Bindings(best_)) {
      if (!value.is_tensor()) continue;
      Tensor input = value.tensor();
      const auto take = [&, of = name](const Tensor& simpler) { return take_with(of, simpler); };
      simplify_elements(input, 0, input.size(), take);
    }
    return best_;
  }

 private:
  // Takes the candidate if it shows the difference, too.
  bool take(Bindings candidate) {
    if (left_ == 0) return false;
    --left_;
    if (!shows_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  std::set<std::string> symbols() const {
    std::set<std::string> symbols;
    for (const ValueInfo& input : model_.graph.inputs) {
      if (!input.type.shape) continue;
      for (const Dim& dim : *input.type.shape) {
        if (const auto* symbol = std::get_if<std::string>(&dim)) symbols.insert(*symbol);
      }
    }
    return symbols;
  }

  // All inputs with this dimension, cut to one index of it: the first, or the last.
  void shorten(const std::string& symbol) {
    for (const bool last : {false, true}) {
      Bindings candidate = best_;
      bool changes = false;
      for (const ValueInfo& input : model_.graph.inputs) {
        const auto value = candidate.find(input.name);
        if (value == candidate.end() || !value->second.is_tensor() || !input.type.shape) continue;
        for (size_t axis = 0; axis < input.type.shape->size(); ++axis) {
          const auto* name = std::get_if<std::string>(&(*input.type.shape)[axis]);
          const Tensor tensor = value->second.tensor();
          if (name == nullptr || *name != symbol || tensor.dim(axis) < 2) continue;
          const size_t kept = last ? tensor.dim(axis) - 1 : 0;
          value->second = slice(tensor, axis, kept, kept + 1);
          changes = true;
        }
      }
      if (changes && take(std::move(candidate))) return;
    }
  }

  // Nothing where no more may be tried.
  std::optional<bool> take_with(const std::string& name, const Tensor& value) {
    if (left_ == 0) return std::nullopt;
    Bindings candidate = best_;
    candidate[name] = value;
    return take(std::move(candidate));
  }

  const Model& model_;
  Bindings best_;
  const std::function<bool(const Bindings&)>& shows_;
  size_t left_;
};

// Without the line breaks of nested brackets.
std::string in_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c != '\n' && !(c == ' ' && !line.empty() && line.back() == ' ')) line += c;
  }
  return line;
}

std::string tensor_text(const Tensor& tensor) {
  constexpr size_t most_printed = 32, most_listed = 8;
  if (tensor.size() <= most_printed) return in_one_line(value_text(tensor));
  std::vector<std::string> others;
  const ElementPrinter print = element_printer(tensor);
  size_t count = 0;
  for (size_t i = 0; i < tensor.size(); ++i) {
    if (complexity(tensor, i) == 0) continue;
    if (++count <= most_listed) {
      others.push_back(fmt::format("{}: {}", place_text(i, tensor.shape()), print(i)));
    }
  }
  if (count == 0) return "zeros of " + etalon::to_string(tensor.shape());
  if (count > most_listed) return fmt::format("{} of {}", range_text(tensor), type_text(tensor));
  return fmt::format("zeros of {} but for {}", etalon::to_string(tensor.shape()),
                     fmt::join(others, ", "));
}

}  // namespace

Bindings small_witness(const Model& model, Bindings inputs,
                       const std::function<bool(const Bindings&)>& shows, size_t most) {
  return Shrinking(model, std::move(inputs), shows, most).small();
}

std::string witness_text(const Bindings& inputs) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : inputs) {
    texts.push_back(printable(name) + " = " +
                    (value.is_tensor() ? tensor_text(value.tensor()) : type_text(value)));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace etalon::equivalent
