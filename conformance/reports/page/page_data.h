// The data of a page: what page/data.js reads.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/cases/operator_names.h"
#include "conformance/reports/merge.h"

namespace etalon {

// A run as a page names it.
struct PageRun {
  const NamedReport* source = nullptr;
  std::string key;    // in queries: "ort", "ort@1.30.0", "ort@2026-11-22"
  std::string title;  // "onnxruntime 1.31.1"
  bool shown = true;  // a column; false for all but the newest run of one version of a runtime
};
std::vector<PageRun> page_runs(const std::vector<NamedReport>& reports);

// A case and its results, by the position of the run; nullptr where a run lacks the case.
struct PageCase {
  std::vector<const CaseResult*> results;
  const CaseResult& any() const;  // the first of them
};
// All cases of the runs: those of the first run in its order, then others.
std::vector<PageCase> page_cases(const std::vector<NamedReport>& reports);

// What a page names a file after: "1.22.0/node/test_abs", each part a file's name.
std::string case_file(const CaseResult& result);

// Where a page of a folder is, and what it shows.
struct PagePlace {
  bool in_folder = false;
  std::string root = {};                    // from the page to the folder: "../../../"
  std::optional<std::string> op = {};       // a page of this operator
  std::optional<size_t> case_of_page = {};  // a page of this one of the cases

  // Whether cases are rows of a list alone, since each has a page of its own.
  bool has_rows() const { return in_folder && !case_of_page; }
};

// {"folder", "root", "operator", "case", "errata": {ID: entry}, "runs": [{"key", "title", …}],
// "cases": case_entries}
nlohmann::ordered_json page_data(const std::vector<PageRun>& runs,
                                 const std::vector<PageCase>& cases, const PagePlace& place);

// [a case's own fields as in the report (json.h), "reference", "file", "results": [for each run
// null or the other fields of its result; "agree": as in agreement.h; instead of its "differences"
// "as": the earlier run with the same answer]]. Rows of a list have only the fields that a list
// needs.
nlohmann::ordered_json case_entries(const std::vector<PageCase>& cases, const PagePlace& place);

}  // namespace etalon
