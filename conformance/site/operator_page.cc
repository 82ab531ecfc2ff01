#include "conformance/site/operator_page.h"

#include <fmt/format.h>

#include "conformance/check/value_text.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/explain/schema_text.h"
#include "conformance/site/code.h"
#include "conformance/site/frame.h"
#include "conformance/site/pictures.h"
#include "conformance/site/sections.h"

namespace etalon::site {

using Json = nlohmann::ordered_json;

namespace {

std::string values_rows(const std::vector<explain::NamedValue>& values, const std::string& what) {
  MarkupRows rows = {{what, "type", "value"}};
  for (const auto& [name, value] : values) {
    rows.push_back({element("code", name), html_text(type_text(value)),
                    around("pre", lines_markup(value_text(value)))});
  }
  return table(rows);
}

// An input as it is edited: the type and the shape before the rest.
std::string input_text(const nlohmann::json& written) {
  if (!written.is_object()) return json_text(written);
  Json ordered = Json::object();
  for (const char* key : {"type", "shape"}) {
    if (written.contains(key)) ordered[key] = written.at(key);
  }
  ordered.update(Json(written));
  return json_text(ordered);
}

// Per output whether the example gives it: null where it is left out.
Json wanted_outputs(const explain::Example& example) {
  Json wanted = Json::array();
  for (const nlohmann::json& output :
       example.call.written.value("outputs", nlohmann::json::array())) {
    wanted.push_back(output.is_null() ? Json() : Json(true));
  }
  return wanted.empty() ? Json(example.values.outputs.size(), true) : wanted;
}

// What "Try it" needs of a version: the call, and what its attributes may be. Values are JSON text,
// so that JavaScript does not round their numbers.
Json try_entry(const explain::Facts& facts) {
  Json attributes = Json::array();
  for (const FormalAttribute& formal : facts.schema->attributes) {
    Json entry = {{"name", formal.name}, {"type", std::string(name(formal.type))}};
    if (formal.default_value) entry["default"] = attribute_text(*formal.default_value);
    const auto& words = facts.attributes.at(formal.name).words;
    if (!words.empty()) entry["words"] = words;
    attributes.push_back(std::move(entry));
  }
  Json inputs = Json::array();
  const nlohmann::json& written = facts.example->call.written;
  for (const nlohmann::json& input : written.at("inputs")) inputs.push_back(input_text(input));
  // Optional inputs that the example leaves out are there, empty.
  const std::vector<FormalParameter>& formals = facts.schema->inputs;
  for (size_t i = inputs.size(); i < formals.size(); ++i) {
    if (formals[i].option == FormalParameter::Option::optional) inputs.push_back("");
  }
  Json names = Json::array();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const FormalParameter* formal = parameter_at(formals, i);
    names.push_back(formal == nullptr ? fmt::format("input {}", i) : formal->name);
  }
  Json outputs = Json::array();
  for (const auto& [name, value] : facts.example->values.outputs) outputs.push_back(name);
  Json given = Json::object();
  const nlohmann::json attributes_given = written.value("attributes", nlohmann::json::object());
  for (const auto& [name, value] : attributes_given.items()) given[name] = json_text(value);
  return {{"operator", facts.schema->name},
          {"domain", facts.schema->domain},
          {"version", facts.schema->since_version},
          {"inputs", inputs},
          {"input_names", names},
          {"output_names", outputs},
          {"wanted", wanted_outputs(*facts.example)},
          {"given", given},
          {"attributes", attributes}};
}

std::string example_section(const OperatorPage& page, bool evaluates) {
  const explain::Facts* shown = nullptr;
  Json tries = Json::array();
  for (const explain::Facts& facts : page.versions) {
    if (!facts.example) continue;
    shown = &facts;
    tries.push_back(try_entry(facts));
  }
  if (shown == nullptr) return "";
  const explain::Example& example = *shown->example;
  std::string attributes;
  const nlohmann::json given = example.call.written.value("attributes", nlohmann::json::object());
  for (const auto& [name, value] : given.items()) {
    attributes += around("p", element("code", name + " = " + json_text(value)));
  }
  const std::string markup = fmt::format(
      "<p class=\"minor\">{}, evaluated with the data of own case “{}”.</p>\n{}{}{}{}",
      html_text(shown->schema->label()), html_text(example.source),
      values_rows(example.values.inputs, "input"), attributes,
      values_rows(example.values.outputs, "output"),
      evaluates ? "<div id=\"try\"></div>\n" + data_element("try-data", json_text(tries)) : "");
  return section("example", "Example", markup);
}

std::string picture_section(const OperatorPage& page) {
  if (page.newest().row == nullptr) return "";
  const std::optional<Json> found = probe(*page.newest().schema);
  if (!found) return "";
  const auto source = found->at("case").get<std::string>();
  const std::string on = source.empty() ? "this example" : "own case “" + source + "”";
  return section("picture", "What each output element reads",
                 fmt::format("<p class=\"minor\">Measured: {} was evaluated on {} with one element "
                             "changed at a time.</p>\n<div id=\"drawing\"></div>\n{}",
                             html_text(page.newest().schema->label()), html_text(on),
                             data_element("picture-data", json_text(*found))));
}

std::string gates_section(const OperatorPage& page) {
  if (page.newest().row == nullptr) return "";
  const std::optional<Json> found = gates(*page.newest().schema);
  if (!found) return "";
  return section("gates", "The values in one step",
                 "<p class=\"minor\">Measured: each gate is the operator's result when large "
                 "biases open or close the other gates.</p>\n<div id=\"cell\"></div>\n" +
                     data_element("gates-data", json_text(*found)));
}

// Links to the versions and sections of the page.
std::string contents(const OperatorPage& page, const std::string& body) {
  std::string text = "<nav class=\"contents\" aria-label=\"On this page\"><span>Versions</span> ";
  for (const explain::Facts& facts : page.versions) {
    text += link("#v" + std::to_string(facts.schema->since_version),
                 std::to_string(facts.schema->since_version)) +
            " ";
  }
  constexpr std::pair<const char*, const char*> sections[] = {{"example", "example"},
                                                              {"picture", "picture"},
                                                              {"gates", "gates"},
                                                              {"texts", "the text"},
                                                              {"schemas", "inputs and attributes"},
                                                              {"compare", "side by side"},
                                                              {"code", "code"},
                                                              {"points", "open points"},
                                                              {"errata", "errata"},
                                                              {"runtimes", "runtimes"},
                                                              {"accuracy", "accuracy"},
                                                              {"cases", "cases"}};
  text += "<br>";
  for (const auto& [id, title] : sections) {
    if (body.find(fmt::format("<section id=\"{}\">", id)) == std::string::npos) continue;
    text += link(std::string("#") + id, title) + " ";
  }
  return text + "</nav>\n";
}

}  // namespace

std::string operator_file(const Schema& schema) {
  return fmt::format("operators/{}/{}.html", domain_text(schema.domain), file_name_of(schema.name));
}

std::string header_markup(const explain::Header& header, const std::string& name) {
  std::string text;
  std::string paragraph;
  const auto finish = [&] {
    if (!paragraph.empty()) text += "<p class=\"formula\">" + html_text(paragraph) + "</p>\n";
    paragraph.clear();
  };
  for (std::string line : header.formula) {
    if (paragraph.empty() && text.empty() && line.starts_with(name + ": ")) {
      line.erase(0, name.size() + 2);
    }
    if (line.empty() || line.starts_with(" ")) finish();
    if (line.starts_with(" ")) {
      const std::string more = line.starts_with("   ") ? " more" : "";  // of the line before
      text += "<p class=\"formula display" + more + "\">" + html_text(line.substr(2)) + "</p>\n";
    } else if (!line.empty()) {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  finish();
  std::string notes;
  for (const std::string& line : header.notes) notes += (notes.empty() ? "" : " ") + line;
  return notes.empty() ? text : text + "<p class=\"formula\">" + html_text(notes) + "</p>\n";
}

std::string operator_page(const OperatorPage& page, const Reference& reference) {
  const explain::Facts& newest = page.newest();
  const std::string file = operator_file(*newest.schema);
  const std::string body = example_section(page, reference.evaluates) + picture_section(page) +
                           gates_section(page) + texts_section(page) + changes_section(page) +
                           version_sections(page) + comparison_section(page) +
                           code_section(newest.sources, file, reference.definitions, newest.rooms) +
                           points_section(page, file, reference.definitions) +
                           errata_section(page) + runtimes_section(page) + accuracy_section(page) +
                           cases_section(page, reference);
  const std::string& name = newest.schema->name;
  const std::string head =
      fmt::format("<h1>{} <span class=\"minor\">{}</span></h1>\n{}{}", html_text(name),
                  html_text(domain_text(newest.schema->domain)), header_markup(newest.header, name),
                  contents(page, body));
  return whole_page({file, name + " – Etalon", head + body});
}

namespace {

std::string page_of_source(const std::string& path, const std::string& root) {
  return around("p", link(root + code_page_file(path), "the whole file, with numbered lines"),
                " class=\"minor\"");
}

}  // namespace

std::string code_section(const std::vector<explain::Source>& sources, const std::string& file,
                         const Definitions& definitions,
                         const std::vector<explain::RoomFile>& rooms) {
  if (sources.empty()) return "";
  const std::string root = to_root(file);
  std::string family;
  for (size_t i = 1; i < sources.size(); ++i) {
    family += around("li", link(root + code_page_file(sources[i].path), sources[i].path));
  }
  if (!family.empty()) family = "<p>From its family it uses:</p><ul>" + family + "</ul>\n";
  std::string folded;
  for (const auto& [room, source] : rooms) {
    folded += "<details><summary>" + html_text(source.path) + " " +
              element("span", explain::meaning_of_room(room)) + "</summary>\n" +
              page_of_source(source.path, root) +
              code_markup(source.text, {source.path, root, false}, definitions) + "</details>\n";
  }
  return section("code", "The code that is executed",
                 "<details open><summary>" + element("h3", sources[0].path) + "</summary>\n" +
                     page_of_source(sources[0].path, root) +
                     code_markup(sources[0].text, {sources[0].path, root, false}, definitions) +
                     "</details>\n" + family + folded);
}

}  // namespace etalon::site
