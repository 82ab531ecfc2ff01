#include "conformance/reports/reports.h"

#include <map>

#include "conformance/paths.h"
#include "conformance/reports/json.h"
#include "conformance/reports/junit.h"
#include "conformance/reports/text.h"
#include "engine/loader/file.h"

namespace etalon {

namespace {

using Writer = std::string (*)(const RunReport&);

const std::map<std::string, Writer> writers = {{".json", json_report},
                                               {".xml", junit_report},
                                               {".txt", text_report},
                                               {".md", markdown_report}};

}  // namespace

bool is_report_name(const std::filesystem::path& file) {
  return writers.count(file.extension().string()) != 0;
}

void write_report(const std::filesystem::path& file, const RunReport& report) {
  if (!is_report_name(file)) throw InvalidInput("{}: not a report's name", file.string());
  write_file(file, writers.at(file.extension().string())(report));
}

}  // namespace etalon
