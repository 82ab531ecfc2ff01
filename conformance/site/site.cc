#include "conformance/site/site.h"

#include <fmt/format.h>

#include <map>

#include "conformance/common/paths.h"
#include "conformance/reports/page/html.h"
#include "conformance/site/findings.h"
#include "conformance/site/history.h"
#include "conformance/site/lists.h"
#include "conformance/site/manual.h"
#include "conformance/site/scoreboard.h"
#include "conformance/site/search_index.h"
#include "engine/values/errors.h"

// Defined in the generated etalon_site.S.
extern "C" const char etalon_site_style[], etalon_site_style_end[];
extern "C" const char etalon_site_script[], etalon_site_script_end[];

namespace etalon::site {

namespace fs = std::filesystem;

namespace {

// Writes files of a folder, and counts them.
struct Writer {
  void add(const std::string& file, std::string_view text) {
    write_under(folder, file, text);
    bytes += text.size();
    pages += file.ends_with(".html") ? 1 : 0;
  }

  fs::path folder;
  uintmax_t bytes = 0;
  size_t pages = 0;
};

// Every operator with its versions, by domain and name.
std::vector<OperatorPage> all_operators() {
  std::vector<OperatorPage> pages;
  for (const Schema& schema : all_schemas()) {
    const bool same = !pages.empty() && pages.back().newest().schema->domain == schema.domain &&
                      pages.back().newest().schema->name == schema.name;
    if (!same) pages.emplace_back();
    pages.back().versions.push_back(explain::facts_of(schema));
  }
  return pages;
}

std::vector<explain::Source> all_sources() {
  std::vector<explain::Source> sources;
  for (const std::string& path : explain::all_source_paths()) {
    if (const auto source = explain::source_at(path)) sources.push_back(*source);
  }
  return sources;
}

void add_lists(Writer& writer, const std::vector<explain::Source>& sources,
               const Definitions& definitions, SearchEntries& entries) {
  writer.add("site.css", {etalon_site_style, etalon_site_style_end});
  writer.add("site.js", {etalon_site_script, etalon_site_script_end});
  writer.add("open.html", open_page());
  writer.add("errata.html", errata_page());
  writer.add("findings.html", findings_page());
  writer.add("history.html", history_page());
  writer.add("code.html", files_page(sources));
  for (const explain::Source& source : sources) {
    writer.add(code_page_file(source.path), source_page(source, definitions));
    add_entries(entries, source);
  }
  for (const ManualPage& page : manual_pages(sources)) {
    writer.add(page.file, page.markup);
    add_entries(entries, page);
  }
  add_listed(entries);
}

void add_wasm(Writer& writer, const fs::path& folder) {
  if (folder.empty()) return;
  if (!fs::is_regular_file(folder / "etalon.js")) {
    throw InvalidInput("--wasm {}: there is no etalon.js in this folder", folder.string());
  }
  for (const char* name : {"etalon.js", "etalon.wasm"}) {
    if (fs::is_regular_file(folder / name)) {
      writer.add(std::string("try/") + name, file_text(folder / name));
    }
  }
}

}  // namespace

SiteSummary write_site(const SiteOptions& options) {
  Writer writer{options.out};
  add_wasm(writer, options.wasm);
  const std::vector<explain::Source> sources = all_sources();
  const Definitions definitions(sources);
  const OperatorIndex official = official_index(), own = own_index();
  const Reference reference{definitions, official, own, !options.wasm.empty()};
  SiteSummary summary;
  std::vector<IndexRow> rows;
  ScoredVersions versions;
  SearchEntries entries;
  for (const OperatorPage& page : all_operators()) {
    writer.add(operator_file(*page.newest().schema), operator_page(page, reference));
    rows.push_back(index_row(page));
    add_versions(versions, page, rows.back().family);
    add_entries(entries, page);
    summary.versions += page.versions.size();
    ++summary.operators;
  }
  for (const mdf::FunctionInfo& function : mdf::all_functions()) {
    writer.add(function_file(function), function_page(function, reference));
    rows.push_back(index_row(function));
    ++summary.functions;
  }
  add_lists(writer, sources, definitions, entries);
  add_entries(entries, rows);
  writer.add("search-index.js", search_script(entries));
  writer.add("scoreboard.html", scoreboard_page(versions));
  writer.add("index.html", index_page(rows));
  summary.pages = writer.pages;
  summary.bytes = writer.bytes;
  return summary;
}

}  // namespace etalon::site
