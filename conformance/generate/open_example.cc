#include "conformance/generate/open_example.h"

#include <nlohmann/json.hpp>

#include "conformance/cases/open_points.h"
#include "conformance/generate/written_node.h"

namespace etalon {

NodeCall example_call(const std::string& point, Draw& draw) {
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& each : of.points) {
      if (each.id != point || each.example.is_null()) continue;
      nlohmann::json document = each.example;
      document["domain"] = of.domain;
      document["operator"] = of.op;
      if (document.contains("chosen")) document["outputs"] = document.at("chosen").size();
      document.erase("chosen");
      document.erase("error");
      return written_calls(document, draw).at(0).call;
    }
  }
  throw InvalidInput("there is no open point {}", point);
}

}  // namespace etalon
