#include "conformance/explain/schema_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "conformance/check/value_text.h"
#include "conformance/common/text_lines.h"

namespace etalon {

namespace {

using Option = FormalParameter::Option;

std::string option_text(const FormalParameter& formal) {
  if (formal.option == Option::optional) return "optional";
  if (formal.option == Option::single) return "";
  return fmt::format("variadic{}{}", formal.homogeneous ? "" : ", of any types",
                     formal.min_arity > 1 ? fmt::format(", at least {}", formal.min_arity) : "");
}

// "X: T", "B: T (optional)".
std::string formal_text(const FormalParameter& formal) {
  const std::string option = option_text(formal);
  return fmt::format("{}: {}{}", formal.name, formal.type,
                     option.empty() ? "" : " (" + option + ")");
}

std::string attribute_line(const FormalAttribute& formal) {
  std::string text = formal.numbered ? fmt::format("{0}0, {0}1, …", formal.name) : formal.name;
  text += fmt::format(": {}", name(formal.type));
  if (formal.default_value) {
    text += " = " + attribute_text(*formal.default_value);
  } else {
    text += formal.required ? " (required)" : " (optional)";
  }
  if (!formal.supported.empty()) {
    text += fmt::format(", only {}", fmt::join(formal.supported, " or "));
  }
  return formal.meaning.empty() ? text : text + "; " + formal.meaning;
}

struct AttributeValueText {
  std::string operator()(std::monostate) const { return "?"; }
  std::string operator()(float value) const { return fmt::format("{}", value); }
  std::string operator()(int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return "\"" + value + "\""; }
  std::string operator()(const Tensor& value) const { return value_text(value); }
  std::string operator()(const Type& value) const { return to_string(value); }
  std::string operator()(const SparseTensor& value) const { return value_text(value); }
  std::string operator()(const std::shared_ptr<const Graph>&) const { return "graph"; }
  template <class T>
  std::string operator()(const std::vector<T>& values) const {
    std::string text;
    for (const T& value : values) text += (text.empty() ? "" : ", ") + (*this)(value);
    return "[" + text + "]";
  }
};

std::string section(const std::string& title, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = fmt::format("  {}\n", title);
  for (const std::string& line : lines) text += fmt::format("    {}\n", line);
  return text;
}

using Texts = std::map<std::string, std::string>;

// In lines of at most so many characters.
std::vector<std::string> wrapped(const std::string& text) {
  constexpr size_t width = 96;
  std::vector<std::string> lines;
  for (const std::string& paragraph : text_lines(text)) {
    std::istringstream words(paragraph);
    std::string line;
    for (std::string word; words >> word;) {
      if (!line.empty() && line.size() + word.size() >= width) {
        lines.push_back(line);
        line.clear();
      }
      line += (line.empty() ? "" : " ") + word;
    }
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

// What is said of it.
void add_text(const Texts& texts, const std::string& name, std::vector<std::string>& lines) {
  const auto found = texts.find(name);
  if (found == texts.end()) return;
  for (const std::string& line : wrapped(found->second)) lines.push_back("  " + line);
}

std::vector<std::string> formal_lines(const std::vector<FormalParameter>& formals,
                                      const Texts& texts) {
  std::vector<std::string> lines;
  for (const FormalParameter& formal : formals) {
    lines.push_back(formal_text(formal));
    add_text(texts, formal.name, lines);
  }
  return lines;
}

// Changes of inputs or outputs, position by position.
void add_formal_changes(const std::string& what, const std::vector<FormalParameter>& older,
                        const std::vector<FormalParameter>& newer,
                        std::vector<std::string>& lines) {
  for (size_t i = 0; i < std::max(older.size(), newer.size()); ++i) {
    if (i >= older.size()) {
      lines.push_back(fmt::format("new {} {}", what, formal_text(newer[i])));
    } else if (i >= newer.size()) {
      lines.push_back(fmt::format("{} {} is removed", what, older[i].name));
    } else if (formal_text(older[i]) != formal_text(newer[i])) {
      lines.push_back(
          fmt::format("{} {} is now {}", what, formal_text(older[i]), formal_text(newer[i])));
    }
  }
}

void add_attribute_changes(const Schema& older, const Schema& newer,
                           std::vector<std::string>& lines) {
  for (const FormalAttribute& formal : newer.attributes) {
    const FormalAttribute* before = older.attribute(formal.name);
    if (before == nullptr) {
      lines.push_back("new attribute " + attribute_line(formal));
    } else if (attribute_line(*before) != attribute_line(formal)) {
      lines.push_back(
          fmt::format("attribute {} is now {}", attribute_line(*before), attribute_line(formal)));
    }
  }
  for (const FormalAttribute& formal : older.attributes) {
    if (newer.attribute(formal.name) == nullptr) {
      lines.push_back(fmt::format("attribute {} is removed", formal.name));
    }
  }
}

std::vector<std::string> only_in(const std::vector<std::string>& these,
                                 const std::vector<std::string>& those) {
  std::vector<std::string> only;
  for (const std::string& type : these) {
    if (std::find(those.begin(), those.end(), type) == those.end()) only.push_back(type);
  }
  return only;
}

void add_type_changes(const Schema& older, const Schema& newer, std::vector<std::string>& lines) {
  for (const TypeConstraint& constraint : newer.types) {
    const TypeConstraint* before = older.constraint(constraint.variable);
    if (before == nullptr) {
      lines.push_back(
          fmt::format("new {}: {}", constraint.variable, fmt::join(constraint.types, ", ")));
      continue;
    }
    const auto added = only_in(constraint.types, before->types);
    const auto removed = only_in(before->types, constraint.types);
    if (!added.empty()) {
      lines.push_back(
          fmt::format("{} also allows {}", constraint.variable, fmt::join(added, ", ")));
    }
    if (!removed.empty()) {
      lines.push_back(
          fmt::format("{} no longer allows {}", constraint.variable, fmt::join(removed, ", ")));
    }
  }
  for (const TypeConstraint& constraint : older.types) {
    if (newer.constraint(constraint.variable) == nullptr) {
      lines.push_back(fmt::format("{} is removed", constraint.variable));
    }
  }
}

}  // namespace

bool has_formal(const Schema& schema, const std::string& name) {
  const auto same = [&](const FormalParameter& formal) { return formal.name == name; };
  return schema.attribute(name) != nullptr ||
         std::any_of(schema.inputs.begin(), schema.inputs.end(), same) ||
         std::any_of(schema.outputs.begin(), schema.outputs.end(), same);
}

std::string domain_text(const std::string& domain) { return domain.empty() ? "ai.onnx" : domain; }

std::string attribute_text(const Attribute& attribute) {
  return std::visit(AttributeValueText(), attribute.value);
}

std::string summary_text(const OperatorTexts& texts) {
  return section("what the specification says", wrapped(texts.summary));
}

std::string schema_text(const Schema& schema, const OperatorTexts& texts) {
  std::vector<std::string> attributes;
  for (const FormalAttribute& formal : schema.attributes) {
    attributes.push_back(attribute_line(formal));
    add_text(texts.attributes, formal.name, attributes);
  }
  std::vector<std::string> types;
  for (const TypeConstraint& constraint : schema.types) {
    types.push_back(fmt::format("{}: {}", constraint.variable, fmt::join(constraint.types, ", ")));
  }
  std::string text = section("inputs", formal_lines(schema.inputs, texts.inputs)) +
                     section("outputs", formal_lines(schema.outputs, texts.outputs)) +
                     section("attributes", attributes) + section("types", types);
  for (const Schema& form : schema.forms) {
    text += fmt::format("  where attribute {} is given\n", form.given);
    for (const std::string& line : text_lines(schema_text(form))) text += "  " + line + "\n";
  }
  return text;
}

std::vector<std::string> changes(const Schema& older, const Schema& newer) {
  std::vector<std::string> lines;
  if (newer.deprecated && !older.deprecated) lines.emplace_back("deprecated");
  add_formal_changes("input", older.inputs, newer.inputs, lines);
  add_formal_changes("output", older.outputs, newer.outputs, lines);
  add_attribute_changes(older, newer, lines);
  add_type_changes(older, newer, lines);
  return lines;
}

}  // namespace etalon
