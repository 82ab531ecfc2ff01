#include "conformance/explain/requirements.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/explain/facts.h"
#include "conformance/explain/open_text.h"
#include "conformance/explain/refusals_stated.h"
#include "conformance/explain/schema_text.h"
#include "conformance/explain/tested_by.h"
#include "engine/values/errors.h"

namespace etalon::explain {

namespace {

using Tests = std::function<bool(const OwnCall&)>;

bool gives_outputs(const OwnCall& call) { return call.error.empty(); }

// The names in `backticks`.
std::set<std::string> names_in(const std::string& sentence) {
  static const RE2 name("`([A-Za-z_]\\w*)`");
  return matches_in(sentence, name);
}

// The sentences of a formula's lines: a line that is indented belongs to what announces it, and is
// a sentence of its own otherwise.
std::vector<std::string> sentences(const std::vector<std::string>& lines) {
  std::vector<std::string> found;
  std::string open;
  const auto finish = [&] {
    static const RE2 sentence(R"((.*?\.) ([A-Z`].*))");
    for (std::string first, rest; RE2::FullMatch(open, sentence, &first, &rest); open = rest) {
      found.push_back(first);
    }
    if (!open.empty()) found.push_back(open);
    open.clear();
  };
  bool block = false;
  for (const std::string& line : lines) {
    const size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos) {
      if (!open.ends_with(':') && !open.ends_with(',')) finish();
      continue;
    }
    const bool indented = start > 0;
    const bool announced = open.ends_with(':') || open.ends_with(',');
    if (indented != block && !announced) finish();
    if (indented && block && start == 2) finish();
    block = indented && !announced;
    open += (open.empty() ? "" : " ") + line.substr(start);
  }
  finish();
  return found;
}

// "as 7" with what the header says of 7.
std::string with_references(std::string text, const Header& header) {
  static const RE2 reference(R"(\bas (\d+)\b)");
  int version = 0;
  if (!RE2::PartialMatch(text, reference, &version)) return text;
  const std::string said = meaning(header, version);
  return said.empty() ? text : fmt::format("{} ({}: {})", text, version, said);
}

nlohmann::json document(const std::string& name) {
  const std::filesystem::path file = data_folder() / "requirements" / (name + ".json");
  return std::filesystem::exists(file) ? read_json(file) : nlohmann::json::object();
}

// The lasting name of a check, whatever its message is; the message where it has none yet.
const std::string& check_named(const std::string& message) {
  static const std::map<std::string, std::string> names = [] {
    std::map<std::string, std::string> found;
    const nlohmann::json listed = document("checks");
    for (const auto& [name, said] : listed.items()) found.emplace(said, name);
    return found;
  }();
  const auto name = names.find(message);
  return name == names.end() ? message : name->second;
}

class Statements {
 public:
  explicit Statements(const Schema& schema)
      : schema_(schema), facts_(facts_of(schema)), calls_(own_calls(schema)) {}

  std::vector<Requirement> all() {
    if (schema_.deprecated) {
      add("change", "deprecated",
          fmt::format("{} is withdrawn: a model that has it is refused.", schema_.label()),
          "schemas", Of::version, [](const OwnCall& call) {
            return call.refusal.find("was withdrawn in opset") != std::string::npos;
          });
      number();
      return std::move(found_);
    }
    add_formula();
    add_changes();
    add_types();
    for (const FormalAttribute& formal : schema_.attributes) {
      if (!formal.numbered) add_attribute(formal);
    }
    add_parameters();
    add_refusals();
    for (const OpenPoint* point : facts_.points) add_point(*point);
    number();
    return std::move(found_);
  }

 private:
  // Tests of other versions count where these have the same code, and the statement is no matter
  // of the version alone.
  enum class Of { version, code };

  void add(const std::string& kind, const std::string& subject, const std::string& text,
           const std::string& where, Of of, const Tests& tests) {
    Requirement statement;
    statement.kind = kind;
    statement.key = kind + " " + subject;
    statement.text = text;
    statement.where = where;
    for (const OwnCall& call : calls_) {
      if (call.row == nullptr || !tests(call)) continue;
      if (call.schema == &schema_) {
        statement.cases.push_back(call.name);
      } else if (of == Of::code && call.row->run == facts_.row->run) {
        statement.same_code.push_back(call.name);
      }
    }
    found_.push_back(std::move(statement));
  }

  std::string header_place() const {
    return facts_.sources.empty() ? "" : facts_.sources.front().path + ":1";
  }

  void add_formula() {
    std::vector<std::string> lines = sentences(facts_.header.formula);
    const std::vector<std::string> notes = sentences(facts_.header.notes);
    lines.insert(lines.end(), notes.begin(), notes.end());
    for (const std::string& line : lines) {
      std::vector<std::string> attributes;
      bool of_others = false;
      for (const std::string& name : names_in(line)) {
        if (schema_.attribute(name) != nullptr) attributes.push_back(name);
        of_others = of_others || (!has_formal(schema_, name) && is_of_another_version(name));
      }
      if (of_others) continue;
      add("formula", line, line, header_place(), Of::code, [&](const OwnCall& call) {
        const auto given = [&](const std::string& name) { return call.gives(name); };
        return gives_outputs(call) &&
               (attributes.empty() || std::any_of(attributes.begin(), attributes.end(), given));
      });
    }
    const std::string said = meaning(facts_.header, schema_.since_version);
    if (said.empty()) return;
    add("version", said,
        fmt::format("In version {}: {}.", schema_.since_version,
                    with_references(said, facts_.header)),
        header_place(), Of::version, gives_outputs);
  }

  bool is_of_another_version(const std::string& name) const {
    const auto has = [&](const Schema& other) {
      return other.domain == schema_.domain && other.name == schema_.name &&
             has_formal(other, name);
    };
    return std::any_of(all_schemas().begin(), all_schemas().end(), has);
  }

  void add_changes() {
    if (facts_.before == nullptr) return;
    for (const std::string& line : changes(*facts_.before, schema_)) {
      add("change", line, fmt::format("Unlike {}: {}.", facts_.before->label(), line), "schemas",
          Of::version, tests_of_change(line));
    }
  }

  // What a line of changes() is tested by: the new type, the new or changed attribute or input;
  // where nothing is new, every case.
  Tests tests_of_change(const std::string& line) const {
    static const RE2 allows(R"((\w+) also allows (.*))");
    static const RE2 attribute(R"((?:new attribute|attribute) (\w+)\b.*)");
    static const RE2 removed(R"(.* is removed|deprecated|.* no longer allows .*)");
    std::string name, types;
    if (RE2::FullMatch(line, allows, &name, &types)) {
      return [name, types](const OwnCall& call) {
        if (!gives_outputs(call)) return false;
        const std::vector<std::string> its = call.types_of(name);
        return std::any_of(its.begin(), its.end(), [&](const std::string& type) {
          return (", " + types + ",").find(", " + type + ",") != std::string::npos;
        });
      };
    }
    if (RE2::FullMatch(line, removed)) return gives_outputs;
    if (RE2::FullMatch(line, attribute, &name)) {
      const bool is_new = line.starts_with("new");
      return [name, is_new](const OwnCall& call) {
        return gives_outputs(call) && (!is_new || call.gives(name));
      };
    }
    return gives_outputs;
  }

  void add_types() {
    for (const TypeConstraint& constraint : schema_.types) {
      std::set<std::string> tested;
      add("types", constraint.variable,
          fmt::format("{} is one of {}.", constraint.variable, fmt::join(constraint.types, ", ")),
          "schemas", Of::version, [&](const OwnCall& call) {
            if (!gives_outputs(call)) return false;
            const std::vector<std::string> its = call.types_of(constraint.variable);
            if (call.schema == &schema_) tested.insert(its.begin(), its.end());
            return !its.empty();
          });
      found_.back().types_tested.assign(tested.begin(), tested.end());
    }
  }

  void add_attribute(const FormalAttribute& formal) {
    const std::string& attribute = formal.name;
    const auto given = [&](const OwnCall& call) {
      return gives_outputs(call) && call.gives(attribute);
    };
    add("attribute", attribute,
        fmt::format("Attribute `{}`, of type {}, {}.", attribute, name(formal.type),
                    formal.required ? "must be given" : "may be given"),
        "schemas", Of::code, given);
    if (!formal.required) add_default(formal);
    for (const std::string& word : facts_.attributes.at(attribute).words) {
      add("value", attribute + " " + word,
          fmt::format("Attribute `{}` may be \"{}\".", attribute, word), code_of(attribute),
          Of::code,
          [&](const OwnCall& call) { return gives_outputs(call) && call.text(attribute) == word; });
    }
    if (facts_.attributes.at(attribute).words.empty()) return;
    add("refusal", "another " + attribute,
        fmt::format("Another `{}` than these is refused.", attribute), code_of(attribute), Of::code,
        [&](const OwnCall& call) {
          return call.refusal.find(attribute + " is ") != std::string::npos &&
                 call.refusal.find("it may be") != std::string::npos;
        });
  }

  void add_default(const FormalAttribute& formal) {
    const auto text_of = [](const FormalAttribute& one) {
      return one.default_value ? attribute_text(*one.default_value) : "";
    };
    const std::string value = text_of(formal);
    const std::string text =
        value.empty()
            ? fmt::format("Attribute `{}` may be left out.", formal.name)
            : fmt::format("Where attribute `{}` is left out, it is {}.", formal.name, value);
    add("attribute", formal.name + " left out", text, "schemas", Of::code,
        [&](const OwnCall& call) {
          const FormalAttribute* there = call.schema->attribute(formal.name);
          return gives_outputs(call) && !call.gives(formal.name) && there != nullptr &&
                 text_of(*there) == value;
        });
  }

  std::string code_of(const std::string& attribute) const {
    const std::vector<CodeLine>& read = facts_.attributes.at(attribute).read;
    return read.empty() ? "" : fmt::format("{}:{}", read.front().path, read.front().line);
  }

  void add_parameters() {
    for (size_t i = 0; i < schema_.inputs.size(); ++i) {
      const FormalParameter& formal = schema_.inputs[i];
      if (formal.option != FormalParameter::Option::optional) continue;
      const auto has_it = [&](const OwnCall& call) {  // at the same position
        const auto& its = call.schema->inputs;
        return gives_outputs(call) && i < its.size() && its[i].name == formal.name;
      };
      add("input", formal.name, fmt::format("Input `{}` may be given.", formal.name), "schemas",
          Of::code, [&](const OwnCall& call) { return has_it(call) && call.has_input(i); });
      add("input", formal.name + " left out",
          fmt::format("Input `{}` may be left out.", formal.name), "schemas", Of::code,
          [&](const OwnCall& call) { return has_it(call) && !call.has_input(i); });
    }
    for (size_t i = 0; i < schema_.outputs.size(); ++i) {
      const FormalParameter& formal = schema_.outputs[i];
      if (formal.option != FormalParameter::Option::optional) continue;
      add("output", formal.name, fmt::format("Output `{}` may be asked for.", formal.name),
          "schemas", Of::code, [&](const OwnCall& call) {
            const auto& its = call.schema->outputs;
            return i < its.size() && its[i].name == formal.name && call.has_output(i);
          });
    }
  }

  void add_refusals() {
    for (const StatedRefusal& refusal : refusals_stated(*facts_.row)) {
      const auto met = [&](const OwnCall& call) {
        return !call.error.empty() && refusal.is_met_by(call.refusal);
      };
      if (refusal.remote && std::none_of(calls_.begin(), calls_.end(), met)) continue;
      if (is_about_words(refusal)) continue;
      const char* what = refusal.kind == "Unspecified" ? "There is no result" : "Refused";
      add("refusal", check_named(refusal.message), fmt::format("{}: {}.", what, refusal.sentence()),
          fmt::format("{}:{}", refusal.path, refusal.line), Of::code, met);
    }
  }

  // "auto_pad is {}; it may be …", which the words of the attribute say already.
  bool is_about_words(const StatedRefusal& refusal) const {
    const auto has_words = [&](const auto& facts) {
      return !facts.second.words.empty() && refusal.message.starts_with(facts.first + " is ");
    };
    return refusal.message.find("it may be ") != std::string::npos &&
           std::any_of(facts_.attributes.begin(), facts_.attributes.end(), has_words);
  }

  void add_point(const OpenPoint& point) {
    add("point", point.id, point_sentence(open_points(), point), "data/open_points, " + point.id,
        Of::code,
        [&](const OwnCall& call) { return concerns(point, *call.schema) && call.meets(point); });
  }

  void number() {
    const std::vector<std::string>& keys = numbered_keys(schema_);
    for (Requirement& statement : found_) {
      const auto place = std::find(keys.begin(), keys.end(), statement.key);
      if (place == keys.end()) continue;
      statement.id = fmt::format("{}.R{}", schema_.label(), place - keys.begin() + 1);
      const auto reason = reasons_without_case().find(statement.id);
      if (reason != reasons_without_case().end()) statement.reason = reason->second;
    }
  }

  const Schema& schema_;
  const Facts facts_;
  const std::vector<OwnCall>& calls_;
  std::vector<Requirement> found_;
};

using KeysByVersion = std::map<std::string, std::vector<std::string>>;

const KeysByVersion& keys_of_domain(const std::string& domain) {
  static std::map<std::string, KeysByVersion> known;
  const auto [found, fresh] = known.try_emplace(domain);
  if (fresh) document(domain_text(domain)).get_to(found->second);
  return found->second;
}

}  // namespace

bool has_requirements(const Schema& schema) {
  const bool of_onnx = schema.domain.empty() || schema.domain.starts_with("ai.onnx");
  return of_onnx &&
         find_implementation(schema.domain, schema.name, schema.since_version) != nullptr;
}

std::vector<Requirement> requirements_of(const Schema& schema) {
  return has_requirements(schema) ? Statements(schema).all() : std::vector<Requirement>{};
}

const std::vector<std::string>& numbered_keys(const Schema& schema) {
  static const std::vector<std::string> none;
  const KeysByVersion& keys = keys_of_domain(schema.domain);
  const auto found = keys.find(schema.label());
  return found == keys.end() ? none : found->second;
}

const std::map<std::string, std::string>& reasons_without_case() {
  static const std::map<std::string, std::string> reasons = [] {
    std::map<std::string, std::string> found;
    const nlohmann::json listed = document("without_case");
    for (const auto& [reason, ids] : listed.items()) {
      for (const std::string id : ids) {
        if (!found.emplace(id, reason).second) {
          throw InvalidInput("without_case.json lists {} twice", id);
        }
      }
    }
    return found;
  }();
  return reasons;
}

}  // namespace etalon::explain
