// YAML by its core schema, and the numbers NaN, Infinity and -Infinity.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "conformance/mdf/census.h"
#include "conformance/mdf/number_lists.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::mdf {

namespace {

using Json = nlohmann::ordered_json;

// Shorter texts are read by the library alone, and so name the columns of what is wrong.
constexpr size_t lifted_from = size_t{1} << 20U;

// What a plain scalar means, apart from numbers.
std::optional<Json> keyword(const std::string& text) {
  static const std::map<std::string, Json> words = {
      {"", nullptr},     {"~", nullptr},   {"null", nullptr}, {"Null", nullptr},
      {"NULL", nullptr}, {"true", true},   {"True", true},    {"TRUE", true},
      {"false", false},  {"False", false}, {"FALSE", false}};
  const auto found = words.find(text);
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

class YamlReader {
 public:
  YamlReader(std::vector<ListBuilder> lists, const DocumentLimits& limits)
      : lists_(std::move(lists)), met_(lists_.size()), census_(limits) {}

  Json read(const YAML::Node& node, size_t depth = 1) {
    if (node.IsSequence()) return sequence(node, depth).finish();
    if (const ListBuilder* list = lifted(node, list_tag)) return ListBuilder(*list).finish();
    census_.count_value(depth);
    if (!node.IsMap()) return scalar(node);
    Json dictionary = Json::object();
    auto& entries = dictionary.get_ref<Json::object_t&>();
    Keys keys;
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) throw InvalidModel("the key of a dictionary is not a string");
      keys.add(entry.first.Scalar());
      entries.emplace_back(entry.first.Scalar(), read(entry.second, depth + 1));
    }
    return dictionary;
  }

  bool met_all() const {
    return !displaced_ && std::find(met_.begin(), met_.end(), false) == met_.end();
  }

 private:
  ListBuilder sequence(const YAML::Node& node, size_t depth) {
    census_.count_value(depth);
    ListBuilder items;
    for (const YAML::Node& item : node) {
      if (item.IsSequence()) {
        items.add(sequence(item, depth + 1));
      } else if (const ListBuilder* several = lifted(item, items_tag)) {
        items.append(ListBuilder(*several));
      } else if (const ListBuilder* list = lifted(item, list_tag)) {
        items.add(ListBuilder(*list));
      } else if (const auto number = plain_number(item)) {
        census_.count_value(depth + 1);
        items.add(*number);
      } else {
        items.add(read(item, depth + 1));
      }
    }
    return items;
  }

  // The list that a lifted node stands for; nullptr for any other node.
  const ListBuilder* lifted(const YAML::Node& node, std::string_view tag) {
    if (lists_.empty() || !node.IsScalar() || node.Tag() != tag) return nullptr;
    const std::string& text = node.Scalar();
    constexpr size_t most_digits = 18;
    if (text.empty() || text.size() > most_digits) return nullptr;
    if (text.find_first_not_of("0123456789") != std::string::npos) return nullptr;
    const size_t place = std::stoul(text);
    if (place >= lists_.size()) return nullptr;
    met_.at(place) = true;
    census_.count_values(1 + lists_.at(place).numbers());
    return &lists_.at(place);
  }

  static bool is_plain(const YAML::Node& node) {
    return node.IsScalar() && (node.Tag().empty() || node.Tag() == "?");
  }
  static std::optional<Number> plain_number(const YAML::Node& node) {
    return is_plain(node) ? yaml_number(node.Scalar()) : std::nullopt;
  }

  Json scalar(const YAML::Node& node) {
    if (!node.IsScalar()) return nullptr;
    const std::string& tag = node.Tag();
    if (!lists_.empty() && (tag == list_tag || tag == items_tag)) {
      displaced_ = true;
      return nullptr;
    }
    const bool quoted = tag == "!" || tag == "tag:yaml.org,2002:str";
    if (quoted) return node.Scalar();
    if (!is_plain(node) && !tag.starts_with("tag:yaml.org,2002:")) {
      throw InvalidModel("the tag {} is not known", in_quotes(tag));
    }
    if (const auto word = keyword(node.Scalar())) return *word;
    if (const auto number = yaml_number(node.Scalar())) {
      return std::visit([](auto value) { return Json(value); }, *number);
    }
    return node.Scalar();
  }

  std::vector<ListBuilder> lists_;
  std::vector<bool> met_;
  bool displaced_ = false;  // a lifted node where it does not stand for its list
  Census census_;
};

// Counts documents, and leaves out what they contain.
class DocumentCounter : public YAML::EventHandler {
 public:
  size_t count = 0;

  void OnDocumentStart(const YAML::Mark&) override { ++count; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

// The library's own reading of all documents never ends on a text that begins with a comma: it
// finds empty documents without advancing. So no more than two are asked for.
void check_single_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentCounter counter;
  while (counter.count < 2 && parser.HandleNextDocument(counter)) continue;
  if (counter.count == 0) throw InvalidModel("it holds no YAML document");
  if (counter.count > 1) throw InvalidModel("it holds more than one YAML document");
}

// Nothing when a lifted list was not met as a node.
std::optional<Json> read_yaml(LiftedText source, const DocumentLimits& limits) {
  try {
    check_single_document(source.text);
    const YAML::Node document = YAML::Load(source.text);
    YamlReader reader(std::move(source.lists), limits);
    Json json = reader.read(document);
    return reader.met_all() ? std::optional(std::move(json)) : std::nullopt;
  } catch (const YAML::Exception& error) {
    const size_t line = source.original_line(static_cast<size_t>(std::max(error.mark.line, 0)));
    throw InvalidModel("line {}, column {}: this is not YAML: {}", line + 1, error.mark.column + 1,
                       in_quotes(error.msg));
  }
}

}  // namespace

Json parse_yaml(std::string_view text, const DocumentLimits& limits) {
  if (text.size() >= lifted_from) {
    if (std::optional<Json> json = read_yaml(lift_number_lists(text), limits)) return *json;
  }
  return *read_yaml({std::string(text), {}, {}}, limits);
}

}  // namespace etalon::mdf
