#include "conformance/judge/refusals.h"

#include <set>

#include "conformance/cases/open_points.h"

namespace etalon {
namespace {

std::set<std::string> points_with_refusals() {
  std::set<std::string> ids;
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) {
      if (point.status == PointStatus::required) continue;
      const std::string rule = point.permits.at("rule");
      if (rule.ends_with("_or_error")) ids.insert(point.id);
    }
  }
  return ids;
}

}  // namespace

std::vector<std::string> refusable(const std::vector<std::string>& points) {
  static const std::set<std::string> known = points_with_refusals();
  std::vector<std::string> ids;
  for (const std::string& id : points) {
    if (known.contains(id)) ids.push_back(id);
  }
  return ids;
}

std::vector<std::string> permitted_refusals(const BoundModel& model, const Bindings& inputs,
                                            const Options& options, const Choices& choices) {
  const ChoiceScope scope(Recording::on, choices);
  try {
    evaluate(model, inputs, options);
  } catch (const LimitExceeded&) {
    return {};
  } catch (const Error&) {
  }
  return refusable(scope.met());
}

}  // namespace etalon
