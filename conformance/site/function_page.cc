// The pages of MDF's functions.
#include <fmt/format.h>

#include "conformance/cases/operator_names.h"
#include "conformance/common/file_names.h"
#include "conformance/explain/function_facts.h"
#include "conformance/site/frame.h"
#include "conformance/site/operator_page.h"
#include "engine/mdf/onnx_function.h"

namespace etalon::site {

namespace {

// A section with a list; nothing for an empty one.
std::string list_section(std::string_view id, std::string_view title,
                         const std::vector<std::string>& items) {
  std::string markup;
  for (const std::string& item : items) markup += around("li", element("code", item));
  return markup.empty() ? "" : section(id, title, around("ul", markup));
}

// What an onnx:: function calls.
std::string called_operator(const mdf::FunctionInfo& function, const std::string& root) {
  if (function.kind != mdf::FunctionKind::onnx) return "";
  const std::string name = function.name.substr(mdf::onnx_prefix.size());
  const Schema* schema = find_schema("", name, mdf::default_onnx_opset);
  if (schema == nullptr) return "";
  return fmt::format("<p>It calls {}, by default as of opset {}.</p>\n",
                     link(root + operator_file(*schema), name), mdf::default_onnx_opset);
}

std::string value_markup(const std::string& json) {
  return around("code", html_text(json), " class=\"value\"");
}

std::string example_section(const explain::FunctionFacts& facts) {
  if (!facts.example) return "";
  MarkupRows rows = {{"argument", "value"}};
  for (const auto& [name, value] : facts.example->arguments) {
    rows.push_back({element("code", name), value_markup(value)});
  }
  rows.push_back({"result", value_markup(facts.example->result)});
  return section("example", "Example",
                 fmt::format("<p class=\"minor\">Evaluated with the data of own case “{}”.</p>\n{}",
                             html_text(facts.example->source), table(rows)));
}

std::string cases_markup(const explain::FunctionFacts& facts,
                         const std::vector<std::string>& cases) {
  std::string items;
  for (const std::string& one : cases) items += around("li", element("code", one));
  const auto passed = facts.verdict.find("pass");
  const bool good = passed != facts.verdict.end() && facts.verdict.size() == 1;
  return section("cases", "Cases",
                 fmt::format("<p class=\"{}\">{}.</p>\n<ul>{}</ul>", good ? "good" : "bad",
                             explain::verdict_text(facts), items));
}

}  // namespace

std::string function_file(const mdf::FunctionInfo& function) {
  std::string name = function.name;
  if (const size_t colons = name.find("::"); colons != std::string::npos)
    name.replace(colons, 2, ".");
  return fmt::format("operators/mdf/{}.html", file_name_of(name));
}

std::string function_page(const mdf::FunctionInfo& function, const Reference& reference) {
  const std::string file = function_file(function);
  const explain::FunctionFacts facts = explain::facts_of(function);
  const std::vector<explain::Source>& sources = facts.sources;
  std::string body =
      fmt::format("<h1 id=\"v{1}\">{0} <span class=\"minor\">ModECI MDF {1}</span></h1>\n",
                  html_text(function.name), html_text(function.since));
  if (!function.formula.empty()) {
    body += around("p", html_text(function.formula), " class=\"formula display\"") + "\n";
  }
  if (function.kind != mdf::FunctionKind::onnx && !sources.empty()) {
    body += header_markup(explain::header_of(sources[0].text), function.name);
  }
  body += list_section("arguments", "Arguments", function.arguments) +
          called_operator(function, to_root(file)) + example_section(facts);
  const auto cases = reference.own.find(std::string(mdf_prefix) + function.name);
  if (cases != reference.own.end()) body += cases_markup(facts, cases->second);
  body += code_section(sources, file, reference.definitions);
  return whole_page({file, function.name + " – Etalon", body});
}

}  // namespace etalon::site
