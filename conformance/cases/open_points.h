// What the specification requires, permits and leaves open, operator by operator:
// data/open_points/<domain>/<family>/<Operator>.json, family as in ops/.
//
//   {"domain": "ai.onnx", "operator": "MaxPool",
//    "quotes": {"formula": [{"quote": "computing the max on …", "place": "summary",
//                            "versions": [1, 8], "release": "onnx 1.23.2"}]},
//    "points": [{
//      "id": "MaxPool.nan",
//      "question": "nan",                   of vocabulary.json
//      "versions": [8, 12],                 without it, all
//      "status": "permitted",               or "required", "measured", "silent"
//      "text": "formula",                   a name in "quotes" or in the vocabulary's "common";
//                                           "nothing" where the text says nothing
//      "condition": "nan_input",            of vocabulary.json, when the point applies
//      "permits": {"rule": "nan_or_number"},of vocabulary.json, with the rule's parameters
//      "choice": …, "why": …,               what Etalon gives
//      "official": …,                       the official cases that show it
//      "note": …,
//      "example": {"opset": 12, "attributes": {…}, "inputs": [VALUE, …],
//                  "chosen": [VALUE, …]}}]} or "error": "Unspecified"
//
// "release" in a quotation means that the sentence is in that release, but not in the text of the
// operator when its version was new. An example has the form of the project's own cases
// (own_cases.h); "chosen" takes the place of "outputs". A required point needs no condition,
// permits, why, official or example. vocabulary.json defines the questions, conditions, rules and
// common quotations; peers.json holds the answers of other runtimes, which
// scripts/backends/open_points measures.
//
// The vocabulary's questions are not asked of operators of com.microsoft, whose texts are short. A
// question and a condition are sentences of their own there; "measured" says that the text has no
// sentence, and that Etalon gives what a released ONNX Runtime was seen to give.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/operators/schema.h"
#include "engine/values/json.h"

namespace etalon {

enum class PointStatus { required, permitted, measured, silent };
std::string_view name(PointStatus status);

struct Quotation {
  std::string quote;
  std::string place;          // "summary", "attribute axis"
  std::vector<int> versions;  // of the operator, whose text has the sentence; of common ones, none
  std::string release;
};

struct OpenPoint {
  std::string id;
  std::string question;
  std::vector<int> versions;  // never empty
  PointStatus status = PointStatus::required;
  std::vector<Quotation> text;  // empty where the text says nothing
  std::string condition;
  nlohmann::json permits;
  std::string choice;
  std::string why;
  std::string official;
  std::string note;
  nlohmann::json example;  // null where there is none
};

// The last part of a point's id: "nan" of "MaxPool.nan" and of "com.microsoft.Gelu.nan".
std::string name_of_point(const std::string& id);

// True if the point is about this version of its operator.
bool concerns(const OpenPoint& point, const Schema& schema);

struct OperatorPoints {
  std::string domain;  // "ai.onnx"
  std::string op;
  std::vector<OpenPoint> points;

  std::string label() const;  // "MaxPool", "ai.onnx.ml.Scaler"
};

// One of the questions that every operator answers.
struct Question {
  std::string id;                      // "nan"
  std::string title;                   // "NaN"
  std::string sentence;                // "What is the result where an element is NaN?"
  std::vector<std::string> operators;  // it concerns only these; any when empty
  std::string input;   // it concerns operators with an input of this kind; any when empty
  std::string common;  // a common quotation that answers it for all operators; else empty
};

struct Vocabulary {
  std::vector<Question> questions;
  std::map<std::string, std::string> conditions;  // name → sentence
  std::map<std::string, std::string> rules;       // name → sentence
  std::map<std::string, Quotation> common;
};

// The vocabulary's sentence for a word; the word itself if it is a sentence.
std::string sentence_of(const std::map<std::string, std::string>& words, const std::string& word);

// Answers of other runtimes to the examples.
struct PeerAnswers {
  std::string date;                             // "2026-11-22"
  std::map<std::string, std::string> versions;  // "onnxruntime" → "1.31.1"
  // Id of a point → runtime → {"outputs": [VALUE, …]} or {"error": "one line"}.
  std::map<std::string, std::map<std::string, nlohmann::json>> answers;
};

struct OpenPoints {
  Vocabulary vocabulary;
  std::vector<OperatorPoints> operators;  // by domain and name
  PeerAnswers peers;

  // nullptr when the operator has no file.
  const OperatorPoints* of(const Schema& schema) const;
  // The point with this id and its operator; nullptrs if there is none.
  std::pair<const OperatorPoints*, const OpenPoint*> find(const std::string& id) const;
};

// True for the domains whose operators answer the vocabulary's questions.
bool answers_questions(std::string_view domain);

// Those of a folder. Empty when it has no vocabulary.json. Throws InvalidInput, naming the file and
// the point: for a word that the vocabulary lacks, an unknown operator or version, an id used
// twice.
OpenPoints read_open_points(const std::filesystem::path& folder);
// Those of the data folder. Read once.
const OpenPoints& open_points();

}  // namespace etalon
