#include "conformance/site/search_index.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <set>

#include "conformance/common/json.h"
#include "conformance/explain/refusals_stated.h"
#include "conformance/site/findings.h"

namespace etalon::site {

namespace {

// The text of markup that this project wrote: without elements, and with the five characters that
// html_text() escapes.
std::string text_of(std::string markup) {
  re2::RE2::GlobalReplace(&markup, "<[^>]*>", "");
  constexpr std::pair<const char*, const char*> escaped[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  for (const auto& [name, character] : escaped) {
    re2::RE2::GlobalReplace(&markup, name, character);
  }
  return markup;
}

}  // namespace

void add_entries(SearchEntries& entries, const OperatorPage& page) {
  std::set<std::string> known;
  const std::string file = operator_file(*page.newest().schema);
  const std::string& name = page.newest().schema->name;
  for (size_t i = page.versions.size(); i-- > 0;) {
    const explain::Facts& facts = page.versions[i];
    for (const FormalAttribute& formal : facts.schema->attributes) {
      if (!known.insert(formal.name).second) continue;
      entries.push_back({"attribute", formal.name, name,
                         fmt::format("{}#v{}", file, facts.schema->since_version)});
    }
    for (const OpenPoint* point : facts.points) {
      if (point->status == PointStatus::required || !known.insert(point->id).second) continue;
      entries.push_back(
          {"open point", point->id + ": " + point->choice, "", file + "#" + point->id});
    }
  }
}

void add_entries(SearchEntries& entries, const std::vector<IndexRow>& rows) {
  for (const IndexRow& row : rows) {
    entries.push_back({"operator", row.name, row.domain + " " + row.family, row.file});
  }
}

void add_entries(SearchEntries& entries, const explain::Source& source) {
  std::vector<explain::StatedRefusal> stated;
  for (const explain::CodePart& part : explain::parts_of(source)) {
    explain::add_refusals(part, stated);
  }
  const std::string file = source.path.substr(source.path.rfind('/') + 1);
  for (const explain::StatedRefusal& one : stated) {
    entries.push_back({"error", one.sentence(), file.substr(0, file.rfind('.')),
                       fmt::format("{}#L{}", code_page_file(one.path), one.line)});
  }
}

void add_entries(SearchEntries& entries, const ManualPage& page) {
  static const re2::RE2 heading("<h[1-4] id=\"([^\"]*)\">(.*?)</h[1-4]>");
  re2::StringPiece rest(page.markup);
  std::string id, markup, title;
  while (re2::RE2::FindAndConsume(&rest, heading, &id, &markup)) {
    if (title.empty()) title = text_of(markup);
    entries.push_back({"manual", text_of(markup), title, page.file + "#" + id});
  }
}

void add_listed(SearchEntries& entries) {
  for (const Erratum& one : errata()) {
    entries.push_back({"erratum", one.id, one.op, "errata.html#" + one.id});
  }
  for (const Finding& one : findings()) {
    entries.push_back(
        {"finding", one.title, one.runtime + " " + one.op, "findings.html#" + one.id});
  }
}

std::string search_script(const SearchEntries& entries) {
  nlohmann::json written = nlohmann::json::array();
  for (const SearchEntry& one : entries) {
    written.push_back({one.kind, one.text, one.of, one.address});
  }
  return "'use strict';\nwindow.etalonIndex = " + json_text(written) + ";\n";
}

}  // namespace etalon::site
