// GRU, LSTM: ONNX's, with its shapes and order of gates (zrh; iofc).
//   7         mask gives the sequences' lengths; batch_first is the layout that ONNX has since
//             version 14; hidden_size 0 is that of the weights; no peepholes, no projection. Of
//             int8, results are rounded by ⌊v + ½⌋ and saturate.
//             GRU's go_forward: 1 forward, 0 reverse, 2 bidirectional
//             LSTM's direction: 0 forward, 1 reverse, 2 bidirectional
// An input or output counts if it is there: multi_io adds nothing (in the document 0, the default,
// means no states), and no_bias and no_mask must not contradict it.
#include "ops/thinker/standard/standard.h"

namespace etalon::thinker {
namespace {

// The word whose place among `words`, from 0, is what `attribute` holds.
std::string word_of(const Call& call, std::string_view attribute,
                    const std::vector<std::string>& words) {
  const int64_t number = call.integer(attribute);
  if (number >= 0 && number < std::ssize(words)) return words[static_cast<size_t>(number)];
  throw InvalidInput("{} is {}, not 0, 1 or 2", attribute, number);
}

void check_absence(const Call& call, std::string_view flag, std::string_view input) {
  if (call.flag(flag) && call.maybe(input)) {
    throw InvalidInput("{} is {}, and '{}' is given", flag, call.integer(flag), input);
  }
}

Values recurrent(const Call& call, std::string_view name, const std::string& direction,
                 const Value& initial_h, const Value& initial_c = {}) {
  check_absence(call, "no_bias", "bias");
  Attributes attributes =
      attributes_of({attribute_of("direction", direction),
                     attribute_of("layout", int64_t{call.flag("batch_first") ? 1 : 0})});
  if (call.integer("hidden_size") != 0) {
    attributes.emplace("hidden_size", call.attribute("hidden_size"));
  }
  NamedValues inputs{{"X", call.value("data")},
                     {"W", call.value("i2h_weight")},
                     {"R", call.value("h2h_weight")},
                     {"B", call.value("bias")},
                     {"sequence_lens", call.value("mask")},
                     {"initial_h", initial_h}};
  if (name == "LSTM") inputs.emplace_back("initial_c", initial_c);
  return in_reals(call, name, 14, inputs, attributes);
}

Values gru(const Call& call) {
  const std::string direction =
      word_of(call, "go_forward", {"reverse", "forward", "bidirectional"});
  return recurrent(call, "GRU", direction, call.value("kHistH"));
}

// What a projection would change: the state is as wide as the output.
void check_no_projection(const Call& call) {
  const Shape& R = call.tensor("h2h_weight").shape();
  const int64_t state_size = call.integer("state_size");
  if (call.flag("project")) throw Unsupported("project is 1: projections are not supported");
  if (call.maybe("Project")) throw Unsupported("'Project' is given, and is not supported");
  if (state_size != 0 && (R.empty() || state_size != static_cast<int64_t>(R.back()))) {
    throw Unsupported(
        "state_size is {}, not h2h_weight's last dimension: projections are not supported",
        state_size);
  }
}

void check_no_peepholes(const Call& call) {
  if (call.integer("mode") != 0) {
    throw Unsupported("mode is {}: peepholes are not supported", call.integer("mode"));
  }
  if (call.maybe("PeepHoles")) throw Unsupported("'PeepHoles' is given, and is not supported");
}

Values lstm(const Call& call) {
  check_no_peepholes(call);
  check_no_projection(call);
  check_absence(call, "no_mask", "mask");
  const std::string direction = word_of(call, "direction", {"forward", "reverse", "bidirectional"});
  return recurrent(call, "LSTM", direction, call.value("HistH"), call.value("HistC"));
}

const Operator gru_op("GRU", gru, {7}, "thinker");
const Operator lstm_op("LSTM", lstm, {7}, "thinker");

}  // namespace
}  // namespace etalon::thinker
