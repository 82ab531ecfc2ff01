// What the specification says of each input, output and attribute, word for word: data/texts.
#pragma once

#include <map>
#include <string>

#include "engine/operators/schema.h"

namespace etalon {

// By name; paragraphs are parted by empty lines.
struct OperatorTexts {
  std::map<std::string, std::string> inputs, outputs, attributes;
};

// Those of a version; empty where the specification has none.
OperatorTexts texts_of(const Schema& schema);

}  // namespace etalon
