#include "conformance/check/trace_check.h"

#include <fmt/format.h>

#include "conformance/judge/compare.h"
#include "engine/operators/model.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

void compare_inner_values(const BoundModel& model, const Bindings& inputs, const Bindings& inner,
                          const Tolerance& tolerance, const Options& options, TraceReport& report) {
  Options evaluation = options;
  evaluation.on_node = [&](const Node& node, const Values& given, const Values& outputs) {
    if (options.on_node) options.on_node(node, given, outputs);
    for (size_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i) {
      const auto value = inner.find(node.outputs[i]);
      if (value == inner.end() || compare(value->second, outputs[i], tolerance).pass()) continue;
      if (++report.outside > 1) continue;
      report.outlier = fmt::format("{} of {}", in_quotes(node.outputs[i]), label_of(node));
    }
  };
  evaluate(model, inputs, evaluation);
}

// All values of the trace, by name.
Bindings all_values(const BoundModel& model, const GivenValues& trace) {
  Bindings all = trace.inner;
  for (size_t i = 0; i < trace.outputs.size(); ++i) {
    if (!trace.outputs[i].absent()) all[model.graph.outputs[i].name] = trace.outputs[i];
  }
  return all;
}

}  // namespace

TraceReport check_trace(const BoundModel& model, const Bindings& inputs, const GivenValues& trace,
                        const Tolerance& tolerance, const CheckRequest& request) {
  TraceReport report;
  report.values = trace.inner.size();
  compare_inner_values(model, inputs, trace.inner, tolerance, request.evaluation, report);
  if (request.judged_by == JudgedBy::roundings) {
    report.nodes =
        check_nodes(model, inputs, all_values(model, trace), tolerance, request.evaluation);
  }
  return report;
}

CheckedValues check_values(const BoundModel& model, const Bindings& inputs,
                           const GivenValues& given, const Tolerance& tolerance,
                           const CheckRequest& request) {
  CheckedValues all;
  if (given.any_output() || given.inner.empty()) {
    all.checked = check_outputs(model, inputs, given.outputs, request);
  }
  if (given.inner.empty() || !all.checked.stopped.empty()) return all;
  const std::string work = "the trace's inner values";
  if (request.on_progress) request.on_progress(work);
  try {
    all.trace = check_trace(model, inputs, given, tolerance, request);
  } catch (const LimitExceeded& limit) {
    all.checked.stopped = fmt::format("{}: {}", work, limit.what());
  }
  return all;
}

std::string headline(const TraceReport& report) {
  if (!report.nodes || !report.nodes->first_wrong) return "";
  const NodeReport& first = *report.nodes->first_wrong;
  const Verdict& verdict = first.outputs.front().verdict;
  const std::string value = in_quotes(first.outputs.front().name);
  const std::string where =
      first.group.empty() ? first.node : group_text(first.group) + ", which give " + value;
  return fmt::format("fails ({}): the trace and the model part at {}, on the trace's own values",
                     to_string(verdict.grade), printable(where));
}

std::string to_string(const TraceReport& report) {
  const std::string first =
      report.outside == 0 ? "" : "; the first that is not: " + printable(report.outlier);
  return fmt::format("trace: {} of {} inner values are within the tolerance of Etalon's{}\n",
                     report.values - report.outside, report.values, first);
}

nlohmann::json to_json(const TraceReport& report) {
  nlohmann::json all = {{"values", report.values},
                        {"outside", report.outside},
                        {"first_outside", nullptr},
                        {"first_wrong", nullptr},
                        {"headline", nullptr}};
  if (report.outside != 0) all["first_outside"] = report.outlier;
  if (report.nodes && report.nodes->first_wrong) {
    all["first_wrong"] = report.nodes->first_wrong->outputs.front().name;
    all["headline"] = headline(report);
  }
  return all;
}

}  // namespace etalon
