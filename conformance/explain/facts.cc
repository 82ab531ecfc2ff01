#include "conformance/explain/facts.h"

#include <algorithm>

namespace etalon::explain {

namespace {

const Schema* version_before(const Schema& schema) {
  const Schema* before = nullptr;
  for (const Schema& other : all_schemas()) {
    const bool same = other.domain == schema.domain && other.name == schema.name;
    if (same && other.since_version < schema.since_version) before = &other;
  }
  return before;
}

// The sentences about this attribute that open points quote, each once.
std::vector<std::string> sentences_about(const std::vector<const OpenPoint*>& points,
                                         const std::string& attribute) {
  std::vector<std::string> found;
  for (const OpenPoint* point : points) {
    for (const Quotation& said : point->text) {
      const bool known = std::find(found.begin(), found.end(), said.quote) != found.end();
      if (said.place == "attribute " + attribute && !known) found.push_back(said.quote);
    }
  }
  return found;
}

AttributeFacts attribute_facts(const Facts& facts, const FormalAttribute& formal) {
  AttributeFacts found;
  const auto text = facts.texts.attributes.find(formal.name);
  found.said = text == facts.texts.attributes.end() ? sentences_about(facts.points, formal.name)
                                                    : std::vector<std::string>{text->second};
  found.read = lines_naming(facts.sources, formal.name);
  if (formal.type == AttributeType::text && facts.example) {
    found.words = allowed_words(*facts.example, formal.name);
  }
  return found;
}

}  // namespace

Facts facts_of(const Schema& schema) {
  Facts facts;
  facts.schema = &schema;
  facts.before = version_before(schema);
  facts.row = find_implementation(schema.domain, schema.name, schema.since_version);
  if (facts.row != nullptr) {
    facts.sources = sources_of(facts.row->source);
    facts.open_code = open_code(*facts.row);
    facts.rooms = room_files(*facts.row);
    if (!facts.sources.empty()) facts.header = header_of(facts.sources.front().text);
    facts.example = example_of(schema);
  }
  facts.texts = texts_of(schema);
  facts.body = function_body(schema.label());
  facts.errata = errata_about(schema);
  facts.accuracy = accuracy_of(schema);
  if (const OperatorPoints* of = open_points().of(schema)) {
    for (const OpenPoint& point : of->points) {
      if (concerns(point, schema)) facts.points.push_back(&point);
    }
  }
  for (const FormalAttribute& formal : schema.attributes) {
    facts.attributes[formal.name] = attribute_facts(facts, formal);
  }
  return facts;
}

}  // namespace etalon::explain
