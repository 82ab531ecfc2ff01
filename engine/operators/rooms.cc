#include "engine/operators/rooms.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/operators/choice_scope.h"
#include "engine/operators/idle_choices.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

using RoomKey = std::pair<std::string, std::string>;  // the family's folder and the name

// "ops/ai.onnx/math" of "ops/ai.onnx/math/clip.cc", and of a file in a room of the family.
std::string family_of(std::string_view file) {
  std::string_view folder = file.substr(0, file.rfind('/'));
  for (const std::string_view room : {"/open", "/quick", "/bounds", "/released"}) {
    if (folder.ends_with(room)) folder.remove_suffix(room.size());
  }
  return std::string(folder);
}

// Filled before main(), read-only afterwards.
std::map<RoomKey, Rooms>& all_rooms() {
  static std::map<RoomKey, Rooms> rooms;
  return rooms;
}

Rooms& rooms_to_enter(std::string_view file, std::string_view name) {
  return all_rooms()[{family_of(file), std::string(name)}];
}

template <class F>
void enter(Rooms::Entry<F>& at, F run, const char* file, int line) {
  if (run) at = {run, fmt::format("{}:{}", file, line)};
}

}  // namespace

Open::Open(std::string_view name, Call call, Outputs outputs, const char* file, int line) {
  enter(rooms_to_enter(file, name).open_call, call, file, line);
  enter(rooms_to_enter(file, name).open, outputs, file, line);
}

Quick::Quick(std::string_view name, Run run, const char* file, int line) {
  enter(rooms_to_enter(file, name).quick, run, file, line);
}

Quick::Quick(std::string_view name, OfSets help, const char* file, int line) {
  enter(rooms_to_enter(file, name).quick_sets, help, file, line);
}

Quick::Quick(std::string_view name, OfOutputs help, const char* file, int line) {
  enter(rooms_to_enter(file, name).quick_outputs, help, file, line);
}

Bounds::Bounds(std::string_view name, Quick::Run run, const char* file, int line) {
  enter(rooms_to_enter(file, name).bounds, run, file, line);
}

Sampled::Sampled(std::string_view name, Quick::Run run, const char* file, int line) {
  enter(rooms_to_enter(file, name).samples, run, file, line);
}

Released::Released(std::string_view name, std::initializer_list<std::string_view> differences,
                   Implementation run, const char* file, int line) {
  enter(rooms_to_enter(file, name).released, run, file, line);
  rooms_to_enter(file, name).differences.assign(differences.begin(), differences.end());
}

const Rooms& rooms_of(std::string_view source, std::string_view name) {
  static const Rooms none;
  const auto found = all_rooms().find(RoomKey(family_of(source), name));
  return found == all_rooms().end() ? none : found->second;
}

std::vector<std::pair<std::string, std::string>> names_with_rooms() {
  std::vector<RoomKey> names;
  for (const auto& [key, rooms] : all_rooms()) names.push_back(key);
  return names;
}

// The call whose formula runs, and whether its words have asked for help.
struct RunningFormula {
  const Call* call = nullptr;
  bool sets_asked = false, outputs_asked = false;
};

namespace {

template <class F>
std::optional<Helped<F>> help_with(Rooms::Entry<F> Rooms::*word, bool RunningFormula::*asked) {
  const Evaluation& wanted = evaluation();
  if (!wanted.running || wanted.plain || wanted.sampled) return std::nullopt;
  const Call& call = *wanted.running->call;
  const F help = (call.node().implementation->rooms->*word).run;
  if (!help) return std::nullopt;
  if (std::exchange(wanted.running->*asked, true)) {
    throw InternalError(
        "a Quick entry speeds up one by_sets or each_output call, but the formula has two");
  }
  return Helped<F>{help, &call};
}

}  // namespace

std::optional<Helped<Quick::OfSets>> help_with_sets() {
  return help_with(&Rooms::quick_sets, &RunningFormula::sets_asked);
}
std::optional<Helped<Quick::OfOutputs>> help_with_outputs() {
  return help_with(&Rooms::quick_outputs, &RunningFormula::outputs_asked);
}

Values evaluate_formula(const Call& call) {
  RunningFormula formula{&call};
  const Setting running(&Evaluation::running, &formula);
  return call.node().implementation->run(call);
}

namespace {

// By the quick entry, where it reads no digits of elements that vary: sums of products know their
// residues.
std::optional<Values> quickly_over_field(const Rooms& rooms, const Call& call) {
  const auto has_varying = [](const Value& value) {
    return value.is_tensor() && varies(value.tensor());
  };
  const Values& inputs = call.inputs();
  if (!rooms.quick.run || std::none_of(inputs.begin(), inputs.end(), has_varying)) return {};
  const uint64_t lost = evaluation().lost_errors;
  std::optional<Values> known;
  try {
    known = rooms.quick.run(call);
  } catch (const Undecided&) {
  }
  if (evaluation().lost_errors != lost) known.reset();
  evaluation().lost_errors = lost;
  return known;
}

}  // namespace

Values evaluate_unmarked(const Call& call) {
  const Rooms& rooms = *call.node().implementation->rooms;
  const auto in_force = [&](const std::string& id) { return call.as_released(id); };
  if (std::any_of(rooms.differences.begin(), rooms.differences.end(), in_force)) {
    return rooms.released.run(call);
  }
  const Quick::Run other = evaluation().rounding  ? rooms.bounds.run
                           : evaluation().sampled ? rooms.samples.run
                           : evaluation().plain   ? nullptr
                                                  : rooms.quick.run;
  if (other) {
    if (std::optional<Values> known = other(call)) return *std::move(known);
  } else if (evaluation().field) {
    if (std::optional<Values> known = quickly_over_field(rooms, call)) return *std::move(known);
  }
  return evaluate_formula(call);
}

namespace {

Values without_hidden(const Call& call, Values outputs) {
  const std::vector<FormalParameter>& formals = call.schema().outputs;
  const bool variadic =
      !formals.empty() && formals.back().option == FormalParameter::Option::variadic;
  if (!variadic && outputs.size() > formals.size()) outputs.resize(formals.size());
  return outputs;
}

}  // namespace

Values evaluate_call(const Call& call) {
  if (!evaluation().choices || choices_are_idle()) {
    return without_hidden(call, evaluate_unmarked(call));
  }
  const Rooms& rooms = *call.node().implementation->rooms;
  if (rooms.open_call.run) rooms.open_call.run(call);
  Values outputs;
  try {
    outputs = evaluate_unmarked(call);
  } catch (Error& error) {
    // The point is this operator's, not also that of an If or a Loop around it.
    if (const std::string_view point = error.take_point(); !point.empty()) meet(point);
    throw;
  }
  if (rooms.open.run) {
    Opening opening(call, outputs);
    rooms.open.run(opening);
    opening.finish();
  }
  return without_hidden(call, std::move(outputs));
}

Opening::Opening(const Call& the_call, Values& outputs)
    : call(the_call),
      outputs_(outputs),
      tensors_(std::max<size_t>(1, outputs.size())),
      Y(tensors_[0]) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].is_tensor()) tensors_[i] = outputs[i].tensor();
  }
}

void Opening::finish() {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (outputs_[i].is_tensor()) outputs_[i] = tensors_[i];
  }
}

Values Opening::all_again(const NamedValues& changed) const {
  const Values inputs = with_changed(call, changed);
  const Setting paused(&Evaluation::paused, true);
  return evaluate_unmarked(Call(call, inputs));
}

Tensor Opening::again(const NamedValues& changed, size_t output) const {
  return all_again(changed).at(output).tensor();
}

Tensor Opening::again(const std::vector<std::string_view>& inputs, const Change& change,
                      size_t output) const {
  NamedValues changed;
  for (const std::string_view input : inputs) {
    if (const Tensor* X = call.maybe(input)) changed.emplace_back(input, change(*X));
  }
  return again(changed, output);
}

}  // namespace etalon
