#include "conformance/equivalent/interfaces.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

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
Names matched(const std::vector<ValueInfo>& before, const std::vector<ValueInfo>& after,
              std::string_view what, std::vector<std::string>& remarks) {
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
      remarks.push_back(fmt::format("{} {} of BEFORE is {} of AFTER, by its position", what,
                                    in_quotes(info.name), in_quotes(names.back().second)));
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

class Comparison {
 public:
  Comparison(const Model& before, const Model& after) : before_(before), after_(after) {}

  Interfaces result() {
    const std::vector<ValueInfo> given = required(before_), taken = required(after_);
    result_.inputs = matched(given, taken, "input", result_.remarks);
    result_.outputs =
        matched(before_.graph.outputs, after_.graph.outputs, "output", result_.remarks);
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
      result_.remarks.push_back(fmt::format("AFTER has no input {}", in_quotes(input.name)));
    }
    const ByName before_inputs(given), after_inputs(taken);
    for (const auto& [a, b] : result_.inputs) {
      compare_types(*before_inputs.find(a), *after_inputs.find(b));
    }
    const std::string before = opsets_text(before_, after_), after = opsets_text(after_, before_);
    if (before != after) {
      result_.remarks.push_back(
          fmt::format("the opset is {} in BEFORE, {} in AFTER", before, after));
    }
    return std::move(result_);
  }

 private:
  void compare_types(const ValueInfo& a, const ValueInfo& b) {
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
      const auto* symbol = std::get_if<std::string>(&(*a.type.shape)[i]);
      const auto* number = std::get_if<int64_t>(&(*b.type.shape)[i]);
      if (symbol == nullptr || number == nullptr || symbol->empty() || *symbol == "?") continue;
      if (!result_.dimensions.emplace(*symbol, *number).second) continue;
      result_.remarks.push_back(
          fmt::format("AFTER takes {} = {} alone", printable(*symbol), *number));
    }
  }

  const Model &before_, &after_;
  Interfaces result_;
};

}  // namespace

Interfaces interfaces(const Model& before, const Model& after) {
  return Comparison(before, after).result();
}

Bindings renamed(const Interfaces& interfaces, const Bindings& inputs) {
  Bindings result;
  for (const auto& [a, b] : interfaces.inputs) {
    if (const auto value = inputs.find(a); value != inputs.end()) result[b] = value->second;
  }
  return result;
}

}  // namespace etalon::equivalent
