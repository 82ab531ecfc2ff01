#include "conformance/commands/why_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "conformance/bisect/bisect_text.h"
#include "conformance/cases/errata.h"
#include "conformance/cases/open_points.h"
#include "conformance/check/check_text.h"
#include "conformance/reports/summary.h"
#include "engine/loader/loader.h"
#include "engine/operators/schema.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

constexpr size_t shown_lines = 8;

std::string line(const std::string& title, const std::string& text) {
  return fmt::format("  {:<10}  {}\n", title, text);
}

std::string shape_text(const ValueText& value) {
  return value.shape ? value.type + " " + to_string(*value.shape) : value.type;
}

// The elements in short lines, each with its place: by rows of the last axis, or several rows to a
// line where they are very short.
std::string element_lines(const ValueText& value) {
  constexpr size_t shortest = 4;
  constexpr size_t several = 8;
  const Shape shape = value.shape.value_or(Shape{});
  const size_t row = shape.empty() ? 1 : std::max<size_t>(shape.back(), 1);
  const size_t width = row < shortest ? several / row * row : row;
  std::string text;
  size_t i = 0;
  for (size_t lines = 0; i < value.elements.size() && lines < shown_lines; i += width, ++lines) {
    const size_t end = std::min(i + width, value.elements.size());
    const std::vector<std::string> part(value.elements.begin() + static_cast<ptrdiff_t>(i),
                                        value.elements.begin() + static_cast<ptrdiff_t>(end));
    const std::string place = shape.size() < 2 ? "" : place_text(i, shape) + "  ";
    text += fmt::format("      {}{}\n", place, fmt::join(part, ", "));
  }
  const bool cut =
      i < value.elements.size() || (value.shape && element_count(shape) > value.elements.size());
  return cut ? text + "      …\n" : text;
}

std::string value_lines(const std::string& title, const ValueText& value) {
  const std::string name = value.name.empty() ? "" : printable(value.name) + ": ";
  return line(title, name + shape_text(value)) + element_lines(value);
}

std::string difference_lines(const DifferingOutput& output) {
  std::string text = value_lines("expected", output.expected) + value_lines("got", output.got);
  if (output.places.empty()) return text;
  text += line("worst", output.differing == 1
                            ? "1 element does not match"
                            : fmt::format("{} elements do not match", output.differing));
  for (size_t i = 0; i < std::min(output.places.size(), shown_lines); ++i) {
    const DifferingPlace& place = output.places[i];
    text += fmt::format("      {}: got {}, expected {}\n", place.where, place.got, place.expected);
  }
  return text;
}

std::string attribute_line(const NodeText& node) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : node.attributes) {
    texts.push_back(printable(name + " = " + value));
  }
  return texts.empty() ? "" : line("attributes", fmt::format("{}", fmt::join(texts, ", ")));
}

// Both values of the outputs that are wrong when the node is run alone.
std::string output_lines(const NodeFault& fault) {
  std::string text;
  for (size_t i = 0; i < std::min(fault.alone.size(), fault.got.size()); ++i) {
    const OutputReport& report = fault.alone[i];
    text += line("output", printable(report.name) + ": " + sentence(report));
    if (i < fault.model.outputs.size() && !report.measurement.identical) {
      const auto& [name, expected] = fault.model.outputs[i];
      text += difference_lines(difference_text("", fault.got[i], expected, report.tolerance));
    }
    if (!report.hint.empty()) text += line("perhaps", report.hint);
  }
  return text;
}

// The errata about a version of an operator.
std::string errata_text(const Schema& schema) {
  std::string text;
  for (const Erratum* erratum : errata_about(schema)) {
    text += fmt::format("\nerratum {} ({}, {})\n", erratum->id, schema.label(),
                        erratum->release_text());
    text += line("a case", erratum->expected) + line("text", erratum->specification) +
            line("why", erratum->why);
  }
  return text;
}

// What the specification leaves open about it, a line for each point.
std::string open_points_text(const Schema& schema) {
  const OperatorPoints* of = open_points().of(schema);
  if (of == nullptr) return "";
  std::string text;
  for (const OpenPoint& point : of->points) {
    if (point.status == PointStatus::required || !concerns(point, schema)) continue;
    text += line(point.question, point.choice);
  }
  if (text.empty()) return "";
  return fmt::format("\nleft open for {}, and what Etalon does (etalon open {})\n", schema.label(),
                     of->label()) +
         printable_lines(text);
}

}  // namespace

std::string judgement_text(const CaseResult& result, const std::string& runtime) {
  const std::string kind =
      result.kind == Mismatch::none ? "" : fmt::format(" ({})", to_string(result.kind));
  std::string text = fmt::format("{}: {}{} by {}\n", printable(case_text(result)),
                                 to_string(result.status), kind, printable(runtime));
  if (!result.message.empty()) text += line("message", printable(result.message));
  const CaseDetails& details = result.details;
  if (details.tolerance) {
    text += line("allowed",
                 fmt::format("rtol {}, atol {}", details.tolerance->rtol, details.tolerance->atol));
    if (details.tolerance->decides != Tolerance::Decides::tolerance) {
      text += line("passes if", deciding_rule({*details.tolerance}));
    }
  }
  if (result.max_abs != 0) {
    text += line("greatest", fmt::format("{:.3g} absolute, {:.3g} relative, {} ULP", result.max_abs,
                                         result.max_rel, result.max_ulp));
  }
  if (result.judged) {
    text +=
        line("verdict",
             printable(fmt::format("{}: {}", words_of(*result.judged), to_string(*result.judged))));
  }
  if (details.data_set) text += line("data set", fmt::format("{}", *details.data_set));
  return text;
}

std::string differences_text(const CaseResult& result) {
  std::string text;
  for (const DifferingOutput& output : result.details.differences) text += difference_lines(output);
  return text;
}

std::string fault_text(const Bisection& bisection) {
  if (!bisection.fault) return "";
  const NodeFault& fault = *bisection.fault;
  std::string text =
      fault.group.empty()
          ? attribute_line(node_text(parse_model(fault.model.model).graph.nodes.at(0)))
          : line("nodes", printable(fmt::format("{}", fmt::join(fault.group, ", "))));
  if (!fault.bodies.empty()) text += line("bodies", printable(fault.bodies));
  for (const auto& [name, value] : fault.model.inputs) {
    text += value_lines("input", value_summary(name, value, true));
  }
  if (!fault.refusal.empty()) text += line("alone", printable(fault.refusal));
  return text + output_lines(fault) + as_of_text(fault);
}

std::string specification_text(const BoundModel& model, const Bisection& bisection) {
  const auto text_of = [](const Schema* schema) {
    return schema == nullptr ? "" : errata_text(*schema) + open_points_text(*schema);
  };
  if (bisection.fault) {
    return text_of(parse_model(bisection.fault->model.model).graph.nodes.back().schema);
  }
  std::string text;
  std::set<const Schema*> schemas;
  for (const Node& node : model.graph.nodes) {
    if (schemas.insert(node.schema).second) text += text_of(node.schema);
  }
  return text;
}

}  // namespace etalon
