// Everything that is known about one operator version, gathered for `etalon explain` and the site.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/cases/errata.h"
#include "conformance/cases/function_bodies.h"
#include "conformance/cases/open_points.h"
#include "conformance/cases/operator_index.h"
#include "conformance/cases/operator_texts.h"
#include "conformance/explain/example.h"
#include "conformance/explain/header.h"
#include "conformance/explain/runtimes.h"
#include "conformance/explain/sources.h"
#include "engine/operators/operator.h"

namespace etalon::explain {

// An attribute beyond its schema.
struct AttributeFacts {
  std::vector<std::string> words;  // what a text may be, where the operator has a list
  std::vector<std::string> said;   // what the specification says of it
  std::vector<CodeLine> read;      // where the code reads it
};

struct Facts {
  const Schema* schema = nullptr;
  const Schema* before = nullptr;     // the version before it
  const Registration* row = nullptr;  // nullptr where it is not implemented
  Header header;
  std::vector<Source> sources;      // the formula, and what it uses of its family
  std::vector<CodePart> open_code;  // what the text leaves open
  std::vector<RoomFile> rooms;      // what is quicker, bounds, what releases meant
  OperatorTexts texts;
  std::map<std::string, AttributeFacts> attributes;  // those of the schema
  const FunctionBody* body = nullptr;
  std::optional<Example> example;
  std::vector<const Erratum*> errata;
  std::vector<const OpenPoint*> points;
  std::vector<const Accuracy*> accuracy;
};

Facts facts_of(const Schema& schema);

}  // namespace etalon::explain
