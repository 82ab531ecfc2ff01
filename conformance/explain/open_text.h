// Open points as text, JSON and Markdown.
#pragma once

#include <string>
#include <vector>

#include "conformance/cases/open_points.h"

namespace etalon {

struct ChosenPoint {
  const OperatorPoints* of = nullptr;
  const OpenPoint* point = nullptr;
};

// One line for each point: id, status, versions, choice.
std::string list_text(const std::vector<ChosenPoint>& chosen);
// Everything about one point, indented: quotation, what is permitted, what Etalon and other
// runtimes give. Of a required point, one line.
std::string point_text(const OpenPoints& points, const OpenPoint& point);
// A point as one sentence that can be read alone: the question, the answer, the quotation.
std::string point_sentence(const OpenPoints& points, const OpenPoint& point);
// "1304 points are required, …": counts of points, cells and disagreements, and the operators that
// have not answered.
std::string summary_text(const OpenPoints& points);

std::string list_json(const OpenPoints& points, const std::vector<ChosenPoint>& chosen);

// An example's call: "X = float [2] [1, nan], axis = 0".
std::string call_text(const Schema& schema, const nlohmann::json& example);
// {"outputs": …}, {"error": …} or {"unsupported": …}, or an example's "chosen", in one line.
std::string answer_text(const nlohmann::json& answer);

// The open points as a page in Markdown: data/open_points.md.

// Counts, the table operators × questions, then each point that is permitted or silent, with its
// smallest case and the answers of other runtimes.
std::string open_markdown(const OpenPoints& points);

}  // namespace etalon
