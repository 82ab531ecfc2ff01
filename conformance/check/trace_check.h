// Judging values from within a model, as hooks in a framework record them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "conformance/cases/value_files.h"
#include "conformance/check/node_check.h"

namespace etalon {

struct TraceReport {
  size_t values = 0;    // inner values that the trace has
  size_t outside = 0;   // those that are not within the tolerance of Etalon's, of the whole model
  std::string outlier;  // "'/gru/Y' of GRU-14 '/gru'": the first of those, in the nodes' order
  // Each node on the trace's own values. Nothing where the tolerance alone is to judge.
  std::optional<NodeReports> nodes;
};

// Compares the inner values with Etalon's, and judges each node on the trace's values of its
// inputs. Throws what the evaluation throws.
TraceReport check_trace(const BoundModel& model, const Bindings& inputs, const GivenValues& trace,
                        const Tolerance& tolerance, const CheckRequest& request);

struct CheckedValues {
  Checked checked;  // of the outputs, if any is given
  std::optional<TraceReport> trace;
};
// check_outputs and, where inner values are given, check_trace: `tolerance` is that of inner
// values. A limit that ends the second is in `checked.stopped`.
CheckedValues check_values(const BoundModel& model, const Bindings& inputs,
                           const GivenValues& given, const Tolerance& tolerance,
                           const CheckRequest& request);

// "fails (wrong): the trace and the model part at GRU-14 '/gru': …"; empty where no node is wrong.
std::string headline(const TraceReport& report);
// "trace: 9 of 12 inner values are within …; the first that is not: '/gru/Y' of GRU-14 '/gru'".
std::string to_string(const TraceReport& report);
nlohmann::json to_json(const TraceReport& report);

}  // namespace etalon
