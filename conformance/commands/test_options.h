// The options of etalon test.
#pragma once

#include <string>
#include <vector>

#include "conformance/commands/report_options.h"
#include "conformance/commands/selection_options.h"
#include "conformance/run/backend.h"
#include "conformance/run/runner.h"

namespace etalon {

struct KnownOptions {
  std::string file;
  bool update = false;
  bool strict = false;
  std::vector<Status> allowed;
};

struct TestOptions {
  CaseSources sources;
  Selection selection;
  std::string rerun;
  std::vector<Status> statuses;
  std::string shard;
  std::string balance;  // a report whose seconds say what takes how long
  std::string resume;   // a report whose results stay
  std::string kept;     // the folder of --cache
  std::string as_of;
  KnownOptions known;
  ReportWords reports;
  std::string annotations;  // the form of --annotations
  std::string color = "auto";
  BackendOptions backend;
  RunOptions running;
};

void add_test_options(CLI::App& command, TestOptions& options, Session& session);

}  // namespace etalon
