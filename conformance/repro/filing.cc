#include "conformance/repro/filing.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/bisect/bisect_text.h"
#include "conformance/campaign/minimal.h"
#include "conformance/check/check_text.h"
#include "conformance/judge/compare.h"
#include "conformance/repro/program.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {

namespace {

// Inputs of these names as initializers.
CaseFiles with_initializers(const CaseFiles& files, const std::set<std::string>& names) {
  CaseFiles changed = files;
  onnx::ModelProto model;
  model.ParseFromString(files.model);
  auto& inputs = *model.mutable_graph()->mutable_input();
  for (int i = inputs.size() - 1; i >= 0; --i) {
    if (names.contains(inputs.Get(i).name())) inputs.DeleteSubrange(i, 1);
  }
  CaseValues& given = changed.sets.at(0).inputs;
  for (const auto& [name, value] : given) {
    if (!names.contains(name)) continue;
    write_tensor(value.tensor(), name, *model.mutable_graph()->add_initializer());
  }
  std::erase_if(given, [&](const auto& input) { return names.contains(input.first); });
  changed.model = model.SerializeAsString();
  return changed;
}

// The inputs that an adapter says it made constants: "constant inputs: axes, shape".
std::set<std::string> constants_of(const CaseFiles& files, Backend& backend) {
  constexpr std::string_view begin = "constant inputs: ";
  const BoundModel model = parse_model(files.model);
  const CaseValues& given = files.sets.at(0).inputs;
  const std::string remark =
      backend.run(files.model, model, Bindings(given.begin(), given.end())).remark;
  std::set<std::string> names;
  if (!remark.starts_with(begin)) return names;
  const std::string list = ", " + remark.substr(begin.size()) + ",";
  for (const auto& [name, value] : given) {
    if (value.is_tensor() && list.find(", " + name + ",") != std::string::npos) names.insert(name);
  }
  return names;
}

bool is_finding(const std::string& label, const CaseFiles& files, const Filing& filing,
                Backend& backend) {
  return judge_case(label, files, backend, filing.evaluation).outcome == Outcome::finding;
}

// The case in the form that the backend gives to the runtime.
CaseFiles as_given(const CaseFiles& files, const Filing& filing, Backend& backend) {
  const std::set<std::string> names = constants_of(files, backend);
  if (names.empty()) return files;
  CaseFiles constant = with_initializers(files, names);
  return is_finding(filing.label, constant, filing, backend) ? constant : files;
}

// A title's length: without distances, and without what rounding has to do with them.
std::string brief_sentence(const std::string& sentence) {
  const std::string brief =
      sentence.substr(0, std::min(sentence.find(" (largest"), sentence.find("; ")));
  const size_t verdict = brief.find(": fails ("), got = brief.find(": got ");
  if (verdict == std::string::npos || got == std::string::npos || got < verdict) return brief;
  return brief.substr(0, verdict) + brief.substr(got);
}

// What is wrong when the node is run alone.
std::string fault_sentence(const NodeFault& fault) {
  if (!fault.refusal.empty()) return fault.refusal;
  for (const OutputReport& report : fault.alone) {
    if (report.fails()) return fmt::format("{}: {}", report.name, sentence(report));
  }
  return "wrong";
}

// The case's tolerance, halved until the runtime's outputs are outside it: rounding may rule out
// what the tolerance does not. As it is where they are not there, or are the expected ones.
Tolerance showing_tolerance(const CaseFiles& files, bool differs, Backend& backend) {
  constexpr int most_halvings = 60;
  Tolerance tolerance;
  tolerance.rtol = files.rtol.value_or(tolerance.rtol);
  tolerance.atol = files.atol.value_or(tolerance.atol);
  if (!differs) return tolerance;
  const CaseFiles::Set& set = files.sets.at(0);
  const Values got = backend
                         .run(files.model, parse_model(files.model),
                              Bindings(set.inputs.begin(), set.inputs.end()))
                         .outputs;
  Tolerance narrow = tolerance;
  for (int i = 0; i < most_halvings && got.size() == set.outputs.size(); ++i) {
    for (size_t k = 0; k < got.size(); ++k) {
      if (!compare(got[k], set.outputs[k].second, narrow).pass()) return narrow;
    }
    narrow.rtol /= 2;
    narrow.atol /= 2;
  }
  return tolerance;
}

std::vector<std::string> remarks_of(const CaseFiles& files, const Filing& filing) {
  std::vector<std::string> remarks = text_remarks(files);
  if (std::string as_of = as_of_text(filing.fault); !as_of.empty()) {
    as_of.front() = 'T';
    as_of.pop_back();
    remarks.push_back(as_of + ".");
  }
  if (filing.peers && filing.peers->count() != 0) {
    const std::string on = filing.source.empty() ? "" : fmt::format("On {}, ", filing.source);
    remarks.push_back(printable(on) + to_string(*filing.peers) + ".");
  }
  return remarks;
}

}  // namespace

std::string to_string(const Filed& filed) {
  std::string size = fmt::format("{} element{}", filed.elements, filed.elements == 1 ? "" : "s");
  if (filed.elements_left != filed.elements) {
    size = fmt::format("{} of {}", filed.elements_left, size);
  }
  return size + (filed.has_program ? "; repro.py shows it without Etalon" : "");
}

Filed write_filed(const std::filesystem::path& folder, const Filing& filing, Backend& backend) {
  CaseFiles files = node_case(filing.fault, filing.tolerance);
  Filed filed{input_elements(files), input_elements(files), filing.fault.confirmed};
  std::string what = fault_sentence(filing.fault);
  if (filing.fault.confirmed && filing.seconds > 0) {
    std::optional<MinimalCase> minimal =
        minimal_case(filing.label, files, backend, filing.evaluation, filing.seconds);
    if (minimal) {
      minimal->files.rtol = files.rtol;
      minimal->files.atol = files.atol;
      files = as_given(minimal->files, filing, backend);
      what = minimal->finding.sentence;
      filed.elements_left = input_elements(minimal->files);
    }
  }
  write_case(folder, files);
  if (!filed.has_program) return filed;
  const Tolerance tolerance = showing_tolerance(files, filing.fault.refusal.empty(), backend);
  write_repro(
      folder,
      {files, fmt::format("{} of {}: {}", filing.label, filing.runtime, brief_sentence(what)),
       remarks_of(files, filing), backend.repro(), backend.options().command, tolerance});
  return filed;
}

void write_repro_of(const std::filesystem::path& folder, const CaseFiles& files,
                    const std::string& title, bool differs, Backend& backend) {
  const Tolerance tolerance = showing_tolerance(files, differs, backend);
  write_repro(folder, {files, brief_sentence(title), text_remarks(files), backend.repro(),
                       backend.options().command, tolerance});
}

}  // namespace etalon
