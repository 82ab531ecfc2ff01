#include "conformance/reports/scoreboard.h"

#include <fmt/chrono.h>

#include <ctime>
#include <map>

#include "engine/values/json.h"

namespace etalon {

namespace {

// Suite → the class of ONNX's runner that contains its cases.
const std::map<std::string, std::string> classes = {
    {"node", "OnnxBackendNodeModelTest"},
    {"simple", "OnnxBackendSimpleModelTest"},
    {"pytorch-operator", "OnnxBackendPyTorchOperatorModelTest"},
    {"pytorch-converted", "OnnxBackendPyTorchConvertedModelTest"},
    {"light", "OnnxBackendRealModelTest"}};

const char* list_of(Status status) {
  switch (status) {
    case Status::pass:
    case Status::statistical:
    case Status::xpass:
      return "passed";
    case Status::unsupported:
    case Status::open:
      return "skipped";
    default:
      return "failed";
  }
}

}  // namespace

std::string scoreboard_report(const RunReport& report) {
  std::map<std::string, Status> outcomes;  // the results are in the order of their releases
  for (const CaseResult& result : report.results) {
    const auto found = classes.find(result.suite);
    if (found == classes.end()) continue;
    outcomes[fmt::format("{}::{}_cpu", found->second, result.name)] = result.status;
  }
  nlohmann::json board = {{"date", fmt::format("{:%m/%d/%Y %H:%M:%S}", fmt::gmtime(time(nullptr)))},
                          {"failed", nlohmann::json::array()},
                          {"passed", nlohmann::json::array()},
                          {"skipped", nlohmann::json::array()}};
  if (report.partial) board["partial"] = report.partial->reason;
  for (const auto& [name, status] : outcomes) board[list_of(status)].push_back(name);
  return board.dump(4, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace etalon
