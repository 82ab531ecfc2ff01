// The table operators × questions: which are answered, and how; where runtimes disagree.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/cases/open_points.h"

namespace etalon {

// How an operator answers a question. Of several points the most open one counts.
enum class HowAnswered { unconcerned, required, permitted, silent, missing };
// "–", "R", "P", "S", "?".
std::string_view sign(HowAnswered answer);

struct AnswerRow {
  std::string label;                 // "MaxPool", "ai.onnx.ml.Scaler"
  std::vector<HowAnswered> answers;  // one for each question of the vocabulary
};

struct AnswerCounts {
  size_t operators = 0, questions = 0;
  std::map<HowAnswered, size_t> cells;  // of the table
};

// True where the question concerns this version of an operator: by the kind of its inputs, and by
// the question's list of operators.
bool concerns(const Question& question, const Schema& schema);

// One row for each operator of ai.onnx and ai.onnx.ml that is not experimental, by domain and name.
// A question is missing where it concerns a version that no point covers.
std::vector<AnswerRow> answer_table(const OpenPoints& points);
AnswerCounts count(const std::vector<AnswerRow>& rows);

// True where two runtimes that support the example answer differently: other outputs, or outputs
// and a refusal. Two refusals are one answer.
bool peers_differ(const PeerAnswers& peers, const std::string& id);

}  // namespace etalon
