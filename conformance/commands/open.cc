// etalon open: what the specification requires, permits and leaves open.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "conformance/cases/open_points.h"
#include "conformance/cases/open_table.h"
#include "conformance/cases/operator_names.h"
#include "conformance/commands/commands.h"
#include "conformance/commands/options.h"
#include "conformance/explain/open_text.h"

namespace etalon {

namespace {

struct OpenOptions {
  std::string op;
  std::string status;
  std::string question;
  bool peers_differ = false;
  std::string format = "text";

  bool filtered() const {
    return !op.empty() || !status.empty() || !question.empty() || peers_differ;
  }
};

// The versions that OPERATOR names; empty when it is not given.
std::vector<const Schema*> named_versions(const std::string& text) {
  if (text.empty()) return {};
  const WantedOperator wanted = wanted_operator(text);
  const std::vector<const Schema*> versions = versions_named(wanted.name);
  if (versions.empty()) unknown_operator(wanted.name);
  return choose_versions(versions, wanted);
}

bool is_about(const OperatorPoints& of, const OpenPoint& point,
              const std::vector<const Schema*>& versions) {
  return std::any_of(versions.begin(), versions.end(), [&](const Schema* schema) {
    const auto& covered = point.versions;
    return schema->name == of.op && schema->domain == canonical_domain(of.domain) &&
           std::find(covered.begin(), covered.end(), schema->since_version) != covered.end();
  });
}

// Without an operator, a status or a question, what is required is left out.
std::vector<ChosenPoint> select(const OpenPoints& points, const OpenOptions& options) {
  const std::vector<const Schema*> versions = named_versions(options.op);
  const bool all = !options.op.empty() || !options.question.empty() || options.format == "json";
  std::vector<ChosenPoint> chosen;
  for (const OperatorPoints& of : points.operators) {
    for (const OpenPoint& point : of.points) {
      const bool wanted = (options.op.empty() || is_about(of, point, versions)) &&
                          (options.status.empty() ? all || point.status != PointStatus::required
                                                  : name(point.status) == options.status) &&
                          (options.question.empty() || point.question == options.question) &&
                          (!options.peers_differ || peers_differ(points.peers, point.id));
      if (wanted) chosen.push_back({&of, &point});
    }
  }
  return chosen;
}

void check_question(const Vocabulary& vocabulary, const std::string& wanted) {
  if (wanted.empty()) return;
  std::vector<std::string> known;
  for (const Question& question : vocabulary.questions) known.push_back(question.id);
  if (std::find(known.begin(), known.end(), wanted) == known.end()) {
    throw UsageError(fmt::format("--question {}: no such question; there are {}", wanted,
                                 fmt::join(known, ", ")));
  }
}

int list_points(const OpenOptions& options, Session& session) {
  session.prints_json = options.format == "json";
  const OpenPoints& points = open_points();
  check_question(points.vocabulary, options.question);
  if (options.format == "md") {
    if (options.filtered()) throw UsageError("--format md writes every point, without filters");
    session.out << open_markdown(points);
    return exit_ok;
  }
  const std::vector<ChosenPoint> chosen = select(points, options);
  if (options.format == "json") {
    const std::string list = list_json(points, chosen);
    session.prints_json = false;
    session.out << list;
  } else if (!options.op.empty()) {
    for (const ChosenPoint& each : chosen) session.out << point_text(points, *each.point);
  } else {
    session.out << list_text(chosen) << "\n" << summary_text(points);
  }
  if (!chosen.empty()) return exit_ok;
  session.err << "etalon: no point is selected\n";
  return exit_nothing;
}

}  // namespace

void add_open_command(CLI::App& app, Session& session) {
  CLI::App& command =
      *app.add_subcommand("open", "List what the specification permits or leaves open");
  const auto options = std::make_shared<OpenOptions>();
  add_value(command, "OPERATOR", options->op, "List the points of this operator, as in MaxPool-12");
  add_choice(command, "--status required|permitted|measured|silent", options->status,
             "Keep the points of this status");
  add_value(command, "--question QUESTION", options->question,
            "Keep the points of this question, as in nan, ties, overflow");
  command.add_flag("--peers-differ", options->peers_differ,
                   "Keep the points where ONNX Runtime and onnx.reference differ");
  add_format_option(command, "text|json|md", options->format);
  on_run(command, session, [options, &session] { return list_points(*options, session); });
}

}  // namespace etalon
