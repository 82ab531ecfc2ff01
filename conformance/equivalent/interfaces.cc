#include "conformance/equivalent/interfaces.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "conformance/common/usage_error.h"
#include "conformance/equivalent/digests.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

// What has to be given.
std::vector<ValueInfo> required(const Model& model) {
  std::vector<ValueInfo> inputs;
  for (const ValueInfo& input : model.graph.inputs) {
    if (!model.graph.initializers.contains(input.name)) inputs.push_back(input);
  }
  return inputs;
}

// The first of each name.
class ByName {
 public:
  explicit ByName(const std::vector<ValueInfo>& infos) {
    for (const ValueInfo& info : infos) infos_.emplace(info.name, &info);
  }
  const ValueInfo* find(const std::string& name) const {
    const auto found = infos_.find(name);
    return found == infos_.end() ? nullptr : found->second;
  }

 private:
  std::unordered_map<std::string_view, const ValueInfo*> infos_;
};

// Those of equal names, in the order of BEFORE; then the others by position.
Names matched(const std::vector<ValueInfo>& before, const std::vector<ValueInfo>& after) {
  Names names;
  std::vector<const ValueInfo*> others;
  const ByName before_by_name(before), after_by_name(after);
  for (const ValueInfo& info : after) {
    if (before_by_name.find(info.name) == nullptr) others.push_back(&info);
  }
  size_t next = 0;
  for (const ValueInfo& info : before) {
    check_deadline();
    if (after_by_name.find(info.name) != nullptr) {
      names.emplace_back(info.name, info.name);
    } else if (next < others.size()) {
      names.emplace_back(info.name, others[next++]->name);
    }
  }
  return names;
}

// Of the domains that the other model has, too.
std::string opsets_text(const Model& model, const Model& other) {
  std::vector<std::string> texts;
  for (const auto& [domain, version] : model.opsets) {
    if (!other.opsets.contains(domain)) continue;
    texts.push_back(domain.empty() ? std::to_string(version)
                                   : fmt::format("{} {}", printable(domain), version));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string words_of(const Dim& dim) {
  const auto* number = std::get_if<int64_t>(&dim);
  if (number != nullptr) return std::to_string(*number);
  const auto* symbol = std::get_if<std::string>(&dim);
  return symbol == nullptr || symbol->empty() ? "?" : printable(*symbol);
}

bool is_named(const Dim& dim) {
  const auto* symbol = std::get_if<std::string>(&dim);
  return symbol != nullptr && !symbol->empty() && *symbol != "?";
}

class Comparison {
 public:
  Comparison(const Model& before, const Model& after, InterfaceRule rule)
      : before_(before), after_(after), rule_(rule) {}

  Interfaces result() {
    const std::vector<ValueInfo> given = required(before_), taken = required(after_);
    result_.inputs = matched(given, taken);
    result_.outputs = matched(before_.graph.outputs, after_.graph.outputs);
    compare_counts(given, taken);
    compare_names(result_.inputs, taken, "input");
    compare_names(result_.outputs, after_.graph.outputs, "output");
    compare_defaults();
    const ByName before_inputs(given), after_inputs(taken);
    for (const auto& [a, b] : result_.inputs) {
      compare_input(*before_inputs.find(a), *after_inputs.find(b));
    }
    const ByName before_outputs(before_.graph.outputs), after_outputs(after_.graph.outputs);
    for (const auto& [a, b] : result_.outputs) {
      compare_output(*before_outputs.find(a), *after_outputs.find(b));
    }
    const std::string before = opsets_text(before_, after_), after = opsets_text(after_, before_);
    if (before != after) {
      result_.remarks.push_back(
          fmt::format("the opset is {} in BEFORE, {} in AFTER", before, after));
    }
    return std::move(result_);
  }

 private:
  void say(bool accepted, std::string what) {
    result_.differences.push_back({std::move(what), accepted ? Grade::same : Grade::wrong});
  }

  void compare_counts(const std::vector<ValueInfo>& given, const std::vector<ValueInfo>& taken) {
    if (before_.graph.outputs.size() != after_.graph.outputs.size()) {
      result_.problem = fmt::format("BEFORE has {} outputs, AFTER {}", before_.graph.outputs.size(),
                                    after_.graph.outputs.size());
    }
    if (taken.size() > result_.inputs.size()) {
      result_.problem = fmt::format("AFTER has {} inputs, BEFORE {}", taken.size(), given.size());
    }
    std::unordered_set<std::string_view> used;
    for (const auto& [a, b] : result_.inputs) used.insert(a);
    for (const ValueInfo& input : given) {
      if (used.contains(input.name)) continue;
      say(rule_ == InterfaceRule::shape,
          fmt::format("AFTER has no input {}", in_quotes(input.name)));
    }
  }

  // Those of AFTER in its order.
  void compare_names(const Names& names, const std::vector<ValueInfo>& after,
                     std::string_view what) {
    std::unordered_map<std::string_view, size_t> places;
    for (size_t i = 0; i < after.size(); ++i) places.emplace(after[i].name, i);
    size_t last = 0;
    bool ordered = true;
    for (const auto& [a, b] : names) {
      check_deadline();
      const size_t place = places.at(b);
      ordered = ordered && place >= last;
      last = place;
      if (a == b) continue;
      say(rule_ == InterfaceRule::shape,
          fmt::format("{} {} of BEFORE is {} of AFTER, by its position", what, in_quotes(a),
                      in_quotes(b)));
    }
    if (!ordered) {
      say(rule_ != InterfaceRule::strict, fmt::format("the {}s of AFTER have another order", what));
    }
  }

  // Before IR version 4 each initializer is an input, which nobody gives.
  void compare_defaults() {
    constexpr int least_ir = 4;
    if (before_.ir_version < least_ir) return;
    const ByName after_inputs(after_.graph.inputs);
    for (const ValueInfo& input : before_.graph.inputs) {
      const auto value = before_.graph.initializers.find(input.name);
      if (value == before_.graph.initializers.end()) continue;
      const std::string name = in_quotes(input.name);
      const auto other = after_.graph.initializers.find(input.name);
      if (after_inputs.find(input.name) == nullptr) {
        say(rule_ == InterfaceRule::shape,
            fmt::format("AFTER has no input {}, which has a default in BEFORE", name));
      } else if (other != after_.graph.initializers.end() &&
                 digest_of(value->second) != digest_of(other->second)) {
        say(false, fmt::format("input {} has another default in AFTER", name));
      }
    }
  }

  void compare_input(const ValueInfo& a, const ValueInfo& b) {
    if (!compatible(a.type, b.type)) {
      result_.problem = fmt::format("input {} is a {} in BEFORE, a {} in AFTER", in_quotes(a.name),
                                    to_string(a.type), to_string(b.type));
    }
    if (!a.type.shape || !b.type.shape) return;
    if (a.type.shape->size() != b.type.shape->size()) {
      result_.problem = fmt::format("input {} has rank {} in BEFORE, {} in AFTER",
                                    in_quotes(a.name), a.type.shape->size(), b.type.shape->size());
      return;
    }
    for (size_t i = 0; i < a.type.shape->size(); ++i) {
      compare_length(a.name, i, (*a.type.shape)[i], (*b.type.shape)[i]);
    }
  }

  // AFTER has to take what BEFORE takes.
  void compare_length(const std::string& input, size_t axis, const Dim& a, const Dim& b) {
    const std::string place = fmt::format("axis {} of input {}", axis, in_quotes(input));
    const auto *x = std::get_if<int64_t>(&a), *y = std::get_if<int64_t>(&b);
    if (y != nullptr) {
      if (x != nullptr && *x == *y) return;
      if (is_named(a) && !result_.dimensions.emplace(std::get<std::string>(a), *y).second) return;
      say(false, fmt::format("{} has to be {} in AFTER, {} in BEFORE", place, *y,
                             x != nullptr ? words_of(a) : "any " + words_of(a)));
    } else if (is_named(b)) {
      const auto [tied, is_new] = ties_.emplace(std::get<std::string>(b), std::pair(a, place));
      const auto& [other, first] = tied->second;
      if (is_new || (other == a && (x != nullptr || is_named(a)))) return;
      say(false,
          fmt::format("{} has to be as long as {} in AFTER ({})", place, first, words_of(b)));
    } else if (x != nullptr) {
      say(true, fmt::format("{} may be any in AFTER, {} in BEFORE", place, *x));
    }
  }

  // What AFTER declares of an output must not contradict what BEFORE does.
  void compare_output(const ValueInfo& a, const ValueInfo& b) {
    const std::string name = in_quotes(a.name);
    if (!compatible(a.type, b.type)) {
      say(false, fmt::format("output {} is a {} in BEFORE, a {} in AFTER", name, to_string(a.type),
                             to_string(b.type)));
    }
    if (!a.type.shape || !b.type.shape) return;
    if (a.type.shape->size() != b.type.shape->size()) {
      return say(false, fmt::format("output {} has rank {} in BEFORE, {} in AFTER", name,
                                    a.type.shape->size(), b.type.shape->size()));
    }
    for (size_t i = 0; i < a.type.shape->size(); ++i) {
      const Dim &one = (*a.type.shape)[i], &other = (*b.type.shape)[i];
      const bool numbers = one.index() == other.index() && std::holds_alternative<int64_t>(one);
      if (!numbers || one == other) continue;
      say(false, fmt::format("axis {} of output {} is {} long in BEFORE, {} in AFTER", i, name,
                             words_of(one), words_of(other)));
    }
  }

  const Model &before_, &after_;
  const InterfaceRule rule_;
  Interfaces result_;
  // AFTER's symbols, with BEFORE's dimension where each is first, and that place.
  std::map<std::string, std::pair<Dim, std::string>> ties_;
};

}  // namespace

InterfaceRule interface_rule(const std::string& name) {
  if (name == "strict") return InterfaceRule::strict;
  if (name == "named") return InterfaceRule::named;
  if (name == "shape") return InterfaceRule::shape;
  throw UsageError("--interface has to be strict, named or shape");
}

Interfaces interfaces(const Model& before, const Model& after, InterfaceRule rule) {
  return Comparison(before, after, rule).result();
}

Bindings renamed(const Interfaces& interfaces, const Bindings& inputs) {
  Bindings result;
  for (const auto& [a, b] : interfaces.inputs) {
    if (const auto value = inputs.find(a); value != inputs.end()) result[b] = value->second;
  }
  return result;
}

}  // namespace etalon::equivalent
