#include "conformance/cases/open_points.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "engine/values/errors.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 4> status_words = {"required", "permitted", "measured",
                                                          "silent"};

PointStatus status_named(const std::string& text) {
  const auto found = std::find(status_words.begin(), status_words.end(), text);
  if (found != status_words.end()) return static_cast<PointStatus>(found - status_words.begin());
  throw InvalidInput(
      "\"status\" is \"required\", \"permitted\", \"measured\" or \"silent\", not \"{}\"", text);
}

template <class Map>
void check_word(const Map& words, const std::string& word, std::string_view kind) {
  if (!words.contains(word)) throw InvalidInput("the vocabulary has no {} \"{}\"", kind, word);
}

Quotation quotation_from_json(const json& entry) {
  Quotation quotation;
  entry.at("quote").get_to(quotation.quote);
  entry.at("place").get_to(quotation.place);
  quotation.versions = entry.value("versions", std::vector<int>{});
  quotation.release = entry.value("release", "");
  return quotation;
}

Question question_from_json(const json& entry) {
  const json& applies = entry.at("applies");
  Question question;
  entry.at("id").get_to(question.id);
  entry.at("name").get_to(question.title);
  entry.at("sentence").get_to(question.sentence);
  question.operators = applies.value("operators", std::vector<std::string>{});
  question.input = applies.value("input", "");
  question.common = applies.value("common", "");
  return question;
}

Vocabulary read_vocabulary(const fs::path& file) {
  return naming(file.string(), [&] {
    const json document = read_json(file);
    Vocabulary vocabulary;
    for (const json& entry : document.at("questions")) {
      vocabulary.questions.push_back(question_from_json(entry));
    }
    document.at("conditions").get_to(vocabulary.conditions);
    document.at("rules").get_to(vocabulary.rules);
    for (const auto& [key, entry] : document.at("common").items()) {
      vocabulary.common[key] = quotation_from_json(entry);
    }
    for (const Question& question : vocabulary.questions) {
      if (!question.common.empty()) check_word(vocabulary.common, question.common, "quotation");
    }
    return vocabulary;
  });
}

void check_example(const json& example) {
  if (!example.is_object()) throw InvalidInput("the example is not an object");
  if (!example.at("opset").is_number_integer()) throw InvalidInput("\"opset\" is not an integer");
  if (!example.at("inputs").is_array()) throw InvalidInput("\"inputs\" is not a list");
  if (!example.value("attributes", json::object()).is_object()) {
    throw InvalidInput("\"attributes\" is not an object");
  }
  const bool chosen = example.value("chosen", json()).is_array();
  const bool error = example.value("error", json()).is_string();
  if (chosen == error) throw InvalidInput("an example has either \"chosen\" or \"error\"");
}

// Reads the points of one file.
class PointReader {
 public:
  PointReader(const json& document, const Vocabulary& vocabulary)
      : document_(document), vocabulary_(vocabulary) {
    document.at("domain").get_to(found_.domain);
    document.at("operator").get_to(found_.op);
    for (const Schema& schema : all_schemas()) {
      const bool same = schema.domain == canonical_domain(found_.domain);
      if (same && schema.name == found_.op) versions_.push_back(schema.since_version);
    }
    if (versions_.empty()) throw InvalidInput("there is no operator {}", found_.label());
  }

  OperatorPoints read() {
    for (const json& entry : document_.at("points")) {
      const std::string id = entry.value("id", "a point without id");
      found_.points.push_back(naming(id, [&] { return point(entry); }));
    }
    return std::move(found_);
  }

 private:
  OpenPoint point(const json& entry) const {
    OpenPoint point;
    entry.at("id").get_to(point.id);
    entry.at("question").get_to(point.question);
    point.versions = entry.value("versions", versions_);
    point.status = status_named(entry.at("status"));
    point.text = quotations(entry.at("text"));
    point.condition = entry.value("condition", "");
    point.permits = entry.value("permits", json::object());
    point.choice = entry.value("choice", "");
    point.why = entry.value("why", "");
    point.official = entry.value("official", "");
    point.note = entry.value("note", "");
    point.example = entry.value("example", json());
    check(point);
    return point;
  }

  void check(const OpenPoint& point) const {
    if (answers_questions(found_.domain)) check_words(point);
    if (point.versions.empty()) throw InvalidInput("the list of versions is empty");
    for (const int version : point.versions) {
      if (std::find(versions_.begin(), versions_.end(), version) == versions_.end()) {
        throw InvalidInput("{} has no version {}", found_.op, version);
      }
    }
    if (!point.example.is_null()) check_example(point.example);
    if (point.status == PointStatus::required) return;
    check_word(vocabulary_.rules, point.permits.at("rule").get<std::string>(), "rule");
    if (point.example.is_null()) throw InvalidInput("an example is missing");
  }

  void check_words(const OpenPoint& point) const {
    const auto& questions = vocabulary_.questions;
    if (std::none_of(questions.begin(), questions.end(),
                     [&](const Question& known) { return known.id == point.question; })) {
      throw InvalidInput("the vocabulary has no question \"{}\"", point.question);
    }
    if (point.status == PointStatus::required) return;
    check_word(vocabulary_.conditions, point.condition, "condition");
  }

  std::vector<Quotation> quotations(const std::string& key) const {
    if (key == "nothing") return {};
    const auto common = vocabulary_.common.find(key);
    if (common != vocabulary_.common.end()) return {common->second};
    std::vector<Quotation> list;
    for (const json& entry : document_.at("quotes").at(key)) {
      list.push_back(quotation_from_json(entry));
    }
    return list;
  }

  const json& document_;
  const Vocabulary& vocabulary_;
  OperatorPoints found_;
  std::vector<int> versions_;
};

PeerAnswers read_peers(const fs::path& file) {
  if (!fs::exists(file)) return {};
  return naming(file.string(), [&] {
    const json document = read_json(file);
    PeerAnswers peers;
    document.at("date").get_to(peers.date);
    document.at("peers").get_to(peers.versions);
    document.at("answers").get_to(peers.answers);
    for (const auto& [id, answers] : peers.answers) {
      for (const auto& [runtime, answer] : answers) {
        const bool sound = answer.is_object() && (answer.value("outputs", json()).is_array() ||
                                                  answer.value("error", json()).is_string() ||
                                                  answer.value("unsupported", json()).is_string());
        if (!sound)
          throw InvalidInput("{}: the answer of {} has no outputs and no error", id, runtime);
      }
    }
    return peers;
  });
}

std::vector<fs::path> point_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const bool top = entry.path().parent_path() == folder;
    if (!top && entry.is_regular_file() && entry.path().extension() == ".json") {
      files.push_back(entry.path());
    }
  }
  return files;
}

void check_ids(const std::vector<OperatorPoints>& operators) {
  std::set<std::string> ids;
  for (const OperatorPoints& each : operators) {
    for (const OpenPoint& point : each.points) {
      if (!ids.insert(point.id).second) throw InvalidInput("two points have the id {}", point.id);
    }
  }
}

}  // namespace

std::string_view name(PointStatus status) { return status_words[static_cast<size_t>(status)]; }

std::string name_of_point(const std::string& id) { return id.substr(id.rfind('.') + 1); }

std::string sentence_of(const std::map<std::string, std::string>& words, const std::string& word) {
  const auto found = words.find(word);
  return found == words.end() ? word : found->second;
}

bool answers_questions(std::string_view domain) {
  return domain.empty() || domain == "ai.onnx" || domain == "ai.onnx.ml";
}

bool concerns(const OpenPoint& point, const Schema& schema) {
  return std::find(point.versions.begin(), point.versions.end(), schema.since_version) !=
         point.versions.end();
}

std::string OperatorPoints::label() const { return domain == "ai.onnx" ? op : domain + "." + op; }

const OperatorPoints* OpenPoints::of(const Schema& schema) const {
  for (const OperatorPoints& each : operators) {
    if (each.op == schema.name && canonical_domain(each.domain) == schema.domain) return &each;
  }
  return nullptr;
}

std::pair<const OperatorPoints*, const OpenPoint*> OpenPoints::find(const std::string& id) const {
  for (const OperatorPoints& each : operators) {
    for (const OpenPoint& point : each.points) {
      if (point.id == id) return {&each, &point};
    }
  }
  return {};
}

OpenPoints read_open_points(const fs::path& folder) {
  if (!fs::exists(folder / "vocabulary.json")) return {};
  OpenPoints found;
  found.vocabulary = read_vocabulary(folder / "vocabulary.json");
  for (const fs::path& file : point_files(folder)) {
    found.operators.push_back(naming(file.string(), [&] {
      const json document = read_json(file);
      return PointReader(document, found.vocabulary).read();
    }));
  }
  std::sort(found.operators.begin(), found.operators.end(),
            [](const OperatorPoints& a, const OperatorPoints& b) {
              return std::tie(a.domain, a.op) < std::tie(b.domain, b.op);
            });
  check_ids(found.operators);
  found.peers = read_peers(folder / "peers.json");
  return found;
}

const OpenPoints& open_points() {
  static const OpenPoints points = read_open_points(data_folder() / "open_points");
  return points;
}

}  // namespace etalon
