#include "conformance/corpus/make.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/cases/checksum.h"
#include "conformance/common/json.h"
#include "conformance/corpus/corpus_files.h"
#include "conformance/corpus/forked.h"
#include "engine/loader/file.h"
#include "engine/values/json.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// What one unit gives to the parent process.
ordered_json write_unit(const Unit& unit, const SelectionLimits& limits, const fs::path& corpus) {
  // Marks of open elements are recorded for case.json.
  SelectedCases selection = selected(unit, limits);
  const fs::path folder = corpus / unit.folder();
  ordered_json cases = ordered_json::array();
  for (SelectedCase& one : selection.cases) {
    ordered_json entry = write_corpus_case(folder, unit, std::move(one));
    if (!entry.is_null()) cases.push_back(std::move(entry));
  }
  std::sort(cases.begin(), cases.end(), [](const ordered_json& a, const ordered_json& b) {
    return a.at("case") < b.at("case");
  });
  const std::string sums = cases.empty() ? "" : checksum_lines(folder, unit.folder() + "/");
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
      ordered_json line = {{"path", fmt::format("{}/{}", of.at("folder").get<std::string>(),
                                                entry.at("case").get<std::string>())}};
      for (const char* key : {"types", "classes", "open", "expects"}) line[key] = entry.at(key);
      cases += (cases.empty() ? "\n  " : ",\n  ") + line.dump();
    }
  }
  return fmt::format(
      "{{\n \"format\": {},\n \"etalon\": \"{}\",\n \"opset\": {},\n \"operators\": [{}\n ],\n "
      "\"cases\": [{}\n ]\n}}\n",
      corpus_format, ETALON_VERSION, wish.opset, operators, cases);
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
  const std::vector<Unit> units = units_of(wish.opset, wish.operators);
  if (units.empty()) throw InvalidInput("no operator version is left at opset {}", wish.opset);
  size_t done = 0;
  const std::vector<std::string> texts = forked(
      units.size(), wish.jobs,
      [&](size_t i) { return write_unit(units[i], wish.limits, folder).dump(); },
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
  sums += fmt::format("{}  index.json\n", sha256(folder / "index.json"));
  write_file(folder / "SHA256SUMS", sums);
  totals.bytes = bytes_in(folder);
  return totals;
}

}  // namespace etalon
