#include "conformance/corpus/make.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/cases/checksum.h"
#include "conformance/common/json.h"
#include "conformance/corpus/corpus_files.h"
#include "conformance/corpus/forked.h"
#include "engine/c_interface.h"
#include "engine/loader/file.h"
#include "engine/values/json.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// Whether a folder of ONNX's node tests may have the case: any runtime can pass it by ONNX's rule.
bool for_drop_in(const SelectedCase& selected) {
  return selected.files.error.empty() && selected.open.empty();
}

// What one unit gives to the parent process.
ordered_json write_unit(const Unit& unit, const CorpusWish& wish, const fs::path& corpus) {
  // Marks of open elements are recorded for case.json.
  SelectedCases selection = selected(unit, wish.limits);
  if (wish.drop_in) {
    std::erase_if(selection.cases, [](const SelectedCase& one) { return !for_drop_in(one); });
  }
  const std::string group = wish.drop_in ? "node" : unit.folder();
  const PointCounts counts = counted(selection.cases);
  ordered_json cases = ordered_json::array();
  for (SelectedCase& one : selection.cases) {
    ordered_json entry = write_corpus_case(corpus, group, unit, counts, std::move(one));
    if (!entry.is_null()) cases.push_back(std::move(entry));
  }
  std::sort(cases.begin(), cases.end(), [](const ordered_json& a, const ordered_json& b) {
    return a.at("path") < b.at("path");
  });
  std::string sums;
  for (const ordered_json& entry : cases) {
    const auto& path = entry.at("path").get_ref<const std::string&>();
    sums += checksum_lines(corpus / path, path + "/");
  }
  return {{"operator",
           {{"folder", unit.folder()},
            {"cases", cases.size()},
            {"draws", selection.draws},
            {"points", selection.points},
            {"pairs", selection.pairs},
            {"without", selection.without}}},
          {"cases", std::move(cases)},
          {"sums", sums}};
}

// One entry in a line: the index can be read with line-based tools too.
std::string index_text(const CorpusWish& wish, const std::vector<ordered_json>& units) {
  std::string operators;
  std::string cases;
  for (const ordered_json& unit : units) {
    const ordered_json& of = unit.at("operator");
    operators += (operators.empty() ? "\n  " : ",\n  ") + of.dump();
    for (const ordered_json& entry : unit.at("cases")) {
      cases += (cases.empty() ? "\n  " : ",\n  ") + entry.dump();
    }
  }
  return fmt::format(
      "{{\n \"format\": {},\n \"etalon\": \"{}\",\n \"opset\": {},\n \"operators\": [{}\n ],\n "
      "\"cases\": [{}\n ]\n}}\n",
      corpus_format, etalon_version(), wish.opset, operators, cases);
}

void add(const ordered_json& unit, CorpusTotals& totals) {
  ++totals.versions;
  const ordered_json& of = unit.at("operator");
  if (const auto& why = of.at("without").get_ref<const std::string&>(); !why.empty()) {
    totals.without.push_back(fmt::format("{}: {}", of.at("folder").get<std::string>(), why));
  }
  for (const ordered_json& entry : unit.at("cases")) {
    ++totals.cases;
    totals.refusals += entry.at("expects") == "refusal";
    totals.open += !entry.at("open").empty();
  }
}

size_t bytes_in(const fs::path& folder) {
  size_t bytes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

}  // namespace

CorpusTotals make_corpus(const CorpusWish& wish, const fs::path& folder,
                         const CorpusProgress& progress) {
  std::vector<Unit> units = units_of(wish.opset, wish.operators);
  if (wish.drop_in) {
    std::erase_if(units, [](const Unit& unit) { return !unit.folder().starts_with("ai.onnx/"); });
  }
  if (units.empty()) throw InvalidInput("no operator version is left at opset {}", wish.opset);
  size_t done = 0;
  const std::vector<std::string> texts = forked(
      units.size(), wish.jobs, [&](size_t i) { return write_unit(units[i], wish, folder).dump(); },
      [&] {
        if (progress) progress(++done, units.size());
      });
  std::vector<ordered_json> written;
  CorpusTotals totals;
  for (const std::string& text : texts) {
    written.push_back(ordered_json::parse(text));
    add(written.back(), totals);
  }
  write_file(folder / "index.json", index_text(wish, written));
  std::string sums;
  for (const ordered_json& unit : written) sums += unit.at("sums").get<std::string>();
  write_about(folder);
  for (const char* file : {"LICENSE", "NOTICE", "README.md", "index.json", "index.schema.json"}) {
    sums += fmt::format("{}  {}\n", sha256(folder / file), file);
  }
  write_file(folder / "SHA256SUMS", sums);
  totals.bytes = bytes_in(folder);
  return totals;
}

}  // namespace etalon
