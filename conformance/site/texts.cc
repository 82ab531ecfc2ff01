// What the specification says of an operator, word for word, with what Etalon makes of each
// sentence that demands something: data/texts and data/requirements.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/common/text_lines.h"
#include "conformance/explain/schema_text.h"
#include "conformance/reports/page/html.h"
#include "conformance/site/frame.h"
#include "conformance/site/sections.h"

namespace etalon::site {

namespace {

// A sentence of the text, and what Etalon makes of it, as markup.
struct Demand {
  std::string sentence, note;
};
using Demands = std::map<std::string, std::vector<Demand>>;  // by place: "attribute axis"

std::string own_cases(const nlohmann::json& names) {
  std::string text;
  for (const nlohmann::json& one : names) {
    text += (text.empty() ? "" : ", ") + html_text("“" + one.get<std::string>() + "”");
  }
  return text;
}

std::string links_to(const nlohmann::json& ids, const std::string& page) {
  std::string text;
  for (const nlohmann::json& id : ids) {
    const auto name = id.get<std::string>();
    text += (text.empty() ? "" : ", ") + link(page + "#" + name, name);
  }
  return text;
}

std::string note_of(const nlohmann::json& written, const std::string& root) {
  if (written.contains("refuses")) return "refused, as tested by " + own_cases(written["refuses"]);
  if (written.contains("gives")) return "tested by " + own_cases(written["gives"]);
  if (written.contains("open")) return "open: " + links_to(written["open"], "");
  if (written.contains("erratum")) {
    return "erratum: " + links_to(written["erratum"], root + "errata.html");
  }
  const std::string reason = written.value("not checkable", "");
  return reason.empty() ? "" : "not checkable: " + html_text(reason);
}

Demands demands_of(const explain::Facts& facts, const std::string& root) {
  Demands read;
  if (facts.row == nullptr) return read;
  const std::filesystem::path source(facts.row->source);
  const std::filesystem::path file =
      data_folder() / "requirements" / domain_text(facts.schema->domain) /
      source.parent_path().filename() / (facts.schema->name + ".json");
  if (!std::filesystem::is_regular_file(file)) return read;
  const nlohmann::json document = read_json(file);
  naming(file.string(), [&] {
    for (const nlohmann::json& one : document.at("sentences")) {
      const auto versions = one.at("versions").get<std::vector<int>>();
      const int version = facts.schema->since_version;
      if (std::find(versions.begin(), versions.end(), version) == versions.end()) continue;
      read[one.at("place")].push_back({one.at("text"), note_of(one, root)});
    }
  });
  return read;
}

bool is_blank(char c) { return c == ' ' || c == '\n'; }

// The end of a sentence that begins here, where any blanks count as one; npos where it does not.
size_t end_of(std::string_view text, size_t at, std::string_view sentence) {
  for (size_t i = 0; i < sentence.size(); ++i) {
    if (!is_blank(sentence[i])) {
      if (at == text.size() || text[at++] != sentence[i]) return std::string_view::npos;
      continue;
    }
    if (at == text.size() || !is_blank(text[at])) return std::string_view::npos;
    while (at < text.size() && is_blank(text[at])) ++at;
    while (i + 1 < sentence.size() && is_blank(sentence[i + 1])) ++i;
  }
  return at;
}

// Lines and paragraphs as markup within <p>. Fences of code go.
std::string prose(std::string_view text) {
  std::string markup;
  bool first = true, fresh = false;  // nothing is in the paragraph yet
  for (const std::string& line : text_parts(text, "\n")) {
    if (line.starts_with("```")) continue;
    if (!first && !fresh) markup += line.empty() ? "</p><p>" : "<br>";
    fresh = line.empty() && !first;
    markup += words_markup(line);
    first = false;
  }
  return markup;
}

// A text with a note behind each sentence that it has; what was not found follows.
std::string annotated(const std::string& text, const std::vector<Demand>& demands) {
  std::map<size_t, std::pair<size_t, std::string>> found;  // begin → end and note
  std::string others;
  for (const auto& [sentence, note] : demands) {
    size_t begin = 0, end = std::string::npos;
    for (; begin < text.size() && end == std::string::npos; ++begin) {
      end = end_of(text, begin, sentence);
    }
    const std::string shown = "<small class=\"note\">" + note + "</small>";
    if (end == std::string::npos) {
      others += around("li", around("q", html_text(sentence)) + " " + shown);
    } else if (!found.emplace(begin - 1, std::pair(end, shown)).second) {
      found[begin - 1].second += " " + shown;
    }
  }
  std::string markup;
  size_t at = 0;
  for (const auto& [begin, noted] : found) {
    if (begin < at) continue;  // within the one before
    markup += prose(std::string_view(text).substr(at, begin - at)) + "<span class=\"demand\">" +
              prose(std::string_view(text).substr(begin, noted.first - begin)) + "</span> " +
              noted.second + " ";
    at = noted.first;
  }
  markup = "<p>" + markup + prose(std::string_view(text).substr(at)) + "</p>";
  return others.empty() ? markup : markup + around("ul", others);
}

// Inputs, outputs or attributes by name.
template <class Formals>
std::string formals_markup(const std::string& kind, const Formals& formals,
                           const std::map<std::string, std::string>& texts,
                           const Demands& demands) {
  std::string rows;
  for (const auto& formal : formals) {
    const auto found = texts.find(formal.name);
    if (found == texts.end()) continue;
    const auto demanded = demands.find(kind + " " + formal.name);
    rows += "<dt>" + element("code", formal.name) + "</dt><dd>" +
            annotated(found->second,
                      demanded == demands.end() ? std::vector<Demand>() : demanded->second) +
            "</dd>";
  }
  return rows.empty() ? "" : "<h3>" + kind + "s</h3><dl>" + rows + "</dl>\n";
}

std::string version_texts(const explain::Facts& facts, const std::string& root) {
  const OperatorTexts& texts = facts.texts;
  const Demands demands = demands_of(facts, root);
  const auto summary = demands.find("summary");
  const std::vector<Demand> none;
  std::string markup;
  if (!texts.summary.empty()) {
    markup = annotated(texts.summary, summary == demands.end() ? none : summary->second);
  }
  return markup + formals_markup("input", facts.schema->inputs, texts.inputs, demands) +
         formals_markup("output", facts.schema->outputs, texts.outputs, demands) +
         formals_markup("attribute", facts.schema->attributes, texts.attributes, demands);
}

// Whose text it is, and its page elsewhere.
std::string source_markup(const Schema& schema) {
  if (schema.domain.empty() || schema.domain.starts_with("ai.onnx")) {
    return "© The ONNX Project Contributors, Apache-2.0; " +
           outer_link(onnx_page(schema), "the page on onnx.ai");
  }
  return "the file NOTICE has its licence";
}

}  // namespace

std::string onnx_page(const Schema& schema) {
  std::string domain;
  for (const char c : schema.domain) domain += c == '.' ? "" : std::string(1, c);
  return fmt::format("https://onnx.ai/onnx/operators/onnx_{}_{}.html", domain, schema.name);
}

std::string texts_section(const OperatorPage& page) {
  const std::string root = to_root(operator_file(*page.newest().schema));
  std::string newest, older, before;
  for (size_t i = page.versions.size(); i-- > 0;) {
    const explain::Facts& facts = page.versions[i];
    const std::string markup = version_texts(facts, root);
    if (markup.empty()) continue;
    if (newest.empty()) {
      newest = markup;
    } else if (markup != before) {
      older += fmt::format("<details><summary>{}</summary>\n{}</details>\n",
                           html_text(facts.schema->label()), markup);
    }
    before = markup;
  }
  if (newest.empty()) return "";
  return section(
      "texts", "What the specification says",
      "<p class=\"minor\">Word for word (" + source_markup(*page.newest().schema) +
          "). Behind a sentence that demands something: what Etalon does about it.</p>\n" + newest +
          older);
}

}  // namespace etalon::site
