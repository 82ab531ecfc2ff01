// MDF values for tests, written as JSON.
#pragma once

#include <string>

#include "engine/mdf/function.h"
#include "engine/values/json.h"

namespace etalon::mdf {

inline Value json_value(const std::string& json) {
  return from_json(nlohmann::ordered_json::parse(json));
}

}  // namespace etalon::mdf
