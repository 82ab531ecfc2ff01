#include "conformance/site/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conformance/explain/schema_text.h"
#include "conformance/reports/page/html.h"

namespace etalon::site {

namespace {

constexpr size_t most_places = 4;

std::string option_name(const FormalParameter& formal) {
  if (formal.option == FormalParameter::Option::optional) return "optional";
  return formal.option == FormalParameter::Option::variadic ? "any number" : "";
}

// "tensor(float16), tensor(float)" → "float16, float".
std::string short_types(const std::vector<std::string>& types) {
  std::string text;
  for (std::string type : types) {
    if (type.starts_with("tensor(")) type = type.substr(7, type.size() - 8);
    text += (text.empty() ? "" : ", ") + type;
  }
  return text;
}

std::string formal_rows(const std::vector<FormalParameter>& formals, const std::string& what) {
  if (formals.empty()) return "";
  MarkupRows rows = {{what, "type", ""}};
  for (const FormalParameter& formal : formals) {
    rows.push_back({element("code", formal.name), element("code", formal.type),
                    html_text(option_name(formal))});
  }
  return table(rows);
}

std::string default_text(const FormalAttribute& formal) {
  if (formal.default_value) return element("code", attribute_text(*formal.default_value));
  return formal.required ? "required" : "none";
}

// What the specification says of the attribute, and where the code reads it.
std::string attribute_notes(const explain::AttributeFacts& found, const std::string& root) {
  std::string text;
  for (const std::string& said : found.said) text += around("q", html_text(said)) + " ";
  for (size_t i = 0; i < std::min(found.read.size(), most_places); ++i) {
    const explain::CodeLine& line = found.read[i];
    text += fmt::format("<a class=\"read\" href=\"{}{}#L{}\" title=\"{}:{}\"><code>{}</code></a> ",
                        root, code_page_file(line.path), line.line, line.path, line.line,
                        html_text(line.text));
  }
  return text;
}

std::string attribute_rows(const explain::Facts& facts, const std::string& root) {
  const Schema& schema = *facts.schema;
  if (schema.attributes.empty()) return "";
  MarkupRows rows = {{"attribute", "type", "default", "may be",
                      "the text, and the code that reads the attribute"}};
  for (const FormalAttribute& formal : schema.attributes) {
    const explain::AttributeFacts& found = facts.attributes.at(formal.name);
    std::string words;
    const auto& listed = found.words.empty() ? formal.supported : found.words;
    for (const std::string& word : listed) words += element("code", word) + " ";
    std::string notes = attribute_notes(found, root);
    if (!formal.meaning.empty()) notes = html_text(formal.meaning) + " " + notes;
    rows.push_back({element("code", formal.name), html_text(name(formal.type)),
                    default_text(formal), words, notes});
  }
  return table(rows, " class=\"attributes\"");
}

std::string type_rows(const Schema& schema) {
  if (schema.types.empty()) return "";
  MarkupRows rows = {{"type", "may be"}};
  for (const TypeConstraint& constraint : schema.types) {
    rows.push_back(
        {element("code", constraint.variable), html_text(short_types(constraint.types))});
  }
  return table(rows);
}

std::string body_markup(const FunctionBody& body) {
  std::string lines;
  for (const std::string& line : body.lines) lines += line + "\n";
  const std::string of = body.of.empty()
                             ? ""
                             : "<p class=\"minor\">It depends on the node; this is for " +
                                   html_text(body.of) + ".</p>";
  return "<h3>The specification's function body</h3>" + of +
         around("pre", lines_markup(lines), " class=\"code\" tabindex=\"0\"");
}

std::string schema_markup(const explain::Facts& facts, const Schema& schema,
                          const std::string& root) {
  std::string text = formal_rows(schema.inputs, "input") + formal_rows(schema.outputs, "output");
  if (&schema == facts.schema) text += attribute_rows(facts, root);
  text += type_rows(schema);
  for (const Schema& form : schema.forms) {
    text += fmt::format("<h3>Where attribute {} is given</h3>\n", element("code", form.given)) +
            schema_markup(facts, form, root);
  }
  return text;
}

std::string status_text(const explain::Facts& facts, const std::string& root) {
  std::string text = facts.schema->deprecated ? "Deprecated since this version. " : "";
  if (facts.row == nullptr) return "<p>" + text + "Not implemented.</p>\n";
  const std::string path = facts.row->source.substr(0, facts.row->source.rfind(':'));
  return fmt::format("<p>{}Implemented in <a href=\"{}{}#L{}\">{}</a>.</p>\n", text, root,
                     code_page_file(path), explain::line_of(facts.row->source),
                     html_text(facts.row->source));
}

// Rows of the comparison: what → version → text.
using Comparison = std::vector<std::pair<std::string, std::vector<std::string>>>;

void put(Comparison& rows, const std::string& what, size_t version, size_t versions,
         const std::string& text) {
  const auto same = [&](const auto& row) { return row.first == what; };
  auto row = std::find_if(rows.begin(), rows.end(), same);
  if (row == rows.end()) {
    row = rows.insert(rows.end(), {what, std::vector<std::string>(versions)});
  }
  row->second[version] = text;
}

void put_formals(Comparison& rows, const std::string& what, size_t version, size_t versions,
                 const std::vector<FormalParameter>& formals) {
  for (const FormalParameter& formal : formals) {
    const std::string option = option_name(formal);
    put(rows, what + " " + formal.name, version, versions,
        formal.type + (option.empty() ? "" : ", " + option));
  }
}

Comparison compared(const OperatorPage& page) {
  Comparison rows;
  const size_t count = page.versions.size();
  for (size_t i = 0; i < count; ++i) {
    const explain::Facts& facts = page.versions[i];
    const Schema& schema = *facts.schema;
    put(rows, "meaning", i, count, explain::meaning(facts.header, schema.since_version));
    put_formals(rows, "input", i, count, schema.inputs);
    put_formals(rows, "output", i, count, schema.outputs);
    for (const FormalAttribute& formal : schema.attributes) {
      const std::string value = formal.default_value
                                    ? " = " + attribute_text(*formal.default_value)
                                    : std::string(formal.required ? ", required" : ", optional");
      put(rows, "attribute " + formal.name, i, count, std::string(name(formal.type)) + value);
    }
    for (const TypeConstraint& constraint : schema.types) {
      put(rows, "type " + constraint.variable, i, count, short_types(constraint.types));
    }
  }
  return rows;
}

}  // namespace

std::string changes_section(const OperatorPage& page) {
  MarkupRows rows = {{"version", "meaning", "in the schema"}};
  for (const explain::Facts& facts : page.versions) {
    const int version = facts.schema->since_version;
    std::string lines;
    if (facts.before != nullptr) {
      for (const std::string& line : changes(*facts.before, *facts.schema)) {
        lines += around("li", html_text(line));
      }
    }
    rows.push_back({fmt::format("<a href=\"#v{0}\">{0}</a>", version),
                    words_markup(explain::meaning(facts.header, version)),
                    lines.empty() ? (facts.before == nullptr ? "first version" : "no change")
                                  : around("ul", lines)});
  }
  return section("versions", "What each version changes", table(rows));
}

std::string version_sections(const OperatorPage& page) {
  std::string text;
  for (size_t i = page.versions.size(); i-- > 0;) {
    const explain::Facts& facts = page.versions[i];
    const std::string root = to_root(operator_file(*facts.schema));
    std::string content = status_text(facts, root) + schema_markup(facts, *facts.schema, root);
    if (facts.body != nullptr) content += body_markup(*facts.body);
    text += fmt::format("<details id=\"v{}\"{}><summary><h3>{}</h3></summary>\n{}</details>\n",
                        facts.schema->since_version, i + 1 == page.versions.size() ? " open" : "",
                        html_text(facts.schema->label()), content);
  }
  return section("schemas", "Inputs, outputs, attributes, types", text);
}

std::string comparison_section(const OperatorPage& page) {
  if (page.versions.size() < 2) return "";
  MarkupRows rows = {{"version"}};
  for (const explain::Facts& facts : page.versions) {
    rows[0].push_back(std::to_string(facts.schema->since_version));
  }
  for (const auto& [what, texts] : compared(page)) {
    std::vector<std::string> row = {html_text(what)};
    for (size_t i = 0; i < texts.size(); ++i) {
      const bool differs = i > 0 && texts[i] != texts[i - 1];
      const std::string shown = texts[i].empty() ? "–" : words_markup(texts[i]);
      row.push_back(differs ? "<mark>" + shown + "</mark>" : shown);
    }
    rows.push_back(std::move(row));
  }
  return section("compare", "Versions side by side",
                 "<p class=\"minor\">Marked: different from the version before.</p>\n" +
                     table(rows, " class=\"compare\""));
}

}  // namespace etalon::site
